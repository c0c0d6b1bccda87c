package stream

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestTaggedValue(t *testing.T) {
	in := func(v string) string { return `<function=f><parameter=k>` + v + `</parameter></function>` }
	runText(t, Options{Format: format("qwen3_coder")}, []textTest{
		{"a line feed on each side", in(`⏎⏎ x ⏎⏎`), `call 0 f {"k":"\n x \n"}`, ""},
		{"one line feed", in(`⏎`), `call 0 f {"k":""}`, ""},
		{"two line feeds", in(`⏎⏎`), `call 0 f {"k":""}`, ""},
		{"three line feeds", in(`⏎⏎⏎`), `call 0 f {"k":"\n"}`, ""},
		{"carriage returns", in("\r⏎x\r⏎"), `call 0 f {"k":"\r\nx\r"}`, ""},
		{"escapes", in("\"\\\t\r\x00\x1f</é😀"), `call 0 f {"k":"\"\\\t\r\u0000\u001f</é😀"}`, ""},
		{"close inside", in(`a</parameter>b`), `call 0 f {"k":"a</parameter>b"}`, ""},
		{"two closes", in(`a</parameter>`), `call 0 f {"k":"a</parameter>"}`, ""},
		{"close and white space", in(`a</parameter> ⏎</parameter>`), `call 0 f {"k":"a</parameter> \n</parameter>"}`, ""},
		{"line feed and no close", in(`a⏎</para⏎</parameter⏎⏎b`), `call 0 f {"k":"a\n</para\n</parameter\n\nb"}`, ""},
		{"call's close inside", in(`a</function>b`), `call 0 f {"k":"a</function>b"}`, ""},
		{"key in a line", in(`a<parameter=x>b`), `call 0 f {"k":"a<parameter=x>b"}`, ""},
		{"openers inside", in(`<tool_call><function=rm>`), `call 0 f {"k":"<tool_call><function=rm>"}`, ""},
		{"64 bytes behind the close", `<function=f><parameter=k>x</parameter>` + gap + `<parameter=l>y</parameter></function>`, `call 0 f {"k":"x","l":"y"}`, ""},
		{"65 bytes behind the close", `<function=f><parameter=k>x</parameter>⏎` + gap + `<parameter=l>y</parameter></function>`, `call 0 f {"k":"x</parameter>\n` + gap + `<parameter=l>y"}`, ""},
		{"no UTF-8", in("\xe2\x82a"), `failed 0 f syntax@27 /k «<function=f><parameter=k>\xe2\x82a» «</parameter></function>» after «{"k":"\xe2\x82»`, ""},
		{"cut character before the close", in("\xe2\x82"), `failed 0 f syntax@27 /k «<function=f><parameter=k>\xe2\x82<» «/parameter></function>» after «{"k":"\xe2\x82»`, ""},
		{"cut character before a line feed", in("\xe2⏎"), `failed 0 f syntax@26 /k «<function=f><parameter=k>\xe2⏎» «</parameter></function>» after «{"k":"\xe2»`, ""},
		{"cut character before what is no close", in("\xe2</b"), `failed 0 f syntax@26 /k «<function=f><parameter=k>\xe2<» «/b</parameter></function>» after «{"k":"\xe2»`, ""},
		{"character in two chunks", in("\xe2\x82¦\xac"), `call 0 f {"k":"€"}`, ""},
		{"cut", `<function=f><parameter=k>x`, `
			failed 0 f truncated@26 /k «<function=f><parameter=k>x» after «{"k":"x»
			incomplete`, ""},
		{"cut in a character", "<function=f><parameter=k>\xe2\x82", `
			failed 0 f truncated@27 /k «<function=f><parameter=k>\xe2\x82» after «{"k":"\xe2\x82»
			incomplete`, ""},
		{"cut behind the close", `<function=f><parameter=k>x</parameter>¦⏎`, `
			failed 0 f truncated@39 /k «<function=f><parameter=k>x</parameter>⏎» after «{"k":"x</parameter>\n»
			incomplete`, `¦`},
		{"cut in what follows the close", `<function=f><parameter=k>x</parameter>⏎<para`, `
			failed 0 f truncated@44 /k «<function=f><parameter=k>x</parameter>⏎<para» after «{"k":"x</parameter>\n<para»
			incomplete`, ""},
		{"cut behind the name", `<function=f>`, `
			failed 0 f truncated@12 «<function=f>» after «{»
			incomplete`, ""},
		{"cut between", `<function=f> <para`, `
			failed 0 f truncated@18 «<function=f> <para» after «{»
			incomplete`, ""},
		{"cut in the key", `<function=f><parameter=k`, `
			failed 0 f truncated@24 «<function=f><parameter=k» after «{»
			incomplete`, ""},
	})
}

// A value whose own close is missing ends where the next parameter or the end
// of the call is plain.
func TestTaggedOpenValue(t *testing.T) {
	const head = `<tool_call><function=f><parameter=k>x`
	longest := strings.Repeat("n", maxName)
	tests := []textTest{
		{"next key on a line of its own", head + `⏎<parameter=l>y</parameter></function>`, `
			marker «<tool_call>»
			call 0 f {"k":"x","l":"y"}`, ""},
		{"next key, of no value", `<function=f><parameter=k>⏎<parameter=l>⏎y⏎</parameter></function>`, `call 0 f {"k":"","l":"y"}`, ""},
		{"what is no key", head + `⏎<parameter=a<b>y</parameter></function>`, `
			marker «<tool_call>»
			call 0 f {"k":"x\n<parameter=a<b>y"}`, ""},
		{"empty key", head + `⏎<parameter=>y</parameter></function>`, `
			marker «<tool_call>»
			call 0 f {"k":"x\n<parameter=>y"}`, ""},
		{"longer key", head + `⏎<parameter=` + longest + `n>y</parameter></function>`, `
			marker «<tool_call>»
			call 0 f {"k":"x\n<parameter=` + longest + `n>y"}`, ""},
		{"close and the end", head + `⏎</function>` + gap, `
			marker «<tool_call>»
			call 0 f {"k":"x"}
			marker «` + gap + `»`, ""},
		{"close and a closer", head + `</function>⏎</tool_¦call>.`, `
			marker «<tool_call>»
			call 0 f {"k":"x"}
			marker «⏎</tool_call>»
			text «.»`, `¦`},
		{"close and an opener", head + `</function><tool_call><function=g></function>`, `
			marker «<tool_call>»
			call 0 f {"k":"x"}
			marker «<tool_call>»
			call 1 g {}`, ""},
		{"close and the next call", head + `</function> <function=g></function>`, `
			marker «<tool_call>»
			call 0 f {"k":"x"}
			marker « »
			call 1 g {}`, ""},
		{"close and text", head + `</function> so</parameter></function>`, `
			marker «<tool_call>»
			call 0 f {"k":"x</function> so"}`, ""},
		{"close and too much white space", head + `</function>⏎` + gap, `
			marker «<tool_call>»
			failed 0 f truncated@113 /k «<function=f><parameter=k>x</function>⏎` + gap + `» after «{"k":"x</function>\n` + gap + `»
			incomplete`, ""},
		{"no close at all", head + `⏎</tool_call>.`, `
			marker «<tool_call>»
			failed 0 f truncated@51 /k «<function=f><parameter=k>x⏎</tool_call>.» after «{"k":"x\n</tool_call>.»
			incomplete`, ""},
	}
	runText(t, Options{Format: format("qwen3_coder")}, tests)
	row := *format("qwen3_coder")
	row.Name, row.Tagged.OpenValue, row.MustClose = "strict", false, true
	runText(t, Options{Format: &row}, []textTest{
		{"next key", head + `⏎<parameter=l>y</parameter></function></tool_call>`, `
			marker «<tool_call>»
			call 0 f {"k":"x\n<parameter=l>y"}
			marker «</tool_call>»`, ""},
		{"close and a closer", head + `</function>⏎</tool_call>.`, `
			marker «<tool_call>»
			failed 0 f syntax@37 /k «<function=f><parameter=k>x<» «/function>⏎» after «{"k":"x»
			marker «</tool_call>»
			text «.»`, ""},
		{"close and the next call", head + `⏎</function><function=g></function></tool_call>`, `
			marker «<tool_call>»
			failed 0 f syntax@38 /k «<function=f><parameter=k>x⏎<» «/function>» after «{"k":"x»
			call 1 g {}
			marker «</tool_call>»`, ""},
		{"close and the end", head + `</function>⏎`, `
			marker «<tool_call>»
			failed 0 f syntax@37 /k «<function=f><parameter=k>x<» «/function>⏎» after «{"k":"x»`, ""},
		{"close in a value", head + `</function>x</parameter></function></tool_call>`, `
			marker «<tool_call>»
			call 0 f {"k":"x</function>x"}
			marker «</tool_call>»`, ""},
		{"text behind a call", `<tool_call><function=f></function> x <function=g></function></tool_call>`, `
			marker «<tool_call>»
			call 0 f {}
			marker « »
			conflict 0 f trailing@35 «x <function=g></function>»
			marker «</tool_call>»`, ""},
	})
}

// Values are typed by the tool's schema, and strings where it says nothing.
func TestTaggedTypes(t *testing.T) {
	schema := `{"properties":{"s":{"type":"string"},"i":{"type":"integer"},"n":{"type":["number","null"]},
		"b":{"type":"boolean"},"o":{"type":"object"},"a":{"type":"array"},"any":{"enum":["x",1,null]},"x":{}}}`
	tests := []struct{ key, value, want string }{
		{"s", "1", `"1"`}, {"s", "null", `"null"`}, {"x", "[1]", `"[1]"`}, {"unlisted", "true", `"true"`},
		{"i", "7", `7`}, {"i", "\n -7\t", `-7`}, {"i", "7.00", `7.00`}, {"i", "7.5", `"7.5"`}, {"i", "07", `"07"`},
		{"i", "1e2", `"1e2"`}, {"i", "+7", `"+7"`}, {"i", "7.", `"7."`}, {"i", "", `""`}, {"i", "NaN", `"NaN"`}, {"i", "null", `"null"`},
		{"i", "12345678901234567890123", `12345678901234567890123`},
		{"n", "7.50", `7.50`}, {"n", "-1E-2", `-1E-2`}, {"n", "Null", `null`}, {"n", "None", `null`}, {"n", "none", `"none"`}, {"n", "-", `"-"`},
		{"b", "true", `true`}, {"b", "FALSE", `false`}, {"b", "True ", `true`}, {"b", "yes", `"yes"`}, {"b", "1", `"1"`},
		{"o", ` {"a": [1]} `, `{"a": [1]}`}, {"o", "[1]", `"[1]"`}, {"o", "{}{}", `"{}{}"`}, {"o", "{'a':1}", `"{'a':1}"`},
		{"o", `{"a":1,"a":2}`, `"{\"a\":1,\"a\":2}"`}, {"o", `{"a":`, `"{\"a\":"`},
		{"a", "[1, 2]", `[1, 2]`}, {"a", "1", `"1"`}, {"a", "[[[]]]", `[[[]]]`}, {"a", "[[[[]]]]", `"[[[[]]]]"`},
		{"any", "1", `1`}, {"any", "null", `null`}, {"any", " x ", `" x "`}, {"any", "1.5", `"1.5"`},
	}
	p := newParser(Options{Format: format("qwen3_coder"), MaxDepth: 4, Tools: Tools{{Name: "f", Schema: json.RawMessage(schema)}}})
	for _, tt := range tests {
		text := "<function=f><parameter=" + tt.key + ">" + tt.value + "</parameter></function>"
		want := `call 0 f {"` + tt.key + `":` + tt.want + `}`
		for _, size := range []int{1, 7, len(text)} {
			got := showReply(text, feedAll(p, inChunks(text, size)))
			if len(got) != 1 || got[0] != want {
				t.Errorf("%s of %q in chunks of %d: got %q, want %s", tt.key, tt.value, size, got, want)
			}
			p.Reset()
		}
	}
}
