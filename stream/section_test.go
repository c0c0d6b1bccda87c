package stream

import "testing"

func TestSection(t *testing.T) {
	runText(t, Options{Format: format("hermes")}, []textTest{
		{"calls", `<tool_call>¦[¦ {¦"name":"ls","arguments":{}}, ` + ls + `⏎]⏎</tool_call>.`, `
			marker «<tool_call>[ »
			call 0 ls {}
			marker «, »
			call 1 ls {}
			marker «⏎]⏎</tool_call>»
			text «.»`, `<tool_call>¦<tool_call>[¦¦`},
		{"empty", `<tool_call> [ ¦]</tool_call>.`, `
			marker «<tool_call> [ ]</tool_call>»
			text «.»`, `<tool_call> [ ¦`},
		{"no array of objects", `<tool_call>[¦1]</tool_call>`, `text «<tool_call>[1]</tool_call>»`, `<tool_call>[¦`},
		{"64 bytes of white space in all", `<tool_call> [` + gap[1:] + `]`, `marker «<tool_call> [` + gap[1:] + `]»`, ""},
		{"65 bytes of white space in all", `<tool_call> [` + gap + `]`, `text «<tool_call> [` + gap + `]»`, ""},
		{"65 bytes of white space at the end", `<tool_call> [` + gap, `text «<tool_call> [` + gap + `»`, ""},
		{"no commas", `<tool_call>[` + ls + ls + `,,]`, `
			marker «<tool_call>[»
			call 0 ls {}
			call 1 ls {}
			marker «,,]»`, ""},
		{"broken element", `<tool_call>[{x}, ` + ls + `]</tool_call>`, `
			marker «<tool_call>[»
			failed 0 - syntax@13 «{x» «}»
			marker «, »
			call 1 ls {}
			marker «]</tool_call>»`, ""},
		{"element that is no call", `<tool_call>[{"x":{"name":"rm","arguments":{}}}, ` + ls + `]`, `
			marker «<tool_call>[»
			failed 0 - no-name@45 «{"x":{"name":"rm","arguments":{}}}»
			marker «, »
			call 1 ls {}
			marker «]»`, ""},
		{"something else", `<tool_call>[` + ls + `,nu¦ll, ` + ls + `]`, `
			marker «<tool_call>[»
			call 0 ls {}
			marker «,»
			failed 1 - syntax@41 «n» «ull»
			marker «, »
			call 2 ls {}
			marker «]»`, ""},
		{"array in it", `<tool_call>[` + ls + `, [` + ls + `], ` + ls + `]`, `
			marker «<tool_call>[»
			call 0 ls {}
			marker «, »
			failed 1 - syntax@42 «[»
			call 2 ls {}
			marker «]»
			text «, {"name":"ls","arguments":{}}]»`, ""},
		{"string with a comma", `<tool_call>[{},"a,]{", ` + ls + `]`, `
			marker «<tool_call>[»
			failed 0 - no-name@13 «{}»
			marker «,»
			failed 1 - syntax@15 «"» «a,]{"»
			marker «, »
			call 2 ls {}
			marker «]»`, ""},
		{"word and an object", `<tool_call>[{},x ` + ls + `]`, `
			marker «<tool_call>[»
			failed 0 - no-name@13 «{}»
			marker «,»
			failed 1 - syntax@15 «x» « »
			call 2 ls {}
			marker «]»`, ""},
		{"closing brace", `<tool_call>[{}}, ` + ls + `]`, `
			marker «<tool_call>[»
			failed 0 - no-name@13 «{}»
			failed 1 - syntax@14 «}»
			marker «, »
			call 2 ls {}
			marker «]»`, ""},
		{"closer", `<tool_call>[` + ls + `, ¦</tool_¦call>, ` + ls, `
			marker «<tool_call>[»
			call 0 ls {}
			marker «, </tool_call>»
			text «, {"name":"ls","arguments":{}}»`, `¦</tool_¦`},
		{"opener", `<tool_call>[` + ls + `, <tool_call>` + ls + `]`, `
			marker «<tool_call>[»
			call 0 ls {}
			marker «, <tool_call>»
			call 1 ls {}
			marker «]»`, ""},
		{"opener that is text", `<tool_call>[` + ls + `, <tool_call>!]`, `
			marker «<tool_call>[»
			call 0 ls {}
			marker «, »
			text «<tool_call>!]»`, ""},
		{"beginning of a closer", `<tool_call>[` + ls + `, </tool_¦box>, ` + ls + `]`, `
			marker «<tool_call>[»
			call 0 ls {}
			marker «, »
			failed 1 - syntax@42 «<» «/tool_box>»
			marker «, »
			call 2 ls {}
			marker «]»`, `</tool_¦`},
		{"closer behind something else", `<tool_call>[{}, x</tool_call>.`, `
			marker «<tool_call>[»
			failed 0 - no-name@13 «{}»
			marker «, »
			failed 1 - syntax@16 «x»
			marker «</tool_call>»
			text «.»`, ""},
		{"end", `<tool_call>[` + ls + `, `, `
			marker «<tool_call>[»
			call 0 ls {}
			marker «, »`, ""},
		{"end in a marker", `<tool_call>[` + ls + `, </tool`, `
			marker «<tool_call>[»
			call 0 ls {}
			marker «, »
			failed 1 - syntax@42 «<» «/tool»`, ""},
		{"end in something else", `<tool_call>[{},nul`, `
			marker «<tool_call>[»
			failed 0 - no-name@13 «{}»
			marker «,»
			failed 1 - syntax@15 «n» «ul»`, ""},
		{"end in an element", `<tool_call>[` + ls + `,{"name"`, `
			marker «<tool_call>[»
			call 0 ls {}
			marker «,»
			failed 1 - truncated@48 «{"name"»
			incomplete`, ""},
	})
}

// A closer is a marker only where nothing but white space stands between it
// and a call, an error or a marker of its format.
func TestBehindBody(t *testing.T) {
	runText(t, Options{Format: format("hermes")}, []textTest{
		{"text without a closer", `<tool_call>` + ls + `⏎ Done.</tool_call>`, `
			marker «<tool_call>»
			call 0 ls {}
			marker «⏎ »
			text «Done.</tool_call>»`, ""},
		{"beginning of a closer", `<tool_call>` + ls + ` </tool_¦box>`, `
			marker «<tool_call>»
			call 0 ls {}
			marker « »
			text «</tool_box>»`, `</tool_¦`},
		{"beginning of a closer at the end", `<tool_call>` + ls + ` </tool_`, `
			marker «<tool_call>»
			call 0 ls {}
			marker « »
			text «</tool_»`, ""},
		{"opener", `<tool_call>` + ls + `⏎<tool_call>` + ls, `
			marker «<tool_call>»
			call 0 ls {}
			marker «⏎<tool_call>»
			call 1 ls {}`, ""},
		{"opener that is text", `<tool_call>` + ls + `⏎<tool_call>!`, `
			marker «<tool_call>»
			call 0 ls {}
			marker «⏎»
			text «<tool_call>!»`, ""},
		{"two closers", `<tool_call>` + ls + `</tool_call>⏎</tool_call>⏎x⏎</tool_call>`, `
			marker «<tool_call>»
			call 0 ls {}
			marker «</tool_call>»
			text «⏎»
			marker «</tool_call>»
			text «⏎x⏎</tool_call>»`, ""},
		{"end of the turn", `<tool_call>` + ls + `<|im_¦end|>⏎</tool_call>`, `
			marker «<tool_call>»
			call 0 ls {}
			marker «<|im_end|>⏎</tool_call>»`, `<|im_¦`},
		{"end of the turn in text", `Hm.<|im_end|>¦⏎<|endof¦text|> ` + ls, `
			text «Hm.»
			marker «<|im_end|>»
			text «⏎»
			marker «<|endoftext|>»
			text « {"name":"ls","arguments":{}}»`, `¦<|endof¦`},
		{"closer behind the end of the turn", `Hm.<|im_end|> </tool_call>`, `
			text «Hm.»
			marker «<|im_end|>»
			text « »
			marker «</tool_call>»`, ""},
		{"closer behind reasoning", `<tool_call>` + ls + `<think></think></tool_call>`, `
			marker «<tool_call>»
			call 0 ls {}
			marker «<think></think>»
			text «</tool_call>»`, ""},
		{"closer at the start", `</tool_call>`, `text «</tool_call>»`, ""},
		{"array's bracket", `<tool_call>` + ls + `]</tool_call>`, `
			marker «<tool_call>»
			call 0 ls {}
			marker «]</tool_call>»`, ""},
	})
}

// Where the closer can't be missing, another byte after the body takes the
// call back.
func TestMustClose(t *testing.T) {
	row := *format("hermes")
	row.Name, row.MustClose = "strict", true
	runText(t, Options{Format: &row}, []textTest{
		{"closer", `<tool_call>` + ls + `⏎</tool_call>x`, `
			marker «<tool_call>»
			call 0 ls {}
			marker «⏎</tool_call>»
			text «x»`, ""},
		{"another byte", `<tool_call>` + ls + ` }!¦}</tool_¦call>x`, `
			marker «<tool_call>»
			call 0 ls {}
			marker « }»
			conflict 0 ls trailing@41 «!}»
			marker «</tool_call>»
			text «x»`, ""},
		{"up to an opener", `<tool_call>` + ls + `"<tool_call>` + ls, `
			marker «<tool_call>»
			call 0 ls {}
			conflict 0 ls trailing@39 «"»
			marker «<tool_call>»
			call 1 ls {}`, ""},
		{"up to the end", `<tool_call>` + ls + `, ` + ls + ` <tool_`, `
			marker «<tool_call>»
			call 0 ls {}
			conflict 0 ls trailing@39 «, {"name":"ls","arguments":{}} <tool_»`, ""},
		{"once", `<tool_call>` + ls + `x<tool_call>! }`, `
			marker «<tool_call>»
			call 0 ls {}
			conflict 0 ls trailing@39 «x»
			text «<tool_call>! }»`, ""},
		{"beginning of a closer", `<tool_call>` + ls + `</tool_¦box></tool_call>`, `
			marker «<tool_call>»
			call 0 ls {}
			conflict 0 ls trailing@39 «</tool_box>»
			marker «</tool_call>»`, ""},
		{"last of an array", `<tool_call>[` + ls + `,{"id":"c2","name":"rm","arguments":{}}] x</tool_call>`, `
			marker «<tool_call>[»
			call 0 ls {}
			marker «,»
			call 1 rm {} id=c2
			marker «] »
			conflict 1 rm trailing@81 «x»
			marker «</tool_call>»`, ""},
		{"call that failed", `<tool_call>{"name":"ls"x} x</tool_call>.`, `
			marker «<tool_call>»
			failed 0 ls syntax@23 «{"name":"ls"x» «}»
			marker « »
			conflict 0 ls trailing@26 «x»
			marker «</tool_call>»
			text «.»`, ""},
		{"no call", `<tool_call>[] x</tool_call>`, `
			marker «<tool_call>[] »
			text «x</tool_call>»`, ""},
		{"no call of its own", `<tool_call>` + ls + `</tool_call><tool_call>[] x</tool_call>`, `
			marker «<tool_call>»
			call 0 ls {}
			marker «</tool_call><tool_call>[] »
			text «x</tool_call>»`, ""},
		{"end of the turn", `<tool_call>` + ls + `<|im_end|>`, `
			marker «<tool_call>»
			call 0 ls {}
			marker «<|im_end|>»`, ""},
		{"cut", `<tool_call>` + ls + ` `, `
			marker «<tool_call>»
			call 0 ls {}
			marker « »`, ""},
	})
}
