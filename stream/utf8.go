package stream

import "unicode/utf8"

// runes checks UTF-8 that arrives in pieces: the zero value stands between
// characters.
type runes struct {
	need   int8 // continuation bytes that are missing
	lo, hi byte // bounds of the next one
}

// step takes a byte and reports whether it can stand there. A byte that can't
// is not taken.
func (u *runes) step(c byte) bool {
	if u.need > 0 {
		if c < u.lo || c > u.hi {
			return false
		}
		u.need--
		u.lo, u.hi = 0x80, 0xbf
		return true
	}
	u.lo, u.hi = 0x80, 0xbf
	switch {
	case c < 0x80:
	case c < 0xc2 || c > 0xf4:
		return false
	case c < 0xe0:
		u.need = 1
	case c < 0xf0:
		u.need = 2
		if c == 0xe0 {
			u.lo = 0xa0
		} else if c == 0xed {
			u.hi = 0x9f
		}
	default:
		u.need = 3
		if c == 0xf0 {
			u.lo = 0x90
		} else if c == 0xf4 {
			u.hi = 0x8f
		}
	}
	return true
}

// check takes s and returns the index of the first byte that can't stand
// there, or len(s).
func (u *runes) check(s string) int {
	if u.need == 0 && utf8.ValidString(s) {
		return len(s)
	}
	for i := 0; i < len(s); i++ {
		if !u.step(s[i]) {
			return i
		}
	}
	return len(s)
}

// cutRune returns how many bytes at the end of s begin a character that may
// still become valid.
func cutRune(s string) int {
	for n := 1; n <= 3 && n <= len(s); n++ {
		c := s[len(s)-n]
		if c < 0x80 {
			return 0
		}
		if c >= 0xc0 {
			if !utf8.FullRuneInString(s[len(s)-n:]) {
				return n
			}
			return 0
		}
	}
	return 0
}

// cutRuneBytes is cutRune for bytes.
func cutRuneBytes(s []byte) int {
	if len(s) == 0 || s[len(s)-1] < 0x80 {
		return 0
	}
	return cutRune(string(s[max(0, len(s)-3):]))
}
