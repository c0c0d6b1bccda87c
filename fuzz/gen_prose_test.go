package fuzz

import "strings"

// plainProse is text that is nothing but text in every row.
var plainProse = []string{"Sure.", "I'll look that up", "é, ü; 日本語!", "a > b", "no", "1) first\n\n2) second"}

// nastyProse is text that looks like something.
var nastyProse = []string{
	"Use {curly} braces. ", "a: ", "x = ", "f(", "{", "}", "[", "]", "\n", "\n\n", " \t\n \r\n", "{ ", "{name:", ", ",
	`"`, `say "hi" `, "`code`", "``", "```", "~~~", "\n```", "\n~~~~ ", "[1, 2]", "[ ", "{}", "{ }", `{"`, `{"a"`, `{"a" : `,
	"<", "</", "<think", "\xe2\x80", "\xc0\x80", "\xed\xa0\x80", "é", "\x00", "\r", "null",
}

// prose writes text.
func (g *gen) prose() string {
	var b strings.Builder
	for range 1 + g.upto(3) {
		if g.oneIn(3) {
			b.WriteString(g.pick(nastyProse...))
			continue
		}
		b.WriteString(g.pick(plainProse...))
		b.WriteString(g.pick("", " ", "\n", "\n\n"))
	}
	return b.String()
}

// soup are the pieces of calls and prose that, thrown together, are neither.
var soup = []string{
	"{", "}", "[", "]", `"`, ":", ",", `\`, " ", "\n", "\n\n", "\t", "a", "1", "-", ".", "null", "nul", "true", "`", "```", "~~~", "````",
	"json", "```json\n", `"name"`, `"arguments"`, `"parameters"`, `"args"`, `"id"`, `"type"`, `"description"`, `"tool"`, `"f"`, `"k"`, `""`,
	`{"name":"f","arguments":{`, `{"name":"f"`, `"arguments":{}`, `{"arguments":{},`, `"{}"`, `"{\"k\":1}"`, `{}`, `{"a":`, "f", "k", "é",
	"\xe2\x80", "\xc0", "\x80", "\x00", `\u0041`, `\ud83d`, `\n`, `\"`, "}}", `"}`, ">", "<", "=", "/",
}

// soup writes pieces, and pieces of pieces.
func (g *gen) soup() string {
	var b strings.Builder
	for range 1 + g.upto(9) {
		word := g.pick(g.words...)
		if g.oneIn(6) {
			word = word[:g.upto(len(word))]
		}
		b.WriteString(word)
	}
	return b.String()
}

// fence writes a fence around a text, or what looks like one.
func (g *gen) fence(inner string) string {
	run := g.pick("```", "~~~", "````", "~~~~~", "``")
	info := g.pick("json", "", "json ", " tool_call", "js`on", "json\r", "c++", "a very long info line of words", "é")
	var b strings.Builder
	b.WriteString(g.pick("\n", "", "  ", "\n \t", "x"))
	b.WriteString(run + info)
	b.WriteString(g.pick("\n", "\n", "\n\n  ", "", " "))
	b.WriteString(inner)
	b.WriteString(g.pick("\n", "", " ", "\n  ", "\n\n"))
	b.WriteString(g.pick(run, run, run+run[:1], run[1:], "```", "~~~", ""))
	b.WriteString(g.pick("\n", "", " ", "x"))
	return b.String()
}

// reasoning writes reasoning markers around a text, both or one.
func (g *gen) reasoning(inner string) string {
	pair := pairs(g.f)[g.upto(len(pairs(g.f))-1)]
	return g.pick(pair.Open, pair.Open, " \n"+pair.Open, "", pair.Open+pair.Open) +
		g.pick("hm ", "", "\n") + inner +
		g.pick(pair.Close, pair.Close, pair.Close+"\n\n", "", pair.Close+pair.Close)
}

// list writes an array of pieces.
func (g *gen) list(depth int) string {
	var b strings.Builder
	b.WriteString(g.pick("[", "[\n", "[ ", "[[", "```json\n["))
	for i := range g.upto(3) {
		if i > 0 {
			b.WriteString(g.pick(",", ", ", ",\n", "", " ", ",,", ";"))
		}
		if g.oneIn(4) {
			b.WriteString(g.piece(depth - 1))
		} else {
			b.WriteString(g.envelope(g.spec(nasty)))
		}
	}
	b.WriteString(g.pick("]", "\n]", "", "]]", "] "))
	return b.String()
}

// lookalike writes what holds a text but must not be searched for it, or
// looks as if it must not.
func (g *gen) lookalike(inner string) string {
	switch g.upto(6) {
	case 0:
		return `{"x":` + inner + `}`
	case 1:
		return `{"x":` + g.quote(inner) + `}`
	case 2:
		return `{x: ` + inner + `}`
	case 3:
		return `{"a":1 "b"` + inner + `}`
	case 4:
		return `{"name":"f","arguments":{"k":` + g.quote(inner) + `}}`
	case 5:
		return `{"s": "` + inner
	default:
		return `{ "a":[` + inner + `,]}`
	}
}

// damage breaks a text at one place.
func (g *gen) damage(s string) string {
	at := g.upto(len(s))
	head, tail := s[:at], s[at:]
	switch g.upto(6) {
	case 0: // cut off
		return head
	case 1: // a byte is lost
		return head + tail[min(1, len(tail)):]
	case 2: // something comes in between
		return head + g.pick(nastyProse...) + tail
	case 3:
		return head + g.pick(soup...) + tail
	case 4: // a byte is another
		return head + g.pick("\x00", "\n", "\xff", `"`, `\`, "}", "{", "x") + tail[min(1, len(tail)):]
	case 5: // a piece is lost
		return head + tail[g.upto(len(tail)):]
	default: // a piece comes twice
		return head + tail[:g.upto(len(tail))] + tail
	}
}
