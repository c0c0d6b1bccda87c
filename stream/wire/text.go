package wire

import (
	"unicode/utf16"
	"unicode/utf8"
)

// text is a string in a frame, as it is spelled there. The zero text is absent.
type text struct {
	raw     []byte // between the quotes; valid as long as the frame is
	escaped bool   // raw holds escapes
	ok      bool   // there is a string
}

// empty reports whether the string is absent or has no bytes.
func (t text) empty() bool { return len(t.raw) == 0 }

// is reports whether the string is s, which needs no escapes.
func (t text) is(s string) bool { return string(t.raw) == s }

// string returns the string; half a surrogate pair becomes U+FFFD.
func (t text) string() string {
	if !t.escaped {
		return string(t.raw)
	}
	return string(unescape(make([]byte, 0, len(t.raw)), t.raw, false))
}

// arguments returns the string as text of a call's arguments, which is JSON
// itself: half a surrogate pair stays the escape that it is.
func (t text) arguments() string {
	if !t.escaped {
		return string(t.raw)
	}
	return string(unescape(make([]byte, 0, len(t.raw)), t.raw, true))
}

// unescape appends what the string raw means to dst. Half a surrogate pair
// becomes U+FFFD, or is copied as it is spelled.
func unescape(dst, raw []byte, copyHalf bool) []byte {
	for i := 0; i < len(raw); {
		if raw[i] != '\\' {
			j := i + 1
			for j < len(raw) && raw[j] != '\\' {
				j++
			}
			dst = append(dst, raw[i:j]...)
			i = j
			continue
		}
		if raw[i+1] != 'u' {
			dst = append(dst, meant[raw[i+1]])
			i += 2
			continue
		}
		c, _ := unit(raw[i:])
		low, _ := unit(raw[i+unitLen:])
		switch pair := utf16.DecodeRune(c, low); {
		case !utf16.IsSurrogate(c):
			dst = utf8.AppendRune(dst, c)
		case pair != utf8.RuneError:
			dst = utf8.AppendRune(dst, pair)
			i += unitLen
		case copyHalf:
			dst = append(dst, raw[i:i+unitLen]...)
		default:
			dst = utf8.AppendRune(dst, utf8.RuneError)
		}
		i += unitLen
	}
	return dst
}

// meant are the bytes that the short escapes stand for.
var meant = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unitLen is the length of \u00e9.
const unitLen = 6

// unit returns the UTF-16 unit that the escape at the start of b spells.
func unit(b []byte) (c rune, ok bool) {
	if len(b) < unitLen || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	for _, h := range b[2:unitLen] {
		switch {
		case '0' <= h && h <= '9':
			h -= '0'
		case 'a' <= h && h <= 'f':
			h -= 'a' - 10
		case 'A' <= h && h <= 'F':
			h -= 'A' - 10
		default:
			return 0, false
		}
		c = c<<4 | rune(h)
	}
	return c, true
}

// cutHalf splits the first half of a surrogate pair off the string's end.
func (t text) cutHalf() (rest text, half rune) {
	at := len(t.raw) - unitLen
	if !t.escaped || at < 0 {
		return t, 0
	}
	c, ok := unit(t.raw[at:])
	if !ok || c < 0xd800 || c > 0xdbff || !escapeAt(t.raw, at) {
		return t, 0
	}
	t.raw = t.raw[:at]
	return t, c
}

// escapeAt reports whether the backslash at i begins an escape, and is not the
// second byte of one.
func escapeAt(raw []byte, i int) bool {
	n := 0
	for i > n && raw[i-n-1] == '\\' {
		n++
	}
	return n%2 == 0
}
