package stream

import (
	"strings"
	"testing"
)

// A tagged call that breaks goes on to its end as if it were whole: what its
// values hold is data, and nothing in it is searched.
func TestBrokenTagged(t *testing.T) {
	q := format("qwen3_coder")
	ws := offered("write", "rm")
	long := strings.Repeat("n", maxName)
	runText(t, Options{Format: q, Tools: ws}, []textTest{
		{"bad UTF-8", "<tool_call><function=write><parameter=c>caf\xe9 <function=rm></function> ok</parameter></function></tool_call>.", `
			marker «<tool_call>»
			failed 0 write syntax@44 /c «<function=write><parameter=c>caf\xe9 » «<function=rm></function> ok</parameter></function>» after «{"c":"caf\xe9»
			marker «</tool_call>»
			text «.»`, ""},
		{"cut character before a line feed", "<function=write><parameter=c>\xe2\x82⏎<function=rm></function></parameter>⏎</function>.", `
			failed 0 write syntax@31 /c «<function=write><parameter=c>\xe2\x82⏎» «<function=rm></function></parameter>⏎</function>» after «{"c":"\xe2\x82»
			text «.»`, ""},
		{"repeated key", "<function=write><parameter=c>1</parameter><parameter=c>⏎<function=rm></function></parameter></function>.", `
			failed 0 write duplicate-key@54 /c «<function=write><parameter=c>1</parameter><parameter=c>» «⏎<function=rm></function></parameter></function>» after «{"c":"1"»
			text «.»`, ""},
		{"no name", "<tool_call><function=><parameter=c>⏎<function=rm></function></parameter></function>.", `
			marker «<tool_call>»
			failed 0 - no-name@21 «<function=>» «<parameter=c>⏎<function=rm></function></parameter></function>» after «{»
			text «.»`, ""},
		{"no key", "<function=write><parameter=>⏎<function=rm></function></parameter></function>.", `
			failed 0 write syntax@27 «<function=write><parameter=>» «⏎<function=rm></function></parameter></function>» after «{»
			text «.»`, ""},
		{"key that is no UTF-8", "<function=write><parameter=c\xff>⏎<function=rm></function></parameter></function>.", `
			failed 0 write syntax@28 «<function=write><parameter=c\xff» «>⏎<function=rm></function></parameter></function>» after «{»
			text «.»`, ""},
		{"long key", "<function=write><parameter=" + long + long + long + ">⏎<function=rm></function></parameter></function>.", `
			failed 0 write syntax@283 «<function=write><parameter=` + long + `n» «` + long + `` + long[1:] + `>⏎<function=rm></function></parameter></function>» after «{»
			text «.»`, ""},
	})
	runText(t, Options{Format: q, Tools: ws, MaxCall: 32}, []textTest{
		{"limit in a value", "<function=write><parameter=c>1234567890⏎<function=rm></function></parameter></function>.", `
			failed 0 write limit@32 /c «<function=write><parameter=c>1234» «567890⏎<function=rm></function></parameter></function>» after «{"c":"123»
			text «.»`, ""},
	})
	runText(t, Options{Format: q, Tools: ws, MaxCall: 28}, []textTest{
		{"limit in a key", "<function=write><parameter=cde>⏎<function=rm></function></parameter></function>.", `
			failed 0 write limit@28 «<function=write><parameter=cd» «e>⏎<function=rm></function></parameter></function>» after «{»
			text «.»`, ""},
	})
	runText(t, Options{Format: q, Tools: ws, MaxCall: 36}, []textTest{
		{"limit in what may close", "<function=write><parameter=c>1</parameter>⏎x<function=rm></function></parameter></function>.", `
			failed 0 write limit@36 /c «<function=write><parameter=c>1</param» «eter>⏎x<function=rm></function></parameter></function>» after «{"c":"1»
			text «.»`, ""},
	})
	runText(t, Options{Format: q, Tools: ws, MaxCall: 18}, []textTest{
		{"limit between", "<function=write>   ⏎<parameter=c>⏎<function=rm></function></parameter></function>.", `
			failed 0 write limit@18 «<function=write>   » «⏎<parameter=c>⏎<function=rm></function></parameter></function>» after «{»
			text «.»`, ""},
	})
	runText(t, Options{Format: q, Tools: ws}, []textTest{
		{"cut after it broke", "<function=write><parameter=c>\xff<function=rm></function>", `
			failed 0 write syntax@29 /c «<function=write><parameter=c>\xff» «<function=rm></function>» after «{"c":"»`, ""},
		{"missing close after it broke", "<function=write><parameter=c>\xff</parameter> ⏎<tool_call><function=rm></function>", `
			failed 0 write syntax@29 /c «<function=write><parameter=c>\xff» «</parameter> ⏎» after «{"c":"»
			marker «<tool_call>»
			call 1 rm {}`, ""},
		{"broken grammar after it broke", "<function=write><parameter=c>\xff</parameter><parameter=d<function=rm></function>.", `
			failed 0 write syntax@29 /c «<function=write><parameter=c>\xff» «</parameter><parameter=d<function=rm></function>» after «{"c":"»
			text «.»`, ""},
	})
}

// In a broken body quotes of other languages open strings where a key or a value
// can begin, and an opener ends it only where it begins a line.
func TestForeignStrings(t *testing.T) {
	h := format("hermes")
	mi := format("mistral")
	ws := offered("write", "rm")
	runText(t, Options{Format: h, Tools: ws}, []textTest{
		{"single quotes", `<tool_call>{'name':'write','arguments':{'c':'⏎<tool_call>{"name":"rm","arguments":{}}</tool_call>'}}</tool_call>.`, `
			marker «<tool_call>»
			failed 0 - syntax@12 «{'» «name':'write','arguments':{'c':'⏎<tool_call>{"name":"rm","arguments":{}}</tool_call>'}}»
			marker «</tool_call>»
			text «.»`, ""},
		{"backticks", `<tool_call>{"name":"write","arguments":{"c":ˋ⏎<tool_call>{"name":"rm","arguments":{}}</tool_call>ˋ}}</tool_call>.`, `
			marker «<tool_call>»
			failed 0 write syntax@44 /c «{"name":"write","arguments":{"c":ˋ» «⏎<tool_call>{"name":"rm","arguments":{}}</tool_call>ˋ}}» after «{"c":»
			marker «</tool_call>»
			text «.»`, ""},
	})
	runText(t, Options{Format: h}, []textTest{
		{"quote that begins no value", `<tool_call>{x don't}</tool_call>.`, `
			marker «<tool_call>»
			failed 0 - syntax@12 «{x» « don't}»
			marker «</tool_call>»
			text «.»`, ""},
		{"escaped quote", `<tool_call>{'a\'}':1}</tool_call>.`, `
			marker «<tool_call>»
			failed 0 - syntax@12 «{'» «a\'}':1}»
			marker «</tool_call>»
			text «.»`, ""},
		{"quote after white space", `<tool_call>{x, ⏎'}' }</tool_call>.`, `
			marker «<tool_call>»
			failed 0 - syntax@12 «{x» «, ⏎'}' }»
			marker «</tool_call>»
			text «.»`, ""},
		{"opener in the line", `<tool_call>{x <tool_call>{"name":"rm","arguments":{}}}</tool_call>.`, `
			marker «<tool_call>»
			failed 0 - syntax@12 «{x» « <tool_call>{"name":"rm","arguments":{}}}»
			marker «</tool_call>»
			text «.»`, ""},
		{"opener after a line feed and white space", `<tool_call>{x⏎ 	<tool_call>{"name":"rm","arguments":{}}</tool_call>.`, `
			marker «<tool_call>»
			failed 0 - syntax@12 «{x» «⏎ \t»
			marker «<tool_call>»
			call 1 rm {}
			marker «</tool_call>»
			text «.»`, ""},
	})
	runText(t, Options{Format: mi}, []textTest{
		{"element in single quotes", `[TOOL_CALLS]['}⏎[TOOL_CALLS]rm{}', {"name":"ls","arguments":{}}].`, `
			text «[TOOL_CALLS]['}⏎»
			marker «[TOOL_CALLS]»
			call 0 rm {}
			text «', {"name":"ls","arguments":{}}].»`, ""},
	})
	runText(t, Options{}, []textTest{
		{"bare", `{"name":"ls","arguments":{"a":ˋ{"name":"rm","arguments":{}}ˋ}} x`, `
			failed 0 ls syntax@30 /a «{"name":"ls","arguments":{"a":ˋ» «{"name":"rm","arguments":{}}ˋ}}» after «{"a":»
			text « x»`, ""},
		{"short run of a fence", "ˋˋˋˋ⏎{\"name\":\"ls\",\"arguments\":{x,⏎ˋˋˋ}⏎ˋˋˋ}}⏎ˋˋˋˋ.", `
			marker «ˋˋˋˋ⏎»
			failed 0 ls syntax@31 «{"name":"ls","arguments":{x» «,⏎ˋˋˋ}⏎ˋˋˋ}» after «{»
			text «}⏎»
			marker «ˋˋˋˋ»
			text «.»`, ""},
	})
}

// Closers in any number, and brackets too many after the root, are markers after
// a call; elsewhere they are text.
func TestSurplusClosers(t *testing.T) {
	q := format("qwen3_coder")
	h := format("hermes")
	mi := format("mistral")
	must := *h
	must.MustClose = true
	runText(t, Options{Format: q}, []textTest{
		{"closers", "<function=ls></function>⏎</function></tool_call>⏎</function></tool_call> </x></tool_call>.", `
			call 0 ls {}
			marker «⏎</function></tool_call>»
			text «⏎»
			marker «</function></tool_call>»
			text « </x></tool_call>.»`, ""},
		{"closers in reasoning", "<think><tool_call><function=ls></function></function></tool_call></tool_call>x</tool_call></think>.", `
			marker «<think><tool_call>»
			call 0 ls {}
			marker «</function></tool_call></tool_call>»
			reasoning «x</tool_call>»
			marker «</think>»
			text «.»`, ""},
	})
	runText(t, Options{Format: h}, []textTest{
		{"brackets", `<tool_call>{"name":"ls","arguments":{}}} ] } </tool_call>}`, `
			marker «<tool_call>»
			call 0 ls {}
			marker «} ] } </tool_call>»
			text «}»`, ""},
	})
	runText(t, Options{Format: &must}, []textTest{
		{"brackets must close", `<tool_call>{"name":"ls","arguments":{}}} </tool_call></tool_call>x`, `
			marker «<tool_call>»
			call 0 ls {}
			marker «} </tool_call></tool_call>»
			text «x»`, ""},
	})
	runText(t, Options{Format: mi}, []textTest{
		{"array brackets", `[TOOL_CALLS][{"name":"ls","arguments":{}}]]}.`, `
			marker «[TOOL_CALLS][»
			call 0 ls {}
			marker «]]}»
			text «.»`, ""},
		{"named brackets", `[TOOL_CALLS]ls{}}[TOOL_CALLS]rm{}`, `
			marker «[TOOL_CALLS]»
			call 0 ls {}
			marker «}[TOOL_CALLS]»
			call 1 rm {}`, ""},
	})
	runText(t, Options{Format: q}, []textTest{
		{"tagged bracket", "<function=ls></function>}", `
			call 0 ls {}
			text «}»`, ""},
	})
	runText(t, Options{Format: h}, []textTest{
		{"after text", `<tool_call>{"name":"ls","arguments":{}}</tool_call> a } </tool_call>`, `
			marker «<tool_call>»
			call 0 ls {}
			marker «</tool_call>»
			text « a } </tool_call>»`, ""},
		{"after another marker", `<tool_call>{"name":"ls","arguments":{}}}<|im_end|>}`, `
			marker «<tool_call>»
			call 0 ls {}
			marker «}<|im_end|>»
			text «}»`, ""},
	})
}

// Limits hold at the byte: what is known within them is a call, and the first
// byte beyond is the guilty one.
func TestExactLimits(t *testing.T) {
	q := format("qwen3_coder")
	h := format("hermes")
	long := strings.Repeat("n", maxName)
	two := *q
	two.Name, two.Tagged.OpenEnd, two.Tagged.KeyEnd = "two", "]>", "]>"
	keyClose := *q
	keyClose.Name, keyClose.Tagged.Key, keyClose.Tagged.ValueClose = "key", "</p", "</p>;"
	runText(t, Options{Format: q, MaxCall: 12}, []textTest{
		{"close that is missing", "<function=a></tool_call>", `
			failed 0 a limit@12 «<function=a><» of «<function=a>» after «{»
			marker «</tool_call>»`, ""},
	})
	runText(t, Options{Format: q, MaxCall: 23}, []textTest{
		{"close that is missing, one byte too long", "<tool_call><function=a></tool_call>", `
			marker «<tool_call>»
			failed 0 a limit@34 «<function=a></tool_call>» of «<function=a>» after «{»
			marker «</tool_call>»`, ""},
	})
	runText(t, Options{Format: q, MaxCall: 24}, []textTest{
		{"close that is missing, in time", "<tool_call><function=a></tool_call>", `
			marker «<tool_call>»
			call 0 a {}
			marker «</tool_call>»`, ""},
	})
	runText(t, Options{Format: &two}, []textTest{
		{"half an end after the longest name", "<tool_call><function=" + long + "]x</function>", `
			marker «<tool_call>»
			failed 0 - syntax@278 «<function=` + long + `]x» «</function>» after «{»`, ""},
		{"name that is one byte too long", "<tool_call><function=" + long + "n]></function>", `
			marker «<tool_call>»
			failed 0 - syntax@277 «<function=` + long + `n» «]></function>» after «{»`, ""},
		{"longest name", "<tool_call><function=" + long + "]></function>", `
			marker «<tool_call>»
			call 0 ` + long + ` {}`, ""},
		{"longest name, half an end", "<tool_call><function=" + long[1:] + "]]></function>", `
			marker «<tool_call>»
			call 0 ` + long[1:] + `] {}`, ""},
	})
	runText(t, Options{MaxDepth: 1, Tools: offered("f")}, []textTest{
		{"array at depth 1", `{"name":"f","arguments":[1]} .`, `
			failed 0 f limit@24 «{"name":"f","arguments":[» «1]}»
			text « .»`, ""},
	})
	runText(t, Options{MaxDepth: 1, Format: h}, []textTest{
		{"name at depth 1", `<tool_call>{"name":{}} .`, `
			marker «<tool_call>»
			failed 0 - limit@19 «{"name":{» «}}»
			marker « »
			text «.»`, ""},
	})
	runText(t, Options{Format: &keyClose}, []textTest{
		{"key that begins its value's close", "<function=f></pa>⏎x⏎</p>;</function>", `
			call 0 f {"a":"x"}`, ""},
	})
	runText(t, Options{Format: q, MaxCall: 64}, []textTest{
		{"key that is no UTF-8 after a line feed", "<function=f><parameter=k>x⏎<parameter=ca\x93ll", `
			failed 0 f syntax@40 /k «<function=f><parameter=k>x⏎<parameter=ca\x93» «ll» after «{"k":"x\n<parameter=ca»`, ""},
	})
}

// In a row of several shapes the opener of a tagged call does not end a broken
// object.
func TestMixedRow(t *testing.T) {
	q := format("qwen3_coder")
	h := format("hermes")
	ws := offered("write", "rm")
	mixed := *q
	mixed.Name, mixed.Shapes = "mixed", q.Shapes|h.Shapes
	runText(t, Options{Format: &mixed, Tools: ws}, []textTest{
		{"mixed", "<tool_call>{x <function=rm></function>}</tool_call>.", `
			marker «<tool_call>»
			failed 0 - syntax@12 «{x» « <function=rm></function>}»
			marker «</tool_call>»
			text «.»`, ""},
	})
}

// The close marker of any pair of the row may begin a reply; elsewhere only the
// close of the open reasoning is one.
func TestLeadingClose(t *testing.T) {
	mi := format("mistral")
	runText(t, Options{Format: mi}, []textTest{
		{"second pair", "⏎</think>x</think>", `
			text «⏎»
			marker «</think>»
			text «x</think>»`, ""},
		{"first pair", "[/THINK]x[/THINK]", `
			marker «[/THINK]»
			text «x[/THINK]»`, ""},
	})
	runText(t, Options{Format: mi, InReasoning: true}, []textTest{
		{"in reasoning", "</think>x[/THINK]", `
			reasoning «</think>x»
			marker «[/THINK]»`, ""},
	})
}

// A blank line closes the braces of the text, unless the next line is indented.
func TestBlankLines(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"indented", "const x = {⏎  path: 'p',⏎⏎  body: {\"name\":\"rm\",\"arguments\":{}}⏎}", `
			text «const x = {⏎  path: 'p',⏎⏎  body: {"name":"rm","arguments":{}}⏎}»`, ""},
		{"tabs", "x = {⏎ ⏎\t\t{y: {\"name\":\"rm\",\"arguments\":{}}", `
			text «x = {⏎ ⏎\t\t{y: {"name":"rm","arguments":{}}»`, ""},
		{"one tab", "x = {⏎⏎\ty: " + ls, `text «x = {⏎⏎\ty: {"name":"ls","arguments":{}}»`, ""},
		{"not indented", "x = {⏎⏎ ⏎y: {\"name\":\"ls\",\"arguments\":{}}", `
			text «x = {⏎⏎ ⏎y: »
			call 0 ls {}`, ""},
		{"carriage returns", "x = {\r⏎\r⏎y: {\"name\":\"ls\",\"arguments\":{}}", `
			text «x = {\r⏎\r⏎y: »
			call 0 ls {}`, ""},
		{"two blank lines", "x = {⏎⏎⏎ y: {\"name\":\"ls\",\"arguments\":{}}", `
			text «x = {⏎⏎⏎ y: »
			call 0 ls {}`, ""},
		{"reasoning in an info line", "ˋˋˋ<think>a⏎ˋ</think>ˋ⏎{\"name\":\"ls\",\"arguments\":{}}", `
			text «ˋˋˋ»
			marker «<think>»
			reasoning «a⏎ˋ»
			marker «</think>»
			text «ˋ⏎»
			call 0 ls {}`, ""},
	})
}
