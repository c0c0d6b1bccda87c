package stream

import (
	"strings"
	"testing"

	"github.com/earlycall/earlycall/parse"
)

func TestToolKey(t *testing.T) {
	runText(t, Options{Format: format("tool-key")}, []textTest{
		{"fence", `Sure.¦⏎ˋ¦ˋˋjson¦⏎{"tool":"ls","argu¦ments":{"a":1}}⏎ˋˋ¦ˋ¦ Done.`, `
			text «Sure.⏎»
			marker «ˋˋˋjson⏎»
			call 0 ls {"a":1}
			marker «⏎ˋˋˋ»
			text « Done.»`, `¦ˋ¦ˋˋˋjson¦ˋˋˋjson⏎{"tool":"ls","argu¦ˋˋˋjson⏎{"tool":"ls","arguments":{"a":1}}⏎ˋˋ¦¦`},
		{"fence without json", `ˋˋˋ{"tool":"ls"}ˋˋˋˋˋˋ`, `
			marker «ˋˋˋ»
			call 0 ls {} (empty-arguments@15)
			marker «ˋˋˋ»
			text «ˋˋˋ»`, ""},
		{"braces", `Sure ¦{"tool":"ls","arguments":{"a":1}}¦.`, `
			text «Sure »
			call 0 ls {"a":1}
			text «.»`, `¦{"tool":"ls","arguments":{"a":1}}¦{"tool":"ls","arguments":{"a":1}}.`},
		{"one run", `ˋˋˋjson {"tool":"ls"}`, `
			text «ˋˋˋjson »
			call 0 ls {} (empty-arguments@20)`, ""},
		{"inline code before it", `See ˋlsˋ. {"tool":"ls"}`, `
			text «See ˋlsˋ. »
			call 0 ls {} (empty-arguments@22)`, ""},
		{"run of two", `ˋˋ{"tool":"ls"}ˋˋ x`, `
			text «ˋˋ»
			call 0 ls {} (empty-arguments@14)
			text «ˋˋ x»`, ""},
		{"answer", `It is {fine}.`, `text «It is {fine}.»`, ""},
		{"answer with a fence", `ˋˋˋ{"name":"ls"}ˋˋˋ "tool¦`, `text «ˋˋˋ{"name":"ls"}ˋˋˋ "tool»`, `ˋˋˋ{"name":"ls"}ˋˋˋ "tool¦ˋˋˋ{"name":"ls"}ˋˋˋ "tool`},
		{"key without quotes", `{tool: ls}`, `text «{tool: ls}»`, ""},
		{"half a key before the key", `"too"tool" {"tool":"ls"}`, `
			text «"too"tool" »
			call 0 ls {} (empty-arguments@23)`, ""},
		{"key outside of the fence", `"tool" ˋˋˋpythonˋˋˋ`, `
			text «"tool" »
			marker «ˋˋˋ»
			failed 0 - syntax@10 «p» «ython»
			marker «ˋˋˋ»`, ""},
		{"nothing in the fence", `"tool" ˋˋˋˋˋˋ`, `
			text «"tool" »
			marker «ˋˋˋ»
			failed 0 - syntax@10 «ˋ» «ˋˋ»`, ""},
		{"only json in the fence", `"tool" ˋˋˋjson⏎ˋˋˋ`, `
			text «"tool" »
			marker «ˋˋˋ»
			failed 0 - syntax@15 «json⏎ˋ» of «json⏎»
			marker «ˋˋˋ»`, ""},
		{"cut object in the fence", `ˋˋˋ{"tool":"ls" ⏎ˋˋˋ`, `
			marker «ˋˋˋ»
			failed 0 - syntax@15 «{"tool":"ls" » of «{"tool":"ls"»
			marker « ⏎ˋˋˋ»`, ""},
		{"two objects in the fence", `ˋˋˋ{"tool":"ls"}, {}ˋˋˋ`, `
			marker «ˋˋˋ»
			failed 0 - syntax@16 «{"tool":"ls"},» « {}»
			marker «ˋˋˋ»`, ""},
		{"array in the fence", `ˋˋˋ[{"tool":"ls"}]ˋˋˋ`, `
			marker «ˋˋˋ»
			failed 0 - syntax@3 «[» «{"tool":"ls"}]»
			marker «ˋˋˋ»`, ""},
		{"no braces", `the "tool" key`, `
			text «the "tool" key»
			error syntax@14`, ""},
		{"no opening brace", `the "tool"}`, `
			text «the "tool"}»
			error syntax@11`, ""},
		{"no closing brace", `} {"tool"`, `
			text «} »
			failed 0 - syntax@9 «{"tool"»`, ""},
		{"two objects", `{"tool":"ls"} {"tool":"rm"}`, `failed 0 - syntax@14 «{"tool":"ls"} {» «"tool":"rm"}»`, ""},
		{"empty name", `{"tool":""}`, `failed 0 - no-name@8 «{"tool":"» «"}»`, ""},
		{"name of another type", `{"tool":["ls"]}`, `failed 0 - no-name@8 «{"tool":[» «"ls"]}»`, ""},
		{"name in a member", `{"call":{"tool":"ls"}}`, `failed 0 - no-name@21 «{"call":{"tool":"ls"}}»`, ""},
		{"last of two keys", `{"tool":7,"tool":"ls","arguments":{},"arguments":{"a":1}}`, `call 0 ls {"a":1}`, ""},
		{"arguments of another type", `{"tool":"ls","arguments":null}`, `failed 0 ls arguments@25 «{"tool":"ls","arguments":n» «ull}»`, ""},
		{"no JSON", `{"tool":'ls'}`, `failed 0 - syntax@8 «{"tool":'» «ls'}»`, ""},
		{"nothing", ``, ``, ""},
	})
	runText(t, Options{Format: format("tool-key"), MaxCall: 13}, []textTest{
		{"as long as it may be", `{"tool":"ls"} ⏎`, `
			call 0 ls {} (empty-arguments@12)
			text « ⏎»`, ""},
		{"longer", `{"tool":"ls!"}`, `failed 0 - limit@13 «{"tool":"ls!"}»`, ""},
		{"something behind", `{"tool":"ls"} }`, `failed 0 - syntax@14 «{"tool":"ls"} }»`, ""},
	})
	runText(t, Options{Format: format("tool-key"), Tools: Tools{}}, []textTest{
		{"none offered", `{"tool":"ls"}`, `text «{"tool":"ls"}»`, ""},
	})
}

// The call comes out where the fence closes, and without a fence at the end.
func TestToolKeySettles(t *testing.T) {
	p := newParser(Options{Format: format("tool-key")})
	p.Feed("```json\n{\"tool\":\"ls\"}\n``")
	if got := showEvents(p.Feed("`")); len(got) != 5 || !strings.HasPrefix(got[3], "call 0 ls") {
		t.Errorf("at the fence: got %q, want a call between markers", got)
	}
	p.Reset()
	if got := p.Feed(`{"tool":"ls"}`); len(got) > 0 {
		t.Errorf("without a fence: got %q, want nothing before the end", showEvents(got))
	}
	if got := p.Pending(); got != `{"tool":"ls"}` {
		t.Errorf("Pending: got %q", got)
	}
}

// A reply in which too much must be held is given up.
func TestToolKeyHoldsNoMore(t *testing.T) {
	p := newParser(Options{Format: format("tool-key"), MaxCall: 100})
	events := feedAll(p, inChunks("{"+strings.Repeat("x", maxHeld+100), 1<<16))
	var codes []Code
	text := 0
	for _, e := range events {
		text += len(e.Text)
		if e.Err != nil {
			codes = append(codes, e.Err.Code)
		}
	}
	if len(codes) != 1 || codes[0] != parse.ErrLimit || text != maxHeld+101 {
		t.Errorf("got the errors %v and %d bytes of text, want a limit and %d", codes, text, maxHeld+101)
	}
}
