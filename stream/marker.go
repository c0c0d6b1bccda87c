package stream

import (
	"github.com/earlycall/earlycall/parse"
)

// opener is what the machine remembers of markers that have begun.
type opener struct {
	back    state   // where stateMarker has come from
	want    role    // the markers that may stand there
	length  int     // of the opener, the first held bytes
	spaces  int     // bytes of white space after it
	nameAt  int     // held bytes before the name
	part    int     // held bytes before a marker that has begun; 0: none has
	delim   *marker // what follows the name; nil: the arguments
	runes   runes   // of the name of a tagged call without an opener
	inArray bool    // in an array of envelopes
	root    bool    // only white space and closing brackets since a JSON body's root: one too many is a marker
	lost    bool    // only white space since a broken tagged call: it belongs to the error
	before  int32   // the index of the body's first call
}

// The bounds of what is held after an opener, in bytes.
const (
	maxSpaces = 64
	maxName   = 256
)

// expect looks for a marker of those roles at in[i]. It reports whether there
// is one, or the beginning of one, and where to go on.
func (r *reply) expect(in string, i int, roles role, back state) (next int, ok bool) {
	m, n, more := r.p.row.match(nil, in[i:], roles, r.reasoningPair())
	if m == nil && !more {
		return i, false
	}
	r.hold, r.back, r.want = i, back, roles
	if m != nil {
		return r.matched(in, i+n, m), true
	}
	r.state = stateMarker
	return len(in), true
}

// reasoningPair returns the pair of reasoning markers whose close counts here:
// that of the open reasoning; at the start of the reply each, -1.
func (r *reply) reasoningPair() int8 {
	if r.lead && !r.inReasoning() {
		return -1
	}
	return r.pair
}

// readMarker goes on with a marker that an earlier string has begun.
func (r *reply) readMarker(in string, i int) int {
	m, n, more := r.p.row.match(r.held, in[i:], r.want, r.reasoningPair())
	switch {
	case m != nil:
		return r.matched(in, i+n, m)
	case more:
		return len(in)
	}
	return r.unmatched(in, i)
}

// matched acts on the marker that is held up to in[i].
func (r *reply) matched(in string, i int, m *marker) int {
	switch r.back {
	case stateSkip:
		if m.role == roleTagClose {
			r.endSkip(i)
			r.lost = true
			return r.swallow(in, i, len(m.text), r.state)
		}
		failed := r.skip.failed
		r.endSkip(i)
		if !failed {
			return r.release(in, i, 0, stateText)
		}
		return r.release(in, i, 0, r.state)
	case stateTagBody:
		return r.atTagMarker(in, i, m)
	case stateConflict:
		return r.release(in, i, 0, stateBehind)
	}
	return r.atMarker(in, i, m)
}

// unmatched goes on where a marker has begun and not gone on: before in[i].
func (r *reply) unmatched(in string, i int) int {
	switch r.back {
	case stateSkip:
		first := r.firstHeld(in)[0]
		if r.skip.tagged {
			r.skip.place(first, false)
		} else {
			r.skip.step(first)
		}
		return r.skipHeld(in, i, 1, stateSkip)
	case stateTagBody:
		return r.notTag(in, i)
	case stateConflict:
		return r.swallow(in, i, 1, stateConflict)
	case stateElements:
		s := r.take(in, i)
		r.junk(s[:1], r.offset(i-len(s)))
		r.again, r.from = s[1:], i
		return i
	case stateBehind:
		return r.release(in, i, 0, r.notBehind(r.offset(i-r.size(i))))
	}
	r.used(r.held[0])
	return r.release(in, i, 1, stateText)
}

// endMarker settles a marker that the end has cut: it is none.
func (r *reply) endMarker() bool {
	if r.back == stateTagBody {
		return r.endTaggedHold()
	}
	r.unmatched("", 0)
	return true
}

// atMarker acts on a marker in text, or after a body.
func (r *reply) atMarker(in string, i int, m *marker) int {
	switch m.role {
	case roleOpen:
		r.length, r.spaces, r.part, r.before = len(m.text), 0, 0, r.calls
		r.inArray = false
		r.state = stateOpener
		return i
	case roleTagOpen:
		if r.back == stateBehind {
			return r.release(in, i, 0, stateTagged)
		}
		r.part, r.runes = len(m.text), runes{}
		r.state = stateOpenTag
		return i
	}
	next := stateText
	if m.role&(roleTurn|roleTagClose) != 0 && r.back == stateBehind {
		next = stateBehind
	}
	if m.role == roleThink && r.inReasoning() && m.pair != r.pair {
		return r.release(in, i, 1, stateText)
	}
	i = r.accept(in, i, len(m.text), next)
	r.used(m.text[len(m.text)-1])
	r.inArray = false
	switch m.role {
	case roleThink:
		r.kind, r.pair = KindReasoning, m.pair
	case roleUnthink:
		r.kind = KindText
	default:
		r.recent = true
	}
	return i
}

// readOpener reads from an opener to the bytes that commit it.
func (r *reply) readOpener(in string, i int) int {
	row := r.p.row
	if r.part > 0 {
		return r.readOpenPart(in, i)
	}
	for ; i < len(in) && isSpace(in[i]); i++ {
		if r.spaces++; r.spaces > maxSpaces {
			return r.failOpener(in, i)
		}
	}
	if i == len(in) {
		return i
	}
	switch c := in[i]; {
	case c == '{' && row.has(parse.ShapeEnvelope):
		start := r.offset(i)
		i = r.accept(in, i, r.size(i), stateObject)
		r.beginObject(start, true)
		return i
	case c == '[' && row.has(parse.ShapeEnvelope):
		r.state = stateOpenArray
		return i + 1
	case row.has(parse.ShapeNamed) && isNameByte(c):
		r.nameAt, r.state = r.size(i), stateOpenName
		return i
	case row.has(parse.ShapeTagged):
		return r.atOpenMark(in, i, roleTagOpen)
	}
	return r.failOpener(in, i)
}

// atOpenMark looks for a marker of those roles after an opener, at in[i].
func (r *reply) atOpenMark(in string, i int, roles role) int {
	m, n, more := r.p.row.match(nil, in[i:], roles, 0)
	if m == nil && !more {
		return r.failOpener(in, i)
	}
	r.part, r.want = r.size(i), roles
	if more {
		return len(in)
	}
	return r.atOpened(in, i+n, m)
}

// readOpenPart goes on with a marker after an opener that an earlier string
// has begun.
func (r *reply) readOpenPart(in string, i int) int {
	m, n, more := r.p.row.match(r.held[r.part:], in[i:], r.want, 0)
	switch {
	case m != nil:
		return r.atOpened(in, i+n, m)
	case more:
		return len(in)
	}
	return r.failOpener(in, i)
}

// atOpened commits an opener with the marker that is held before in[i].
func (r *reply) atOpened(in string, i int, m *marker) int {
	if m.role == roleTagOpen && r.state == stateOpener {
		return r.accept(in, i, r.part, stateTagged)
	}
	r.delim = m
	return r.accept(in, i, r.nameAt, stateNamed)
}

// failOpener makes an opener text, and what is after it is read again.
func (r *reply) failOpener(in string, i int) int {
	k := r.length
	last := r.lastOf(in, k)
	r.used(last)
	return r.release(in, i, k, stateText)
}

// lastOf returns the last of the first k held bytes.
func (r *reply) lastOf(in string, k int) byte {
	if k <= len(r.held) {
		return r.held[k-1]
	}
	return in[r.hold+k-1-len(r.held)]
}

// endOpener settles an opener at the end: with nothing but white space after
// it, it is a call that was cut.
func (r *reply) endOpener() bool {
	if r.part > 0 {
		return r.endUnopened()
	}
	raw := r.take("", 0)
	r.beginNamed(r.pos-int64(len(raw)), "")
	r.held = append(r.held, raw...)
	return r.endCall()
}

// endUnopened makes an opener text that the end has cut.
func (r *reply) endUnopened() bool {
	r.failOpener("", 0)
	return true
}

// readOpenArray reads from an opener's bracket to its first element.
func (r *reply) readOpenArray(in string, i int) int {
	for ; i < len(in) && isSpace(in[i]); i++ {
		if r.spaces++; r.spaces > maxSpaces {
			return r.failOpener(in, i)
		}
	}
	switch {
	case i == len(in):
		return i
	case in[i] != '{' && in[i] != ']':
		return r.failOpener(in, i)
	}
	r.inArray = true
	return r.accept(in, i, r.size(i), stateElements)
}

// readElements reads between the elements of an array.
func (r *reply) readElements(in string, i int) int {
	r.from = i
	for ; i < len(in); i++ {
		switch c := in[i]; {
		case isSpace(c) || c == ',':
		case c == '{':
			r.leaveAfter(in, i, stateObject)
			r.beginObject(r.offset(i), true)
			return i
		case c == ']':
			r.inArray = false
			r.behind()
			r.root = true
			return r.leaveAfter(in, i+1, stateBehind)
		default:
			r.leaveAfter(in, i, stateElements)
			if next, ok := r.expect(in, i, roleOpen|roleClose, stateElements); ok {
				return next
			}
			r.junk(in[i:i+1], r.offset(i))
			r.from = i + 1
			return i + 1
		}
	}
	return r.leaveAfter(in, i, stateElements)
}

// junk fails what stands in an array and is no object. It begins with first,
// one byte at that offset, and is skipped from the next byte on.
func (r *reply) junk(first string, start int64) {
	r.obj.start(&r.p.limits, true)
	r.env = envelope{start: start, forced: true, unknown: -1, text: r.env.text}
	r.commit()
	r.failCall(first, 0, fail{parse.ErrSyntax, 0, "the array holds something that is no call"})
	r.skip.junk = true
	r.skip.step(first[0])
	r.skip.depth = 0
}

// after remembers that a body has just ended.
func (r *reply) behind() {
	r.used('}')
	r.recent = true
}

// readBehind reads what stands directly after a body.
func (r *reply) readBehind(in string, i int) int {
	r.from = i
	for i < len(in) && (isSpace(in[i]) || r.root && (in[i] == '}' || in[i] == ']')) {
		i++
	}
	if r.lost {
		r.from = i
	}
	r.leaveAfter(in, i, stateBehind)
	if i == len(in) {
		return i
	}
	r.root, r.lost = false, false
	roles := roleOpen | roleClose | roleTurn
	if r.p.row.has(parse.ShapeTagged) {
		roles |= roleTagOpen | roleTagClose
	}
	if next, ok := r.expect(in, i, roles, stateBehind); ok {
		return next
	}
	r.state = r.notBehind(r.offset(i))
	return i
}

// notBehind returns the state for a byte that can't stand after a body: text
// if the closer may be missing, else a conflict with the body's last call.
func (r *reply) notBehind(off int64) state {
	r.inArray = false
	if !r.p.row.format.MustClose || r.calls == r.before {
		return stateText
	}
	r.p.events = append(r.p.events, Event{Kind: KindConflict, Choice: int16(r.choice), Index: r.calls - 1, Offset: off,
		Err: &Error{Code: parse.ErrTrailing, Choice: r.choice, Index: int(r.calls) - 1, Name: r.env.name, ID: r.env.id,
			Offset: off, Message: "something follows the call before its close marker"}})
	return stateConflict
}

// readConflict skips what can't stand after a body.
func (r *reply) readConflict(in string, i int) int {
	for i < len(in) {
		if r.p.row.stops[in[i]]&stopsMarker != 0 {
			r.from = i
			if next, ok := r.expect(in, i, roleOpen|roleClose, stateConflict); ok {
				return next
			}
		}
		i++
	}
	r.from = i
	return i
}

// isNameByte reports whether a name that stands alone may hold c.
func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '_' || c == '.' || c == '-' || c == '/' || c == ':'
}
