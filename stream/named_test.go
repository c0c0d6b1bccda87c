package stream

import (
	"strings"
	"testing"
)

func TestNamed(t *testing.T) {
	longest := strings.Repeat("n", maxName)
	runText(t, Options{Format: format("mistral")}, []textTest{
		{"call", `Sure.[TOOL_¦CALLS]¦get_wea¦ther[AR¦GS]{"city":"Os¦lo"}¦ Done.`, `
			text «Sure.»
			marker «[TOOL_CALLS]»
			call 0 get_weather {"city":"Oslo"}
			marker « »
			text «Done.»`, `[TOOL_¦[TOOL_CALLS]¦[TOOL_CALLS]get_wea¦[TOOL_CALLS]get_weather[AR¦¦¦`},
		{"no marker behind the name", `[TOOL_CALLS]ls¦{"a":1}[TOOL_CALLS]rm{}`, `
			marker «[TOOL_CALLS]»
			call 0 ls {"a":1}
			marker «[TOOL_CALLS]»
			call 1 rm {}`, `[TOOL_CALLS]ls¦`},
		{"all bytes of a name", `[TOOL_CALLS]⏎a.b-c/d:E_9{}`, `
			marker «[TOOL_CALLS]⏎»
			call 0 a.b-c/d:E_9 {}`, ""},
		{"white space before the arguments", `[TOOL_CALLS]ls[ARGS] ⏎` + gap + `{} x`, `
			marker «[TOOL_CALLS]»
			call 0 ls {}
			marker « »
			text «x»`, ""},
		{"white space behind the name", `[TOOL_CALLS]ls¦ {}`, `text «[TOOL_CALLS]ls {}»`, `[TOOL_CALLS]ls¦`},
		{"another byte behind the name", `[TOOL_CALLS]ls({})`, `text «[TOOL_CALLS]ls({})»`, ""},
		{"another marker behind the name", `[TOOL_CALLS]ls[¦TOOLS]{}`, `text «[TOOL_CALLS]ls[TOOLS]{}»`, `[TOOL_CALLS]ls[¦`},
		{"closer behind the name", `[TOOL_CALLS]ls[/TOOL_CALLS]`, `text «[TOOL_CALLS]ls[/TOOL_CALLS]»`, ""},
		{"no name", `[TOOL_CALLS][ARGS]{}`, `text «[TOOL_CALLS][ARGS]{}»`, ""},
		{"longest name", `[TOOL_CALLS]` + longest + `{}`, `
			marker «[TOOL_CALLS]»
			call 0 ` + longest + ` {}`, ""},
		{"longer name", `[TOOL_CALLS]` + longest + `n{}`, `text «[TOOL_CALLS]` + longest + `n{}»`, ""},
		{"closer", `[TOOL_CALLS]ls{}⏎[/TOOL_CALLS]⏎x[/TOOL_CALLS]`, `
			marker «[TOOL_CALLS]»
			call 0 ls {}
			marker «⏎[/TOOL_CALLS]»
			text «⏎x[/TOOL_CALLS]»`, ""},
		{"next name", `[TOOL_CALLS]ls[TOOL_¦CALLS]rm[ARGS]{}`, `
			marker «[TOOL_CALLS]»
			call 0 ls {} (empty-arguments@14)
			marker «[TOOL_CALLS]»
			call 1 rm {}`, `[TOOL_CALLS]ls[TOOL_¦`},
		{"next opener, of nothing", `[TOOL_CALLS]ls[TOOL_CALLS]!`, `
			marker «[TOOL_CALLS]»
			call 0 ls {} (empty-arguments@14)
			text «[TOOL_CALLS]!»`, ""},
		{"array", `[TOOL_CALLS] [{"name":"ls","arguments":{},"id":"c1"}, ` + ls + `] x`, `
			marker «[TOOL_CALLS] [»
			call 0 ls {} id=c1
			marker «, »
			call 1 ls {}
			marker «] »
			text «x»`, ""},
		{"object", `[TOOL_CALLS]` + ls + `[TOOL_CALLS]rm{}`, `
			marker «[TOOL_CALLS]»
			call 0 ls {}
			marker «[TOOL_CALLS]»
			call 1 rm {}`, ""},
		{"reasoning of two sorts", `[THINK]a</think>¦[/THI¦NK]<think>b[/THINK][THINK]</think>c`, `
			marker «[THINK]»
			reasoning «a</think>»
			marker «[/THINK]<think>»
			reasoning «b[/THINK][THINK]»
			marker «</think>»
			text «c»`, `¦[/THI¦`},
		{"array that is text", `[TOOLS] [` + ls + `]`, `text «[TOOLS] [{"name":"ls","arguments":{}}]»`, ""},
	})
	runText(t, Options{Format: format("mistral"), Tools: offered("rm")}, []textTest{
		{"unknown", `[TOOL_CALLS]ls[ARGS]{"a":1}`, `
			marker «[TOOL_CALLS]»
			failed 0 ls unknown-tool@14 «ls[» «ARGS]{"a":1}» after «{"a":1}» arguments {"a":1}`, ""},
		{"unknown, and broken", `[TOOL_CALLS]ls[ARGS]{x}`, `
			marker «[TOOL_CALLS]»
			failed 0 ls unknown-tool@14 «ls[» «ARGS]{x}» after «{»`, ""},
		{"unknown, and cut", `[TOOL_CALLS]ls[ARGS]{`, `
			marker «[TOOL_CALLS]»
			failed 0 ls unknown-tool@14 «ls[» «ARGS]{» after «{»
			incomplete`, ""},
		{"unknown, and cut behind the name", `[TOOL_CALLS]ls`, `
			marker «[TOOL_CALLS]»
			failed 0 ls truncated@14 «ls»
			incomplete`, ""},
		{"unknown, bare", `[TOOL_CALLS]ls[TOOL_CALLS]rm{}`, `
			marker «[TOOL_CALLS]»
			failed 0 ls unknown-tool@14 «ls[» of «ls» after «{}» arguments {}
			marker «[TOOL_CALLS]»
			call 1 rm {}`, ""},
	})
}

func TestNamedID(t *testing.T) {
	longest := strings.Repeat("i", maxName)
	runText(t, Options{Format: format("mistral")}, []textTest{
		{"id", `[TOOL_CALLS]ls[CALL_¦ID]a¦-B_9[AR¦GS]{}`, `
			marker «[TOOL_CALLS]»
			call 0 ls {} id=a-B_9`, `[TOOL_CALLS]ls[CALL_¦¦¦`},
		{"empty", `[TOOL_CALLS]ls[CALL_ID][ARGS]{}`, `
			marker «[TOOL_CALLS]»
			call 0 ls {}`, ""},
		{"longest", `[TOOL_CALLS]ls[CALL_ID]` + longest + `[ARGS]{}`, `
			marker «[TOOL_CALLS]»
			call 0 ls {} id=` + longest, ""},
		{"longer", `[TOOL_CALLS]ls[CALL_ID]` + longest + `i[ARGS]{} x`, `
			marker «[TOOL_CALLS]»
			failed 0 ls syntax@279 «ls[CALL_ID]` + longest + `i» «[ARGS]{}»
			marker « »
			text «x»`, ""},
		{"another byte", `[TOOL_CALLS]ls[CALL_ID]c.1[ARGS]{} x`, `
			marker «[TOOL_CALLS]»
			failed 0 ls syntax@24 «ls[CALL_ID]c.» «1[ARGS]{}»
			marker « »
			text «x»`, ""},
		{"no marker behind it", `[TOOL_CALLS]ls[CALL_ID]c1{} x`, `
			marker «[TOOL_CALLS]»
			failed 0 ls syntax@25 «ls[CALL_ID]c1{» «}»
			marker « »
			text «x»`, ""},
		{"broken marker behind it", `[TOOL_CALLS]ls[CALL_ID]c1[ARG]{} x`, `
			marker «[TOOL_CALLS]»
			failed 0 ls syntax@29 «ls[CALL_ID]c1[ARG]» «{}»
			marker « »
			text «x»`, ""},
		{"byte of an id in that marker", `[TOOL_CALLS]ls[CALL_ID]c1[A2[ARGS]{} x`, `
			marker «[TOOL_CALLS]»
			failed 0 ls syntax@27 «ls[CALL_ID]c1[A2» «[ARGS]{}»
			marker « »
			text «x»`, ""},
		{"cut", `[TOOL_CALLS]ls[CALL_ID]c1`, `
			marker «[TOOL_CALLS]»
			failed 0 ls truncated@25 «ls[CALL_ID]c1»
			incomplete`, ""},
		{"cut in the marker behind it", `[TOOL_CALLS]ls[CALL_ID]c1[AR`, `
			marker «[TOOL_CALLS]»
			failed 0 ls truncated@28 «ls[CALL_ID]c1[AR»
			incomplete`, ""},
	})
}

func TestNamedArguments(t *testing.T) {
	runText(t, Options{Format: format("mistral")}, []textTest{
		{"string", `[TOOL_CALLS]ls[ARGS]"{}" x {y} z`, `
			marker «[TOOL_CALLS]»
			failed 0 ls arguments@20 «ls[ARGS]"» «{}" x {y}»
			marker « »
			text «z»`, ""},
		{"null", `[TOOL_CALLS]ls[ARGS]null⏎[TOOL_CALLS]rm{}`, `
			marker «[TOOL_CALLS]»
			failed 0 ls arguments@20 «ls[ARGS]n» «ull⏎»
			marker «[TOOL_CALLS]»
			call 1 rm {}`, ""},
		{"opener on the next line", `[TOOL_CALLS]ls[ARGS]⏎ [TOOL_CALLS]rm{}`, `
			marker «[TOOL_CALLS]»
			failed 0 ls arguments@22 «ls[ARGS]⏎ [» of «ls[ARGS]⏎ »
			marker «[TOOL_CALLS]»
			call 1 rm {}`, ""},
		{"opener on the same line", `[TOOL_CALLS]ls[ARGS] [TOOL_CALLS]rm{}`, `
			marker «[TOOL_CALLS]»
			failed 0 ls arguments@21 «ls[ARGS] [» «TOOL_CALLS]rm{}»`, ""},
		{"number", `[TOOL_CALLS]ls[ARGS]-1[/TOOL_CALLS].`, `
			marker «[TOOL_CALLS]»
			failed 0 ls arguments@20 «ls[ARGS]-» «1»
			marker «[/TOOL_CALLS]»
			text «.»`, ""},
		{"no JSON", `[TOOL_CALLS]ls[ARGS]x}[/TOOL_CALLS].`, `
			marker «[TOOL_CALLS]»
			failed 0 ls syntax@20 «ls[ARGS]x» «}»
			marker «[/TOOL_CALLS]»
			text «.»`, ""},
		{"closing braces first", `[TOOL_CALLS]ls[ARGS]x}} {y} z`, `
			marker «[TOOL_CALLS]»
			failed 0 ls syntax@20 «ls[ARGS]x» «}} {y}»
			marker « »
			text «z»`, ""},
		{"broken", `[TOOL_CALLS]ls[ARGS]{"a":x, "b":{}}.`, `
			marker «[TOOL_CALLS]»
			failed 0 ls syntax@25 /a «ls[ARGS]{"a":x» «, "b":{}}» after «{"a":»
			text «.»`, ""},
		{"broken up to a closer", `[TOOL_CALLS]ls{"a":x[/TOOL_¦CALLS].`, `
			marker «[TOOL_CALLS]»
			failed 0 ls syntax@19 /a «ls{"a":x» after «{"a":»
			marker «[/TOOL_CALLS]»
			text «.»`, `[/TOOL_¦`},
		{"duplicate key", `[TOOL_CALLS]ls{"a":1,"a":2}.`, `
			marker «[TOOL_CALLS]»
			failed 0 ls duplicate-key@23 /a «ls{"a":1,"a"» «:2}» after «{"a":1,"a»
			text «.»`, ""},
		{"cut", `[TOOL_CALLS]ls[ARGS]{"a":"b`, `
			marker «[TOOL_CALLS]»
			failed 0 ls truncated@27 /a «ls[ARGS]{"a":"b» after «{"a":"b»
			incomplete`, ""},
		{"cut behind the marker", `[TOOL_CALLS]ls[ARGS] `, `
			marker «[TOOL_CALLS]»
			failed 0 ls truncated@21 «ls[ARGS] »
			incomplete`, ""},
		{"cut in the marker", `[TOOL_CALLS]ls[AR`, `
			marker «[TOOL_CALLS]»
			failed 0 ls truncated@17 «ls[AR»
			incomplete`, ""},
		{"cut behind the name", `[TOOL_CALLS]⏎l¦s`, `
			marker «[TOOL_CALLS]⏎»
			failed 0 ls truncated@15 «ls»
			incomplete`, `[TOOL_CALLS]⏎l¦[TOOL_CALLS]⏎ls`},
		{"cut in the next opener", `[TOOL_CALLS]ls[TOOL_`, `text «[TOOL_CALLS]ls[TOOL_»`, ""},
		{"cut in the first byte of a marker", `[TOOL_CALLS]ls[`, `
			marker «[TOOL_CALLS]»
			failed 0 ls truncated@15 «ls[»
			incomplete`, ""},
		{"cut in a character", "[TOOL_CALLS]ls{\"a\":\"\xe2\x82", `
			marker «[TOOL_CALLS]»
			failed 0 ls truncated@22 /a «ls{"a":"\xe2\x82» after «{"a":"\xe2\x82»
			incomplete`, ""},
	})
	runText(t, Options{Format: format("mistral"), MaxCall: 16, MaxDepth: 2}, []textTest{
		{"as long as it may be", `[TOOL_CALLS]ls[ARGS]{"a":1} .`, `
			marker «[TOOL_CALLS]»
			call 0 ls {"a":1}
			marker « »
			text «.»`, ""},
		{"longer", `[TOOL_CALLS]ls[ARGS]{"a":"bcd"} .`, `
			marker «[TOOL_CALLS]»
			failed 0 ls limit@28 /a «ls[ARGS]{"a":"bcd» «"}» after «{"a":"bc»
			marker « »
			text «.»`, ""},
		{"longer name", `[TOOL_CALLS]get_weather[ARGS]{} .`, `
			marker «[TOOL_CALLS]»
			failed 0 get_weather limit@28 «get_weather[ARGS]» «{}»
			marker « »
			text «.»`, ""},
		{"longer id", `[TOOL_CALLS]ls[CALL_ID]c12345678[ARGS]{} .`, `
			marker «[TOOL_CALLS]»
			failed 0 ls limit@28 «ls[CALL_ID]c12345» «678[ARGS]{}»
			marker « »
			text «.»`, ""},
		{"longer white space", `[TOOL_CALLS]ls[ARGS]          {} .`, `
			marker «[TOOL_CALLS]»
			failed 0 ls limit@28 «ls[ARGS]         » « {}»
			marker « »
			text «.»`, ""},
		{"deeper", `[TOOL_CALLS]ls{"a":[[]]} .`, `
			marker «[TOOL_CALLS]»
			failed 0 ls limit@20 /a/0 «ls{"a":[[» «]]}» after «{"a":[»
			marker « »
			text «.»`, ""},
	})
}
