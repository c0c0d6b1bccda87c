package stream

import "testing"

// ls is the shortest call there is in bare JSON.
const ls = `{"name":"ls","arguments":{}}`

func TestBraces(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"call in prose", `Let me look.¦ {"name"¦:"search","argu¦ments":{"q":"Os¦lo"}} One¦ moment.`, `
			text «Let me look. »
			call 0 search {"q":"Oslo"}
			text « One moment.»`, `¦{"name"¦{"name":"search","argu¦¦¦`},
		{"braces of prose", `Use {curly} braces, {1, 2} or {}.¦ ` + ls, `
			text «Use {curly} braces, {1, 2} or {}. »
			call 0 ls {}`, ""},
		{"braces of a template", `{{"name":"ls","arguments":{}}}`, `text «{{"name":"ls","arguments":{}}}»`, ``},
		{"white space up to the colon", "{ ⏎\"name\"\t:¦ \"ls\" , \"arguments\" : { } }", `call 0 ls { }`, `{ ⏎"name"\t:¦`},
		{"key without a colon", `{"name"¦, ` + ls, `text «{"name", {"name":"ls","arguments":{}}»`, `{"name"¦`},
		{"line feed in a key", `{"na⏎me": ` + ls, `text «{"na⏎me": {"name":"ls","arguments":{}}»`, ""},
		{"escaped quote in a key", `{"na\": {"me": ` + ls, `text «{"na\": {"me": {"name":"ls","arguments":{}}»`, ""},
		{"line feed behind a backslash", `{"na\⏎": {"name":"ls","arguments":{}}}`, `text «{"na\⏎": {"name":"ls","arguments":{}}}»`, ""},
		{"quote that a brace stands before", `{"{"name":"ls","arguments":{}}`, `
			text «{"»
			call 0 ls {}`, ""},
		{"bad escape in the first key", `{"na\qme":"ls","arguments":{}} ` + ls, `
			text «{"na\qme":"ls","arguments":{}} »
			call 0 ls {}`, ""},
		{"single quotes", `{'name':'ls','arguments':{}} ` + ls, `
			text «{'name':'ls','arguments':{}} »
			call 0 ls {}`, ""},
		{"cut character before a call", "caf\xc3¦\xa9 {\"name\":\"ls\",\"arguments\":{}}\xe2\x80", `
			text «café »
			call 0 ls {}
			text «\xe2\x80»`, `\xc3¦\xe2\x80`},
	})
}

// What was found in an object, or may be one day, never runs: not in one that
// is no call, not in one that breaks, not in one that the end has cut.
func TestOpaque(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"object around a call", `{"calls":{"name":"rm","arguments":{}}} ` + ls, `
			text «{"calls":{"name":"rm","arguments":{}}} »
			call 0 ls {}`, ""},
		{"call in a string", `{"say":"{\"name\":\"rm\",\"arguments\":{}}"} ` + ls, `
			text «{"say":"{\"name\":\"rm\",\"arguments\":{}}"} »
			call 0 ls {}`, ""},
		{"call in a call's string", `{"name":"say","arguments":{"text":"{\"name\":\"rm\",\"arguments\":{}}"}}`, `call 0 say {"text":"{\"name\":\"rm\",\"arguments\":{}}"}`, ""},
		{"broken object around a call", `{"x":1 ¦{"name":"rm","arguments":{}}} ` + ls, `
			text «{"x":1 {"name":"rm","arguments":{}}} »
			call 0 ls {}`, `{"x":1 ¦`},
		{"broken call around a call", `{"name":"ls","arguments":{"a":NaN,"b":{"name":"rm","arguments":{}}}} ` + ls, `
			failed 0 ls syntax@30 /a «{"name":"ls","arguments":{"a":N» «aN,"b":{"name":"rm","arguments":{}}}}» after «{"a":»
			text « »
			call 1 ls {}`, ""},
		{"broken string around a call", "{\"x\":\"⏎{\\\"name\\\":\\\"rm\\\",\\\"arguments\\\":{}}\"} " + ls, `
			text «{"x":"⏎{\"name\":\"rm\",\"arguments\":{}}"} »
			call 0 ls {}`, ""},
		{"odd quote takes the rest", `{"name":"say","arguments":{"text":"the "end"}} {"name":"rm","arguments":{}}`, `failed 0 say syntax@40 «{"name":"say","arguments":{"text":"the "e» «nd"}} {"name":"rm","arguments":{}}» after «{"text":"the "»`, ""},
		{"cut object around a call", `{"x":[1, {"name":"rm","arguments":{}}¦`, `text «{"x":[1, {"name":"rm","arguments":{}}»`, `{"x":[1, {"name":"rm","arguments":{}}¦{"x":[1, {"name":"rm","arguments":{}}`},
		{"cut call around a call", `{"name":"ls","arguments":{"a":{"name":"rm","arguments":{}}`, `
			failed 0 ls truncated@58 «{"name":"ls","arguments":{"a":{"name":"rm","arguments":{}}» after «{"a":{"name":"rm","arguments":{}}»
			incomplete`, ""},
		{"object that closes twice", `{"x":1}} {"y":{"name":"rm","arguments":{}}}`, `text «{"x":1}} {"y":{"name":"rm","arguments":{}}}»`, ""},
		{"definition of a tool", `{"name":"rm","description":"removes","parameters":{"type":"object"}} ` + ls, `
			text «{"name":"rm","description":"removes","parameters":{"type":"object"}} »
			call 0 ls {}`, ""},
		{"name alone", `{"name":"rm"} {"arguments":{}} ` + ls, `
			text «{"name":"rm"} {"arguments":{}} »
			call 0 ls {}`, ""},
	})
}

// An object inside braces that are no JSON is a member of something that the
// text began.
func TestMembers(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"bare keys", `{name:"ls",arguments:{"name":"rm","arguments":{}}}`, `text «{name:"ls",arguments:{"name":"rm","arguments":{}}}»`, ""},
		{"array in braces", `{calls: [{"name":"rm","arguments":{}}, {"name":"rm","arguments":{}}]} ` + ls, `
			text «{calls: [{"name":"rm","arguments":{}}, {"name":"rm","arguments":{}}]} »
			call 0 ls {}`, ""},
		{"assignment in braces", `if x { y = {"name":"rm","arguments":{}} }`, `text «if x { y = {"name":"rm","arguments":{}} }»`, ""},
		{"argument in braces", `func f() { g({"name":"rm","arguments":{}}) }`, `text «func f() { g({"name":"rm","arguments":{}}) }»`, ""},
		{"no more than a word before it", `{see ` + ls + `}`, `
			text «{see »
			call 0 ls {}
			text «}»`, ""},
		{"closed braces", `{x} = ` + ls, `
			text «{x} = »
			call 0 ls {}`, ""},
		{"one too many closed", `{}}{x: y}} = ` + ls, `
			text «{}}{x: y}} = »
			call 0 ls {}`, ""},
		{"behind a blank line", `{x:⏎ ⏎` + ls, `
			text «{x:⏎ ⏎»
			call 0 ls {}`, ""},
		{"line that is not blank", `{x:⏎.⏎:` + ls, `text «{x:⏎.⏎:{"name":"ls","arguments":{}}»`, ""},
		{"blank line with a carriage return", "{x:\r\n\r\n" + ls, `
			text «{x:\r⏎\r⏎»
			call 0 ls {}`, ""},
		{"blank line in an object", `{x: {⏎⏎} = ` + ls, `text «{x: {⏎⏎} = {"name":"ls","arguments":{}}»`, ""},
		{"outside of braces", `x = ` + ls + `, ` + ls, `
			text «x = »
			call 0 ls {}
			text «, »
			call 1 ls {}`, ""},
		{"member that breaks", `{x: {"name":"rm"{"arguments":{}}} ` + ls, `
			text «{x: {"name":"rm"{"arguments":{}}} »
			call 0 ls {}`, ""},
	})
}

func TestArrays(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"calls", `Two:¦ [¦ {¦"name":"ls","arguments":{}} ,⏎` + ls + `⏎] done`, `
			text «Two: »
			marker «[ »
			call 0 ls {}
			marker « ,⏎»
			call 1 ls {}
			marker «⏎]»
			text « done»`, `¦[¦[ {¦`},
		{"bracket before a bracket", `[[` + ls + `]]`, `
			text «[»
			marker «[»
			call 0 ls {}
			marker «]»
			text «]»`, ""},
		{"no call first", `[{"x":1}, ` + ls + `]`, `
			text «[{"x":1}, »
			call 0 ls {}
			text «]»`, ""},
		{"no call in the middle", `[` + ls + `, {"x":1}, ` + ls + `]`, `
			marker «[»
			call 0 ls {}
			marker «, »
			text «{"x":1}, »
			call 1 ls {}
			text «]»`, ""},
		{"another byte ends it", `[` + ls + `, null, ` + ls + `]`, `
			marker «[»
			call 0 ls {}
			marker «, »
			text «null, »
			call 1 ls {}
			text «]»`, ""},
		{"array in it", `[` + ls + `, [` + ls + `], ` + ls + `]`, `
			marker «[»
			call 0 ls {}
			marker «, [»
			call 1 ls {}
			marker «]»
			text «, »
			call 2 ls {}
			text «]»`, ""},
		{"broken element", `[{"name":"ls","arguments":{x}}, ` + ls + `]`, `
			marker «[»
			failed 0 ls syntax@27 «{"name":"ls","arguments":{x» «}}» after «{»
			marker «, »
			call 1 ls {}
			marker «]»`, ""},
		{"brace that opens nothing", `[` + ls + `, {x: ` + ls + `}]`, `
			marker «[»
			call 0 ls {}
			marker «, »
			text «{x: {"name":"ls","arguments":{}}}]»`, ""},
		{"no commas", `[` + ls + ` ` + ls + `,, ]`, `
			marker «[»
			call 0 ls {}
			marker « »
			call 1 ls {}
			marker «,, ]»`, ""},
		{"index", `a[1] [¦x] [ ]¦ [⏎`, `text «a[1] [x] [ ] [⏎»`, `[¦¦[⏎`},
		{"open at the end", `[` + ls + `, `, `
			marker «[»
			call 0 ls {}
			marker «, »`, ""},
		{"cut element", `[` + ls + `, {"name":"ls"`, `
			marker «[»
			call 0 ls {}
			marker «, »
			text «{"name":"ls"»`, ""},
		{"in braces", `{x [` + ls + `, ` + ls + `]}`, `text «{x [{"name":"ls","arguments":{}}, {"name":"ls","arguments":{}}]}»`, ""},
	})
}

func TestReasoning(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"block", `<thi¦nk>Shall I ` + ls + `?¦</thi¦nk>⏎` + ls, `
			marker «<think>»
			reasoning «Shall I {"name":"ls","arguments":{}}?»
			marker «</think>»
			text «⏎»
			call 0 ls {}`, `<thi¦¦</thi¦`},
		{"never closed", `Hm. <think>` + ls, `
			text «Hm. »
			marker «<think>»
			reasoning «{"name":"ls","arguments":{}}»`, ""},
		{"open marker in it", `<think>a <think> b</think> c</think>`, `
			marker «<think>»
			reasoning «a <think> b»
			marker «</think>»
			text « c</think>»`, ""},
		{"data of an object", `{"x":"<think>"} ` + ls, `
			text «{"x":"<think>"} »
			call 0 ls {}`, ""},
		{"data of a call", `{"name":"say","arguments":{"text":"<think>"}} ` + ls, `
			call 0 say {"text":"<think>"}
			text « »
			call 1 ls {}`, ""},
		{"fence in it", `<think>⏎ˋˋˋ⏎</think>⏎` + ls, `
			marker «<think>»
			reasoning «⏎ˋˋˋ⏎»
			marker «</think>»
			text «⏎»
			call 0 ls {}`, ""},
		{"close marker at the start", ` ⏎</thi¦nk>` + ls, `
			text « ⏎»
			marker «</think>»
			call 0 ls {}`, `</thi¦`},
		{"close marker elsewhere", `So</think> ` + ls + `</think>`, `
			text «So</think> »
			call 0 ls {}
			text «</think>»`, ""},
		{"open marker that does not go on", `<thin¦king> <¦think¦`, `text «<thinking> <think»`, `<thin¦<¦<think¦<think`},
		{"in an array", `[` + ls + `, <think>and</think> ` + ls + `]`, `
			marker «[»
			call 0 ls {}
			marker «, <think>»
			reasoning «and»
			marker «</think>»
			text « »
			call 1 ls {}
			text «]»`, ""},
		{"braces around it", `{x: <think>}</think> [{"name":"rm","arguments":{}}]`, `
			text «{x: »
			marker «<think>»
			reasoning «}»
			marker «</think>»
			text « [{"name":"rm","arguments":{}}]»`, ""},
	})
	runText(t, Options{InReasoning: true}, []textTest{
		{"starts inside", `Hm, ` + ls + `</thi¦nk>` + ls, `
			reasoning «Hm, {"name":"ls","arguments":{}}»
			marker «</think>»
			call 0 ls {}`, `</thi¦`},
		{"open marker at the start", `⏎<think>Hm</think>x`, `
			reasoning «⏎»
			marker «<think>»
			reasoning «Hm»
			marker «</think>»
			text «x»`, ""},
		{"open marker later", `Hm <think></think></think>`, `
			reasoning «Hm <think>»
			marker «</think>»
			text «</think>»`, ""},
		{"never closed", ls, `reasoning «{"name":"ls","arguments":{}}»`, ""},
	})
	runText(t, Options{Tools: Tools{}}, []textTest{
		{"no tools", `<think>Hm</think>⏎ˋˋˋ⏎[` + ls + `]⏎ˋˋˋ {x}`, `
			marker «<think>»
			reasoning «Hm»
			marker «</think>»
			text «⏎ˋˋˋ⏎[{"name":"ls","arguments":{}}]⏎ˋˋˋ {x}»`, ""},
	})
}

// At the end what is held back is what it would be if something followed that
// fits nothing.
func TestEndOfProse(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"nothing", ``, ``, ""},
		{"brace", `x {¦`, `text «x {»`, `{¦{`},
		{"key", `{"na¦me`, `text «{"name»`, `{"na¦{"name`},
		{"object", `{"name":"ls"¦,"argum`, `text «{"name":"ls","argum»`, `{"name":"ls"¦{"name":"ls","argum`},
		{"arguments that may be null", `{"name":"ls","arguments":nul¦`, `text «{"name":"ls","arguments":nul»`, `{"name":"ls","arguments":nul¦{"name":"ls","arguments":nul`},
		{"bracket", `x [ ¦`, `text «x [ »`, `[ ¦[ `},
		{"run", `x⏎ˋˋ¦`, `text «x⏎ˋˋ»`, `ˋˋ¦ˋˋ`},
		{"info line", `ˋˋˋjs¦`, `text «ˋˋˋjs»`, `ˋˋˋjs¦ˋˋˋjs`},
		{"fence", `ˋˋˋ⏎ ¦`, `text «ˋˋˋ⏎ »`, `ˋˋˋ⏎ ¦ˋˋˋ⏎ `},
		{"fence and a brace", `ˋˋˋ⏎{¦ `, `text «ˋˋˋ⏎{ »`, `ˋˋˋ⏎{¦ˋˋˋ⏎{ `},
		{"character", "x\xf0\x9f\x98¦", `text «x\xf0\x9f\x98»`, `\xf0\x9f\x98¦\xf0\x9f\x98`},
		{"character in an object", "{\"x\":\"\xf0\x9f", `text «{"x":"\xf0\x9f»`, ""},
		{"call", `{"name":"ls","arguments":{"a":"b`, `
			failed 0 ls truncated@32 /a «{"name":"ls","arguments":{"a":"b» after «{"a":"b»
			incomplete`, ""},
		{"call that lacks its last brace", `{"name":"ls","arguments":{"a":1}¦`, `
			failed 0 ls truncated@32 «{"name":"ls","arguments":{"a":1}» after «{"a":1}»
			incomplete`, ""},
		{"call with a cut character", "{\"name\":\"ls\",\"arguments\":{\"a\":\"\xe2\x82", `
			failed 0 ls truncated@33 /a «{"name":"ls","arguments":{"a":"\xe2\x82» after «{"a":"\xe2\x82»
			incomplete`, ""},
	})
}
