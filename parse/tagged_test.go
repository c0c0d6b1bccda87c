package parse

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestR6Tagged(t *testing.T) {
	longest := strings.Repeat("n", maxName)
	runText(t, Options{Format: &qwenRow}, []textTest{
		{"call", "Sure.\n<tool_call>\n<function=f>\n<parameter=k>\nv\n</parameter>\n</function>\n</tool_call>\nDone.", `
			text "Sure.\n"
			marker "<tool_call>\n"
			call 0 f {"k":"v"}
			marker "\n</tool_call>"
			text "\nDone."`},
		{"inline", "<tool_call><function=f><parameter=a>1</parameter><parameter=b></parameter></function></tool_call>", `
			marker "<tool_call>"
			call 0 f {"a":"1","b":""}
			marker "</tool_call>"`},
		{"no parameters", "<tool_call><function=f></function>", `
			marker "<tool_call>"
			call 0 f {}`},
		{"two in a block", "<tool_call><function=f></function>\n<function=g></function></tool_call>", `
			marker "<tool_call>"
			call 0 f {}
			marker "\n"
			call 1 g {}
			marker "</tool_call>"`},
		{"no opener", "x <function=f></function></tool_call>y", `
			text "x "
			call 0 f {}
			marker "</tool_call>"
			text "y"`},
		{"opener and text", "<tool_call>f</tool_call>", `text "<tool_call>f</tool_call>"`},
		{"opener and half an inner opener", "<tool_call><function", `text "<tool_call><function"`},
		{"64 bytes of white space", "<tool_call>" + sixtyFour + "<function=f></function>", `
			marker "<tool_call>` + sixtyFour + `"
			call 0 f {}`},
		{"65 bytes of white space", "<tool_call> " + sixtyFour + "<function=f></function>", `
			text "<tool_call> ` + sixtyFour + `"
			call 0 f {}`},
		{"name and key as written", "<tool_call><function=\" f'é\"><parameter= \"k\" >v</parameter></function>", `
			marker "<tool_call>"
			call 0 " f'é" {" \"k\" ":"v"}`},
		{"white space between parameters", "<tool_call><function=f>" + sixtyFour + "\n\n<parameter=k>v</parameter>" + sixtyFour + "</function>", `
			marker "<tool_call>"
			call 0 f {"k":"v"}`},
		{"longest name and key", "<tool_call><function=" + longest + "><parameter=" + longest + ">v</parameter></function>", `
			marker "<tool_call>"
			call 0 ` + longest + ` {"` + longest + `":"v"}`},
		{"opener at the end", "<tool_call>\n", `error 0 - truncated @12 "<tool_call>\n"`},
	})
}

func TestR6TaggedValues(t *testing.T) {
	in := func(v string) string { return "<function=f><parameter=k>" + v + "</parameter></function>" }
	runText(t, Options{Format: &qwenRow}, []textTest{
		{"one line feed on each side", in("\n\n v \n\n"), `call 0 f {"k":"\n v \n"}`},
		{"a single line feed", in("\n"), `call 0 f {"k":""}`},
		{"two line feeds", in("\n\n"), `call 0 f {"k":""}`},
		{"carriage returns stay", in("\r\nv\r\n"), `call 0 f {"k":"\r\nv\r"}`},
		{"escapes", in("\"\\\t\x00\x1f\x7f</é\u2028"), "call 0 f {\"k\":\"\\\"\\\\\\t\\u0000\\u001f\x7f</é\u2028\"}"},
		{"close inside", in("a</parameter>b"), `call 0 f {"k":"a</parameter>b"}`},
		{"close and white space", in("a</parameter> \n\t" + "</parameter>"), `call 0 f {"k":"a</parameter> \n\t</parameter>"}`},
		{"call's close inside", in("a</function>b"), `call 0 f {"k":"a</function>b"}`},
		{"key inside a line", in("a<parameter=x>b"), `call 0 f {"k":"a<parameter=x>b"}`},
		{"opener inside", in("a<tool_call><function=g>"), `call 0 f {"k":"a<tool_call><function=g>"}`},
		{"64 bytes behind the close", "<function=f><parameter=k>v</parameter>" + sixtyFour + "<parameter=l>w</parameter></function>", `call 0 f {"k":"v","l":"w"}`},
		{"65 bytes behind the close", "<function=f><parameter=k>v</parameter> " + sixtyFour + "<parameter=l>w</parameter></function>",
			`call 0 f {"k":"v</parameter> ` + sixtyFour + `<parameter=l>w"}`},
		{"no type without a schema", in("1"), `call 0 f {"k":"1"}`},
		{"bad UTF-8", in("\xe2\x80a"), `error 0 f syntax @27 "<function=f><parameter=k>\xe2\x80a" of "<function=f><parameter=k>\xe2\x80a</parameter></function>" at /k`},
		{"cut character before the close", in("\xe2\x80"), `error 0 f syntax @27 "<function=f><parameter=k>\xe2\x80<" of "<function=f><parameter=k>\xe2\x80</parameter></function>" at /k`},
		{"cut character before the line feed", in("\xe2\n"), `error 0 f syntax @26 "<function=f><parameter=k>\xe2\n" of "<function=f><parameter=k>\xe2\n</parameter></function>" at /k`},
		{"bad UTF-8 in a value that is cut", "<function=f><parameter=k>\xff", `error 0 f syntax @25 "<function=f><parameter=k>\xff" at /k`},
		{"cut", "<function=f><parameter=k>v", `error 0 f truncated @26 "<function=f><parameter=k>v" at /k`},
		{"cut in a character", "<function=f><parameter=k>\xe2\x80", `error 0 f truncated @27 "<function=f><parameter=k>\xe2\x80" at /k`},
		{"cut behind the close", "<function=f><parameter=k>v</parameter>\n", `error 0 f truncated @39 "<function=f><parameter=k>v</parameter>\n" at /k`},
		{"cut in the key behind the close", "<function=f><parameter=k>v</parameter><param", `error 0 f truncated @44 "<function=f><parameter=k>v</parameter><param" at /k`},
		{"cut behind the name", "<function=f>", `error 0 f truncated @12 "<function=f>"`},
		{"cut between", "<function=f> <para", `error 0 f truncated @18 "<function=f> <para"`},
	})
}

func TestR6TaggedMissingClose(t *testing.T) {
	const head = "<function=f><parameter=k>v"
	runText(t, Options{Format: &qwenRow}, []textTest{
		{"key on the next line", head + "\n<parameter=l>w</parameter></function>", `call 0 f {"k":"v","l":"w"}`},
		{"key directly behind", "<function=f><parameter=k>\n<parameter=l>\nw\n</parameter></function>", `call 0 f {"k":"","l":"w"}`},
		{"line that only looks like a key", head + "\n<parameter=a<b>x</parameter></function>", `call 0 f {"k":"v\n<parameter=a<b>x"}`},
		{"empty key", head + "\n<parameter=>x</parameter></function>", `call 0 f {"k":"v\n<parameter=>x"}`},
		{"call's close and the end", head + "\n</function>" + sixtyFour, `
			call 0 f {"k":"v"}
			marker "` + sixtyFour + `"`},
		{"call's close and a closer", head + "</function>\n</tool_call>x", `
			call 0 f {"k":"v"}
			marker "\n</tool_call>"
			text "x"`},
		{"call's close and an opener", head + "</function><tool_call>\n<function=g></function>", `
			call 0 f {"k":"v"}
			marker "<tool_call>\n"
			call 1 g {}`},
		{"call's close and the next call", head + "</function> <function=g></function>", `
			call 0 f {"k":"v"}
			marker " "
			call 1 g {}`},
		{"call's own close", "<function=f><parameter=k>v</parameter>\n</tool_call>x", `
			call 0 f {"k":"v"}
			marker "\n</tool_call>"
			text "x"`},
		{"call's own close, without parameters", "<function=f> <function=g> <tool_call><function=h></function>", `
			call 0 f {}
			marker " "
			call 1 g {}
			marker " <tool_call>"
			call 2 h {}`},
		{"all closes", "<function=f><parameter=k>v\n</tool_call>x", `error 0 f truncated @40 "<function=f><parameter=k>v\n</tool_call>x" at /k`},
		{"value's close, then no more", "<function=f><parameter=k>v</parameter><tool_call><function=g></function>", `
			call 0 f {"k":"v"}
			marker "<tool_call>"
			call 1 g {}`},
	})
	runText(t, Options{Format: &qwenStrictRow}, []textTest{
		{"not accepted", "<tool_call>" + head + "</function>\n<function=g></function></tool_call>", `
			marker "<tool_call>"
			error 0 f syntax @37 "<function=f><parameter=k>v<" of "<function=f><parameter=k>v</function>\n" at /k
			call 1 g {}
			marker "</tool_call>"`},
		{"not accepted at the end", "<tool_call>" + head + "</function>", `
			marker "<tool_call>"
			error 0 f syntax @37 "<function=f><parameter=k>v<" of "<function=f><parameter=k>v</function>" at /k`},
		{"key on the next line is data", "<tool_call>" + head + "\n<parameter=l>w</parameter></function></tool_call>", `
			marker "<tool_call>"
			call 0 f {"k":"v\n<parameter=l>w"}
			marker "</tool_call>"`},
		{"inner opener alone is text", "<function=f></function>", `text "<function=f></function>"`},
		{"closer is needed", "<tool_call><function=f></function> x</tool_call>", `
			marker "<tool_call>"
			call 0 f {}
			marker " "
			conflict 0 f trailing @35 "" of "x"
			marker "</tool_call>"`},
	})
}

func TestR6TaggedErrors(t *testing.T) {
	longest := strings.Repeat("n", maxName)
	runText(t, Options{Format: &qwenRow}, []textTest{
		{"empty name", "<tool_call><function=></function></tool_call>", `
			marker "<tool_call>"
			error 0 - no-name @21 "<function=>" of "<function=></function>"
			marker "</tool_call>"`},
		{"line feed in the name", "<tool_call><function=f\n></function></tool_call>", `
			marker "<tool_call>"
			error 0 - syntax @22 "<function=f\n" of "<function=f\n></function>"
			marker "</tool_call>"`},
		{"name too long", "<tool_call><function=n" + longest + "></function>", `
			marker "<tool_call>"
			error 0 - syntax @277 "<function=n` + longest + `" of "<function=n` + longest + `></function>"`},
		{"name is bad UTF-8", "<tool_call><function=\xe2></function>", `
			marker "<tool_call>"
			error 0 - syntax @22 "<function=\xe2>" of "<function=\xe2></function>"`},
		{"cut in the name", "<tool_call><function=f", `
			marker "<tool_call>"
			error 0 - truncated @22 "<function=f"`},
		{"key is bad UTF-8, and the end", "<function=f><parameter=\xff", `error 0 f syntax @23 "<function=f><parameter=\xff"`},
		{"key is bad UTF-8 at its 257th byte", "<function=f><parameter=" + longest + "\xff>", `
			error 0 f syntax @279 "<function=f><parameter=` + longest + `\xff" of "<function=f><parameter=` + longest + `\xff>"`},
		{"cut in a character of the name", "<tool_call><function=\xe2\x82", `
			marker "<tool_call>"
			error 0 - truncated @23 "<function=\xe2\x82"`},
		{"limit in a character of the name", "<tool_call><function=" + longest[1:] + "é></function>", `
			marker "<tool_call>"
			error 0 - syntax @277 "<function=` + longest[1:] + `é" of "<function=` + longest[1:] + `é></function>"`},
		{"next call in the name", "<tool_call><function=f<function=g></function>", `
			marker "<tool_call>"
			error 0 - syntax @22 "<function=f<" of "<function=f<function=g></function>"`},
		{"empty key", "<function=f><parameter=>v</parameter></function>.", `
			error 0 f syntax @23 "<function=f><parameter=>" of "<function=f><parameter=>v</parameter></function>"
			text "."`},
		{"key with another mark", "<function=f><parameter=<x>v</parameter></function>", `
			error 0 f syntax @23 "<function=f><parameter=<" of "<function=f><parameter=<x>v</parameter></function>"`},
		{"repeated key", "<function=f><parameter=k>v</parameter><parameter=k>w</parameter></function>", `
			error 0 f duplicate-key @50 "<function=f><parameter=k>v</parameter><parameter=k>" of "<function=f><parameter=k>v</parameter><parameter=k>w</parameter></function>" at /k`},
		{"junk between", "<function=f>x</function><function=g></function>", `
			error 0 f syntax @12 "<function=f>x" of "<function=f>x</function>"
			call 1 g {}`},
		{"almost a key", "<function=f><parampeter=k>v</parameter></tool_call>", `
			error 0 f syntax @18 "<function=f><paramp" of "<function=f><parampeter=k>v</parameter>"
			marker "</tool_call>"`},
		{"broken to the end", "<function=f>x", `error 0 f syntax @12 "<function=f>x"`},
	})
	runText(t, Options{Format: &qwenRow, Tools: named("f")}, []textTest{
		{"unknown", "<tool_call><function=g><parameter=k>1</parameter></function></tool_call>", `
			marker "<tool_call>"
			error 0 g unknown-tool @22 "<function=g>" of "<function=g><parameter=k>1</parameter></function>" args={"k":"1"}
			marker "</tool_call>"`},
		{"unknown and broken", "<tool_call><function=g>x</function>", `
			marker "<tool_call>"
			error 0 g unknown-tool @22 "<function=g>" of "<function=g>x</function>"`},
		{"unknown and cut", "<tool_call><function=g><para", `
			marker "<tool_call>"
			error 0 g unknown-tool @22 "<function=g>" of "<function=g><para"`},
		{"unknown without opener is text", "<function=g></function><function=f></function>", `
			text "<function=g></function>"
			call 0 f {}`},
		{"unknown in a block", "<function=f></function><function=g></function>", `
			call 0 f {}
			error 1 g unknown-tool @34 "<function=g>" of "<function=g></function>" args={}`},
		{"no name without opener is text", "<function=></function>", `text "<function=></function>"`},
		{"cut name without opener is text", "<function=f", `text "<function=f"`},
		{"bad name without opener is text", "<function=f\n>", `text "<function=f\n>"`},
	})
	runText(t, Options{Format: &qwenRow, MaxCall: 30}, []textTest{
		{"limit", "<tool_call><function=f><parameter=k>12345</parameter></function></tool_call>", `
			marker "<tool_call>"
			error 0 f limit @41 "<function=f><parameter=k>12345<" of "<function=f><parameter=k>12345</parameter></function>" at /k
			marker "</tool_call>"`},
		{"limit in the name", "<tool_call><function=12345678901234567890></function>", `
			marker "<tool_call>"
			error 0 - limit @41 "<function=12345678901234567890>" of "<function=12345678901234567890></function>"`},
	})
}

func TestR6TaggedInReasoning(t *testing.T) {
	runText(t, Options{Format: &qwenRow, InReasoning: true}, []textTest{
		{"opener", "x<tool_call><function=f></function></tool_call>y</think>z", `
			reasoning "x"
			marker "<tool_call>"
			call 0 f {}
			marker "</tool_call>"
			reasoning "y"
			marker "</think>"
			text "z"`},
		{"inner opener alone is reasoning", "x<function=f></function></think><function=f></function>", `
			reasoning "x<function=f></function>"
			marker "</think>"
			call 0 f {}`},
	})
}

func TestR9Types(t *testing.T) {
	schema := `{"properties":{
		"s":{"type":"string"}, "i":{"type":"integer"}, "n":{"type":["number","null"]}, "b":{"type":"boolean"},
		"o":{"type":"object"}, "a":{"type":"array"}, "any":{"type":["string","integer","null"]}, "x":{}}}`
	tests := []struct{ key, value, want string }{
		{"s", "1", `"1"`}, {"s", "null", `"null"`}, {"x", "1", `"1"`}, {"unlisted", "1", `"1"`},
		{"i", "1", `1`}, {"i", " -10 ", `-10`}, {"i", "1.00", `1.00`}, {"i", "1.5", `"1.5"`}, {"i", "01", `"01"`},
		{"i", "1e2", `"1e2"`}, {"i", "NaN", `"NaN"`}, {"i", "+1", `"+1"`}, {"i", "1.", `"1."`}, {"i", "", `""`},
		{"i", "123456789012345678901234567890", `123456789012345678901234567890`}, {"i", "null", `"null"`},
		{"n", "1.50", `1.50`}, {"n", "1e2", `1e2`}, {"n", "-0", `-0`}, {"n", "NULL", `null`}, {"n", "None", `null`},
		{"n", "none", `"none"`}, {"n", "Infinity", `"Infinity"`}, {"n", "-", `"-"`},
		{"b", "true", `true`}, {"b", "False", `false`}, {"b", "TRUE\n", `true`}, {"b", "yes", `"yes"`}, {"b", "1", `"1"`},
		{"o", ` {"k": [1]} `, `{"k": [1]}`}, {"o", "[1]", `"[1]"`}, {"o", `{"k":1,"k":2}`, `"{\"k\":1,\"k\":2}"`},
		{"o", "{'k':1}", `"{'k':1}"`}, {"o", "{} {}", `"{} {}"`},
		{"a", "[1, 2]", `[1, 2]`}, {"a", "1", `"1"`}, {"a", "[[[]]]", `[[[]]]`}, {"a", "[[[[]]]]", `"[[[[]]]]"`},
		{"any", "7", `7`}, {"any", "7.5", `"7.5"`}, {"any", "null", `null`}, {"any", " v ", `" v "`},
	}
	o := Options{Format: &qwenRow, Tools: Tools{{Name: "f", Schema: json.RawMessage(schema)}}, MaxDepth: 4}
	for _, tt := range tests {
		text := "<function=f><parameter=" + tt.key + ">" + tt.value + "</parameter></function>"
		calls := Calls(Text(text, o))
		if want := `{"` + tt.key + `":` + tt.want + `}`; len(calls) != 1 || string(calls[0].Arguments) != want {
			t.Errorf("%s of %q: got %v, want %s", tt.key, tt.value, calls, want)
		}
	}
}
