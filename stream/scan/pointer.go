package scan

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Pointer returns the JSON pointer (RFC 6901) to the place where prefix, the
// beginning of a valid JSON text, ends: to the innermost member or element that
// is being read. A member is read from the end of its name to the end of its
// value, an element from the bracket or comma before it to its end. Between
// them that is the object or array around them.
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
			p.complete()
		case ',':
			p.next()
		case '"':
			end := stringEnd(prefix, i)
			if end < 0 {
				return p.String()
			}
			p.string(prefix[i+1 : end])
			i = end
		case ' ', '\t', '\r', '\n', ':':
		default:
			end := wordEnd(prefix, i)
			if isComplete(prefix[i:end]) {
				p.complete()
			}
			i = end - 1
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
	done   bool   // the value of the member or element is complete
}

// next moves after a comma.
func (p path) next() {
	if len(p) > 0 {
		last := &p[len(p)-1]
		last.named, last.done = false, false
		last.index++
	}
}

// string notes a complete string, which is a name where one is due.
func (p path) string(raw []byte) {
	if len(p) > 0 {
		last := &p[len(p)-1]
		if last.object && !last.named {
			last.name, last.named = raw, true
			return
		}
	}
	p.complete()
}

// complete notes that a value is complete.
func (p path) complete() {
	if len(p) > 0 {
		p[len(p)-1].done = true
	}
}

// wordEnd returns the end of the number or literal at i.
func wordEnd(text []byte, i int) int {
	for i < len(text) && bytes.IndexByte([]byte(" \t\r\n,:{}[]\""), text[i]) < 0 {
		i++
	}
	return i
}

// isComplete reports whether the beginning of a number or literal is a whole one.
func isComplete(word []byte) bool {
	last := word[len(word)-1]
	return '0' <= last && last <= '9' || string(word) == "true" || string(word) == "false" || string(word) == "null"
}

// String returns the pointer.
func (p path) String() string {
	var b strings.Builder
	for _, at := range p {
		switch {
		case at.done:
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

// plainEscape returns what c says after a backslash.
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
