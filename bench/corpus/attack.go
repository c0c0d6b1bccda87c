package corpus

import (
	"fmt"
	"strings"
)

// Attack is a kind of text that is meant to be slow to read.
type Attack struct {
	Name string
	text func(n int) string
}

// Make returns the text in about n bytes.
func (a Attack) Make(n int) Corpus {
	return Corpus{Name: a.Name, Docs: []Doc{{Text: a.text(n)}}}
}

// Attacks lists what has made parsers of this kind slow, and more.
var Attacks = []Attack{
	{"{ only", func(n int) string { return strings.Repeat("{", n) }},
	{`{" repeated`, func(n int) string { return strings.Repeat(`{"`, n/2) }},
	{"{} repeated", func(n int) string { return strings.Repeat(`{}`, n/2) }},
	{"[ in an object", func(n int) string { return `{"a":` + strings.Repeat("[", n) }},
	{`{"a": nested`, func(n int) string { return strings.Repeat(`{"a":`, n/5) }},
	{`{"a":{} repeated`, func(n int) string { return strings.Repeat(`{"a":{} `, n/8) }},
	{`broken calls`, func(n int) string { return strings.Repeat(`{"name":"a","arguments":{"b":x}} `, n/33) }},
	{"equal keys", func(n int) string {
		return `{"name":"a","arguments":{` + strings.TrimSuffix(strings.Repeat(`"key":1,`, n/8), ",") + `}}`
	}},
	{"different keys", func(n int) string {
		var b strings.Builder
		b.WriteString(`{"name":"a","arguments":{"":0`)
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, `,"k%d":1`, i)
		}
		return b.String() + `}}`
	}},
	{`\u escapes`, func(n int) string {
		return `{"name":"a","arguments":{"b":"` + strings.Repeat(`\u00e9`, n/6) + `"}}`
	}},
	{"backslashes", func(n int) string {
		return `{"name":"a","arguments":{"b":"` + strings.Repeat(`\\`, n/2) + `"}}`
	}},
	{"an open string", func(n int) string { return `{"name":"a","arguments":{"b":"` + strings.Repeat("x", n) }},
	{"fences", func(n int) string { return strings.Repeat("```json\n{\"a\":1}\n```\n", n/20) }},
	{"white space", func(n int) string { return `{"name":"a","arguments":` + strings.Repeat(" ", n) + `{}}` }},
}
