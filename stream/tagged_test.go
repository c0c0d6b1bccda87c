package stream

import (
	"strings"
	"testing"
)

func TestTagged(t *testing.T) {
	longest := strings.Repeat("n", maxName)
	runText(t, Options{Format: format("qwen3_coder")}, []textTest{
		{"call", `Sure.⏎<tool_¦call>⏎<func¦tion=l¦s>⏎<para¦meter=pa¦th>⏎/t¦mp⏎</para¦meter>⏎</func¦tion>⏎</tool_call>⏎Done.`, `
			text «Sure.⏎»
			marker «<tool_call>⏎»
			call 0 ls {"path":"/tmp"}
			marker «⏎</tool_call>»
			text «⏎Done.»`, `<tool_¦<tool_call>⏎<func¦¦¦¦¦¦¦`},
		{"inline", `<tool_call><function=ls><parameter=a>1</parameter><parameter=b></parameter></function></tool_call>`, `
			marker «<tool_call>»
			call 0 ls {"a":"1","b":""}
			marker «</tool_call>»`, ""},
		{"no parameters", `<tool_call><function=ls> ⏎</function>`, `
			marker «<tool_call>»
			call 0 ls {}`, ""},
		{"two in a block", `<tool_call><function=ls></function>⏎<function=rm></function></tool_call>.`, `
			marker «<tool_call>»
			call 0 ls {}
			marker «⏎»
			call 1 rm {}
			marker «</tool_call>»
			text «.»`, ""},
		{"no opener", `x <function=l¦s></function></tool_call>y`, `
			text «x »
			call 0 ls {}
			marker «</tool_call>»
			text «y»`, `<function=l¦`},
		{"opener of something else", `<tool_call>ls</tool_call>`, `text «<tool_call>ls</tool_call>»`, ""},
		{"half an inner opener", `<tool_call> <func¦tor>`, `text «<tool_call> <functor>»`, `<tool_call> <func¦`},
		{"half an inner opener at the end", `<tool_call><function`, `text «<tool_call><function»`, ""},
		{"64 bytes of white space", `<tool_call>` + gap + `<function=ls></function>`, `
			marker «<tool_call>` + gap + `»
			call 0 ls {}`, ""},
		{"65 bytes of white space", `<tool_call>⏎` + gap + `<function=ls></function>`, `
			text «<tool_call>⏎` + gap + `»
			call 0 ls {}`, ""},
		{"name and key as written", `<function=" l's><parameter= "é" >x</parameter></function>`, `call 0 " l's {" \"é\" ":"x"}`, ""},
		{"white space between", `<function=ls>` + gap + `⏎⏎<parameter=a>x</parameter>` + gap + `</function>`, `call 0 ls {"a":"x"}`, ""},
		{"longest name and key", `<function=` + longest + `><parameter=` + longest + `>x</parameter></function>`, `call 0 ` + longest + ` {"` + longest + `":"x"}`, ""},
		{"only an opener", `<tool_call>⏎`, `
			failed 0 - truncated@12 «<tool_call>⏎»
			incomplete`, ""},
		{"end of the turn", `<function=ls></function><|im_end|>⏎<function=rm></function>`, `
			call 0 ls {}
			marker «<|im_end|>⏎»
			call 1 rm {}`, ""},
	})
	runText(t, Options{Format: format("qwen3_coder"), InReasoning: true}, []textTest{
		{"in reasoning", `Hm <tool_call><function=ls></function></tool_call> so</think>x`, `
			reasoning «Hm »
			marker «<tool_call>»
			call 0 ls {}
			marker «</tool_call>»
			reasoning « so»
			marker «</think>»
			text «x»`, ""},
		{"no opener in reasoning", `Hm <function=ls></function></think><function=ls></function>`, `
			reasoning «Hm <function=ls></function>»
			marker «</think>»
			call 0 ls {}`, ""},
	})
	runText(t, Options{Format: format("qwen3_coder"), Tools: Tools{}}, []textTest{
		{"none offered", `<tool_call><function=ls></function></tool_call>`, `text «<tool_call><function=ls></function></tool_call>»`, ""},
	})
}

// A call without its opener is a call if its tool is offered.
func TestTaggedWithoutOpener(t *testing.T) {
	longest := strings.Repeat("n", maxName)
	runText(t, Options{Format: format("qwen3_coder"), Tools: offered("ls")}, []textTest{
		{"offered", `x<function=ls></function>`, `
			text «x»
			call 0 ls {}`, ""},
		{"unknown", `<function=rm></function><function=ls></function>`, `
			text «<function=rm></function>»
			call 0 ls {}`, ""},
		{"unknown behind a call", `<function=ls></function><function=rm></function>`, `
			call 0 ls {}
			failed 1 rm unknown-tool@36 «<function=rm>» «</function>» after «{}» arguments {}`, ""},
		{"no name", `<function=></function>`, `text «<function=></function>»`, ""},
		{"line feed in the name", `<function=l⏎s></function>`, `text «<function=l⏎s></function>»`, ""},
		{"opener in the name", `<function=l<function=ls></function>`, `
			text «<function=l»
			call 0 ls {}`, ""},
		{"cut name", `<function=l¦`, `text «<function=l»`, `<function=l¦<function=l`},
	})
	runText(t, Options{Format: format("qwen3_coder")}, []textTest{
		{"longer name", `<function=` + longest + `n></function>`, `text «<function=` + longest + `n></function>»`, ""},
		{"line feed in any name", `<function=l⏎s></function>`, `text «<function=l⏎s></function>»`, ""},
		{"name that is no UTF-8", "<function=l\xe2\x82></function>", `text «<function=l\xe2\x82></function>»`, ""},
	})
	runText(t, Options{Format: format("qwen3_coder"), MaxCall: 12}, []textTest{
		{"longer than a call", `<function=listing></function>`, `text «<function=listing></function>»`, ""},
	})
	row := *format("qwen3_coder")
	row.Name, row.Tagged.Bare = "strict", false
	runText(t, Options{Format: &row}, []textTest{
		{"row that has none", `<function=ls></function><tool_call><function=ls></function>`, `
			text «<function=ls></function>»
			marker «<tool_call>»
			call 0 ls {}`, ""},
		{"next call of a block", `<tool_call><function=ls></function><function=rm></function>`, `
			marker «<tool_call>»
			call 0 ls {}
			call 1 rm {}`, ""},
	})
	row = *format("qwen3_coder")
	row.Name, row.Tagged.OpenEnd, row.Tagged.KeyEnd = "long ends", "]>", "]>"
	runText(t, Options{Format: &row}, []textTest{
		{"end of two bytes", `<function=l]s]¦><parameter=a]¦>x</parameter></function>`, `call 0 l]s {"a":"x"}`, `<function=l]s]¦¦`},
		{"longest name", `<function=` + longest + `]></function>`, `call 0 ` + longest + ` {}`, ""},
		{"longer name", `<tool_call><function=` + longest + `n]></function>`, `
			marker «<tool_call>»
			failed 0 - syntax@277 «<function=` + longest + `n» «]></function>» after «{»`, ""},
		{"longer name without opener", `<function=` + longest + `n]></function>`, `text «<function=` + longest + `n]></function>»`, ""},
	})
}

// The call's own close may be missing where a marker follows the last value.
func TestTaggedMissingClose(t *testing.T) {
	runText(t, Options{Format: format("qwen3_coder")}, []textTest{
		{"closer", `<tool_call><function=f><parameter=k>x</parameter>⏎</tool_call>.`, `
			marker «<tool_call>»
			call 0 f {"k":"x"}
			marker «⏎</tool_call>»
			text «.»`, ""},
		{"opener", `<tool_call><function=f><parameter=k>x</parameter>⏎<tool_¦call><function=g></function>`, `
			marker «<tool_call>»
			call 0 f {"k":"x"}
			marker «⏎<tool_call>»
			call 1 g {}`, ""},
		{"next call", `<function=f> <function=g> <func¦tion=h></function>`, `
			call 0 f {}
			marker « »
			call 1 g {}
			marker « »
			call 2 h {}`, ""},
		{"opener that is text", `<tool_call><function=f> <tool_call>.`, `
			marker «<tool_call>»
			call 0 f {}
			marker « »
			text «<tool_call>.»`, ""},
	})
}

func TestTaggedErrors(t *testing.T) {
	longest := strings.Repeat("n", maxName)
	in := func(s string) string { return `<tool_call><function=` + s + `</function></tool_call>.` }
	runText(t, Options{Format: format("qwen3_coder")}, []textTest{
		{"no name", in(`>`), `
			marker «<tool_call>»
			failed 0 - no-name@21 «<function=>» «</function>» after «{»
			marker «</tool_call>»
			text «.»`, ""},
		{"line feed in the name", in(`f⏎>`), `
			marker «<tool_call>»
			failed 0 - syntax@22 «<function=f⏎» «></function>» after «{»
			marker «</tool_call>»
			text «.»`, ""},
		{"opener in the name", in(`f<function=g>`), `
			marker «<tool_call>»
			failed 0 - syntax@22 «<function=f<» «function=g></function>» after «{»
			marker «</tool_call>»
			text «.»`, ""},
		{"longer name", in(longest + `n>`), `
			marker «<tool_call>»
			failed 0 - syntax@277 «<function=` + longest + `n» «></function>» after «{»
			marker «</tool_call>»
			text «.»`, ""},
		{"name that is no UTF-8", in("f\xff>"), `
			marker «<tool_call>»
			failed 0 - syntax@22 «<function=f\xff» «></function>» after «{»
			marker «</tool_call>»
			text «.»`, ""},
		{"character cut by the name's end", in("f\xe2>"), `
			marker «<tool_call>»
			failed 0 - syntax@23 «<function=f\xe2>» «</function>» after «{»
			marker «</tool_call>»
			text «.»`, ""},
		{"cut name", `<tool_call><function=f`, `
			marker «<tool_call>»
			failed 0 - truncated@22 «<function=f» after «{»
			incomplete`, ""},
		{"no key", in(`f><parameter=>x</parameter>`), `
			marker «<tool_call>»
			failed 0 f syntax@34 «<function=f><parameter=>» «x</parameter></function>» after «{»
			marker «</tool_call>»
			text «.»`, ""},
		{"tag in the key", in(`f><parameter=<b>x</parameter>`), `
			marker «<tool_call>»
			failed 0 f syntax@34 «<function=f><parameter=<» «b>x</parameter></function>» after «{»
			marker «</tool_call>»
			text «.»`, ""},
		{"longer key", in(`f><parameter=` + longest + `n>x</parameter>`), `
			marker «<tool_call>»
			failed 0 f syntax@290 «<function=f><parameter=` + longest + `n» «>x</parameter></function>» after «{»
			marker «</tool_call>»
			text «.»`, ""},
		{"key twice", in(`f><parameter=a>x</parameter><parameter=b>y</parameter><parameter=a>z</parameter>`), `
			marker «<tool_call>»
			failed 0 f duplicate-key@87 /a «<function=f><parameter=a>x</parameter><parameter=b>y</parameter><parameter=a>» «z</parameter></function>» after «{"a":"x","b":"y"»
			marker «</tool_call>»
			text «.»`, ""},
		{"text between", in(`f>x`), `
			marker «<tool_call>»
			failed 0 f syntax@23 «<function=f>x» «</function>» after «{»
			marker «</tool_call>»
			text «.»`, ""},
		{"almost a key", in(`f><para¦mount=a>x</parameter>`), `
			marker «<tool_call>»
			failed 0 f syntax@29 «<function=f><paramo» «unt=a>x</parameter></function>» after «{»
			marker «</tool_call>»
			text «.»`, `¦`},
		{"almost a close", in(`f></func¦tor>`), `
			marker «<tool_call>»
			failed 0 f syntax@30 «<function=f></functo» «r></function>» after «{»
			marker «</tool_call>»
			text «.»`, ""},
		{"broken up to the next call", in(`f>x<function=g>`), `
			marker «<tool_call>»
			failed 0 f syntax@23 «<function=f>x» «<function=g></function>» after «{»
			marker «</tool_call>»
			text «.»`, ""},
		{"broken up to a close", `<tool_call><function=f>x "</func¦tion>" y`, `
			marker «<tool_call>»
			failed 0 f syntax@23 «<function=f>x» « "</function>» after «{»
			text «" y»`, `</func¦`},
		{"broken up to the end", `<function=f>x</func`, `failed 0 f syntax@12 «<function=f>x» «</func» after «{»`, ""},
	})
	runText(t, Options{Format: format("qwen3_coder"), Tools: offered("g")}, []textTest{
		{"unknown", in(`f><parameter=a>1</parameter>`), `
			marker «<tool_call>»
			failed 0 f unknown-tool@22 «<function=f>» «<parameter=a>1</parameter></function>» after «{"a":"1"}» arguments {"a":"1"}
			marker «</tool_call>»
			text «.»`, ""},
		{"unknown, and broken", in(`f>x`), `
			marker «<tool_call>»
			failed 0 f unknown-tool@22 «<function=f>» «x</function>» after «{»
			marker «</tool_call>»
			text «.»`, ""},
		{"unknown, and cut", `<tool_call><function=f><parameter=a>x`, `
			marker «<tool_call>»
			failed 0 f unknown-tool@22 «<function=f>» «<parameter=a>x» after «{"a":"x»
			incomplete`, ""},
	})
	runText(t, Options{Format: format("qwen3_coder"), MaxCall: 30}, []textTest{
		{"long name", in(`a_name_of_21_bytes_...>`), `
			marker «<tool_call>»
			failed 0 - limit@41 «<function=a_name_of_21_bytes_..» «.></function>» after «{»
			marker «</tool_call>»
			text «.»`, ""},
		{"long key", in(`f><parameter=abcdef>x</parameter>`), `
			marker «<tool_call>»
			failed 0 f limit@41 /abcdef «<function=f><parameter=abcdef>x» «</parameter></function>» after «{"abcdef":"»
			marker «</tool_call>»
			text «.»`, ""},
		{"long value", in(`f><parameter=a>abcdef</parameter>`), `
			marker «<tool_call>»
			failed 0 f limit@41 /a «<function=f><parameter=a>abcdef» «</parameter></function>» after «{"a":"abcde»
			marker «</tool_call>»
			text «.»`, ""},
		{"long close", in(`f><parameter=a>abc</parameter>`), `
			marker «<tool_call>»
			failed 0 f limit@41 /a «<function=f><parameter=a>abc</p» «arameter></function>» after «{"a":"abc»
			marker «</tool_call>»
			text «.»`, ""},
		{"long white space", in(`f>                   `), `
			marker «<tool_call>»
			failed 0 f limit@41 «<function=f>                   » «</function>» after «{»
			marker «</tool_call>»
			text «.»`, ""},
		{"marker that is too long", in(`f>            <parameter=a>x</parameter>`), `
			marker «<tool_call>»
			failed 0 f limit@41 «<function=f>            <parame» «ter=a>x</parameter></function>» after «{»
			marker «</tool_call>»
			text «.»`, ""},
		{"almost a marker", in(`f>              <paramount`), `
			marker «<tool_call>»
			failed 0 f limit@41 «<function=f>              <para» «mount</function>» after «{»
			marker «</tool_call>»
			text «.»`, ""},
	})
}
