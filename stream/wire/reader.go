package wire

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// reader walks through one JSON value, forward only, and checks all of it:
// what an adapter does not ask for is skipped, but must be JSON too. It is
// strict but for the bytes of strings above 0x7f, which it hands on as they
// are: a server may cut a character between two frames. There is no limit on
// depth but the size of the frame.
//
// A value must be read once, by the method for the type that is wanted; a value
// of another type is skipped and read as absent. After the first error the
// reader is at the end: what was read is worth nothing.
type reader struct {
	b    []byte
	i    int
	bad  bool
	nest []uint64 // of skip: a bit for each open container, 1 for an object
}

// reset starts the reader on another frame.
func (r *reader) reset(b []byte) { r.b, r.i, r.bad = b, 0, false }

// end reports whether the value was JSON and nothing but white space follows.
func (r *reader) end() bool {
	r.space()
	return !r.bad && r.i == len(r.b)
}

// fail ends the reading.
func (r *reader) fail() {
	r.bad = true
	r.i = len(r.b)
}

// space skips white space.
func (r *reader) space() {
	for r.i < len(r.b) {
		switch r.b[r.i] {
		case ' ', '\t', '\n', '\r':
			r.i++
		default:
			return
		}
	}
}

// peek skips white space and returns the next byte; 0 at the end.
func (r *reader) peek() byte {
	r.space()
	if r.i < len(r.b) {
		return r.b[r.i]
	}
	return 0
}

// take reads c, if it comes next.
func (r *reader) take(c byte) bool {
	if r.peek() == c {
		r.i++
		return true
	}
	return false
}

// members reads an object, and yields the name of each member, as it is
// spelled, without quotes. The body of the loop reads the value, or leaves it
// to be skipped. Of any other value there are no members.
func (r *reader) members(yield func(name []byte) bool) {
	if r.peek() != '{' {
		r.skip()
		return
	}
	r.i++
	if r.take('}') {
		return
	}
	for {
		name := r.name()
		if r.bad {
			return
		}
		at := r.i
		if !yield(name) {
			panic("BUG: a loop over members was left")
		}
		if r.i == at {
			r.skip()
		}
		if r.take('}') {
			return
		}
		if !r.take(',') {
			r.fail()
			return
		}
	}
}

// elements reads an array, and yields once an element, as members does.
func (r *reader) elements(yield func() bool) {
	if r.peek() != '[' {
		r.skip()
		return
	}
	r.i++
	if r.take(']') {
		return
	}
	for !r.bad {
		r.space()
		at := r.i
		if !yield() {
			panic("BUG: a loop over elements was left")
		}
		if r.i == at {
			r.skip()
		}
		if r.take(']') {
			return
		}
		if !r.take(',') {
			r.fail()
		}
	}
}

// each calls read for each element of an array, or once for any other value.
func (r *reader) each(read func()) {
	if r.peek() != '[' {
		read()
		return
	}
	for range r.elements {
		read()
	}
}

// keepRaw reads any value into v; null leaves what stands there, as several
// members can say the same thing.
func (r *reader) keepRaw(v *[]byte) {
	if raw := r.raw(); raw != nil {
		*v = raw
	}
}

// keepText reads a string into t; any other value leaves what stands there.
func (r *reader) keepText(t *text) {
	if s := r.text(); s.ok {
		*t = s
	}
}

// keepFault reads the value of an error member into f, if it is an error.
func (r *reader) keepFault(f *fault) {
	if v := r.fault(); v.set {
		*f = v
	}
}

// name reads a member's name and its colon.
func (r *reader) name() []byte {
	if r.peek() != '"' {
		r.fail()
		return nil
	}
	t := r.quoted()
	if !r.take(':') {
		r.fail()
		return nil
	}
	r.space()
	return t.raw
}

// text reads a string. Any other value is absent.
func (r *reader) text() text {
	if r.peek() == '"' {
		return r.quoted()
	}
	r.skip()
	return text{}
}

// raw reads any value; null is absent.
func (r *reader) raw() []byte {
	r.space()
	at := r.i
	r.skip()
	if r.bad || string(r.b[at:r.i]) == "null" {
		return nil
	}
	return r.b[at:r.i]
}

// flag reads true; any other value is false.
func (r *reader) flag() bool { return string(r.raw()) == "true" }

// number is an integer that may be absent.
type number struct {
	n  int
	ok bool
}

// maxNumber is what greater numbers are read as.
const maxNumber = 1<<31 - 1

// number reads an integer, or a string of its digits. Any other value is absent.
func (r *reader) number() number {
	v := r.raw()
	if len(v) > 1 && v[0] == '"' {
		v = v[1 : len(v)-1]
	}
	negative := len(v) > 1 && v[0] == '-'
	if negative {
		v = v[1:]
	}
	if len(v) == 0 {
		return number{}
	}
	var n int64
	for _, c := range v {
		if c < '0' || c > '9' {
			return number{}
		}
		n = min(n*10+int64(c-'0'), maxNumber)
	}
	if negative {
		n = -n
	}
	return number{int(n), true}
}

// quoted reads the string whose quote comes next.
func (r *reader) quoted() text {
	r.i++
	start := r.i
	var t text
	for {
		r.i += plain(r.b[r.i:])
		switch {
		case r.i == len(r.b):
			r.fail()
			return text{}
		case r.b[r.i] == '"':
			t.raw, t.ok = r.b[start:r.i], true
			r.i++
			return t
		case r.b[r.i] == '\\':
			t.escaped = true
			r.escape()
		default:
			r.fail()
		}
	}
}

// plain returns how many bytes b begins with that mean themselves in a string:
// all but quotes, backslashes and control characters.
func plain(b []byte) int {
	i := 0
	for ; len(b)-i >= 8; i += 8 {
		if m := stops(binary.LittleEndian.Uint64(b[i:])); m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for ; i < len(b); i++ {
		if c := b[i]; c == '"' || c == '\\' || c < ' ' {
			break
		}
	}
	return i
}

// stops has the high bit of each byte of x set that is a quote, a backslash or
// a control character, exactly for the lowest of them.
func stops(x uint64) uint64 {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	quote := x ^ '"'*ones
	slash := x ^ '\\'*ones
	return ((quote-ones)&^quote | (slash-ones)&^slash | (x-' '*ones)&^x) & highs
}

// escape reads the escape whose backslash comes next.
func (r *reader) escape() {
	e := r.b[r.i:]
	switch {
	case len(e) < 2:
		r.fail()
	case e[1] == 'u':
		if _, ok := unit(e); !ok {
			r.fail()
			return
		}
		r.i += unitLen
	case meant[e[1]] == 0:
		r.fail()
	default:
		r.i += 2
	}
}

// scalar reads a string, a number or a boolean, as text. Any other value is absent.
func (r *reader) scalar() text {
	switch r.peek() {
	case '"':
		return r.quoted()
	case '{', '[':
		r.skip()
		return text{}
	}
	v := r.raw()
	return text{raw: v, ok: v != nil}
}

// argument is argument text of a call: a string that holds it, or the JSON
// itself where the server did not wrap it. The zero argument is absent.
type argument struct {
	text text
	bare bool // the JSON itself
}

// argument reads argument text.
func (r *reader) argument() argument {
	if r.peek() == '"' {
		return argument{text: r.quoted()}
	}
	v := r.raw()
	return argument{text{raw: v, ok: v != nil}, true}
}

// string returns the argument text; "" if it is absent.
func (a argument) string() string { return a.text.arguments() }

// blank reports whether the argument text is nothing but white space.
func (a argument) blank() bool {
	if a.text.escaped {
		return len(bytes.TrimSpace([]byte(a.string()))) == 0
	}
	return len(bytes.TrimSpace(a.text.raw)) == 0
}
