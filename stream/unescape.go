package stream

import (
	"bytes"
	"unicode/utf8"
)

// unescape returns the text of a valid JSON string, given without its quotes.
// A lone surrogate becomes U+FFFD.
func unescape(s []byte) []byte {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			out = append(out, s[i])
			i++
			continue
		}
		if s[i+1] != 'u' {
			out = append(out, plainEscape(s[i+1]))
			i += 2
			continue
		}
		r := rune(hex4(s[i+2:]))
		i += 6
		if isHigh(r) && i+6 <= len(s) && s[i] == '\\' && s[i+1] == 'u' && isLow(rune(hex4(s[i+2:]))) {
			r = joinSurrogates(r, rune(hex4(s[i+2:])))
			i += 6
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}

// unescapeKey is unescape, without a copy where nothing is escaped.
func unescapeKey(s []byte) []byte {
	if bytes.IndexByte(s, '\\') < 0 {
		return s
	}
	return unescape(s)
}

// plainEscape returns the byte that a backslash and c stand for.
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

// hex4 returns the value of four hex digits.
func hex4(s []byte) (v uint32) {
	for _, c := range s[:4] {
		v = v<<4 | hexDigit(c)
	}
	return v
}

func hexDigit(c byte) uint32 {
	switch {
	case c <= '9':
		return uint32(c - '0')
	case c >= 'a':
		return uint32(c-'a') + 10
	}
	return uint32(c-'A') + 10
}

func isHigh(r rune) bool { return 0xd800 <= r && r < 0xdc00 }
func isLow(r rune) bool  { return 0xdc00 <= r && r < 0xe000 }

func joinSurrogates(high, low rune) rune {
	return (high-0xd800)<<10 + (low - 0xdc00) + 0x10000
}

// isSpace reports whether c is white space in JSON.
func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
