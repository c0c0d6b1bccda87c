package stream

import (
	"strings"

	"github.com/earlycall/earlycall/parse"
)

// prose is what the machine remembers of the text outside of calls.
type prose struct {
	kind   Kind // what bytes outside of calls are: KindText or KindReasoning
	pair   int8 // which pair of markers has opened the reasoning
	lead   bool // only white space so far
	recent bool // only white space since a call, an error or a marker of the row
	prev   byte // last byte that is no white space
	line   line // what the line holds so far
	depth  int  // braces of the text that are open
	fence  fence
	blank  bool // a blank line has ended, and the next line's first byte is to come
	array  bool // in an array of calls
	direct bool // in stateAfter: only white space since the call or its array's end
	prefix int  // held bytes before a brace: our fence's opener, a bracket
	phase  phase
}

// line says what the current line holds so far.
type line uint8

const (
	lineBlank  line = iota // spaces and tabs
	lineReturn             // carriage returns too
	lineUsed               // something else
)

// fence is an open fence; the zero value is none.
type fence struct {
	c    byte // '`' or '~'
	n    int  // length of its run; 0: no fence is open
	ours bool // its opener was a marker
	info bool // its info line has not ended: a backtick takes it back
}

// phase says how far a brace has come on the way to its first colon.
type phase uint8

const (
	phaseOpen   phase = iota // {^ ^
	phaseKey                 // {"^na^me"
	phaseEscape              // {"a\^"^
	phaseColon               // {"name"^ ^:
)

// inReasoning reports whether text is reasoning now.
func (r *reply) inReasoning() bool { return r.kind == KindReasoning }

// roles returns the markers that can stand in the text now.
func (r *reply) roles() role {
	row, none := r.p.row, r.p.Tools.None()
	var set role
	switch {
	case !r.inReasoning():
		set = roleThink
		if r.lead {
			set |= roleUnthink
		}
		if !none {
			set |= roleOpen | roleTurn
		}
	default:
		set = roleUnthink
		if r.lead {
			set |= roleThink
		}
		if !none && row.format.CallsInReasoning {
			set |= roleOpen
		}
	}
	if set&roleOpen != 0 {
		if r.recent {
			set |= roleClose | roleTagClose
		}
		if row.format.Tagged.Bare && !r.inReasoning() {
			set |= roleTagOpen
		}
	}
	return set
}

// readText looks for what may begin a marker, a fence, an array or an object.
func (r *reply) readText(in string, i int) int {
	row := r.p.row
	kind := stopsText
	if r.inReasoning() {
		kind = stopsReason
	}
	for i < len(in) {
		j := row.next(in, i, kind)
		r.note(in[i:j])
		if r.fence.info && r.inReasoning() && strings.IndexByte(in[i:j], '\n') >= 0 {
			r.fence.info = false
		}
		if i = j; i == len(in) {
			break
		}
		if row.stops[in[i]]&stopsMarker != 0 {
			if next, ok := r.expect(in, i, r.roles(), stateText); ok {
				return next
			}
		}
		if !r.inReasoning() && row.has(parse.ShapeBare) && r.atStop(in, i) {
			return i + 1
		}
		if in[i] != '\n' {
			r.note(in[i : i+1])
		}
		i++
	}
	return i
}

// note remembers what text says about the place after it. The text holds no
// line feed where lines matter.
func (r *reply) note(text string) {
	if r.blank && text != "" {
		r.begun(text[0])
	}
	for n := len(text) - 1; n >= 0; n-- {
		if !isSpace(text[n]) {
			r.used(text[n])
			return
		}
	}
	if r.line == lineBlank && strings.IndexByte(text, '\r') >= 0 {
		r.line = lineReturn
	}
}

// begun takes the first byte of a line after a blank one: the blank line has
// closed the braces of the text, unless this line is indented.
func (r *reply) begun(c byte) {
	r.blank = false
	if c != ' ' && c != '\t' {
		r.depth = 0
	}
}

// used remembers a byte that is no white space.
func (r *reply) used(c byte) {
	if r.blank {
		r.begun(c)
	}
	r.prev, r.line, r.lead, r.recent = c, lineUsed, false, false
}

// newline remembers a line feed.
func (r *reply) newline() {
	if r.blank {
		r.begun('\n')
	}
	r.blank = r.line != lineUsed
	r.line, r.fence.info = lineBlank, false
}

// atStop looks at a byte of the text that may mean something in bare JSON. It
// reports whether a hold has begun at it.
func (r *reply) atStop(in string, i int) bool {
	if r.blank {
		r.begun(in[i])
	}
	switch c := in[i]; c {
	case '\n':
		r.newline()
	case '}':
		r.depth = max(0, r.depth-1)
	case '{':
		if r.p.Tools.None() {
			r.depth++
			return false
		}
		r.hold, r.prefix, r.phase, r.state = i, 0, phaseOpen, stateBrace
		return true
	case '[':
		if r.p.Tools.None() {
			return false
		}
		r.hold, r.prefix, r.state = i, 0, stateBracket
		r.used(c)
		return true
	case '`', '~':
		if r.fence.info && c == '`' && r.fence.c == '`' {
			r.fence = fence{}
			return false
		}
		if r.line != lineBlank || r.fence.n > 0 && c != r.fence.c || r.p.Tools.None() {
			return false
		}
		r.hold, r.prefix, r.state = i, 0, stateRun
		return true
	}
	return false
}

// tooLong reports whether more is held before in[i], from the start-th held
// byte on, than a call may have.
func (r *reply) tooLong(i, start int) bool { return r.size(i)-start >= r.p.limits.call }

// readBrace reads from a brace to its first colon.
func (r *reply) readBrace(in string, i int) int {
	for ; i < len(in); i++ {
		if r.tooLong(i, r.prefix) {
			return r.failBrace(in, i)
		}
		c := in[i]
		switch r.phase {
		case phaseOpen:
			switch {
			case c == '"':
				r.phase = phaseKey
			case c == '}':
				return r.openObject(in, i)
			case !isSpace(c):
				return r.failBrace(in, i)
			}
		case phaseKey:
			switch {
			case c == '"':
				r.phase = phaseColon
			case c == '\\':
				r.phase = phaseEscape
			case c < 0x20:
				return r.failBrace(in, i)
			}
		case phaseEscape:
			if c < 0x20 {
				return r.failBrace(in, i)
			}
			r.phase = phaseKey
		case phaseColon:
			switch {
			case c == ':':
				return r.openObject(in, i)
			case !isSpace(c):
				return r.failBrace(in, i)
			}
		}
	}
	return i
}

// failBrace makes a brace text, with what is held before it.
func (r *reply) failBrace(in string, i int) int {
	r.array = false
	r.used('{')
	r.depth++
	return r.release(in, i, r.prefix+1, stateText)
}

func (r *reply) endBrace() bool {
	r.failBrace("", 0)
	return true
}

// readBracket reads from a bracket to the object that may follow it.
func (r *reply) readBracket(in string, i int) int {
	start := r.prefix
	for ; i < len(in); i++ {
		c := in[i]
		switch {
		case c == '{' && !r.tooLong(i, start):
			r.prefix, r.phase, r.state = r.size(i), phaseOpen, stateBrace
			return i + 1
		case !isSpace(c) || r.tooLong(i, start):
			return r.release(in, i, r.size(i), stateText)
		case c == '\n':
			r.newline()
		default:
			r.note(in[i : i+1])
		}
	}
	return i
}

// endHeld makes all that is held text.
func (r *reply) endHeld() bool {
	r.release("", 0, len(r.held), stateText)
	return true
}

// isMember reports whether an object that opens here is a member of something
// that the text began: data, and never a call.
func (r *reply) isMember() bool {
	return r.depth > 0 && !r.array && strings.IndexByte("{[(,:=", r.prev) >= 0
}

// readAfter reads what stands directly after a call in an array or in our
// fence.
func (r *reply) readAfter(in string, i int) int {
	r.from = i
	for ; i < len(in); i++ {
		switch c := in[i]; {
		case c == '\n':
			r.newline()
		case isSpace(c):
			r.note(in[i : i+1])
		case c == ',' && r.array:
			r.direct = false
			r.used(c)
		case c == ']' && r.array:
			r.array, r.direct = false, true
			r.used(c)
			if !r.fence.ours {
				return r.leaveAfter(in, i+1, stateText)
			}
		case c == '{' && r.array:
			r.prefix, r.phase = 0, phaseOpen
			r.leaveAfter(in, i, stateBrace)
			r.hold = i
			return i + 1
		case c == r.fence.c && r.fence.ours && r.direct:
			r.leaveAfter(in, i, stateRun)
			r.array = false
			r.hold = i
			return i
		default:
			r.array = false
			return r.leaveAfter(in, i, stateText)
		}
	}
	return r.leaveAfter(in, i, stateAfter)
}

// leaveAfter emits the markers up to in[i].
func (r *reply) leaveAfter(in string, i int, next state) int {
	r.emit(KindMarker, in[r.from:i], r.offset(r.from))
	r.from, r.state = i, next
	return i
}

// afterCall returns the state after a call, or a failed one, in bare JSON.
func (r *reply) afterCall() state {
	r.used('}')
	r.direct = true
	if r.array || r.fence.ours {
		return stateAfter
	}
	return stateText
}
