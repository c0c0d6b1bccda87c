package stream

import (
	"strings"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/scan"
)

// argText takes the argument text of one native call. The value in it, without
// the white space around it, is in value().raw.
type argText struct {
	object
	state  argState
	sent   int              // bytes of the value that are out as deltas
	null   int              // bytes of null that have been read
	sum    uint64           // the digest of the value, if it is complete and has been asked for
	summed bool             // sum is set
	made   parse.RepairKind // why the value is {} though it was not written
	final  bool             // {} and null are no placeholders
	asked  bool             // it is known that the tool's schema lets them be placeholders
	outer  scan.Scanner     // of the string that holds the value
	inner  *encoded         // what it holds; kept for the next such string
	quoted bool             // the value is held by a string
	tree   *pathTree        // the arguments that come by path
}

// argState is the place in the argument text.
type argState uint8

const (
	argBefore argState = iota // ^ ^{"a":1}: the first significant byte decides what it is
	argObject                 // {^"a":1^}
	argNull                   // n^ul^l
	argString                 // "^{\"a\":1}^": the string that holds the object, where that is allowed
	argHeld                   // {}^ or null^: may be a placeholder that an object replaces
	argDone                   // {"a":1}^
)

// What is wrong with argument text.
const (
	notObject     = "the arguments must be a JSON object"
	notPlain      = "the arguments must be a JSON object, not a string"
	trailingBytes = "something follows the closing brace of the arguments"
)

// start makes a used or zero argText ready.
func (a *argText) start(l *limits) {
	a.object.start(l, false)
	*a = argText{object: a.object, inner: a.inner}
}

// value returns the arguments as far as they have been read.
func (a *argText) value() *object {
	if a.quoted {
		return &a.inner.obj
	}
	return &a.object
}

// hollow reports whether the value is so far nothing but an opening brace and
// white space, or {}: it may turn out to be a placeholder.
func (a *argText) hollow() bool {
	return len(a.value().raw) == 0 || a.value().scan.KeyStart() == 0
}

// take reads text up to its end, or less: all bytes that it takes at once are
// of one kind. at is the offset of the first in the argument text. If the code
// of bad is not zero, the call has failed; bad.at is the offset of the guilty
// byte, and n is how many bytes before it have been taken.
func (a *argText) take(text string, at int64, l *limits, decode bool) (n int, bad fail) {
	if a.state != argObject && a.state != argString && a.state != argNull {
		if n = spaces(text); n > 0 {
			return n, fail{}
		}
		return 0, a.begin(text[0], at, l, decode)
	}
	switch a.state {
	case argNull:
		if text[0] != "null"[a.null] {
			return 0, fail{parse.ErrSyntax, int(at), notObject}
		}
		if a.null++; a.null == len("null") {
			a.make(parse.NullArguments)
		}
		return 1, fail{}
	case argString:
		return a.takeString(text, at)
	}
	for n < len(text) {
		m, why := a.object.read(text[n:])
		n += m
		switch why {
		case scan.Done:
			a.end()
			return n, fail{}
		case scan.Fail:
			return n, fail{a.fault.code(), int(at) + n, a.message()}
		}
	}
	return n, fail{}
}

// begin looks at the first significant byte of the text, or at one after a
// value. It takes nothing.
func (a *argText) begin(c byte, at int64, l *limits, decode bool) fail {
	if a.state == argDone || a.state == argHeld && c != '{' && !(decode && c == '"') {
		return fail{parse.ErrTrailing, int(at), trailingBytes}
	}
	a.made, a.null, a.quoted, a.summed = "", 0, false, false
	switch {
	case c == '{':
		a.object.start(l, false)
		a.state = argObject
	case c == '"' && decode:
		if a.inner == nil {
			a.inner = new(encoded)
		}
		a.inner.start(l)
		a.outer = scan.Scanner{}
		a.state, a.quoted = argString, true
	case c == 'n':
		a.object.start(l, false)
		a.state = argNull
	case c == '"':
		return fail{parse.ErrArguments, int(at), notPlain}
	case c == '[', c == 't', c == 'f', c == '-', '0' <= c && c <= '9':
		return fail{parse.ErrArguments, int(at), notObject}
	default:
		return fail{parse.ErrSyntax, int(at), notObject}
	}
	return fail{}
}

// takeString reads the string that holds the value.
func (a *argText) takeString(text string, at int64) (n int, bad fail) {
	n, why := a.outer.Scan(text)
	a.inner.read(text[:n], int(at))
	switch {
	case a.inner.bad.code != 0:
		return n, a.inner.bad
	case why == scan.Fail:
		return n, fail{parse.ErrSyntax, int(at) + n, notObject}
	case why == scan.Done:
		if bad = a.inner.finish(int(at) + n - 1); bad.code == 0 {
			a.end()
		}
	}
	return n, bad
}

// end notes that the value is complete.
func (a *argText) end() {
	a.state = argDone
	if !a.final && a.hollow() {
		a.state = argHeld
	}
}

// make makes the value {}.
func (a *argText) make(kind parse.RepairKind) {
	a.raw = append(a.raw[:0], "{}"...)
	a.made, a.quoted = kind, false
	a.end()
}

// spaces returns how many bytes of white space s begins with.
func spaces(s string) int {
	n := 0
	for n < len(s) && isSpace(s[n]) {
		n++
	}
	return n
}

// isBlank reports whether there is nothing but white space in s.
func isBlank(s string) bool { return spaces(s) == len(s) }

// isHollow reports whether s says that there are no arguments, white space
// aside: nothing, null or {}.
func isHollow(s string) bool {
	s = strings.Trim(s, " \t\r\n")
	return s == "" || s == "null" || len(s) > 1 && s[0] == '{' && s[len(s)-1] == '}' && isBlank(s[1:len(s)-1])
}

// newArgs returns an argText that is ready.
func (n *nativeReply) newArgs() *argText {
	var a *argText
	if last := len(n.free) - 1; last >= 0 {
		a, n.free = n.free[last], n.free[:last]
	} else {
		a = new(argText)
	}
	a.start(&n.p.limits)
	return a
}

// recycle takes back what newArgs has returned. It keeps small buffers.
func (n *nativeReply) recycle(a *argText) {
	a.object.drop()
	if a.inner != nil {
		a.inner.obj.drop()
	}
	a.tree = nil
	if len(n.free) < DefaultMaxOpen {
		n.free = append(n.free, a)
	}
}

// readText reads argument text of a call as it arrives. The call is handed out
// at the byte that closes its arguments; if the text is known to be all of them
// (whole), only at the end of the text.
func (n *nativeReply) readText(c *nativeCall, text string, whole bool) {
	for len(text) > 0 && c.state == callOpen {
		base := c.read
		k, bad := c.args.take(text, base, &n.p.limits, n.p.DecodeStrings)
		c.read += int64(k)
		n.p.visited += int64(k)
		n.show(c, text[:k])
		if bad.code != 0 {
			n.fail(c, bad, oneByte(text, bad.at-int(base)))
			return
		}
		text = text[k:]
		if !whole {
			n.decide(c)
		}
	}
	if c.state == callOpen {
		n.decide(c)
		return
	}
	if c.state == callSilent {
		c = &n.calls[c.first-1]
	}
	n.behind(c, text)
}

// oneByte returns s[i] as a string, or "" if there is no such byte.
func oneByte(s string, i int) string {
	if i < 0 || i >= len(s) {
		return ""
	}
	return s[i : i+1]
}

// after takes argument text of a call that has ended.
func (n *nativeReply) behind(c *nativeCall, text string) {
	at := c.read + int64(spaces(text))
	c.read += int64(len(text))
	if at < c.read && c.state == callOut {
		n.conflict(c, parse.ErrTrailing, at, trailingBytes)
	}
}

// decide hands the call out if its arguments are complete and it has a name.
func (n *nativeReply) decide(c *nativeCall) {
	a := c.args
	if c.name == "" {
		return
	}
	if a.state == argHeld && !a.asked {
		a.asked = true
		if t, ok := n.p.Tools.Lookup(c.name); ok && takesNothing(t.Schema) {
			a.state = argDone
		}
	}
	if a.state == argDone {
		n.complete(c)
	}
}

// takesNothing reports whether a tool's schema is that of an object without
// properties: {"type":"object","properties":{}}. A schema that says more than
// that, of which this package understands nothing, may let members in.
func takesNothing(schema []byte) bool {
	s := scan.Scanner{Keys: true, Members: true}
	object := false
	var key, value []byte
	for rest, begin := schema, 0; ; {
		n, why := s.ScanBytes(rest)
		at := len(schema) - len(rest) + n
		rest = rest[n:]
		switch why {
		case scan.Key:
			if s.Depth() == 1 {
				key = schema[s.KeyStart():at]
			}
		case scan.Begin:
			begin = at
		case scan.End:
			value = schema[begin:at]
			if !harmless(string(key), string(value)) {
				return false
			}
			object = object || string(key) == `"type"`
		case scan.Done:
			return object && isBlank(string(rest))
		default:
			return false
		}
	}
}

// harmless reports whether a member of a schema lets no member into the object
// that it describes.
func harmless(key, value string) bool {
	switch key {
	case `"type"`:
		return value == `"object"`
	case `"properties"`:
		return value[0] == '{' && isHollow(value)
	case `"additionalProperties"`:
		return value == "false"
	case `"required"`:
		return value[0] == '[' && isBlank(value[1:len(value)-1])
	}
	return key == `"title"` || key == `"description"` || key == `"$schema"`
}
