package parse

import "testing"

func TestP1Opens(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"call", `Sure. {"name":"a","arguments":{"k":1}} Done.`, `
			text "Sure. "
			call 0 a {"k":1}
			text " Done."`},
		{"spaces", "{ \n\"name\"\t:\r\"a\",\"arguments\":{}}", `call 0 a {}`},
		{"empty object is text", `{} {"name":"a","arguments":{}}`, `
			text "{} "
			call 0 a {}`},
		{"brace directly behind a text brace", `{{"name":"a","arguments":{}}`, `text "{{\"name\":\"a\",\"arguments\":{}}"`},
		{"no colon", `{"x"} {"name":"a","arguments":{}}`, `
			text "{\"x\"} "
			call 0 a {}`},
		{"control byte in the key", "{\"x\n {\"name\":\"a\",\"arguments\":{}}", `
			text "{\"x\n "
			call 0 a {}`},
		{"escaped control byte in the key", "{\"x\\\n\":1} {\"name\":\"a\",\"arguments\":{}}", `
			text "{\"x\\\n\":1} "
			call 0 a {}`},
		{"escaped quote in the key", `{"x\": {\"name":1} {"name":"a","arguments":{}}`, `
			text "{\"x\\\": {\\\"name\":1} "
			call 0 a {}`},
		{"brace before the quote that ends a key", `{"{"name":"a","arguments":{}}`, `
			text "{\""
			call 0 a {}`},
		{"quote without colon behind a blank line", "{\"x\"\n\n{\"name\":\"a\",\"arguments\":{}}", `
			text "{\"x\"\n\n"
			call 0 a {}`},
		{"end behind the brace", `{`, `text "{"`},
		{"end behind the key", `{"name"`, `text "{\"name\""`},
		{"end in the key", `{"name`, `text "{\"name"`},
		{"bad escape in the first key is the guilty byte", `{"\q":1} {"name":"a","arguments":{}}`, `
			text "{\"\\q\":1} "
			call 0 a {}`},
	})
}

func TestP2Opaque(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"object with a call in it", `{"x":{"name":"a","arguments":{}}}`, `text "{\"x\":{\"name\":\"a\",\"arguments\":{}}}"`},
		{"broken object with a call in it", `{"x":1 {"name":"a","arguments":{}}} {"name":"b","arguments":{}}`, `
			text "{\"x\":1 {\"name\":\"a\",\"arguments\":{}}} "
			call 0 b {}`},
		{"cut object with a call in it", `{"x":[{"name":"a","arguments":{}}`, `text "{\"x\":[{\"name\":\"a\",\"arguments\":{}}"`},
		{"call with a call in a string", `{"name":"a","arguments":{"s":"{\"name\":\"b\",\"arguments\":{}}"}}`, `
			call 0 a {"s":"{\"name\":\"b\",\"arguments\":{}}"}`},
		{"call that breaks with a call behind", `{"name":"a","arguments":{"x":NaN,"y":{"name":"b","arguments":{}}}} {"name":"c","arguments":{}}`, `
			error 0 a syntax @29 "{\"name\":\"a\",\"arguments\":{\"x\":N" of "{\"name\":\"a\",\"arguments\":{\"x\":NaN,\"y\":{\"name\":\"b\",\"arguments\":{}}}}" at /x
			text " "
			call 1 c {}`},
		{"odd inner quote swallows the rest", `{"name":"a","arguments":{"x":"say "hi"}} {"name":"b","arguments":{}}`, `
			error 0 a syntax @35 "{\"name\":\"a\",\"arguments\":{\"x\":\"say \"h" of "{\"name\":\"a\",\"arguments\":{\"x\":\"say \"hi\"}} {\"name\":\"b\",\"arguments\":{}}"`},
		{"raw line feed in a string", "{\"name\":\"a\",\"arguments\":{\"x\":\"\n}\"}} {\"name\":\"b\",\"arguments\":{}}", `
			error 0 a syntax @30 "{\"name\":\"a\",\"arguments\":{\"x\":\"\n" of "{\"name\":\"a\",\"arguments\":{\"x\":\"\n}\"}}" at /x
			text " "
			call 1 b {}`},
		{"broken object in a fence ends before the closing run", "```\n{\"x\":1 2\n  ```\n{\"name\":\"a\",\"arguments\":{}}", `
			text "` + "```\\n{\\\"x\\\":1 2\\n  ```\\n" + `"
			call 0 a {}`},
		{"broken call in our fence too", "```\n{\"name\":\"a\",\"arguments\":{x\n  ```\nyes", `
			marker "` + "```\\n" + `"
			error 0 a syntax @29 "{\"name\":\"a\",\"arguments\":{x" of "{\"name\":\"a\",\"arguments\":{x\n  "
			marker "` + "```" + `"
			text "\nyes"`},
		{"but not before a run in a string", "```\n{\"name\":\"a\",\"arguments\":{x \"\n```\n\"}}", `
			marker "` + "```\\n" + `"
			error 0 a syntax @29 "{\"name\":\"a\",\"arguments\":{x" of "{\"name\":\"a\",\"arguments\":{x \"\n` + "```" + `\n\"}}"`},
		{"nor before a shorter run", "````\n{\"name\":\"a\",\"arguments\":{x\n```\n}}", `
			marker "` + "````\\n" + `"
			error 0 a syntax @30 "{\"name\":\"a\",\"arguments\":{x" of "{\"name\":\"a\",\"arguments\":{x\n` + "```" + `\n}}"`},
	})
}

func TestP3Members(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"member of something", `{name:"w",arguments:{"name":"a","arguments":{}}}`, `text "{name:\"w\",arguments:{\"name\":\"a\",\"arguments\":{}}}"`},
		{"curly word closed", `Use {curly}. {"name":"a","arguments":{}}`, `
			text "Use {curly}. "
			call 0 a {}`},
		{"curly word open, but no member", `Use {curly. {"name":"a","arguments":{}}`, `
			text "Use {curly. "
			call 0 a {}`},
		{"blank line resets", "{x:\n \t\r\n{\"name\":\"a\",\"arguments\":{}}", `
			text "{x:\n \t\r\n"
			call 0 a {}`},
		{"line feed alone does not", "{x:\n{\"name\":\"a\",\"arguments\":{}}", `text "{x:\n{\"name\":\"a\",\"arguments\":{}}"`},
		{"closing braces stop at zero", `}}{x} ={"name":"a","arguments":{}}`, `
			text "}}{x} ="
			call 0 a {}`},
		{"bracket", `{x [{"name":"a","arguments":{}}]`, `text "{x [{\"name\":\"a\",\"arguments\":{}}]"`},
		{"parenthesis", `{f({"name":"a","arguments":{}})`, `text "{f({\"name\":\"a\",\"arguments\":{}})"`},
		{"braces in objects do not count", `{"x":{} {"y":1}} :{"name":"a","arguments":{}}`, `
			text "{\"x\":{} {\"y\":1}} :"
			call 0 a {}`},
		{"line with an object is not blank", "{x:\n{} \n:{\"name\":\"a\",\"arguments\":{}}", `text "{x:\n{} \n:{\"name\":\"a\",\"arguments\":{}}"`},
		{"the byte before may be a call's", `{x {"name":"a","arguments":{}}{"name":"b","arguments":{}}`, `
			text "{x "
			call 0 a {}
			call 1 b {}`},
		{"blank line behind a bracket resets", "{x [\n\n{\"name\":\"a\",\"arguments\":{}}]", `
			text "{x "
			marker "[\n\n"
			call 0 a {}
			marker "]"`},
	})
}

const fenced = "```"

func TestF1Fences(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"call in a fence", fenced + "json\n{\"name\":\"a\",\"arguments\":{}}\n" + fenced + "\nDone.", `
			marker "` + fenced + `json\n"
			call 0 a {}
			marker "\n` + fenced + `"
			text "\nDone."`},
		{"tildes", "~~~\n{\"name\":\"a\",\"arguments\":{}}\n~~~", `
			marker "~~~\n"
			call 0 a {}
			marker "\n~~~"`},
		{"spaces before the run are text", " \t" + fenced + "\n{\"name\":\"a\",\"arguments\":{}}\n", `
			text " \t"
			marker "` + fenced + `\n"
			call 0 a {}
			marker "\n"`},
		{"not at the start of a line", "x " + fenced + "\n{\"name\":\"a\",\"arguments\":{}}\n" + fenced, `
			text "x ` + fenced + `\n"
			call 0 a {}
			text "\n` + fenced + `"`},
		{"two are too few", "``\n{\"name\":\"a\",\"arguments\":{}}\n``", "text \"``\\n\"\ncall 0 a {}\ntext \"\\n``\""},
		{"backtick in the info line takes it back", fenced + "a`b\n" + fenced + "\n{\"name\":\"a\",\"arguments\":{}}\n" + fenced, `
			text "` + fenced + "a`b" + `\n"
			marker "` + fenced + `\n"
			call 0 a {}
			marker "\n` + fenced + `"`},
		{"backtick in the info line of tildes does not", "~~~a`b\n" + fenced + "\n{\"name\":\"a\",\"arguments\":{}}\n~~~", `
			text "~~~` + "a`b" + `\n` + fenced + `\n"
			call 0 a {}
			text "\n~~~"`},
		{"call in an info line", fenced + " {\"name\":\"a\",\"arguments\":{}}\n" + fenced + "\n", `
			text "` + fenced + ` "
			call 0 a {}
			text "\n` + fenced + `\n"`},
		{"info line ends inside an object", fenced + "{\"x\":\n1}`\n" + fenced + "\n" + fenced + "\n{\"name\":\"a\",\"arguments\":{}}\n" + fenced, `
			text "` + fenced + `{\"x\":\n1}` + "`" + `\n` + fenced + `\n"
			marker "` + fenced + `\n"
			call 0 a {}
			marker "\n` + fenced + `"`},
		{"backtick in an object of the info line does not count", fenced + "{\"x`\":1}\n" + fenced + "\n" + fenced + "\n{\"name\":\"a\",\"arguments\":{}}\n" + fenced, `
			text "` + fenced + "{\\\"x`\\\":1}" + `\n` + fenced + `\n"
			marker "` + fenced + `\n"
			call 0 a {}
			marker "\n` + fenced + `"`},
	})
}

func TestF2Candidates(t *testing.T) {
	const call = `{"name":"a","arguments":{}}`
	runText(t, Options{}, []textTest{
		{"info of 24 bytes", fenced + "abcdefghijklmnopqrstuv+\r\n" + call, `
			marker "` + fenced + `abcdefghijklmnopqrstuv+\r\n"
			call 0 a {}`},
		{"info of 25 bytes", fenced + "abcdefghijklmnopqrstuvwxy\n" + call, `
			text "` + fenced + `abcdefghijklmnopqrstuvwxy\n"
			call 0 a {}`},
		{"info with another byte", fenced + "a.b\n" + call, `
			text "` + fenced + `a.b\n"
			call 0 a {}`},
		{"white space behind", fenced + "\n \n\t" + call, `
			marker "` + fenced + `\n \n\t"
			call 0 a {}`},
		{"object that is no call", fenced + "\n{\"x\":1}\n" + fenced, `text "` + fenced + `\n{\"x\":1}\n` + fenced + `"`},
		{"call behind something else", fenced + "\nx" + call + "\n" + fenced, `
			text "` + fenced + `\nx"
			call 0 a {}
			text "\n` + fenced + `"`},
		{"array", fenced + "\n[" + call + "]\n" + fenced, `
			marker "` + fenced + `\n["
			call 0 a {}
			marker "]\n` + fenced + `"`},
		{"array of something else", fenced + "\n[1]\n" + fenced, `text "` + fenced + `\n[1]\n` + fenced + `"`},
		{"failed call", fenced + "\n{\"name\":\"a\",\"arguments\":{x}}\n" + fenced, `
			marker "` + fenced + `\n"
			error 0 a syntax @29 "{\"name\":\"a\",\"arguments\":{x" of "{\"name\":\"a\",\"arguments\":{x}}"
			marker "\n` + fenced + `"`},
		{"no line feed", fenced + "json" + call, `
			text "` + fenced + `json"
			call 0 a {}`},
		{"end in the info", fenced + "json", `text "` + fenced + `json"`},
		{"end behind the white space", fenced + "json\n ", `text "` + fenced + `json\n "`},
		{"blank line in the hold resets the depth", "{x:\n" + fenced + "\n\n" + call, `
			text "{x:\n"
			marker "` + fenced + `\n\n"
			call 0 a {}`},
	})
}

func TestF3BehindCall(t *testing.T) {
	const call = `{"name":"a","arguments":{}}`
	runText(t, Options{}, []textTest{
		{"run on any column", fenced + "\n" + call + " " + fenced + " x", `
			marker "` + fenced + `\n"
			call 0 a {}
			marker " ` + fenced + `"
			text " x"`},
		{"whole run", fenced + "\n" + call + "`````x", `
			marker "` + fenced + `\n"
			call 0 a {}
			marker "` + "`````" + `"
			text "x"`},
		{"too short", "````\n" + call + fenced + "\n````", `
			marker "` + "````" + `\n"
			call 0 a {}
			text "` + fenced + `\n"
			marker "` + "````" + `"`},
		{"other character", fenced + "\n" + call + "\n~~~\n" + fenced, `
			marker "` + fenced + `\n"
			call 0 a {}
			marker "\n"
			text "~~~\n"
			marker "` + fenced + `"`},
		{"text between", fenced + "\n" + call + "\nx " + fenced + "\n" + fenced + "\n", `
			marker "` + fenced + `\n"
			call 0 a {}
			marker "\n"
			text "x ` + fenced + `\n"
			marker "` + fenced + `"
			text "\n"`},
		{"two calls", fenced + "\n" + call + "\n" + call + "\n" + fenced, `
			marker "` + fenced + `\n"
			call 0 a {}
			marker "\n"
			call 1 a {}
			marker "\n` + fenced + `"`},
		{"behind an array", fenced + "\n[" + call + " ] " + fenced + ",", `
			marker "` + fenced + `\n["
			call 0 a {}
			marker " ] ` + fenced + `"
			text ","`},
		{"in an array directly behind a call", fenced + "\n[" + call + fenced + "," + call, `
			marker "` + fenced + `\n["
			call 0 a {}
			marker "` + fenced + `"
			text ","
			call 1 a {}`},
		{"in an array behind a comma", fenced + "\n[" + call + ", " + fenced, `
			marker "` + fenced + `\n["
			call 0 a {}
			marker ", "
			text "` + fenced + `"`},
		{"in an array behind a comma at the start of a line", fenced + "\n[" + call + ",\n" + fenced, `
			marker "` + fenced + `\n["
			call 0 a {}
			marker ",\n` + fenced + `"`},
		{"not in a fence of text", fenced + "\nx\n" + call + " " + fenced, `
			text "` + fenced + `\nx\n"
			call 0 a {}
			text " ` + fenced + `"`},
	})
}

func TestF4Closing(t *testing.T) {
	const call = `{"name":"a","arguments":{}}`
	runText(t, Options{}, []textTest{
		{"text fence, then ours", fenced + "\nx\n" + fenced + "\n" + fenced + "\n" + call + "\n" + fenced, `
			text "` + fenced + `\nx\n` + fenced + `\n"
			marker "` + fenced + `\n"
			call 0 a {}
			marker "\n` + fenced + `"`},
		{"directly behind the opening line", fenced + "\n" + fenced + "\n" + fenced + "\n" + call, `
			text "` + fenced + `\n` + fenced + `\n"
			marker "` + fenced + `\n"
			call 0 a {}`},
		{"longer run closes", fenced + "\n" + call + "\nx\n\t `````y\n", `
			marker "` + fenced + `\n"
			call 0 a {}
			marker "\n"
			text "x\n\t "
			marker "` + "`````" + `"
			text "y\n"`},
		{"fence in a fence", "````\n" + fenced + "\n" + call + "\n" + fenced + "\n````", `
			text "` + "````" + `\n` + fenced + `\n"
			call 0 a {}
			text "\n` + fenced + `\n` + "````" + `"`},
		{"open at the end", fenced + "\n" + call, `
			marker "` + fenced + `\n"
			call 0 a {}`},
		{"not in the middle of a line", fenced + "\nx " + fenced + "\n" + fenced + "\n{x:" + call, `
			text "` + fenced + `\nx ` + fenced + `\n` + fenced + `\n{x:{\"name\":\"a\",\"arguments\":{}}"`},
	})
}

func TestF5FencesDecideNothing(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"code that quotes a call", fenced + "go\nf({\"name\":\"a\",\"arguments\":{}})\n" + fenced, `
			text "` + fenced + `go\nf("
			call 0 a {}
			text ")\n` + fenced + `"`},
	})
}

func TestA1Arrays(t *testing.T) {
	const call = `{"name":"a","arguments":{}}`
	runText(t, Options{}, []textTest{
		{"two calls", "x [ " + call + " ,\n" + call + " ] y", `
			text "x "
			marker "[ "
			call 0 a {}
			marker " ,\n"
			call 1 a {}
			marker " ]"
			text " y"`},
		{"bracket before another", "[[" + call + "]]", `
			text "["
			marker "["
			call 0 a {}
			marker "]"
			text "]"`},
		{"object that is no call first", `[{"x":1},` + call + "]", `
			text "[{\"x\":1},"
			call 0 a {}
			text "]"`},
		{"end behind the bracket", "[ ", `text "[ "`},
		{"bracket and text", "[x", `text "[x"`},
	})
}

func TestA2Elements(t *testing.T) {
	const call = `{"name":"a","arguments":{}}`
	runText(t, Options{}, []textTest{
		{"object that is no call ends it", "[" + call + `, {"x":1}, ` + call + "]", `
			marker "["
			call 0 a {}
			marker ", "
			text "{\"x\":1}, "
			call 1 a {}
			text "]"`},
		{"another byte ends it", "[" + call + ", x, " + call + "]", `
			marker "["
			call 0 a {}
			marker ", "
			text "x, "
			call 1 a {}
			text "]"`},
		{"another array ends it", "[" + call + ", [" + call + "], ]", `
			marker "["
			call 0 a {}
			marker ", ["
			call 1 a {}
			marker "]"
			text ", ]"`},
		{"broken call goes on", `[{"name":"a","arguments":{x}},` + call + "]", `
			marker "["
			error 0 a syntax @26 "{\"name\":\"a\",\"arguments\":{x" of "{\"name\":\"a\",\"arguments\":{x}}"
			marker ","
			call 1 a {}
			marker "]"`},
		{"brace that does not open ends it", "[" + call + ", {x," + call, `
			marker "["
			call 0 a {}
			marker ", "
			text "{x,{\"name\":\"a\",\"arguments\":{}}"`},
		{"missing comma", "[" + call + call + "]", `
			marker "["
			call 0 a {}
			call 1 a {}
			marker "]"`},
		{"membership does not count in it", "{x [\n\n" + call + ",{x " + call, `
			text "{x "
			marker "[\n\n"
			call 0 a {}
			marker ","
			text "{x "
			call 1 a {}`},
		{"open at the end", "[" + call + ",", `
			marker "["
			call 0 a {}
			marker ","`},
	})
}
