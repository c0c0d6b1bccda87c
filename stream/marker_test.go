package stream

import (
	"strings"
	"testing"
)

var gap = strings.Repeat(" ", 64) // as long as white space behind an opener may be

func TestOpener(t *testing.T) {
	runText(t, Options{Format: format("hermes")}, []textTest{
		{"call", `Sure.¦<tool_¦call>¦⏎{"na¦me":"ls","arguments":{"a":1}¦}⏎¦</tool_¦call>⏎Done.`, `
			text «Sure.»
			marker «<tool_call>⏎»
			call 0 ls {"a":1}
			marker «⏎</tool_call>»
			text «⏎Done.»`, `¦<tool_¦<tool_call>¦¦¦¦</tool_¦`},
		{"talk of tags", `I use <tool_call>¦ tags, </tool_call> too. ` + ls, `text «I use <tool_call> tags, </tool_call> too. {"name":"ls","arguments":{}}»`, `<tool_call>¦`},
		{"beginning of an opener", `a <tool_¦box> <¦b> <tool_call`, `text «a <tool_box> <b> <tool_call»`, `<tool_¦<¦<tool_call`},
		{"opener behind an opener", `<tool_call><tool_call>` + ls, `
			text «<tool_call>»
			marker «<tool_call>»
			call 0 ls {}`, ""},
		{"closer behind an opener", `<tool_call></tool_call>`, `text «<tool_call></tool_call>»`, ""},
		{"64 bytes of white space", `<tool_call>` + gap + `¦` + ls, `
			marker «<tool_call>` + gap + `»
			call 0 ls {}`, `<tool_call>` + gap + `¦`},
		{"65 bytes of white space", `<tool_call>` + gap + `⏎¦` + ls, `text «<tool_call>` + gap + `⏎{"name":"ls","arguments":{}}»`, `¦`},
		{"name in another place", `<tool_call>⏎ls {"a":1}</tool_call>`, `text «<tool_call>⏎ls {"a":1}</tool_call>»`, ""},
		{"only an opener", `x<tool_call>¦⏎ `, `
			text «x»
			failed 0 - truncated@14 «<tool_call>⏎ »
			incomplete`, `<tool_call>¦<tool_call>⏎ `},
		{"opener and too much white space", `<tool_call> ` + gap, `text «<tool_call> ` + gap + `»`, ""},
		{"cut bracket", `<tool_call>[ ¦`, `text «<tool_call>[ »`, `<tool_call>[ ¦<tool_call>[ `},
		{"cut call", `<tool_call>{"name":"ls","argu¦`, `
			marker «<tool_call>»
			failed 0 ls truncated@29 «{"name":"ls","argu»
			incomplete`, `¦`},
		{"bare JSON", ls + ` {"a": [` + ls + `]}`, `text «{"name":"ls","arguments":{}} {"a": [{"name":"ls","arguments":{}}]}»`, ""},
	})
}

// A marker may begin with a character of several bytes.
func TestWideMarkers(t *testing.T) {
	row := *format("hermes")
	row.Name, row.Open, row.Close = "wide", []string{"«call»"}, []string{"«/call»"}
	runText(t, Options{Format: &row}, []textTest{
		{"call", "a «b» é \xc2¦«ca¦ll»" + ls + `«/ca¦ll» €`, `
			text «a «b» é \xc2»
			marker ««call»»
			call 0 ls {}
			marker ««/call»»
			text « €»`, `\xc2¦«ca¦«/ca¦`},
		{"beginnings", `«ca¦rd» ¼ «call»{x «/¦c} «¦`, `
			text ««card» ¼ »
			marker ««call»»
			failed 0 - syntax@21 «{x» « «/c}»
			marker « »
			text ««»`, `«ca¦«/¦«¦«`},
	})
}

// What an opener commits is a call, for good or ill.
func TestEnvelope(t *testing.T) {
	in := func(s string) string { return `<tool_call>` + s + `</tool_call>.` }
	runText(t, Options{Format: format("hermes")}, []textTest{
		{"no JSON", in(`{ls}`), `
			marker «<tool_call>»
			failed 0 - syntax@12 «{l» «s}»
			marker «</tool_call>»
			text «.»`, ""},
		{"empty", in(`{}`), `
			marker «<tool_call>»
			failed 0 - no-name@12 «{}»
			marker «</tool_call>»
			text «.»`, ""},
		{"no name", in(`{"arguments":{}}`), `
			marker «<tool_call>»
			failed 0 - no-name@26 «{"arguments":{}}» after «{}»
			marker «</tool_call>»
			text «.»`, ""},
		{"name of another type", in(`{"name":7,"arguments":{}}`), `
			marker «<tool_call>»
			failed 0 - no-name@19 «{"name":7» «,"arguments":{}}»
			marker «</tool_call>»
			text «.»`, ""},
		{"empty name", in(`{"name":"","arguments":{}}`), `
			marker «<tool_call>»
			failed 0 - no-name@20 «{"name":""» «,"arguments":{}}»
			marker «</tool_call>»
			text «.»`, ""},
		{"no arguments", in(`{"name":"ls"}`), `
			marker «<tool_call>»
			call 0 ls {} (empty-arguments@23)
			marker «</tool_call>»
			text «.»`, ""},
		{"no arguments and another member", in(`{"name":"ls","x":1}`), `
			marker «<tool_call>»
			failed 0 ls arguments@29 «{"name":"ls","x":1}»
			marker «</tool_call>»
			text «.»`, ""},
		{"arguments of another type", in(`{"name":"ls","arguments":[]}`), `
			marker «<tool_call>»
			failed 0 ls arguments@36 «{"name":"ls","arguments":[» «]}»
			marker «</tool_call>»
			text «.»`, ""},
		{"arguments of another type first", in(`{"arguments":1,"name":"ls"}`), `
			marker «<tool_call>»
			failed 0 - arguments@24 «{"arguments":1» «,"name":"ls"}»
			marker «</tool_call>»
			text «.»`, ""},
		{"arguments in a string", in(`{"arguments":"{\"a\":1}","name":"ls"}`), `
			marker «<tool_call>»
			call 0 ls {"a":1}
			marker «</tool_call>»
			text «.»`, ""},
		{"string of something else", in(`{"arguments":"no","name":"ls"}`), `
			marker «<tool_call>»
			failed 0 - arguments@25 «{"arguments":"n» «o","name":"ls"}»
			marker «</tool_call>»
			text «.»`, ""},
		{"null", in(`{"arguments":null,"name":"ls"}`), `
			marker «<tool_call>»
			call 0 ls {} (null-arguments@24)
			marker «</tool_call>»
			text «.»`, ""},
		{"id", in(`{"id":"c1","name":"ls","arguments":{}}`), `
			marker «<tool_call>»
			call 0 ls {} id=c1
			marker «</tool_call>»
			text «.»`, ""},
		{"two names", in(`{"name":"ls","name":"rm","arguments":{}}`), `
			marker «<tool_call>»
			failed 0 ls duplicate-key@29 «{"name":"ls","name"» «:"rm","arguments":{}}»
			marker «</tool_call>»
			text «.»`, ""},
		{"two sorts of arguments", in(`{"args":{},"arguments":{},"name":"ls"}`), `
			marker «<tool_call>»
			failed 0 - duplicate-key@32 «{"args":{},"arguments"» «:{},"name":"ls"}» after «{}»
			marker «</tool_call>»
			text «.»`, ""},
		{"definition", in(`{"name":"ls","description":"lists","parameters":{}}`), `
			marker «<tool_call>»
			failed 0 ls arguments@36 «{"name":"ls","description"» «:"lists","parameters":{}}»
			marker «</tool_call>»
			text «.»`, ""},
		{"markers in a string", in(`{"name":"say","arguments":{"text":"</tool_call><tool_call><|im_end|><think>"}}`), `
			marker «<tool_call>»
			call 0 say {"text":"</tool_call><tool_call><|im_end|><think>"}
			marker «</tool_call>»
			text «.»`, ""},
		{"markers in a name", in(`{"name":"</tool_call>","arguments":{}}`), `
			marker «<tool_call>»
			call 0 </tool_call> {}
			marker «</tool_call>»
			text «.»`, ""},
	})
	runText(t, Options{Format: format("hermes"), Tools: offered("rm")}, []textTest{
		{"unknown", in(`{"name":"ls","arguments":{"a":1}}`), `
			marker «<tool_call>»
			failed 0 ls unknown-tool@22 «{"name":"ls"» «,"arguments":{"a":1}}» after «{"a":1}» arguments {"a":1}
			marker «</tool_call>»
			text «.»`, ""},
		{"unknown, no arguments", in(`{"name":"ls"}`), `
			marker «<tool_call>»
			failed 0 ls unknown-tool@22 «{"name":"ls"» «}» after «{}» arguments {}
			marker «</tool_call>»
			text «.»`, ""},
		{"unknown, arguments null", in(`{"name":"ls","args":null}`), `
			marker «<tool_call>»
			failed 0 ls unknown-tool@22 «{"name":"ls"» «,"args":null}» after «{}» arguments {}
			marker «</tool_call>»
			text «.»`, ""},
		{"unknown, arguments in a string", in(`{"name":"ls","args":"{\"a\":1}"}`), `
			marker «<tool_call>»
			failed 0 ls unknown-tool@22 «{"name":"ls"» «,"args":"{\"a\":1}"}» after «{"a":1}» arguments {"a":1}
			marker «</tool_call>»
			text «.»`, ""},
		{"unknown, arguments of another type", in(`{"name":"ls","args":7}`), `
			marker «<tool_call>»
			failed 0 ls unknown-tool@22 «{"name":"ls"» «,"args":7}»
			marker «</tool_call>»
			text «.»`, ""},
		{"broken before the name", in(`{"arguments":{x},"name":"ls"}`), `
			marker «<tool_call>»
			failed 0 - syntax@25 «{"arguments":{x» «},"name":"ls"}» after «{»
			marker «</tool_call>»
			text «.»`, ""},
	})
	runText(t, Options{Format: format("hermes"), Tools: Tools{}}, []textTest{
		{"none offered", `<think>Hm</think>` + in(ls) + `<|im_end|>`, `
			marker «<think>»
			reasoning «Hm»
			marker «</think>»
			text «<tool_call>{"name":"ls","arguments":{}}</tool_call>.<|im_end|>»`, ""},
	})
	runText(t, Options{Format: format("hermes"), MaxCall: 24, MaxDepth: 2}, []textTest{
		{"longer than it may be", in(`{"name":"ls","arguments":{"a":1}}`), `
			marker «<tool_call>»
			failed 0 ls limit@35 «{"name":"ls","arguments":» «{"a":1}}»
			marker «</tool_call>»
			text «.»`, ""},
		{"deeper than it may be", in(`{"args":{"a":{}},"name":7}`), `
			marker «<tool_call>»
			failed 0 - limit@24 /a «{"args":{"a":{» «}},"name":7}» after «{"a":»
			marker «</tool_call>»
			text «.»`, ""},
	})
}

// A broken body ends with its own brace, or before the next marker outside of
// strings.
func TestBrokenBody(t *testing.T) {
	runText(t, Options{Format: format("hermes")}, []textTest{
		{"its own brace", `<tool_call>{x {}}¦} </tool_call>`, `
			marker «<tool_call>»
			failed 0 - syntax@12 «{x» « {}}»
			marker «} </tool_call>»`, ""},
		{"closer", `<tool_call>{x {¦</tool_¦call>` + ls, `
			marker «<tool_call>»
			failed 0 - syntax@12 «{x» « {»
			marker «</tool_call>»
			text «{"name":"ls","arguments":{}}»`, `¦</tool_¦`},
		{"opener", `<tool_call>{x {<tool_¦call>` + ls, `
			marker «<tool_call>»
			failed 0 - syntax@12 «{x» « {<tool_call>{"name":"ls","arguments":{}}»`, `¦`},
		{"opener on a line of its own", `<tool_call>{x {⏎<tool_¦call>` + ls, `
			marker «<tool_call>»
			failed 0 - syntax@12 «{x» « {⏎»
			marker «<tool_call>»
			call 1 ls {}`, `<tool_¦`},
		{"beginning of a closer", `<tool_call>{x </tool_¦box>}</tool_call>`, `
			marker «<tool_call>»
			failed 0 - syntax@12 «{x» « </tool_box>}»
			marker «</tool_call>»`, `</tool_¦`},
		{"closer in a string", `<tool_call>{x "</tool_call>\"</tool_call>"}</tool_call>.`, `
			marker «<tool_call>»
			failed 0 - syntax@12 «{x» « "</tool_call>\"</tool_call>"}»
			marker «</tool_call>»
			text «.»`, ""},
		{"closer at the guilty byte", `<tool_call>{</tool_call>.`, `
			marker «<tool_call>»
			failed 0 - syntax@12 «{<» of «{»
			marker «</tool_call>»
			text «.»`, ""},
		{"end of the turn is no end", `<tool_call>{x <|im_end|>}.`, `
			marker «<tool_call>»
			failed 0 - syntax@12 «{x» « <|im_end|>}»
			text «.»`, ""},
		{"reasoning is no end", `<tool_call>{x <think>}</tool_call></think>`, `
			marker «<tool_call>»
			failed 0 - syntax@12 «{x» « <think>}»
			marker «</tool_call>»
			text «</think>»`, ""},
		{"odd quote", `<tool_call>{"name":"say","arguments":{"text":"a "b"}}</tool_call><tool_call>` + ls, `
			marker «<tool_call>»
			failed 0 say syntax@49 «{"name":"say","arguments":{"text":"a "b» «"}}</tool_call><tool_call>{"name":"ls","arguments":{}}» after «{"text":"a "»`, ""},
		{"end in a marker", `<tool_call>{x </tool_`, `
			marker «<tool_call>»
			failed 0 - syntax@12 «{x» « </tool_»`, ""},
	})
}

// In most rows reasoning holds no calls; in some a call suspends it.
func TestCallsInReasoning(t *testing.T) {
	runText(t, Options{Format: format("hermes")}, []textTest{
		{"none", `<think>Hm <tool_call>` + ls + `</tool_call></think><tool_call>` + ls, `
			marker «<think>»
			reasoning «Hm <tool_call>{"name":"ls","arguments":{}}</tool_call>»
			marker «</think><tool_call>»
			call 0 ls {}`, ""},
	})
	row := *format("hermes")
	row.Name, row.CallsInReasoning = "thinking", true
	runText(t, Options{Format: &row}, []textTest{
		{"call", `<think>Hm <tool_¦call>` + ls + `</tool_call> so</tool_call></think>x`, `
			marker «<think>»
			reasoning «Hm »
			marker «<tool_call>»
			call 0 ls {}
			marker «</tool_call>»
			reasoning « so</tool_call>»
			marker «</think>»
			text «x»`, `<tool_¦`},
		{"talk of tags", `<think>a <tool_call> tag<|im_end|>¦</think>x`, `
			marker «<think>»
			reasoning «a <tool_call> tag<|im_end|>»
			marker «</think>»
			text «x»`, ""},
		{"close marker behind a call", `<think><tool_call>` + ls + `⏎</think>x`, `
			marker «<think><tool_call>»
			call 0 ls {}
			marker «⏎</think>»
			text «x»`, ""},
		{"close marker in a call", `<think><tool_call>{"name":"say","arguments":{"text":"</think>"}} x</think>`, `
			marker «<think><tool_call>»
			call 0 say {"text":"</think>"}
			marker « »
			reasoning «x»
			marker «</think>»`, ""},
		{"only an opener", `<think><tool_call>`, `
			marker «<think>»
			failed 0 - truncated@18 «<tool_call>»
			incomplete`, ""},
		{"failed call", `<think><tool_call>{x</tool_call>y</think>`, `
			marker «<think><tool_call>»
			failed 0 - syntax@19 «{x»
			marker «</tool_call>»
			reasoning «y»
			marker «</think>»`, ""},
	})
	runText(t, Options{Format: &row, InReasoning: true}, []textTest{
		{"starts inside", `Hm <tool_call>` + ls + `</tool_call></think>x`, `
			reasoning «Hm »
			marker «<tool_call>»
			call 0 ls {}
			marker «</tool_call></think>»
			text «x»`, ""},
	})
	runText(t, Options{Format: &row, Tools: Tools{}}, []textTest{
		{"none offered", `<think><tool_call>` + ls + `</think>`, `
			marker «<think>»
			reasoning «<tool_call>{"name":"ls","arguments":{}}»
			marker «</think>»`, ""},
	})
}
