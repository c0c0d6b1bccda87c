package scan

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Pointer returns the JSON pointer (RFC 6901) to the place where prefix, the
// beginning of a valid JSON text, ends: to the value that is being read or was
// read last. Behind an opening bracket or a comma that is the next element of
// an array, but in an object, until the next name is complete, the object.
//
// It reads the whole prefix and allocates: it is for messages about errors. Of
// what is no beginning of a JSON text it returns some string.
func Pointer(prefix []byte) string {
	var p path
	for i := 0; i < len(prefix); i++ {
		switch prefix[i] {
		case '{':
			p = append(p, place{object: true})
		case '[':
			p = append(p, place{})
		case '}', ']':
			p = p[:max(len(p)-1, 0)]
		case ',':
			p.next()
		case '"':
			end := stringEnd(prefix, i)
			if end < 0 {
				return p.String()
			}
			p.name(prefix[i+1 : end])
			i = end
		}
	}
	return p.String()
}

// path is where reading stands, from the root inward, a place a container.
type path []place

// place is where reading stands in one open container.
type place struct {
	object bool
	named  bool   // of an object: the name of a member is complete
	name   []byte // between the quotes, as written
	index  int    // of an array
}

// next moves behind a comma.
func (p path) next() {
	if len(p) > 0 {
		last := &p[len(p)-1]
		last.named = false
		last.index++
	}
}

// name notes a complete string, which is a name where one is due.
func (p path) name(raw []byte) {
	if len(p) > 0 {
		if last := &p[len(p)-1]; last.object && !last.named {
			last.name, last.named = raw, true
		}
	}
}

// String returns the pointer.
func (p path) String() string {
	var b strings.Builder
	for _, at := range p {
		switch {
		case !at.object:
			b.WriteByte('/')
			b.WriteString(strconv.Itoa(at.index))
		case at.named:
			b.WriteByte('/')
			pointerEscapes.WriteString(&b, unescape(at.name))
		}
	}
	return b.String()
}

// pointerEscapes writes a name as a reference token.
var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// stringEnd returns the place of the quote that closes the string opened at
// i, or -1 if the string is cut.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

// unescape returns what the inside of a string says. Half a surrogate pair is
// U+FFFD, and so is an escape that is none.
func unescape(raw []byte) string {
	out := make([]byte, 0, len(raw))
	for len(raw) > 0 {
		if raw[0] != '\\' || len(raw) == 1 {
			out = append(out, raw[0])
			raw = raw[1:]
			continue
		}
		if raw[1] != 'u' {
			out = append(out, plainEscape(raw[1]))
			raw = raw[2:]
			continue
		}
		r := codeUnit(raw)
		raw = raw[min(6, len(raw)):]
		if utf16.IsSurrogate(r) {
			if r = utf16.DecodeRune(r, codeUnit(raw)); r != utf8.RuneError {
				raw = raw[6:]
			}
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out)
}

// plainEscape returns what c says behind a backslash.
func plainEscape(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}

// codeUnit returns what raw[:6] says if it is an escape as in \u00e9, or
// U+FFFD.
func codeUnit(raw []byte) rune {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return utf8.RuneError
	}
	unit, err := strconv.ParseUint(string(raw[2:6]), 16, 16)
	if err != nil {
		return utf8.RuneError
	}
	return rune(unit)
}
