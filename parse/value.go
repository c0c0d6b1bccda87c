package parse

import (
	"strings"
)

// typed writes a raw value as JSON, by the types that its parameter may have:
// the first of them, in the order below, that the value can be read as, white
// space around it aside; else it is a string, as it stands. A number keeps its
// digits. An object or array must be strict JSON.
func typed(value string, types Types, maxDepth int) string {
	trimmed := strings.Trim(value, space)
	switch {
	case types&^TypeString == 0:
	case types.Has(TypeNull) && (strings.EqualFold(trimmed, "null") || trimmed == "None"):
		return "null"
	case types.Has(TypeInteger) && isInteger(trimmed), types.Has(TypeNumber) && isNumber(trimmed):
		return trimmed
	case types.Has(TypeBoolean) && (strings.EqualFold(trimmed, "true") || strings.EqualFold(trimmed, "false")):
		return strings.ToLower(trimmed)
	case types.Has(TypeObject) && isStrict(trimmed, '{', maxDepth), types.Has(TypeArray) && isStrict(trimmed, '[', maxDepth):
		return trimmed
	}
	return quote(value)
}

// isNumber reports whether s is a number of JSON.
func isNumber(s string) bool {
	if s == "" {
		return false
	}
	c := checker{text: s}
	end, f := c.number(0)
	return f == nil && end == len(s)
}

// isInteger reports whether s is a number of JSON without exponent, whose
// fraction, if it has one, is zero.
func isInteger(s string) bool {
	_, fraction, _ := strings.Cut(s, ".")
	return isNumber(s) && strings.Trim(fraction, "0") == "" && !strings.ContainsAny(s, "eE")
}

// isStrict reports whether s is strict JSON that begins with that bracket, one
// level deep in the arguments.
func isStrict(s string, bracket byte, maxDepth int) bool {
	if s == "" || s[0] != bracket {
		return false
	}
	c := checker{text: s, maxDepth: maxDepth}
	end, f := c.value(0, 1)
	return f == nil && end == len(s)
}

// quote writes s, which is valid UTF-8, as a string of JSON. Only what must be
// escaped is.
func quote(s string) string {
	const hex = "0123456789abcdef"
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(s) {
		switch {
		case c == '"' || c == '\\':
			b.Write([]byte{'\\', c})
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < 0x20:
			b.WriteString(`\u00`)
			b.Write([]byte{hex[c>>4], hex[c&15]})
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
