package parse

import "testing"

func TestR1Done(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"closing brace in a string", `{"name":"a","arguments":{"x":"}}"}}`, `call 0 a {"x":"}}"}`},
		{"escaped quote", `{"name":"a","arguments":{"x":"\"}}"}}`, `call 0 a {"x":"\"}}"}`},
		{"escaped backslash", `{"name":"a","arguments":{"x":"\\"}}`, `call 0 a {"x":"\\"}`},
		{"members behind the arguments", `{"name":"a","arguments":{},"z":[{}]}!`, `
			call 0 a {}
			text "!"`},
	})
}

func TestR2NoStandIns(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"cut in the arguments", `{"name":"a","arguments":{"x":"y`, `error 0 a truncated @31 "{\"name\":\"a\",\"arguments\":{\"x\":\"y" at /x`},
		{"cut before the last brace", `{"name":"a","arguments":{}`, `error 0 a truncated @26 "{\"name\":\"a\",\"arguments\":{}"`},
		{"cut in a character", "{\"name\":\"a\",\"arguments\":{\"x\":\"\xe2\x82", `error 0 a truncated @32 "{\"name\":\"a\",\"arguments\":{\"x\":\"\xe2\x82" at /x`},
		{"cut before it commits", `{"name":"a","arguments"`, `text "{\"name\":\"a\",\"arguments\""`},
		{"cut null", `{"name":"a","arguments":nul`, `text "{\"name\":\"a\",\"arguments\":nul"`},
	})
	runText(t, Options{Tools: named("a")}, []textTest{
		{"cut behind a declared name", `{"name":"a"`, `error 0 a truncated @11 "{\"name\":\"a\""`},
		{"cut in a declared name", `{"name":"a`, `text "{\"name\":\"a"`},
	})
}

func TestR5CommitWithoutTools(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"arguments first", `{"arguments":{"k":1},"name":"a"}`, `call 0 a {"k":1}`},
		{"broken before the name", `{"arguments":{"k":x},"name":"a"}`, `text "{\"arguments\":{\"k\":x},\"name\":\"a\"}"`},
		{"broken in the middle of null", `{"name":"a","arguments":nulx}`, `text "{\"name\":\"a\",\"arguments\":nulx}"`},
		{"broken behind null", `{"name":"a","arguments":null x}`, `error 0 a syntax @29 "{\"name\":\"a\",\"arguments\":null x" of "{\"name\":\"a\",\"arguments\":null x}"`},
		{"array never commits", `{"name":"a","arguments":[1]}`, `text "{\"name\":\"a\",\"arguments\":[1]}"`},
		{"number never commits", `{"name":"a","arguments":1}`, `text "{\"name\":\"a\",\"arguments\":1}"`},
		{"missing arguments never commit", `{"name":"a"}`, `text "{\"name\":\"a\"}"`},
		{"empty name", `{"name":"","arguments":{}}`, `text "{\"name\":\"\",\"arguments\":{}}"`},
		{"name is no string", `{"name":1,"arguments":{}}`, `text "{\"name\":1,\"arguments\":{}}"`},
		{"null name", `{"name":null,"arguments":{}}`, `text "{\"name\":null,\"arguments\":{}}"`},
		{"no name", `{"arguments":{}}`, `text "{\"arguments\":{}}"`},
		{"key in another case", `{"Name":"a","arguments":{}}`, `text "{\"Name\":\"a\",\"arguments\":{}}"`},
		{"escaped keys", `{"n\u0061me":"a","\u0061rguments":{}}`, `call 0 a {}`},
		{"escaped name", `{"name":"\u0061\ud83d\ude00\ud800","arguments":{}}`, "call 0 a😀\uFFFD {}"},
		{"parameters", `{"name":"a","parameters":{"k":1}}`, `call 0 a {"k":1}`},
		{"args", `{"name":"a","args":{"k":1}}`, `call 0 a {"k":1}`},
		{"name in a nested object", `{"x":{"name":"a"},"arguments":{}}`, `text "{\"x\":{\"name\":\"a\"},\"arguments\":{}}"`},
	})
}

func TestR5CommitWithTools(t *testing.T) {
	runText(t, Options{Tools: named("a")}, []textTest{
		{"declared", `{"name":"a","arguments":{}}`, `call 0 a {}`},
		{"broken behind the name", `{"name":"a",x}`, `error 0 a syntax @12 "{\"name\":\"a\",x" of "{\"name\":\"a\",x}"`},
		{"array", `{"name":"a","arguments":[1]}`, `error 0 a arguments @24 "{\"name\":\"a\",\"arguments\":[" of "{\"name\":\"a\",\"arguments\":[1]}"`},
		{"array before the name", `{"arguments":[1],"name":"a","x":2} .`, `
			error 0 a arguments @13 "{\"arguments\":[" of "{\"arguments\":[1],\"name\":\"a\",\"x\":2}"
			text " ."`},
		{"broken string before the name", `{"arguments":"{x}","name":"a"}`, `
			error 0 a syntax @15 "{\"arguments\":\"{x" of "{\"arguments\":\"{x}\",\"name\":\"a\"}"`},
		{"array before the name, then the end", `{"arguments":[1],"name":"a"`, `error 0 a arguments @13 "{\"arguments\":[" of "{\"arguments\":[1],\"name\":\"a\""`},
		{"array before an undeclared name", `{"arguments":[1],"name":"b"}`, `text "{\"arguments\":[1],\"name\":\"b\"}"`},
		{"id before the remembered fault", `{"id":"i","arguments":1,"name":"a"}`, `
			error 0 a arguments @22 id=i "{\"id\":\"i\",\"arguments\":1" of "{\"id\":\"i\",\"arguments\":1,\"name\":\"a\"}"`},
		{"no arguments and a type of its own", `{"name":"a","type":"file"}`, `error 0 a arguments @25 "{\"name\":\"a\",\"type\":\"file\"}"`},
	})
	runText(t, Options{Tools: Tools{}}, []textTest{
		{"none offered", "<think>x</think>" + `{"name":"a","arguments":{}}` + "\n```\n", `
			marker "<think>"
			reasoning "x"
			marker "</think>"
			text "{\"name\":\"a\",\"arguments\":{}}\n` + "```" + `\n"`},
	})
}

func TestR5UnknownTool(t *testing.T) {
	runText(t, Options{Tools: named("z")}, []textTest{
		{"complete", `{"name":"a","arguments":{"k":1},"id":"i"}`, `
			error 0 a unknown-tool @10 id=i "{\"name\":\"a\"" of "{\"name\":\"a\",\"arguments\":{\"k\":1},\"id\":\"i\"}" args={"k":1}`},
		{"arguments first", `{"arguments":{"k":1},"name":"a"}`, `
			error 0 a unknown-tool @30 "{\"arguments\":{\"k\":1},\"name\":\"a\"" of "{\"arguments\":{\"k\":1},\"name\":\"a\"}" args={"k":1}`},
		{"broken behind", `{"name":"a","arguments":{x}}.`, `
			error 0 a unknown-tool @10 "{\"name\":\"a\"" of "{\"name\":\"a\",\"arguments\":{x}}"
			text "."`},
		{"cut behind", `{"name":"a","arguments":{`, `error 0 a unknown-tool @10 "{\"name\":\"a\"" of "{\"name\":\"a\",\"arguments\":{"`},
		{"broken before the arguments", `{"name":"a",x,"arguments":{}}`, `text "{\"name\":\"a\",x,\"arguments\":{}}"`},
		{"null arguments", `{"name":"a","arguments":null}`, `text "{\"name\":\"a\",\"arguments\":null}"`},
		{"string arguments", `{"name":"a","arguments":"{}"}`, `text "{\"name\":\"a\",\"arguments\":\"{}\"}"`},
		{"no arguments", `{"name":"a"}`, `text "{\"name\":\"a\"}"`},
	})
}

func TestR5Duplicates(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"second name", `{"name":"a","arguments":{},"name":"b"}`, `error 0 a duplicate-key @32 "{\"name\":\"a\",\"arguments\":{},\"name\"" of "{\"name\":\"a\",\"arguments\":{},\"name\":\"b\"}"`},
		{"second name before the commit", `{"name":"a","name":"b","arguments":{}}`, `text "{\"name\":\"a\",\"name\":\"b\",\"arguments\":{}}"`},
		{"alias of the arguments", `{"name":"a","args":{},"arguments":{}}`, `error 0 a duplicate-key @32 "{\"name\":\"a\",\"args\":{},\"arguments\"" of "{\"name\":\"a\",\"args\":{},\"arguments\":{}}"`},
		{"alias before the name", `{"args":{},"arguments":{},"name":"a"}`, `text "{\"args\":{},\"arguments\":{},\"name\":\"a\"}"`},
		{"in the arguments", `{"name":"a","arguments":{"k":1,"\u006b":2}}`, `error 0 a duplicate-key @38 "{\"name\":\"a\",\"arguments\":{\"k\":1,\"\\u006b\"" of "{\"name\":\"a\",\"arguments\":{\"k\":1,\"\\u006b\":2}}" at /k`},
		{"in another member before the commit", `{"x":{"k":1,"k":2},"name":"a","arguments":{}}`, `text "{\"x\":{\"k\":1,\"k\":2},\"name\":\"a\",\"arguments\":{}}"`},
		{"other keys", `{"name":"a","arguments":{},"x":1,"x":2}`, `error 0 a duplicate-key @35 "{\"name\":\"a\",\"arguments\":{},\"x\":1,\"x\"" of "{\"name\":\"a\",\"arguments\":{},\"x\":1,\"x\":2}"`},
		{"lone surrogates", `{"name":"a","arguments":{"\ud800":1,"\udfff":2}}`, "error 0 a duplicate-key @43 \"{\\\"name\\\":\\\"a\\\",\\\"arguments\\\":{\\\"\\\\ud800\\\":1,\\\"\\\\udfff\\\"\" of \"{\\\"name\\\":\\\"a\\\",\\\"arguments\\\":{\\\"\\\\ud800\\\":1,\\\"\\\\udfff\\\":2}}\" at /\uFFFD"},
		{"second id is a duplicate as well", `{"id":"i","name":"a","arguments":{},"id":"j"}`, `error 0 a duplicate-key @39 id=i "{\"id\":\"i\",\"name\":\"a\",\"arguments\":{},\"id\"" of "{\"id\":\"i\",\"name\":\"a\",\"arguments\":{},\"id\":\"j\"}"`},
	})
}

func TestR5Description(t *testing.T) {
	const definition = `{"name":"a","description":"d","parameters":{}}`
	runText(t, Options{}, []textTest{
		{"definition", definition, `text "{\"name\":\"a\",\"description\":\"d\",\"parameters\":{}}"`},
		{"behind the commit", `{"name":"a","arguments":{},"description":"d"}`, `error 0 a arguments @39 "{\"name\":\"a\",\"arguments\":{},\"description\"" of "{\"name\":\"a\",\"arguments\":{},\"description\":\"d\"}"`},
		{"in the arguments", `{"name":"a","arguments":{"description":"d"}}`, `call 0 a {"description":"d"}`},
	})
	runText(t, Options{Tools: named("a")}, []textTest{
		{"definition of a declared tool", definition, `error 0 a arguments @24 "{\"name\":\"a\",\"description\"" of "{\"name\":\"a\",\"description\":\"d\",\"parameters\":{}}"`},
	})
}

func TestR5MissingArguments(t *testing.T) {
	runText(t, Options{Tools: named("a")}, []textTest{
		{"nothing else", `{"name":"a"}`, `call 0 a {} +empty-arguments@11`},
		{"id of any type", `{"id":7,"name":"a"}`, `call 0 a {} +empty-arguments@18`},
		{"function", `{"name":"a","type":"function"}`, `call 0 a {} +empty-arguments@29`},
		{"tool_call", `{"type":"tool_call","name":"a","id":"i"}`, `call 0 a {} id=i +empty-arguments@39`},
		{"tool_use, escaped", `{"name":"a","type":"tool\u005fuse"}`, `call 0 a {} +empty-arguments@34`},
		{"another member", `{"name":"a","x":1}`, `error 0 a arguments @17 "{\"name\":\"a\",\"x\":1}"`},
		{"type is no string", `{"name":"a","type":1}`, `error 0 a arguments @20 "{\"name\":\"a\",\"type\":1}"`},
	})
}

func TestR5NullAndStringArguments(t *testing.T) {
	runText(t, Options{Tools: named("a")}, []textTest{
		{"null", `{"name":"a","arguments": null }`, `call 0 a {} +null-arguments@25`},
		{"string", `{"name":"a","arguments":" {\"k\":[\"\\n\"]}\n"}`, `call 0 a {"k":["\n"]}`},
		{"string of null", `{"name":"a","arguments":"null"}`, `error 0 a arguments @25 "{\"name\":\"a\",\"arguments\":\"n" of "{\"name\":\"a\",\"arguments\":\"null\"}"`},
		{"empty string", `{"name":"a","arguments":""}`, `error 0 a arguments @25 "{\"name\":\"a\",\"arguments\":\"\"" of "{\"name\":\"a\",\"arguments\":\"\"}"`},
		{"white space", `{"name":"a","arguments":" \n"}`, `error 0 a arguments @28 "{\"name\":\"a\",\"arguments\":\" \\n\"" of "{\"name\":\"a\",\"arguments\":\" \\n\"}"`},
		{"first byte is an escape", `{"name":"a","arguments":" \u005b]"}`, `error 0 a arguments @26 "{\"name\":\"a\",\"arguments\":\" \\" of "{\"name\":\"a\",\"arguments\":\" \\u005b]\"}"`},
		{"brace is an escape", `{"name":"a","arguments":"\u007b}"}`, `call 0 a {}`},
		{"broken inside", `{"name":"a","arguments":"{\"k\":tru\u0065x}"}`, `error 0 a syntax @41 "{\"name\":\"a\",\"arguments\":\"{\\\"k\\\":tru\\u0065x" of "{\"name\":\"a\",\"arguments\":\"{\\\"k\\\":tru\\u0065x}\"}"`},
		{"broken at an escape", `{"name":"a","arguments":"{\"k\":\t\u0021}"}`, `error 0 a syntax @34 "{\"name\":\"a\",\"arguments\":\"{\\\"k\\\":\\t\\" of "{\"name\":\"a\",\"arguments\":\"{\\\"k\\\":\\t\\u0021}\"}" at /k`},
		{"control character inside", `{"name":"a","arguments":"{\"k\":\"\n\"}"}`, `error 0 a syntax @34 "{\"name\":\"a\",\"arguments\":\"{\\\"k\\\":\\\"\\" of "{\"name\":\"a\",\"arguments\":\"{\\\"k\\\":\\\"\\n\\\"}\"}" at /k`},
		{"duplicate inside", `{"name":"a","arguments":"{\"k\":1,\"k\":2}"}`, `error 0 a duplicate-key @37 "{\"name\":\"a\",\"arguments\":\"{\\\"k\\\":1,\\\"k\\" of "{\"name\":\"a\",\"arguments\":\"{\\\"k\\\":1,\\\"k\\\":2}\"}" at /k`},
		{"ends too early", `{"name":"a","arguments":"{\"k\":"}`, `error 0 a syntax @32 "{\"name\":\"a\",\"arguments\":\"{\\\"k\\\":\"" of "{\"name\":\"a\",\"arguments\":\"{\\\"k\\\":\"}" at /k`},
		{"trailing", `{"name":"a","arguments":"{} x"}`, `error 0 a syntax @28 "{\"name\":\"a\",\"arguments\":\"{} x" of "{\"name\":\"a\",\"arguments\":\"{} x\"}"`},
		{"surrogate pair", `{"name":"a","arguments":"{\"k\":\"\ud83d\ude00\"}"}`, `call 0 a {"k":"😀"}`},
		{"lone surrogate stays an escape", `{"name":"a","arguments":"{\"k\":\"\uD800\"}"}`, `call 0 a {"k":"\uD800"}`},
		{"lone surrogate outside a string", `{"name":"a","arguments":"{\ud800}"}`, `error 0 a syntax @26 "{\"name\":\"a\",\"arguments\":\"{\\" of "{\"name\":\"a\",\"arguments\":\"{\\ud800}\"}"`},
		{"broken inside, then a broken string", `{"name":"a","arguments":"{x\q"}`, `error 0 a syntax @26 "{\"name\":\"a\",\"arguments\":\"{x" of "{\"name\":\"a\",\"arguments\":\"{x\\q\"}"`},
		{"broken string before that", `{"name":"a","arguments":"{\q x"}`, `error 0 a syntax @27 "{\"name\":\"a\",\"arguments\":\"{\\q" of "{\"name\":\"a\",\"arguments\":\"{\\q x\"}"`},
		{"cut", `{"name":"a","arguments":"{\"k`, `error 0 a truncated @29 "{\"name\":\"a\",\"arguments\":\"{\\\"k"`},
		{"cut in an escape", `{"name":"a","arguments":"{\u00`, `error 0 a truncated @30 "{\"name\":\"a\",\"arguments\":\"{\\u00"`},
	})
	runText(t, Options{}, []textTest{
		{"string commits with its quote", `{"name":"a","arguments":"{}",x}`, `error 0 a syntax @29 "{\"name\":\"a\",\"arguments\":\"{}\",x" of "{\"name\":\"a\",\"arguments\":\"{}\",x}"`},
		{"string before the name", `{"arguments":"{\"k\":1}","name":"a"}`, `call 0 a {"k":1}`},
		{"string without an object", `{"name":"a","arguments":"x"}`, `text "{\"name\":\"a\",\"arguments\":\"x\"}"`},
		{"string with a duplicate", `{"name":"a","arguments":"{\"k\":1,\"k\":1}"}`, `text "{\"name\":\"a\",\"arguments\":\"{\\\"k\\\":1,\\\"k\\\":1}\"}"`},
	})
}

func TestR5ID(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"string", `{"id":"x\n","name":"a","arguments":{}}`, "call 0 a {} id=x\n"},
		{"number", `{"id":1,"name":"a","arguments":{}}`, `call 0 a {}`},
		{"behind", `{"name":"a","arguments":{},"id":"x"}`, `call 0 a {} id=x`},
	})
	row := Format{Name: "keys", Shapes: ShapeBare, Keys: Keys{Name: []string{"tool", "fn"}, Arguments: []string{"in"}, ID: []string{"call", "id"}}}
	runText(t, Options{Format: &row}, []textTest{
		{"keys of the row", `{"call":"x","tool":"a","in":{}}`, `call 0 a {} id=x`},
		{"first of two", `{"id":"y","call":"x","tool":"a","in":{}}`, `call 0 a {} id=y`},
		{"names of the default", `{"name":"a","arguments":{}}`, `text "{\"name\":\"a\",\"arguments\":{}}"`},
		{"two names", `{"tool":"a","in":{},"fn":"b"}`, `error 0 a duplicate-key @23 "{\"tool\":\"a\",\"in\":{},\"fn\"" of "{\"tool\":\"a\",\"in\":{},\"fn\":\"b\"}"`},
	})
}

func TestR9Strict(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"as written", `{"name":"a","arguments": { "n" : 1.50e+3, "s":"\u00e9\/\ud800" } }`, `call 0 a { "n" : 1.50e+3, "s":"\u00e9\/\ud800" }`},
		{"bad UTF-8: the byte behind", "{\"name\":\"a\",\"arguments\":{\"k\":\"\xe2\x80a\"}}", `error 0 a syntax @32 "{\"name\":\"a\",\"arguments\":{\"k\":\"\xe2\x80a" of "{\"name\":\"a\",\"arguments\":{\"k\":\"\xe2\x80a\"}}" at /k`},
		{"bad UTF-8: overlong", "{\"name\":\"a\",\"arguments\":{\"k\":\"\xc0\x80\"}}", `error 0 a syntax @30 "{\"name\":\"a\",\"arguments\":{\"k\":\"\xc0" of "{\"name\":\"a\",\"arguments\":{\"k\":\"\xc0\x80\"}}" at /k`},
		{"bad UTF-8: surrogate", "{\"name\":\"a\",\"arguments\":{\"k\":\"\xed\xa0\x80\"}}", `error 0 a syntax @31 "{\"name\":\"a\",\"arguments\":{\"k\":\"\xed\xa0" of "{\"name\":\"a\",\"arguments\":{\"k\":\"\xed\xa0\x80\"}}" at /k`},
		{"bad UTF-8 outside strings is text", "\xff{\"name\":\"a\",\"arguments\":{}}\xe2", `
			text "\xff"
			call 0 a {}
			text "\xe2"`},
		{"byte order mark in front", "\ufeff{\"name\":\"a\",\"arguments\":{}}", `
			text "\ufeff"
			call 0 a {}`},
	})
}

func TestR11Limits(t *testing.T) {
	runText(t, Options{MaxDepth: 3}, []textTest{
		{"as deep as allowed", `{"name":"a","arguments":{"k":[]}}`, `call 0 a {"k":[]}`},
		{"too deep", `{"name":"a","arguments":{"k":[{}]}}.`, `
			error 0 a limit @30 "{\"name\":\"a\",\"arguments\":{\"k\":[{" of "{\"name\":\"a\",\"arguments\":{\"k\":[{}]}}" at /k/0
			text "."`},
		{"too deep before the commit", `{"x":[[[]]],"name":"a","arguments":{}}`, `text "{\"x\":[[[]]],\"name\":\"a\",\"arguments\":{}}"`},
		{"a string counts from its root", `{"name":"a","arguments":"{\"k\":[[]]}"}`, `call 0 a {"k":[[]]}`},
	})
	runText(t, Options{MaxDepth: 1}, []textTest{
		{"limit at the byte that would commit", `{"name":"a","arguments":{}}`, `text "{\"name\":\"a\",\"arguments\":{}}"`},
	})
	runText(t, Options{MaxCall: 32}, []textTest{
		{"as long as allowed", `x {"name":"a","arguments":{"k":1}}`, `
			text "x "
			call 0 a {"k":1}`},
	})
	runText(t, Options{MaxCall: 29}, []textTest{
		{"too long", `x {"name":"a","arguments":{"k":11}} {"name":"b","arguments":{}}`, `
			text "x "
			error 0 a limit @31 "{\"name\":\"a\",\"arguments\":{\"k\":1" of "{\"name\":\"a\",\"arguments\":{\"k\":11}}" at /k
			text " "
			call 1 b {}`},
		{"too long before the commit", `{"x":"12345678901234567890123","name":"a","arguments":{}}.`, `text "{\"x\":\"12345678901234567890123\",\"name\":\"a\",\"arguments\":{}}."`},
		{"limit and end", `{"name":"a","arguments":{"k":"`, `error 0 a limit @29 "{\"name\":\"a\",\"arguments\":{\"k\":\"" at /k`},
		{"end at the limit", `{"name":"a","arguments":{"k":`, `error 0 a truncated @29 "{\"name\":\"a\",\"arguments\":{\"k\":" at /k`},
	})
}

func TestT1Reasoning(t *testing.T) {
	const call = `{"name":"a","arguments":{}}`
	runText(t, Options{}, []textTest{
		{"block", "x<think>" + call + "</think>" + call, `
			text "x"
			marker "<think>"
			reasoning "{\"name\":\"a\",\"arguments\":{}}"
			marker "</think>"
			call 0 a {}`},
		{"unclosed", "<think>" + call, `
			marker "<think>"
			reasoning "{\"name\":\"a\",\"arguments\":{}}"`},
		{"in an object it is text", `{"x":"<think>"}` + call, `
			text "{\"x\":\"<think>\"}"
			call 0 a {}`},
		{"in a call it is data", `{"name":"a","arguments":{"x":"<think>"}}`, `call 0 a {"x":"<think>"}`},
		{"stray close at the start", " \n</think>" + call, `
			text " \n"
			marker "</think>"
			call 0 a {}`},
		{"stray close elsewhere", "x</think>" + call, `
			text "x</think>"
			call 0 a {}`},
		{"second stray close", "</think></think>", `
			marker "</think>"
			text "</think>"`},
		{"open marker inside", "<think><think>x</think>y</think>", `
			marker "<think>"
			reasoning "<think>x"
			marker "</think>"
			text "y</think>"`},
		{"in a fence", "```\n<think>\n```\n</think>" + call, `
			text "` + "```" + `\n"
			marker "<think>"
			reasoning "\n` + "```" + `\n"
			marker "</think>"
			call 0 a {}`},
		{"in an array", "[" + call + ", <think>x</think>]", `
			marker "["
			call 0 a {}
			marker ", <think>"
			reasoning "x"
			marker "</think>"
			text "]"`},
		{"depth goes on behind", "{x<think>}\n\n{</think>:" + call, `
			text "{x"
			marker "<think>"
			reasoning "}\n\n{"
			marker "</think>"
			text ":{\"name\":\"a\",\"arguments\":{}}"`},
		{"line behind is not blank", "{x<think>\n</think>\n:" + call, `
			text "{x"
			marker "<think>"
			reasoning "\n"
			marker "</think>"
			text "\n:{\"name\":\"a\",\"arguments\":{}}"`},
		{"backtick in reasoning of an info line", "```<think>`</think>\n```\n:" + call, `
			text "` + "```" + `"
			marker "<think>"
			reasoning "` + "`" + `"
			marker "</think>"
			text "\n` + "```" + `\n:"
			call 0 a {}`},
		{"cut open marker", "x<thin", `text "x<thin"`},
	})
	runText(t, Options{InReasoning: true}, []textTest{
		{"starts inside", call + "</think>" + call, `
			reasoning "{\"name\":\"a\",\"arguments\":{}}"
			marker "</think>"
			call 0 a {}`},
		{"open marker at the start", "\n<think>x<think></think>y", `
			reasoning "\n"
			marker "<think>"
			reasoning "x<think>"
			marker "</think>"
			text "y"`},
		{"close marker at the start", "</think></think>", `
			marker "</think>"
			text "</think>"`},
		{"never closed", "x", `reasoning "x"`},
	})
	runText(t, Options{InReasoning: true, Format: &Format{Shapes: ShapeBare, Reasoning: []Pair{}}}, []textTest{
		{"no markers at all", "<think>" + call, `
			text "<think>"
			call 0 a {}`},
	})
}

func TestE1End(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"nothing", "", ""},
		{"white space", " \n", `text " \n"`},
		{"opened object", `{"name":`, `text "{\"name\":"`},
		{"fence", "```", "text \"```\""},
		{"array", `[{"name":"a","arguments":{}},`, `
			marker "["
			call 0 a {}
			marker ","`},
	})
}
