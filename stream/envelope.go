package stream

import (
	"slices"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/scan"
)

// envelope is what is known of an object that may hold a name and arguments,
// or of a call whose name stood before its arguments. Positions are indexes
// into the object's raw bytes.
type envelope struct {
	start      int64  // offset of the call's first byte
	index      int32  // the call's, once committed
	committed  bool   // it is a call, for good or ill; never text
	forced     bool   // the format has committed it, not its members
	started    bool   // KindCallStart is out
	member     member // whose value is being read, or comes next
	value      int    // where that value begins
	named      bool   // the name has closed, and is not empty
	identified bool   // a member that says the id has ended
	others     bool   // it has members that a call without arguments may not have
	arguments  kind   // what the arguments are so far
	closed     bool   // their last byte has been read
	from, to   int    // where they stand
	sent       int    // up to where they have been emitted
	unknown    int    // where the name was closed that is not declared; -1: nowhere
	bad        fail   // what is wrong with the arguments of an object that is not committed
	name, id   string
	text       *encoded // the arguments as a string
}

// member is a member of an envelope.
type member uint8

const (
	memberOther member = iota
	memberName
	memberArguments
	memberID
	memberType
)

// kind says what the arguments are so far.
type kind uint8

const (
	kindNone    kind = iota // no such member yet
	kindBad                 // nothing that can be arguments
	kindObject              // {…
	kindNull                // null
	kindString              // "{…
	kindWritten             // a tagged body, written out as JSON
)

// fail is an error before it is reported: its code, the index of the guilty byte
// in the raw bytes, and what to say.
type fail struct {
	code    Code
	at      int
	message string
}

// openObject begins an object with the brace that is held after prefix
// bytes; they stay in held.
func (r *reply) openObject(in string, i int) int {
	member := r.isMember()
	r.beginObject(r.offset(i)-int64(r.size(i)-r.prefix), false)
	if len(r.held) == 0 {
		r.flush(in, r.hold)
		i = r.hold + r.prefix
		r.held = append(r.held, in[r.hold:i]...)
		r.from = i
	} else {
		s := r.take(in, i)
		r.held = append(r.held, s[:r.prefix]...)
		r.again = s[r.prefix:]
	}
	if member {
		r.disown()
	}
	return i
}

// beginObject makes the machine ready for an envelope.
func (r *reply) beginObject(start int64, forced bool) {
	r.obj.start(&r.p.limits, true)
	r.env = envelope{start: start, forced: forced, unknown: -1, text: r.env.text}
	r.state = stateObject
	if forced {
		r.commit()
	}
}

// readObject reads an envelope.
func (r *reply) readObject(in string, i int) int {
	for i < len(in) {
		n, why := r.obj.read(in[i:])
		r.p.visited += int64(n)
		i += n
		if why == scan.More && r.env.arguments != kindString {
			break
		}
		if r.env.arguments == kindString && !r.env.closed {
			r.env.text.read(in[i-n:i], len(r.obj.raw)-n)
			if why == scan.Fail {
				r.env.text.flushHigh()
			}
			if bad := r.env.text.bad; bad.code != 0 {
				if i = r.badArguments(in, i, bad); r.state != stateObject {
					return i
				}
			}
		}
		switch why {
		case scan.Key:
			i = r.atKey(in, i)
		case scan.Begin:
			i = r.atValue(in, i)
		case scan.End:
			i = r.atEnd(in, i)
		case scan.Done:
			return r.atDone(in, i)
		case scan.Fail:
			return r.failObject(in, i, fail{r.obj.fault.code(), len(r.obj.raw), r.obj.message()})
		}
		if r.state != stateObject {
			return i
		}
	}
	r.emitDeltas(in, i)
	return i
}

// atKey looks at the key of a member that has just closed.
func (r *reply) atKey(in string, i int) int {
	e := &r.env
	e.member = r.memberOf(r.obj.key())
	at := len(r.obj.raw) - 1
	switch e.member {
	case memberName:
		if e.named {
			return r.failObject(in, i, fail{parse.ErrDuplicateKey, at, "two members say the name; give one"})
		}
	case memberArguments:
		if e.arguments != kindNone {
			return r.failObject(in, i, fail{parse.ErrDuplicateKey, at, "two members say the arguments; give one"})
		}
	case memberOther:
		e.others = true
		if string(unescapeKey(r.obj.key())) == "description" {
			return r.failObject(in, i, fail{parse.ErrArguments, at, "this is a tool's definition, not a call of it"})
		}
	}
	return i
}

// memberOf says which member of an envelope a key names.
func (r *reply) memberOf(key []byte) member {
	keys := &r.p.row.format.Keys
	key = unescapeKey(key)
	switch {
	case isOneOf(key, keys.Name, defaultKeys.Name):
		return memberName
	case isOneOf(key, keys.Arguments, defaultKeys.Arguments):
		return memberArguments
	case isOneOf(key, keys.ID, defaultKeys.ID):
		return memberID
	case string(key) == "type":
		return memberType
	}
	return memberOther
}

func isOneOf(key []byte, names, byDefault []string) bool {
	if len(names) == 0 {
		names = byDefault
	}
	for _, name := range names {
		if string(key) == name {
			return true
		}
	}
	return false
}

// atValue looks at the first byte of a member's value, in[i].
func (r *reply) atValue(in string, i int) int {
	e := &r.env
	e.value = len(r.obj.raw)
	if in[i] == '[' && r.p.limits.depth == 1 || in[i] == '{' && r.p.limits.depth == 1 && e.member != memberArguments {
		return i // the bracket is one too many, which is worse than that it stands here
	}
	switch {
	case e.member == memberName && in[i] != '"':
		return r.failObject(in, i, fail{parse.ErrNoName, e.value, "the name is not a string"})
	case e.member != memberArguments:
		return i
	}
	e.from, e.sent = e.value, e.value
	switch in[i] {
	case '{':
		e.arguments = kindObject
		if r.p.limits.depth == 1 {
			return i // the brace is one too many: it commits nothing
		}
	case 'n':
		e.arguments = kindNull
		return i
	case '"':
		e.arguments = kindString
		if e.text == nil {
			e.text = new(encoded)
		}
		e.text.start(&r.p.limits)
		e.sent = 0
		return i
	default:
		return r.badArguments(in, i, fail{parse.ErrArguments, e.value, "the arguments are not a JSON object"})
	}
	return r.mayCommit(in, i)
}

// badArguments fails a call whose arguments are none. An object that is not
// committed keeps the error for later.
func (r *reply) badArguments(in string, i int, f fail) int {
	e := &r.env
	if e.committed {
		return r.failCall(in, i, f)
	}
	e.arguments, e.bad = kindBad, f
	if e.named || r.p.Tools == nil {
		return r.disownAt(i, len(r.obj.raw))
	}
	return i
}

// atEnd looks at a member's value that has just ended.
func (r *reply) atEnd(in string, i int) int {
	e := &r.env
	value := r.obj.raw[e.value:]
	switch e.member {
	case memberName:
		return r.atName(in, i, value)
	case memberID:
		if !e.identified && value[0] == '"' {
			e.id = r.text(value)
		}
		e.identified = true
	case memberType:
		if !isCallType(value) {
			e.others = true
		}
	case memberArguments:
		if e.arguments == kindBad {
			return i
		}
		if e.arguments == kindString {
			if bad := e.text.finish(len(r.obj.raw) - 1); bad.code != 0 {
				return r.badArguments(in, i, bad)
			}
		}
		e.closed, e.to = true, len(r.obj.raw)
		r.emitDeltas(in, i)
		return r.mayCommit(in, i)
	}
	return i
}

// atName looks at the name, a string that has just closed.
func (r *reply) atName(in string, i int, value []byte) int {
	e := &r.env
	at := len(r.obj.raw) - 1
	if len(value) == 2 {
		return r.failObject(in, i, fail{parse.ErrNoName, at, "the name is empty"})
	}
	e.named, e.name = true, r.toolName(value)
	if !r.p.Tools.Declares(e.name) {
		e.unknown = at
	}
	if e.committed {
		r.startCall()
		return i
	}
	return r.mayCommit(in, i)
}

// text returns the text of a JSON string, quotes included.
func (r *reply) text(quoted []byte) string { return string(unescapeKey(quoted[1 : len(quoted)-1])) }

// toolName returns the text of a name, the tool's own string if it is one.
func (r *reply) toolName(quoted []byte) string {
	name := unescapeKey(quoted[1 : len(quoted)-1])
	return r.declaredName(name)
}

func (r *reply) declaredName(name []byte) string {
	for i := range r.p.Tools {
		if r.p.Tools[i].Name == string(name) {
			return r.p.Tools[i].Name
		}
	}
	return string(name)
}

// isCallType reports whether a value says that the object is a call.
func isCallType(value []byte) bool {
	switch string(value) {
	case `"function"`, `"tool_call"`, `"tool_use"`:
		return true
	}
	return value[0] == '"' && slices.Contains([]string{"function", "tool_call", "tool_use"},
		string(unescapeKey(value[1:len(value)-1])))
}

// mayCommit commits an object whose members show that it is a call, or gives
// it up if they can't any more.
func (r *reply) mayCommit(in string, i int) int {
	e := &r.env
	if e.committed || !e.named {
		return i
	}
	switch {
	case r.p.Tools == nil:
		if e.arguments == kindNone || e.arguments != kindObject && !e.closed {
			return i
		}
	case e.unknown >= 0:
		if e.arguments == kindNone {
			return i
		}
		if e.arguments != kindObject {
			return r.disownAt(i, len(r.obj.raw))
		}
	}
	r.commit()
	r.startCall()
	if e.bad.code != 0 {
		return r.failCall(in, i, e.bad)
	}
	r.emitDeltas(in, i)
	return i
}

// commit makes the object a call, for good or ill.
func (r *reply) commit() {
	e := &r.env
	e.committed = true
	e.index = r.p.nextIndex(r.choice)
	if e.forced || len(r.held) == 0 {
		return
	}
	s := r.arena.concat(r.held, "")
	r.held = r.held[:0]
	r.emit(KindMarker, s, e.start-int64(len(s)))
	if s[0] == r.fence.c {
		r.fence.ours = true
	}
	r.array = lastSignificant(s) == '['
}

// lastSignificant returns the last byte of s that is no white space.
func lastSignificant(s string) byte {
	n := len(s) - 1
	for isSpace(s[n]) {
		n--
	}
	return s[n]
}

// atDone ends an envelope with its closing brace, which has just been read.
func (r *reply) atDone(in string, i int) int {
	e := &r.env
	at := len(r.obj.raw) - 1
	switch {
	case !e.committed:
		return r.disownDone(i)
	case !e.named:
		return r.failCall(in, i, fail{parse.ErrNoName, at, `the object has no "name"`})
	case e.arguments == kindNone && e.others:
		return r.failCall(in, i, fail{parse.ErrArguments, at, `the object has no "arguments"`})
	}
	r.emitDeltas(in, i)
	r.endCallAt(r.offset(i))
	r.from = i
	return i
}
