package fuzz

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// ws writes the white space between tokens.
func (g *gen) ws() string {
	if !g.oneIn(5) {
		return ""
	}
	return g.pick(" ", "\n", "\t", " \r\n ")
}

// value writes a strict JSON value with up to depth levels.
func (g *gen) value(depth int) string {
	switch n := g.upto(7); {
	case n <= 2 || depth == 0 && n >= 6:
		return `"` + g.chars() + `"`
	case n <= 4:
		return g.pick("1", "0", "-0", "1.0", "-1.5e+30", "12345678901234567890", "1E-2", "3.14")
	case n == 5:
		return g.pick("null", "true", "false")
	case n == 6:
		return g.array(depth)
	default:
		return g.object(depth)
	}
}

func (g *gen) array(depth int) string {
	values := make([]string, g.upto(3))
	for i := range values {
		values[i] = g.ws() + g.value(depth-1) + g.ws()
	}
	return "[" + strings.Join(values, ",") + "]"
}

// keys are names of members, those of calls among them.
var keys = []string{"k", "n", "x", "b", "o", "a", "name", "arguments", "id", "", "é", `q"`, `\`, "😀"}

// object writes a strict JSON object, with no key twice.
func (g *gen) object(depth int) string {
	names := g.shuffle(keys)[:g.upto(3)]
	if g.oneIn(30) {
		return g.wide(false)
	}
	members := make([]string, len(names))
	for i, name := range names {
		members[i] = g.ws() + g.quote(name) + g.ws() + ":" + g.ws() + g.value(depth-1) + g.ws()
	}
	if len(members) == 0 {
		return "{" + g.ws() + "}"
	}
	return "{" + strings.Join(members, ",") + "}"
}

// wide writes an object with many members, one of them twice if asked for.
func (g *gen) wide(twice bool) string {
	members := make([]string, 15+g.upto(30))
	for i := range members {
		members[i] = g.quote(fmt.Sprint("k", i)) + ":" + g.pick("1", `"a"`, `{"k1":{}}`)
	}
	if twice {
		members = append(members, g.quote(fmt.Sprint("k", g.upto(len(members)-1)))+":2")
	}
	return "{" + strings.Join(members, ",") + "}"
}

// chars writes the inside of a JSON string: escapes, surrogates, characters of
// several bytes, and markers, which are data there.
func (g *gen) chars() string {
	var b strings.Builder
	for range g.upto(4) {
		if g.oneIn(3) {
			b.WriteString(escape(g.pick(g.words...)))
			continue
		}
		b.WriteString(g.pick("a", "weather in Oslo", " ", "é", "日本", "😀", "{", "}", "[", "]", "```", "</think>", "'", "/",
			`\n`, `\"`, `\\`, `\/`, `\u00e9`, `\ud83d\ude00`, `\ud800`, `\udc00x`, `\u0000`, `\u0022`))
	}
	return b.String()
}

// escape writes the inside of a JSON string that has that text, its invalid
// bytes replaced.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// quote writes a JSON string that has that text, now and then with an escape
// that needn't be.
func (g *gen) quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r < 0x10000 && g.oneIn(40):
			fmt.Fprintf(&b, `\u%04X`, r)
		case r >= 0x10000 && g.oneIn(3):
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		case r == '/' && g.oneIn(3):
			b.WriteString(`\/`)
		default:
			b.WriteString(escape(string(r)))
		}
	}
	b.WriteByte('"')
	return b.String()
}
