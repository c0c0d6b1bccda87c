package stream

import "testing"

func TestFenceOpens(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"call in a fence", `Sure.⏎¦ˋˋ¦ˋjson¦⏎¦{"na¦me":"ls","arguments":{}}⏎ˋ¦ˋˋ¦⏎Done.`, `
			text «Sure.⏎»
			marker «ˋˋˋjson⏎»
			call 0 ls {}
			marker «⏎ˋˋˋ»
			text «⏎Done.»`, `¦ˋˋ¦ˋˋˋjson¦ˋˋˋjson⏎¦ˋˋˋjson⏎{"na¦ˋ¦¦`},
		{"tildes", `~~~~⏎` + ls + `⏎~~~~~⏎`, `
			marker «~~~~⏎»
			call 0 ls {}
			marker «⏎~~~~~»
			text «⏎»`, ""},
		{"two backticks", `ˋˋ⏎` + ls + `⏎ˋˋ`, `
			text «ˋˋ⏎»
			call 0 ls {}
			text «⏎ˋˋ»`, ""},
		{"indented", "x⏎ \tˋˋˋ⏎" + ls + `⏎  ˋˋˋ`, `
			text «x⏎ \t»
			marker «ˋˋˋ⏎»
			call 0 ls {}
			marker «⏎  ˋˋˋ»`, ""},
		{"in the middle of a line", `x ˋˋˋ⏎` + ls + `⏎ˋˋˋ`, `
			text «x ˋˋˋ⏎»
			call 0 ls {}
			text «⏎ˋˋˋ»`, ""},
		{"backtick in the info line", `ˋˋˋxˋ⏎ˋˋˋ⏎` + ls + `⏎ˋˋˋ`, `
			text «ˋˋˋxˋ⏎»
			marker «ˋˋˋ⏎»
			call 0 ls {}
			marker «⏎ˋˋˋ»`, ""},
		{"backtick in the info line of tildes", `~~~xˋ⏎ˋˋˋ⏎` + ls + `⏎~~~`, `
			text «~~~xˋ⏎ˋˋˋ⏎»
			call 0 ls {}
			text «⏎~~~»`, ""},
		{"inline code", `ˋˋˋls -lˋˋˋ and¦ ˋˋˋ⏎` + ls, `
			text «ˋˋˋls -lˋˋˋ and ˋˋˋ⏎»
			call 0 ls {}`, ""},
		{"backtick in an object of the info line", `ˋˋˋ{"x":"ˋ"}⏎ˋˋˋ⏎ˋˋˋ⏎` + ls, `
			text «ˋˋˋ{"x":"ˋ"}⏎ˋˋˋ⏎»
			marker «ˋˋˋ⏎»
			call 0 ls {}`, ""},
		{"info line that ends in an object", `ˋˋˋ{"x":⏎1} ˋ⏎ˋˋˋ⏎ˋˋˋ⏎` + ls, `
			text «ˋˋˋ{"x":⏎1} ˋ⏎ˋˋˋ⏎»
			marker «ˋˋˋ⏎»
			call 0 ls {}`, ""},
		{"info line that ends in a broken object", `ˋˋˋ{"x":1 2⏎} ˋ⏎ˋˋˋ⏎ˋˋˋ⏎` + ls, `
			text «ˋˋˋ{"x":1 2⏎} ˋ⏎ˋˋˋ⏎»
			marker «ˋˋˋ⏎»
			call 0 ls {}`, ""},
		{"info line that ends in a call", `ˋˋˋ{"name":"ls",⏎"arguments":{}} ˋ⏎ˋˋˋ⏎ˋˋˋ⏎` + ls, `
			text «ˋˋˋ»
			call 0 ls {}
			text « ˋ⏎ˋˋˋ⏎»
			marker «ˋˋˋ⏎»
			call 1 ls {}`, ""},
		{"fence inside a fence", `ˋˋˋˋ⏎ˋˋˋ⏎` + ls + `⏎ˋˋˋ⏎ˋˋˋˋ⏎`, `
			text «ˋˋˋˋ⏎ˋˋˋ⏎»
			call 0 ls {}
			text «⏎ˋˋˋ⏎ˋˋˋˋ⏎»`, ""},
	})
}

// A fence's opener is a marker if a call follows it, and text otherwise.
func TestFenceIsOurs(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"info of 24 bytes", "ˋˋˋ c++ v2_tool-calls 123\r⏎" + ls, `
			marker «ˋˋˋ c++ v2_tool-calls 123\r⏎»
			call 0 ls {}`, ""},
		{"info of 25 bytes", `ˋˋˋabcdefghijklmnopqrstuvwxy¦⏎` + ls, `
			text «ˋˋˋabcdefghijklmnopqrstuvwxy⏎»
			call 0 ls {}`, `¦`},
		{"info with another byte", `ˋˋˋjs.¦⏎` + ls, `
			text «ˋˋˋjs.⏎»
			call 0 ls {}`, `¦`},
		{"white space behind it", "ˋˋˋ⏎¦⏎ \t¦" + ls + `⏎ˋˋˋ`, `
			marker «ˋˋˋ⏎⏎ \t»
			call 0 ls {}
			marker «⏎ˋˋˋ»`, `ˋˋˋ⏎¦ˋˋˋ⏎⏎ \t¦`},
		{"no line feed", `ˋˋˋjson {"name":"ls","arguments":{}}⏎ˋˋˋ`, `
			text «ˋˋˋjson »
			call 0 ls {}
			text «⏎ˋˋˋ»`, ""},
		{"array", `ˋˋˋ⏎¦[¦ ` + ls + `,⏎` + ls + `⏎]⏎ˋˋˋ.`, `
			marker «ˋˋˋ⏎[ »
			call 0 ls {}
			marker «,⏎»
			call 1 ls {}
			marker «⏎]⏎ˋˋˋ»
			text «.»`, `ˋˋˋ⏎¦ˋˋˋ⏎[¦`},
		{"call that fails", `ˋˋˋ⏎{"name":"ls","arguments":{x}}⏎ˋˋˋ.`, `
			marker «ˋˋˋ⏎»
			failed 0 ls syntax@30 «{"name":"ls","arguments":{x» «}}» after «{»
			marker «⏎ˋˋˋ»
			text «.»`, ""},
		{"object that is no call", `ˋˋˋjson⏎{"x":1}⏎ˋˋˋ⏎` + ls, `
			text «ˋˋˋjson⏎{"x":1}⏎ˋˋˋ⏎»
			call 0 ls {}`, ""},
		{"array of something else", `ˋˋˋ⏎[{"x":1}]⏎ˋˋˋ`, `text «ˋˋˋ⏎[{"x":1}]⏎ˋˋˋ»`, ""},
		{"brace that opens nothing", `ˋˋˋ⏎{x}⏎ˋˋˋ`, `text «ˋˋˋ⏎{x}⏎ˋˋˋ»`, ""},
		{"bracket and text", `ˋˋˋ⏎[x]⏎ˋˋˋ`, `text «ˋˋˋ⏎[x]⏎ˋˋˋ»`, ""},
		{"text before the call", `ˋˋˋ⏎# ` + ls + `⏎ˋˋˋ.`, `
			text «ˋˋˋ⏎# »
			call 0 ls {}
			text «⏎ˋˋˋ.»`, ""},
		{"array in braces", `{x:⏎ˋˋˋ⏎[` + ls + `]⏎ˋˋˋ`, `text «{x:⏎ˋˋˋ⏎[{"name":"ls","arguments":{}}]⏎ˋˋˋ»`, ""},
		{"blank line in what is held", `{x:⏎ˋˋˋ⏎⏎[` + ls + `]⏎ˋˋˋ`, `
			text «{x:⏎»
			marker «ˋˋˋ⏎⏎[»
			call 0 ls {}
			marker «]⏎ˋˋˋ»`, ""},
		{"empty", `ˋˋˋ⏎ˋˋˋ⏎` + ls, `
			text «ˋˋˋ⏎ˋˋˋ⏎»
			call 0 ls {}`, ""},
		{"reasoning", `ˋˋˋ⏎<think>x⏎ˋˋˋ⏎</think>⏎ˋˋˋ⏎` + ls, `
			text «ˋˋˋ⏎»
			marker «<think>»
			reasoning «x⏎ˋˋˋ⏎»
			marker «</think>»
			text «⏎ˋˋˋ⏎»
			call 0 ls {}`, ""},
	})
}

func TestFenceCloses(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"on any column behind a call", `ˋˋˋ⏎` + ls + ` ˋˋ¦ˋ x`, `
			marker «ˋˋˋ⏎»
			call 0 ls {}
			marker « ˋˋˋ»
			text « x»`, `ˋˋ¦`},
		{"longer run", `ˋˋˋ⏎` + ls + `ˋˋˋ¦ˋˋ¦x`, `
			marker «ˋˋˋ⏎»
			call 0 ls {}
			marker «ˋˋˋˋˋ»
			text «x»`, `¦¦`},
		{"shorter run", `ˋˋˋˋ⏎` + ls + `ˋˋˋ⏎ˋˋˋˋ⏎x`, `
			marker «ˋˋˋˋ⏎»
			call 0 ls {}
			text «ˋˋˋ⏎»
			marker «ˋˋˋˋ»
			text «⏎x»`, ""},
		{"another character", `ˋˋˋ⏎` + ls + `⏎~~~⏎ˋˋˋ`, `
			marker «ˋˋˋ⏎»
			call 0 ls {}
			marker «⏎»
			text «~~~⏎»
			marker «ˋˋˋ»`, ""},
		{"text behind the call", `ˋˋˋ⏎` + ls + `⏎# ˋˋˋ⏎ˋˋˋ⏎x`, `
			marker «ˋˋˋ⏎»
			call 0 ls {}
			marker «⏎»
			text «# ˋˋˋ⏎»
			marker «ˋˋˋ»
			text «⏎x»`, ""},
		{"two calls", `ˋˋˋ⏎` + ls + `⏎` + ls + `⏎ˋˋˋ`, `
			marker «ˋˋˋ⏎»
			call 0 ls {}
			marker «⏎»
			call 1 ls {}
			marker «⏎ˋˋˋ»`, ""},
		{"array's end", `ˋˋˋ⏎[` + ls + ` ] ˋˋˋ`, `
			marker «ˋˋˋ⏎[»
			call 0 ls {}
			marker « ] ˋˋˋ»`, ""},
		{"directly behind an element", `ˋˋˋ⏎[` + ls + ` ˋˋˋ, ` + ls + `]`, `
			marker «ˋˋˋ⏎[»
			call 0 ls {}
			marker « ˋˋˋ»
			text «, »
			call 1 ls {}
			text «]»`, ""},
		{"behind an array's comma", `ˋˋˋ⏎[` + ls + `, ˋˋˋ⏎ˋˋˋ`, `
			marker «ˋˋˋ⏎[»
			call 0 ls {}
			marker «, »
			text «ˋˋˋ⏎»
			marker «ˋˋˋ»`, ""},
		{"text's fence", `ˋˋˋ⏎x⏎ ˋˋˋˋ y⏎ˋˋˋ⏎` + ls, `
			text «ˋˋˋ⏎x⏎ ˋˋˋˋ y⏎»
			marker «ˋˋˋ⏎»
			call 0 ls {}`, ""},
		{"run that is too short for text's fence", `ˋˋˋˋ⏎x⏎ˋˋˋ⏎ˋˋˋˋ⏎ˋˋˋ⏎` + ls, `
			text «ˋˋˋˋ⏎x⏎ˋˋˋ⏎ˋˋˋˋ⏎»
			marker «ˋˋˋ⏎»
			call 0 ls {}`, ""},
		{"open at the end", `ˋˋˋ⏎` + ls + `⏎`, `
			marker «ˋˋˋ⏎»
			call 0 ls {}
			marker «⏎»`, ""},
		{"cut run at the end", `ˋˋˋ⏎` + ls + `⏎ˋˋ`, `
			marker «ˋˋˋ⏎»
			call 0 ls {}
			marker «⏎»
			text «ˋˋ»`, ""},
	})
}

// In an open fence a broken object ends before the run that closes it; else
// what stands after the fence would belong to it.
func TestFenceEndsBroken(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"object", `ˋˋˋ⏎{"x":1 2⏎ ˋˋ¦ˋ⏎` + ls, `
			text «ˋˋˋ⏎{"x":1 2⏎ ˋˋˋ⏎»
			call 0 ls {}`, `ˋˋ¦`},
		{"call", `ˋˋˋ⏎{"name":"ls","arguments":{x⏎ˋˋ¦ˋ⏎` + ls, `
			marker «ˋˋˋ⏎»
			failed 0 ls syntax@30 «{"name":"ls","arguments":{x» «⏎» after «{»
			marker «ˋˋˋ»
			text «⏎»
			call 1 ls {}`, `ˋˋ¦`},
		{"run in a string", `ˋˋˋ⏎{"name":"ls","arguments":{x "⏎ˋˋˋ⏎"}}⏎ˋˋˋ.`, `
			marker «ˋˋˋ⏎»
			failed 0 ls syntax@30 «{"name":"ls","arguments":{x» « "⏎ˋˋˋ⏎"}}» after «{»
			marker «⏎ˋˋˋ»
			text «.»`, ""},
		{"shorter run", `ˋˋˋˋ⏎{"x":1 2⏎ˋˋˋ⏎}⏎ˋˋˋˋ⏎` + ls, `
			text «ˋˋˋˋ⏎{"x":1 2⏎ˋˋˋ⏎}⏎ˋˋˋˋ⏎»
			call 0 ls {}`, ""},
		{"run in the middle of a line", `ˋˋˋ⏎{"x":1 2⏎,ˋˋˋ⏎}⏎ˋˋˋ⏎` + ls, `
			text «ˋˋˋ⏎{"x":1 2⏎,ˋˋˋ⏎}⏎ˋˋˋ⏎»
			call 0 ls {}`, ""},
		{"no fence", `{"x":1 2⏎ˋˋˋ⏎} ` + ls, `
			text «{"x":1 2⏎ˋˋˋ⏎} »
			call 0 ls {}`, ""},
		{"end in a run", `ˋˋˋ⏎{"name":"ls","arguments":{x⏎ˋˋ`, `
			marker «ˋˋˋ⏎»
			failed 0 ls syntax@30 «{"name":"ls","arguments":{x» «⏎ˋˋ» after «{»`, ""},
		{"object that is whole", "ˋˋˋ⏎{\"x\":⏎ˋˋˋ⏎" + ls, `
			text «ˋˋˋ⏎{"x":⏎ˋˋˋ⏎»
			call 0 ls {}`, ""},
	})
}
