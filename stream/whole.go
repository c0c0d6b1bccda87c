package stream

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/scan"
)

// whole is what the machine remembers in the rows that settle late: the first
// object that balances, and the object with the key "tool".
type whole struct {
	stage  wholeStage
	braces walker // of the object that is held
	said   int    // bytes of `"tool"` that the text ends in
	found  bool   // the text holds `"tool"`
	ticks  int    // backticks that the text ends in, of the run that begins or ends a fence
	open   int    // held bytes up to the end of the first run of three; 0: none yet
	shut   int    // held bytes before the second one; 0: none yet
}

// wholeStage says how far such a reply has come.
type wholeStage uint8

const (
	wholeText wholeStage = iota // before anything that may be a call
	wholeTick                   // ^`^: in a run of less than three backticks
	wholeHeld                   // after the first brace or run
	wholeOver                   // in an object that is too long
	wholeRest                   // after the call: text
)

const (
	toolKey   = `"tool"`
	backticks = "```"
	maxTries  = 256
	maxHeld   = 1 << 20
)

// readWhole reads a reply that settles late.
func (r *reply) readWhole(in string, i int) int {
	for i < len(in) {
		switch {
		case r.stage == wholeRest:
			r.from = i
			r.flushCut(in)
			return len(in)
		case r.p.row.has(parse.ShapeToolKey):
			i = r.readKeyed(in, i)
		case r.stage == wholeText:
			i = r.seekBrace(in, i)
		default:
			i = r.readFirst(in, i)
		}
	}
	if r.stage == wholeText {
		r.flushCut(in)
	}
	return i
}

// seekBrace reads text up to the first brace.
func (r *reply) seekBrace(in string, i int) int {
	n := strings.IndexByte(in[i:], '{')
	if n < 0 {
		return len(in)
	}
	r.flush(in, i+n)
	r.stage, r.braces = wholeHeld, walker{}
	return i + n
}

// readFirst reads the first object, to where its braces balance.
func (r *reply) readFirst(in string, i int) int {
	for ; i < len(in); i++ {
		if r.stage == wholeHeld && len(r.held) >= r.p.limits.call {
			r.failWhole(string(r.held)+in[i:i+1], fail{parse.ErrLimit, len(r.held), "the call is too long"}, "", r.offset(i))
			r.held, r.stage = r.held[:0], wholeOver
		}
		r.braces.step(in[i])
		if r.stage == wholeHeld {
			r.held = append(r.held, in[i])
		}
		if r.braces.depth > 0 || r.braces.inString {
			continue
		}
		if r.stage == wholeHeld {
			s := r.arena.concat(r.held, "")
			r.held = r.held[:0]
			r.settle(s, len(s), s, r.offset(i+1)-int64(len(s)))
		}
		r.stage, r.from = wholeRest, i+1
		return i + 1
	}
	return i
}

// settle says what the object is that begins with the text rest, at that
// offset, and is size bytes long. all is what may be read of it.
func (r *reply) settle(rest string, size int, all string, start int64) {
	name, empty := "name", true
	if r.p.row.has(parse.ShapeToolKey) {
		name, empty = "tool", false
	}
	o, f := r.plain(all, name)
	if f.code == 0 && (!o.named || o.name == "" && !empty) {
		f = fail{parse.ErrNoName, o.nameAt, `missing or non-string "` + name + `"`}
	}
	if f.code == 0 && o.wrong {
		f = fail{parse.ErrArguments, o.argumentsAt, `"arguments" is not an object`}
	}
	if f.code != 0 {
		if f.code != parse.ErrArguments {
			o.name = ""
		}
		r.failWhole(rest, f, o.name, start+int64(f.at))
		r.lastError().Pointer = argumentsPointer(all, f)
		return
	}
	call := &Call{Index: int(r.p.nextIndex(r.choice)), Choice: r.choice, Name: o.name,
		Arguments: json.RawMessage(o.arguments), Start: start, End: start + int64(size)}
	if o.arguments == "" {
		call.Arguments = json.RawMessage("{}")
		call.Repairs = []parse.Repair{{Kind: parse.EmptyArguments, Offset: start + int64(o.end-1)}}
	}
	r.env = envelope{start: start, index: int32(call.Index), name: o.name}
	r.startCall()
	r.delta(string(call.Arguments), start+int64(o.argumentsAt))
	r.emitEnd(call, nil)
}

// argumentsPointer returns the pointer, into the arguments, of what was being
// read of an object where it failed.
func argumentsPointer(all string, f fail) string {
	if f.code != parse.ErrSyntax && f.code != parse.ErrLimit {
		return ""
	}
	rest, ok := strings.CutPrefix(scan.Pointer([]byte(all[:f.at])), "/arguments")
	if !ok || rest != "" && rest[0] != '/' {
		return ""
	}
	return rest
}

// lastError returns the error of the last event.
func (r *reply) lastError() *Error { return r.p.events[len(r.p.events)-1].Err }

// failWhole emits a failed call. s begins with its bytes.
func (r *reply) failWhole(s string, f fail, name string, off int64) {
	r.env = envelope{start: off - int64(f.at), index: r.p.nextIndex(r.choice), name: name}
	r.startCall()
	message := f.message
	if f.code == parse.ErrSyntax {
		message = "invalid JSON: " + message + ", at offset " + strconv.FormatInt(off, 10)
	}
	r.emitEnd(nil, &Error{Code: f.code, Choice: r.choice, Index: int(r.env.index), Name: name, Offset: off,
		Raw: s[:min(len(s), f.at+1)], Message: message})
}

// plain is an object in which the last of two equal keys wins.
type plain struct {
	named       bool
	name        string
	nameAt      int  // where the name stands, or the closing brace
	wrong       bool // the arguments are no object
	arguments   string
	argumentsAt int
	end         int
}

// plain reads s, which must be one object.
func (r *reply) plain(s, nameKey string) (o plain, f fail) {
	if s == "" || s[0] != '{' {
		return o, fail{parse.ErrSyntax, 0, "the reply must hold one JSON object"}
	}
	sc := scan.Scanner{Limit: int16(r.p.limits.depth), Keys: true, Members: true}
	o.nameAt = -1
	key, at := "", 0
	for i := 0; ; {
		n, why := sc.Scan(s[i:])
		i += n
		switch why {
		case scan.Key:
			if sc.Depth() == 1 {
				key = string(unescapeKey([]byte(s[sc.KeyStart()+1 : i-1])))
			}
		case scan.Begin:
			at = i
		case scan.End:
			o.member(s[at:i], at, key, nameKey)
		case scan.Done:
			o.end = i
			if o.nameAt < 0 {
				o.nameAt = i - 1
			}
			return o, trailing(s, i)
		case scan.Fail:
			if sc.Overflow() {
				return o, fail{parse.ErrLimit, i, "the JSON is nested too deeply"}
			}
			return o, fail{parse.ErrSyntax, i, "expected " + sc.Expected()}
		case scan.More:
			return o, fail{parse.ErrSyntax, i, "the object is not complete"}
		}
	}
}

// walker counts the braces of an object outside of its strings.
type walker struct {
	depth    int
	inString bool
	esc      bool // directly after a backslash
}

// step takes a byte.
func (w *walker) step(c byte) {
	switch {
	case w.esc:
		w.esc = false
	case w.inString && c == '\\':
		w.esc = true
	case c == '"':
		w.inString = !w.inString
	case w.inString:
	case c == '{':
		w.depth++
	case c == '}':
		w.depth--
	}
}

// member takes the value of a member of the object.
func (o *plain) member(value string, at int, key, nameKey string) {
	switch key {
	case nameKey:
		o.nameAt, o.named, o.name = at, value[0] == '"', ""
		if o.named {
			o.name = string(unescapeKey([]byte(value[1 : len(value)-1])))
		}
	case "arguments":
		o.argumentsAt, o.wrong, o.arguments = at, value[0] != '{', value
	}
}

// trailing says what is wrong if something follows the object before s[i].
func trailing(s string, i int) fail {
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	if i == len(s) {
		return fail{}
	}
	return fail{parse.ErrSyntax, i, "something follows the object"}
}

// endWhole settles what the end of the reply can settle.
func (r *reply) endWhole() bool {
	r.state = stateText
	s := r.arena.concat(r.held, "")
	r.held = r.held[:0]
	start := r.pos - int64(len(s))
	switch {
	case r.p.row.has(parse.ShapeToolKey):
		r.endKeyed(s, start)
	case r.stage == wholeText:
		r.p.emitErrorAt(parse.ErrNoCall, r.pos, "no JSON object found")
	case r.stage == wholeHeld:
		r.endFirst(s, start)
	}
	return true
}

// endFirst looks for a brace of s that balances; the first one does not.
func (r *reply) endFirst(s string, start int64) {
	at, end, beyond := firstBalanced(s)
	r.p.visited += int64(len(s))
	if at >= 0 {
		r.emit(KindText, s[:at], start)
		r.settle(s[at:], end-at, s[at:end], start+int64(at))
		r.emit(KindText, s[end:], start+int64(end))
		return
	}
	r.emit(KindText, s, start)
	if beyond >= 0 {
		r.p.emitErrorAt(parse.ErrLimit, start+int64(beyond), "too many opening braces without a JSON object")
		return
	}
	r.p.emitErrorAt(parse.ErrNoCall, r.pos, "no JSON object found")
}
