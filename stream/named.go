package stream

import (
	"strings"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/scan"
)

// readOpenName reads the name after an opener, up to what follows it.
func (r *reply) readOpenName(in string, i int) int {
	if r.part > 0 {
		return r.readOpenPart(in, i)
	}
	for ; i < len(in) && isNameByte(in[i]); i++ {
		if r.size(i)-r.nameAt >= maxName {
			return r.failOpener(in, i)
		}
	}
	switch {
	case i == len(in):
		return i
	case in[i] == '{':
		r.delim = nil
		return r.accept(in, i, r.nameAt, stateNamed)
	}
	return r.atOpenMark(in, i, roleArguments|roleID|roleOpen)
}

// endOpenName settles a name that the end has cut: a call that was cut, unless
// what has begun after it can only be another opener.
func (r *reply) endOpenName() bool {
	if r.part > 0 {
		if _, _, more := r.p.row.match(r.held[r.part:], "", roleArguments|roleID, 0); !more {
			return r.endUnopened()
		}
	}
	s := r.take("", 0)
	r.emit(KindMarker, s[:r.nameAt], r.pos-int64(len(s)))
	s = s[r.nameAt:]
	n := 0
	for n < len(s) && isNameByte(s[n]) {
		n++
	}
	r.beginNamed(r.pos-int64(len(s)), s[:n])
	r.env.unknown = -1 // the name may go on, or the marker after it
	r.held = append(r.held, s...)
	return r.endCall()
}

// readNamed reads a name and what follows it, both of which stand in in.
func (r *reply) readNamed(in string, i int) int {
	j := i
	for j < len(in) && isNameByte(in[j]) {
		j++
	}
	r.beginNamed(r.offset(i), r.declaredName([]byte(in[i:j])))
	if next, ok := r.headFits(in, i, j); !ok {
		return next
	}
	r.held = append(r.held[:0], in[i:j]...)
	if r.delim == nil || r.delim.role != roleID {
		r.startCall()
	}
	if r.delim == nil {
		r.state = stateRoot
		return j
	}
	if r.delim.role == roleOpen {
		r.held = append(r.held, in[j])
		r.endCallAt(r.offset(j))
		return j
	}
	r.held = append(r.held, r.delim.text...)
	r.state, r.part = stateRoot, 0
	if r.delim.role == roleID {
		r.state, r.nameAt = stateID, len(r.held)
	}
	return j + len(r.delim.text)
}

// headFits reports whether a call may be as long as its name in[i:j] with the
// marker after it. If not, the call has failed at the index that it returns.
func (r *reply) headFits(in string, i, j int) (next int, ok bool) {
	if r.delim != nil && r.delim.role != roleOpen {
		j += len(r.delim.text)
	}
	limit := i + r.p.limits.call
	if j <= limit {
		return i, true
	}
	r.held = append(r.held[:0], in[i:limit]...)
	return r.failCall(in, limit, fail{parse.ErrLimit, 0, "the call is too long"}), false
}

// beginNamed commits a call whose name is known before its arguments.
func (r *reply) beginNamed(start int64, name string) {
	r.obj.start(&r.p.limits, false)
	r.env = envelope{start: start, forced: true, unknown: -1, name: name, named: name != "", text: r.env.text}
	if name != "" && !r.p.Tools.Declares(name) {
		r.env.unknown = len(name)
	}
	r.commit()
}

// readID reads a call's id, up to the marker of the arguments. part is how
// much of that marker has been read.
func (r *reply) readID(in string, i int) int {
	mark := r.p.row.format.Named.Arguments
	for i < len(in) {
		c := in[i]
		switch {
		case len(r.held) >= r.p.limits.call:
			return r.failCall(in, i, fail{parse.ErrLimit, 0, "the call is too long"})
		case c == mark[r.part]:
			r.part++
		case r.part > 0 || !isIDByte(c) || len(r.held)-r.nameAt >= maxName:
			return r.failCall(in, i, fail{parse.ErrSyntax, 0, "the call's id is not followed by " + mark})
		}
		r.held = append(r.held, c)
		if i++; r.part == len(mark) {
			r.env.id = string(r.held[r.nameAt : len(r.held)-len(mark)])
			r.part, r.state = 0, stateRoot
			r.startCall()
			return i
		}
	}
	return i
}

func isIDByte(c byte) bool { return isNameByte(c) && strings.IndexByte("./:", c) < 0 }

// readRoot reads up to the root of a named call's arguments.
func (r *reply) readRoot(in string, i int) int {
	for ; i < len(in); i++ {
		c := in[i]
		switch {
		case len(r.held) >= r.p.limits.call:
			return r.failCall(in, i, fail{parse.ErrLimit, 0, "the call is too long"})
		case isSpace(c):
			r.held = append(r.held, c)
		case c == '{':
			r.obj.max = r.p.limits.call - len(r.held)
			r.env.arguments, r.env.from, r.env.sent = kindObject, 0, 0
			r.state = stateArguments
			return i
		case strings.IndexByte(`"[tfn-0123456789`, c) >= 0:
			return r.failCall(in, i, fail{parse.ErrArguments, 0, "the arguments are not a JSON object"})
		default:
			return r.failCall(in, i, fail{parse.ErrSyntax, 0, "the arguments are not JSON: an object is expected"})
		}
	}
	return i
}

// readArguments reads a named call's arguments.
func (r *reply) readArguments(in string, i int) int {
	for i < len(in) {
		n, why := r.obj.read(in[i:])
		r.p.visited += int64(n)
		i += n
		switch why {
		case scan.Fail:
			return r.failCall(in, i, fail{r.obj.fault.code(), len(r.obj.raw), r.obj.message()})
		case scan.Done:
			r.env.closed, r.env.to = true, len(r.obj.raw)
			r.emitDeltas(in, i)
			r.endCallAt(r.offset(i))
			return i
		}
	}
	r.emitDeltas(in, i)
	return i
}
