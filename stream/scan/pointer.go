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
// the array, but the object itself as long as the next name isn't complete.
//
// It reads the whole prefix and allocates: it is for messages about errors.
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

// unescape returns what the inside of a valid string says; half a surrogate
// pair is U+FFFD.
func unescape(raw []byte) string {
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			out = append(out, raw[i])
			continue
		}
		i++
		if raw[i] != 'u' {
			out = append(out, plainEscape(raw[i]))
			continue
		}
		r := hex4(raw[i+1:])
		i += 4
		if utf16.IsSurrogate(r) {
			half := r
			r = utf8.RuneError
			if i+6 < len(raw) && raw[i+1] == '\\' && raw[i+2] == 'u' {
				if r = utf16.DecodeRune(half, hex4(raw[i+3:])); r != utf8.RuneError {
					i += 6
				}
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

// hex4 reads four hexadecimal digits.
func hex4(digits []byte) rune {
	r, err := strconv.ParseUint(string(digits[:4]), 16, 16)
	if err != nil {
		panic("BUG: the scanner let through \\u" + string(digits[:4]))
	}
	return rune(r)
}
