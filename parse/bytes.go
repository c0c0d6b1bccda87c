package parse

import (
	"strconv"
	"strings"
)

// space is JSON's white space, and white space everywhere in this package.
const space = " \t\r\n"

func isSpace(b byte) bool { return strings.IndexByte(space, b) >= 0 }
func isDigit(b byte) bool { return '0' <= b && b <= '9' }
func isHex(b byte) bool   { return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'f' }

func isAlphanumeric(b byte) bool { return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'z' }

// skipSpace returns the offset of the first byte of s from i on that is not
// white space, or the length of s.
func skipSpace(s string, i int) int {
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	return i
}

// allSpace reports whether s is nothing but white space.
func allSpace(s string) bool { return skipSpace(s, 0) == len(s) }

// run returns how often the byte at i is repeated there.
func run(s string, i int) int {
	n := 1
	for i+n < len(s) && s[i+n] == s[i] {
		n++
	}
	return n
}

// lineStart reports whether only spaces and tabs stand before i on its line.
func lineStart(s string, i int) bool {
	for i > 0 && (s[i-1] == ' ' || s[i-1] == '\t') {
		i--
	}
	return i == 0 || s[i-1] == '\n'
}

// startsWith returns the first of the markers that s starts with, or "".
func startsWith(s string, markers []string) string {
	for _, m := range markers {
		if m != "" && strings.HasPrefix(s, m) {
			return m
		}
	}
	return ""
}

// common returns the length of the longest prefix of s that is a prefix of one
// of the markers.
func common(s string, markers []string) int {
	longest := 0
	for _, m := range markers {
		n := 0
		for n < len(s) && n < len(m) && s[n] == m[n] {
			n++
		}
		longest = max(longest, n)
	}
	return longest
}

// pointer writes a path as an RFC 6901 pointer.
func pointer(path []string) string {
	var b strings.Builder
	for _, key := range path {
		b.WriteByte('/')
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(key))
	}
	return b.String()
}

func itoa(n int) string { return strconv.Itoa(n) }
