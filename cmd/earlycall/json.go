package main

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// jsonLine writes one line of JSON, its members in the order in which they are
// told. Values that are JSON already stay as they were written, which
// encoding/json would not leave them: only a line break between two tokens
// becomes a space.
type jsonLine []byte

// open begins an object or array: a member if key is not "", else an element.
func (l *jsonLine) open(key string, bracket byte) {
	l.key(key)
	*l = append(*l, bracket)
}

// shut ends an object or array.
func (l *jsonLine) shut(bracket byte) { *l = append(*l, bracket) }

// key writes the comma, if one is due, and the member's key, if it has one.
func (l *jsonLine) key(key string) {
	if n := len(*l); n > 0 && (*l)[n-1] != '{' && (*l)[n-1] != '[' && (*l)[n-1] != ':' {
		*l = append(*l, ',')
	}
	if key != "" {
		*l = append(appendString(*l, key), ':')
	}
}

// str writes a string.
func (l *jsonLine) str(key, s string) {
	l.key(key)
	*l = appendString(*l, s)
}

// strIf writes a string that is not "".
func (l *jsonLine) strIf(key, s string) {
	if s != "" {
		l.str(key, s)
	}
}

// num writes a number.
func (l *jsonLine) num(key string, n int64) {
	l.key(key)
	*l = strconv.AppendInt(*l, n, 10)
}

// numIf writes a number that is not 0.
func (l *jsonLine) numIf(key string, n int64) {
	if n != 0 {
		l.num(key, n)
	}
}

// truth writes a boolean.
func (l *jsonLine) truth(key string, b bool) {
	l.key(key)
	*l = strconv.AppendBool(*l, b)
}

// raw writes a value that is JSON.
func (l *jsonLine) raw(key string, value json.RawMessage) {
	l.key(key)
	for _, c := range value {
		if c == '\n' || c == '\r' {
			c = ' '
		}
		*l = append(*l, c)
	}
}

// appendString appends s as a JSON string. What is not UTF-8 in it becomes
// U+FFFD.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"', r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r < 0x20, r == 0x7f:
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
