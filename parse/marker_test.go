package parse

import (
	"strings"
	"testing"
)

const (
	sixtyFour = "                                                                "
	abc       = `{"name":"a","arguments":{}}`
)

func TestR6Envelope(t *testing.T) {
	runText(t, Options{Format: &hermesRow}, []textTest{
		{"call", "Sure.\n<tool_call>\n" + abc + "\n</tool_call>\nDone.", `
			text "Sure.\n"
			marker "<tool_call>\n"
			call 0 a {}
			marker "\n</tool_call>"
			text "\nDone."`},
		{"talk of tags", "I use <tool_call> tags, </tool_call> too. " + abc, `text "I use <tool_call> tags, </tool_call> too. {\"name\":\"a\",\"arguments\":{}}"`},
		{"opener behind an opener", "<tool_call><tool_call>" + abc, `
			text "<tool_call>"
			marker "<tool_call>"
			call 0 a {}`},
		{"64 bytes of white space", "<tool_call>" + sixtyFour + abc, `
			marker "<tool_call>` + sixtyFour + `"
			call 0 a {}`},
		{"65 bytes of white space", "<tool_call>" + sixtyFour + " " + abc, `text "<tool_call>` + sixtyFour + ` {\"name\":\"a\",\"arguments\":{}}"`},
		{"marker in a string", `<tool_call>{"name":"a","arguments":{"k":"</tool_call><tool_call>"}}</tool_call>`, `
			marker "<tool_call>"
			call 0 a {"k":"</tool_call><tool_call>"}
			marker "</tool_call>"`},
		{"no closer", "<tool_call>" + abc + " text", `
			marker "<tool_call>"
			call 0 a {}
			marker " "
			text "text"`},
		{"no closer, next opener", "<tool_call>" + abc + "<tool_call>" + abc + "<tool_call>x", `
			marker "<tool_call>"
			call 0 a {}
			marker "<tool_call>"
			call 1 a {}
			text "<tool_call>x"`},
		{"cut opener", "x<tool_cal", `text "x<tool_cal"`},
		{"opener at the end", "x<tool_call> \n", `
			text "x"
			error 0 - truncated @14 "<tool_call> \n"`},
		{"opener and 65 bytes at the end", "<tool_call> " + sixtyFour, `text "<tool_call> ` + sixtyFour + `"`},
		{"cut", `<tool_call>{"name":"a`, `
			marker "<tool_call>"
			error 0 - truncated @21 "{\"name\":\"a"`},
		{"first byte is all that counts", "<tool_call>{x}</tool_call>y", `
			marker "<tool_call>"
			error 0 - syntax @12 "{x" of "{x}"
			marker "</tool_call>"
			text "y"`},
	})
}

func TestR6EnvelopeErrors(t *testing.T) {
	in := func(s string) string { return "<tool_call>" + s + "</tool_call>" }
	out := func(line string) string { return "marker \"<tool_call>\"\n" + line + "\nmarker \"</tool_call>\"" }
	runText(t, Options{Format: &hermesRow}, []textTest{
		{"name is no string", in(`{"name":1,"arguments":{}}`), out(`error 0 - no-name @19 "{\"name\":1" of "{\"name\":1,\"arguments\":{}}"`)},
		{"name is empty", in(`{"name":"","arguments":{}}`), out(`error 0 - no-name @20 "{\"name\":\"\"" of "{\"name\":\"\",\"arguments\":{}}"`)},
		{"name is no value", in(`{"name":x}`), out(`error 0 - syntax @19 "{\"name\":x" of "{\"name\":x}"`)},
		{"no name", in(`{"arguments":{}}`), out(`error 0 - no-name @26 "{\"arguments\":{}}"`)},
		{"neither", in(`{"x":1}`), out(`error 0 - no-name @17 "{\"x\":1}"`)},
		{"empty", in(`{}`), out(`error 0 - no-name @12 "{}"`)},
		{"no arguments", in(`{"name":"a"}`), out(`call 0 a {} +empty-arguments@22`)},
		{"no arguments, but another member", in(`{"name":"a","x":1}`), out(`error 0 a arguments @28 "{\"name\":\"a\",\"x\":1}"`)},
		{"null", in(`{"name":"a","arguments":null}`), out(`call 0 a {} +null-arguments@35`)},
		{"array", in(`{"name":"a","arguments":[]}`), out(`error 0 a arguments @35 "{\"name\":\"a\",\"arguments\":[" of "{\"name\":\"a\",\"arguments\":[]}"`)},
		{"array before the name", in(`{"arguments":[],"name":"a"}`), out(`error 0 - arguments @24 "{\"arguments\":[" of "{\"arguments\":[],\"name\":\"a\"}"`)},
		{"no value", in(`{"name":"a","arguments":}`), out(`error 0 a syntax @35 "{\"name\":\"a\",\"arguments\":}"`)},
		{"string", in(`{"name":"a","arguments":"{}"}`), out(`call 0 a {}`)},
		{"duplicate", in(`{"name":"a","name":"b","arguments":{}}`), out(`error 0 a duplicate-key @28 "{\"name\":\"a\",\"name\"" of "{\"name\":\"a\",\"name\":\"b\",\"arguments\":{}}"`)},
		{"alias", in(`{"name":"a","args":{},"parameters":{}}`), out(`error 0 a duplicate-key @44 "{\"name\":\"a\",\"args\":{},\"parameters\"" of "{\"name\":\"a\",\"args\":{},\"parameters\":{}}"`)},
		{"description", in(`{"description":"d","name":"a"}`), out(`error 0 - arguments @24 "{\"description\"" of "{\"description\":\"d\",\"name\":\"a\"}"`)},
		{"id", in(`{"id":"i","name":"a","arguments":{}}`), out(`call 0 a {} id=i`)},
	})
	runText(t, Options{Format: &hermesRow, Tools: named("z")}, []textTest{
		{"unknown", in(abc), out(`error 0 a unknown-tool @21 "{\"name\":\"a\"" of "{\"name\":\"a\",\"arguments\":{}}" args={}`)},
		{"unknown without arguments", in(`{"name":"a"}`), out(`error 0 a unknown-tool @21 "{\"name\":\"a\"" of "{\"name\":\"a\"}" args={}`)},
		{"unknown, null arguments", in(`{"name":"a","args":null}`), out(`error 0 a unknown-tool @21 "{\"name\":\"a\"" of "{\"name\":\"a\",\"args\":null}" args={}`)},
		{"unknown, arguments missing", in(`{"name":"a","x":1}`), out(`error 0 a unknown-tool @21 "{\"name\":\"a\"" of "{\"name\":\"a\",\"x\":1}"`)},
		{"unknown, broken behind", in(`{"name":"a","arguments":{x}}`), out(`error 0 a unknown-tool @21 "{\"name\":\"a\"" of "{\"name\":\"a\",\"arguments\":{x}}"`)},
		{"broken before the name", in(`{x,"name":"a"}`), out(`error 0 - syntax @12 "{x" of "{x,\"name\":\"a\"}"`)},
		{"arguments wrong before the name", in(`{"arguments":1,"name":"a"}`), out(`error 0 - arguments @24 "{\"arguments\":1" of "{\"arguments\":1,\"name\":\"a\"}"`)},
	})
	runText(t, Options{Format: &hermesRow, Tools: Tools{}}, []textTest{
		{"none offered", in(abc) + "<|im_end|><think>x", `
			text "<tool_call>{\"name\":\"a\",\"arguments\":{}}</tool_call><|im_end|>"
			marker "<think>"
			reasoning "x"`},
	})
}

func TestR4BrokenEnvelope(t *testing.T) {
	runText(t, Options{Format: &hermesRow}, []textTest{
		{"ends with its brace", "<tool_call>{x {}} </tool_call>", `
			marker "<tool_call>"
			error 0 - syntax @12 "{x" of "{x {}}"
			marker " </tool_call>"`},
		{"ends before the closer", "<tool_call>{x {</tool_call><tool_call>" + abc, `
			marker "<tool_call>"
			error 0 - syntax @12 "{x" of "{x {"
			marker "</tool_call><tool_call>"
			call 1 a {}`},
		{"ends before an opener on a new line", "<tool_call>{x\n <tool_call>" + abc, `
			marker "<tool_call>"
			error 0 - syntax @12 "{x" of "{x\n "
			marker "<tool_call>"
			call 1 a {}`},
		{"opener in the middle of a line does not count", "<tool_call>{x<tool_call>" + abc, `
			marker "<tool_call>"
			error 0 - syntax @12 "{x" of "{x<tool_call>{\"name\":\"a\",\"arguments\":{}}"`},
		{"data in single quotes", "<tool_call>{'c': '</tool_call>\n<tool_call>" + abc + "'}</tool_call>", `
			marker "<tool_call>"
			error 0 - syntax @12 "{'" of "{'c': '</tool_call>\n<tool_call>{\"name\":\"a\",\"arguments\":{}}'}"
			marker "</tool_call>"`},
		{"data in backticks", "<tool_call>{\"c\": [1, ` \" }</tool_call>\n<tool_call>" + abc + "`]}</tool_call>", `
			marker "<tool_call>"
			error 0 - syntax @21 "{\"c\": [1, ` + "`" + `" of "{\"c\": [1, ` + "`" + ` \" }</tool_call>\n<tool_call>{\"name\":\"a\",\"arguments\":{}}` + "`" + `]}"
			marker "</tool_call>"`},
		{"an apostrophe inside a word opens no string", "<tool_call>{x: don't}</tool_call>.", `
			marker "<tool_call>"
			error 0 - syntax @12 "{x" of "{x: don't}"
			marker "</tool_call>"
			text "."`},
		{"closer in a string does not count", `<tool_call>{x "</tool_call><tool_call>{\"name\":\"b\",\"arguments\":{}}"}</tool_call>`, `
			marker "<tool_call>"
			error 0 - syntax @12 "{x" of "{x \"</tool_call><tool_call>{\\\"name\\\":\\\"b\\\",\\\"arguments\\\":{}}\"}"
			marker "</tool_call>"`},
		{"odd quote takes the rest", `<tool_call>{"name":"a","arguments":{"k":""x"}}</tool_call><tool_call>` + abc, `
			marker "<tool_call>"
			error 0 a syntax @42 "{\"name\":\"a\",\"arguments\":{\"k\":\"\"x" of "{\"name\":\"a\",\"arguments\":{\"k\":\"\"x\"}}</tool_call><tool_call>{\"name\":\"a\",\"arguments\":{}}"`},
		{"quote behind a bad escape", `<tool_call>{"name":"a\x","arguments":{}}</tool_call>`, `
			marker "<tool_call>"
			error 0 - syntax @22 "{\"name\":\"a\\x" of "{\"name\":\"a\\x\",\"arguments\":{}}"
			marker "</tool_call>"`},
		{"marker at the guilty byte", "<tool_call>{</tool_call>", `
			marker "<tool_call>"
			error 0 - syntax @12 "{<" of "{"
			marker "</tool_call>"`},
	})
}

func TestR6Arrays(t *testing.T) {
	in := func(s string) string { return "<tool_call>" + s }
	runText(t, Options{Format: &hermesRow}, []textTest{
		{"two", in("[ " + abc + " , " + abc + " ] </tool_call>."), `
			marker "<tool_call>[ "
			call 0 a {}
			marker " , "
			call 1 a {}
			marker " ] </tool_call>"
			text "."`},
		{"empty", in("[]</tool_call>"), `marker "<tool_call>[]</tool_call>"`},
		{"empty, with white space on both sides", in(" [ ]"), `marker "<tool_call> [ ]"`},
		{"another byte", in("[1]"), `text "<tool_call>[1]"`},
		{"end behind the bracket", in("[ "), `text "<tool_call>[ "`},
		{"white space is counted in all", in(" [" + sixtyFour + "]"), `text "<tool_call> [` + sixtyFour + `]"`},
		{"exactly 64", in(" [" + sixtyFour[1:] + "]"), `marker "<tool_call> [` + sixtyFour[1:] + `]"`},
		{"broken element", in(`[{"name":"a",x},` + abc + "]"), `
			marker "<tool_call>["
			error 0 a syntax @24 "{\"name\":\"a\",x" of "{\"name\":\"a\",x}"
			marker ","
			call 1 a {}
			marker "]"`},
		{"junk", in("[" + abc + ",x \",]{\" y}, " + abc + "]"), `
			marker "<tool_call>["
			call 0 a {}
			marker ","
			error 1 - syntax @40 "x" of "x \",]{\" y}"
			marker ", "
			call 2 a {}
			marker "]"`},
		{"junk before a brace", in("[{}x" + abc + "]"), `
			marker "<tool_call>["
			error 0 - no-name @13 "{}"
			error 1 - syntax @14 "x"
			call 2 a {}
			marker "]"`},
		{"junk before a closer", in("[{},[</tool_call>x"), `
			marker "<tool_call>["
			error 0 - no-name @13 "{}"
			marker ","
			error 1 - syntax @15 "["
			marker "</tool_call>"
			text "x"`},
		{"closer ends it", in("[" + abc + "</tool_call>," + abc), `
			marker "<tool_call>["
			call 0 a {}
			marker "</tool_call>"
			text ",{\"name\":\"a\",\"arguments\":{}}"`},
		{"opener ends it", in("[" + abc + ",<tool_call>" + abc + "]"), `
			marker "<tool_call>["
			call 0 a {}
			marker ",<tool_call>"
			call 1 a {}
			marker "]"`},
		{"opener that does not commit ends it", in("[" + abc + ",<tool_call>x]"), `
			marker "<tool_call>["
			call 0 a {}
			marker ","
			text "<tool_call>x]"`},
		{"end in the array", in("[" + abc + " , "), `
			marker "<tool_call>["
			call 0 a {}
			marker " , "`},
		{"end in junk", in("[{},tru"), `
			marker "<tool_call>["
			error 0 - no-name @13 "{}"
			marker ","
			error 1 - syntax @15 "t" of "tru"`},
		{"cut element", in("[" + abc + ",{"), `
			marker "<tool_call>["
			call 0 a {}
			marker ","
			error 1 - truncated @41 "{"`},
	})
}

func TestR6Closers(t *testing.T) {
	runText(t, Options{Format: &hermesRow}, []textTest{
		{"stray", "x</tool_call>", `text "x</tool_call>"`},
		{"at the start", "</tool_call>", `text "</tool_call>"`},
		{"twice", "<tool_call>" + abc + "</tool_call> \n</tool_call> x </tool_call>", `
			marker "<tool_call>"
			call 0 a {}
			marker "</tool_call>"
			text " \n"
			marker "</tool_call>"
			text " x </tool_call>"`},
		{"behind a token", "x<|im_end|></tool_call>", `
			text "x"
			marker "<|im_end|></tool_call>"`},
		{"behind reasoning", "<tool_call>" + abc + "<think></think></tool_call>", `
			marker "<tool_call>"
			call 0 a {}
			marker "<think></think>"
			text "</tool_call>"`},
		{"behind an opener that is text", "<tool_call></tool_call>", `text "<tool_call></tool_call>"`},
	})
}

func TestEndOfTurn(t *testing.T) {
	runText(t, Options{Format: &hermesRow}, []textTest{
		{"in text", "x<|im_end|>\ny", `
			text "x"
			marker "<|im_end|>"
			text "\ny"`},
		{"behind a call", "<tool_call>" + abc + "<|im_end|>\n</tool_call>", `
			marker "<tool_call>"
			call 0 a {}
			marker "<|im_end|>\n</tool_call>"`},
		{"in a string", `<tool_call>{"name":"a<|im_end|>","arguments":{}}`, `
			marker "<tool_call>"
			call 0 a<|im_end|> {}`},
		{"in reasoning", "<think><|im_end|>", `
			marker "<think>"
			reasoning "<|im_end|>"`},
		{"cut", "x<|im_e", `text "x<|im_e"`},
	})
}

func TestR3Conflict(t *testing.T) {
	row := hermesRow
	row.MustClose = true
	runText(t, Options{Format: &row}, []textTest{
		{"another byte", "<tool_call>" + abc + " }x</tool_call>y", `
			marker "<tool_call>"
			call 0 a {}
			marker " }"
			conflict 0 a trailing @40 "" of "x"
			marker "</tool_call>"
			text "y"`},
		{"up to an opener, in a string as well", "<tool_call>" + abc + "\"<tool_call>" + abc, `
			marker "<tool_call>"
			call 0 a {}
			conflict 0 a trailing @38 "" of "\""
			marker "<tool_call>"
			call 1 a {}`},
		{"up to the end", "<tool_call>{}, " + abc, `
			marker "<tool_call>"
			error 0 - no-name @12 "{}"
			conflict 0 - trailing @13 "" of ", {\"name\":\"a\",\"arguments\":{}}"`},
		{"once", "<tool_call>" + abc + "x<tool_call>y z", `
			marker "<tool_call>"
			call 0 a {}
			conflict 0 a trailing @38 "" of "x"
			text "<tool_call>y z"`},
	})
}

func TestT2CallsInReasoning(t *testing.T) {
	row := hermesRow
	row.CallsInReasoning = true
	runText(t, Options{Format: &row}, []textTest{
		{"call", "<think>x <tool_call>" + abc + "</tool_call> y</tool_call></think>z", `
			marker "<think>"
			reasoning "x "
			marker "<tool_call>"
			call 0 a {}
			marker "</tool_call>"
			reasoning " y</tool_call>"
			marker "</think>"
			text "z"`},
		{"close marker directly behind", "<think><tool_call>" + abc + "\n</think>z", `
			marker "<think><tool_call>"
			call 0 a {}
			marker "\n</think>"
			text "z"`},
		{"talk of tags", "<think>a <tool_call> tag<|im_end|></think>", `
			marker "<think>"
			reasoning "a <tool_call> tag<|im_end|>"
			marker "</think>"`},
		{"opener at the end", "<think><tool_call>", `
			marker "<think>"
			error 0 - truncated @18 "<tool_call>"`},
		{"close marker in an argument", `<think><tool_call>{"name":"a","arguments":{"k":"</think>"}}</tool_call>x`, `
			marker "<think><tool_call>"
			call 0 a {"k":"</think>"}
			marker "</tool_call>"
			reasoning "x"`},
	})
	runText(t, Options{Format: &hermesRow}, []textTest{
		{"not in a row that has none there", "<think><tool_call>" + abc + "</tool_call></think>", `
			marker "<think>"
			reasoning "<tool_call>{\"name\":\"a\",\"arguments\":{}}</tool_call>"
			marker "</think>"`},
	})
	runText(t, Options{Format: &row, Tools: Tools{}}, []textTest{
		{"none offered", "<think><tool_call>" + abc + "</think>", `
			marker "<think>"
			reasoning "<tool_call>{\"name\":\"a\",\"arguments\":{}}"
			marker "</think>"`},
	})
}

func TestR6Named(t *testing.T) {
	longest := strings.Repeat("n", maxName)
	runText(t, Options{Format: &mistralRow}, []textTest{
		{"with marker", "x[TOOL_CALLS]f[ARGS]{\"k\":1} y", `
			text "x"
			marker "[TOOL_CALLS]"
			call 0 f {"k":1}
			marker " "
			text "y"`},
		{"without", "[TOOL_CALLS] a.b-c/d:e_1{}[TOOL_CALLS]g{}", `
			marker "[TOOL_CALLS] "
			call 0 a.b-c/d:e_1 {}
			marker "[TOOL_CALLS]"
			call 1 g {}`},
		{"white space before the root", "[TOOL_CALLS]f[ARGS] " + sixtyFour + "\n{}", `
			marker "[TOOL_CALLS]"
			call 0 f {}`},
		{"white space behind the name", "[TOOL_CALLS]f [ARGS]{}", `text "[TOOL_CALLS]f [ARGS]{}"`},
		{"id", "[TOOL_CALLS]f[CALL_ID]a-B_9[ARGS]{}", `
			marker "[TOOL_CALLS]"
			call 0 f {} id=a-B_9`},
		{"empty id", "[TOOL_CALLS]f[CALL_ID][ARGS]{}", `
			marker "[TOOL_CALLS]"
			call 0 f {}`},
		{"array", "[TOOL_CALLS] [{\"name\":\"a\",\"arguments\":{},\"id\":\"i\"}][/TOOL_CALLS].", `
			marker "[TOOL_CALLS] ["
			call 0 a {} id=i
			marker "][/TOOL_CALLS]"
			text "."`},
		{"object", "[TOOL_CALLS]" + abc, `
			marker "[TOOL_CALLS]"
			call 0 a {}`},
		{"no name", "[TOOL_CALLS][ARGS]{}", `text "[TOOL_CALLS][ARGS]{}"`},
		{"longest name", "[TOOL_CALLS]" + longest + "{}", `
			marker "[TOOL_CALLS]"
			call 0 ` + longest + ` {}`},
		{"name too long", "[TOOL_CALLS]n" + longest + "{}", `text "[TOOL_CALLS]n` + longest + `{}"`},
		{"name and opener", "[TOOL_CALLS]f[TOOL_CALLS]g{}", `
			marker "[TOOL_CALLS]"
			call 0 f {} +empty-arguments@13
			marker "[TOOL_CALLS]"
			call 1 g {}`},
		{"name and an opener that is text", "[TOOL_CALLS]f[TOOL_CALLS]!", `
			marker "[TOOL_CALLS]"
			call 0 f {} +empty-arguments@13
			text "[TOOL_CALLS]!"`},
		{"name and closer", "[TOOL_CALLS]f[/TOOL_CALLS]", `text "[TOOL_CALLS]f[/TOOL_CALLS]"`},
		{"reasoning of two kinds", "[THINK]a</think>[/THINK]<think>b[/THINK]</think>c", `
			marker "[THINK]"
			reasoning "a</think>"
			marker "[/THINK]<think>"
			reasoning "b[/THINK]"
			marker "</think>"
			text "c"`},
	})
}

func TestR6NamedEnd(t *testing.T) {
	runText(t, Options{Format: &mistralRow}, []textTest{
		{"behind the name", "[TOOL_CALLS] f", `
			marker "[TOOL_CALLS] "
			error 0 f truncated @14 "f"`},
		{"in the arguments' marker", "[TOOL_CALLS]f[AR", `
			marker "[TOOL_CALLS]"
			error 0 f truncated @16 "f[AR"`},
		{"in the id's marker", "[TOOL_CALLS]f[C", `
			marker "[TOOL_CALLS]"
			error 0 f truncated @15 "f[C"`},
		{"in the next opener", "[TOOL_CALLS]f[TO", `text "[TOOL_CALLS]f[TO"`},
		{"in the id", "[TOOL_CALLS]f[CALL_ID]x", `
			marker "[TOOL_CALLS]"
			error 0 f truncated @23 "f[CALL_ID]x"`},
		{"behind the arguments' marker", "[TOOL_CALLS]f[ARGS] ", `
			marker "[TOOL_CALLS]"
			error 0 f truncated @20 "f[ARGS] "`},
		{"in the arguments", "[TOOL_CALLS]f{\"k\":", `
			marker "[TOOL_CALLS]"
			error 0 f truncated @18 "f{\"k\":" at /k`},
	})
}

func TestR6NamedErrors(t *testing.T) {
	longest := strings.Repeat("i", maxName)
	runText(t, Options{Format: &mistralRow}, []textTest{
		{"root is a string", `[TOOL_CALLS]f[ARGS]"{}" x {y} z`, `
			marker "[TOOL_CALLS]"
			error 0 f arguments @19 "f[ARGS]\"" of "f[ARGS]\"{}\" x {y}"
			marker " "
			text "z"`},
		{"root is null", "[TOOL_CALLS]f[ARGS]null", `
			marker "[TOOL_CALLS]"
			error 0 f arguments @19 "f[ARGS]n" of "f[ARGS]null"`},
		{"root is no value", "[TOOL_CALLS]f[ARGS]x}\n[TOOL_CALLS]g{}", `
			marker "[TOOL_CALLS]"
			error 0 f syntax @19 "f[ARGS]x" of "f[ARGS]x}\n"
			marker "[TOOL_CALLS]"
			call 1 g {}`},
		{"root is the next opener", "[TOOL_CALLS]f[ARGS][TOOL_CALLS]g{}", `
			marker "[TOOL_CALLS]"
			error 0 f arguments @19 "f[ARGS][" of "f[ARGS][TOOL_CALLS]g{}"`},
		{"broken", `[TOOL_CALLS]f{"k":x {}} [TOOL_CALLS]g{}`, `
			marker "[TOOL_CALLS]"
			error 0 f syntax @18 "f{\"k\":x" of "f{\"k\":x {}}" at /k
			marker " [TOOL_CALLS]"
			call 1 g {}`},
		{"duplicate", `[TOOL_CALLS]f{"k":1,"k":2}`, `
			marker "[TOOL_CALLS]"
			error 0 f duplicate-key @22 "f{\"k\":1,\"k\"" of "f{\"k\":1,\"k\":2}" at /k`},
		{"id with another byte", "[TOOL_CALLS]f[CALL_ID]a.b[ARGS]{}", `
			marker "[TOOL_CALLS]"
			error 0 f syntax @23 "f[CALL_ID]a." of "f[CALL_ID]a.b[ARGS]{}"`},
		{"id and half a marker", "[TOOL_CALLS]f[CALL_ID]a[ARX{}", `
			marker "[TOOL_CALLS]"
			error 0 f syntax @26 "f[CALL_ID]a[ARX" of "f[CALL_ID]a[ARX{}"`},
		{"longest id", "[TOOL_CALLS]f[CALL_ID]" + longest + "[ARGS]{}", `
			marker "[TOOL_CALLS]"
			call 0 f {} id=` + longest},
		{"id too long", "[TOOL_CALLS]f[CALL_ID]" + longest + "i[ARGS]{}", `
			marker "[TOOL_CALLS]"
			error 0 f syntax @278 "f[CALL_ID]` + longest + `i" of "f[CALL_ID]` + longest + `i[ARGS]{}"`},
	})
	runText(t, Options{Format: &mistralRow, Tools: named("z")}, []textTest{
		{"unknown", `[TOOL_CALLS]f[CALL_ID]i[ARGS]{"k":1}`, `
			marker "[TOOL_CALLS]"
			error 0 f unknown-tool @13 id=i "f[" of "f[CALL_ID]i[ARGS]{\"k\":1}" args={"k":1}`},
		{"unknown and broken", `[TOOL_CALLS]f{x}`, `
			marker "[TOOL_CALLS]"
			error 0 f unknown-tool @13 "f{" of "f{x}"`},
		{"unknown and cut", `[TOOL_CALLS]f{`, `
			marker "[TOOL_CALLS]"
			error 0 f unknown-tool @13 "f{"`},
		{"unknown and an opener", `[TOOL_CALLS]f[TOOL_CALLS]z{}`, `
			marker "[TOOL_CALLS]"
			error 0 f unknown-tool @13 "f[" of "f" args={}
			marker "[TOOL_CALLS]"
			call 1 z {}`},
		{"cut behind the name", `[TOOL_CALLS]f`, `
			marker "[TOOL_CALLS]"
			error 0 f truncated @13 "f"`},
	})
	runText(t, Options{Format: &mistralRow, MaxCall: 8, MaxDepth: 2}, []textTest{
		{"limit of bytes", "[TOOL_CALLS]f[ARGS]{}[TOOL_CALLS]g{}", `
			marker "[TOOL_CALLS]"
			error 0 f limit @20 "f[ARGS]{}"
			marker "[TOOL_CALLS]"
			call 1 g {}`},
		{"limit in the marker", "[TOOL_CALLS]ffff[ARGS]{}", `
			marker "[TOOL_CALLS]"
			error 0 ffff limit @20 "ffff[ARGS" of "ffff[ARGS]{}"`},
		{"limit in the name", "[TOOL_CALLS]fffffffff{}", `
			marker "[TOOL_CALLS]"
			error 0 fffffffff limit @20 "fffffffff" of "fffffffff{}"`},
		{"limit behind the id's marker", "[TOOL_CALLS]f[CALL_ID]i[ARGS]{}", `
			marker "[TOOL_CALLS]"
			error 0 f limit @20 "f[CALL_ID" of "f[CALL_ID]i[ARGS]{}"`},
		{"limit of depth", `[TOOL_CALLS]f{"":[[`, `
			marker "[TOOL_CALLS]"
			error 0 f limit @18 "f{\"\":[[" at //0`},
	})
	runText(t, Options{Format: &mistralRow, MaxCall: 2, Tools: named("z")}, []textTest{
		{"limit in an unknown name", "[TOOL_CALLS]fff{}", `
			marker "[TOOL_CALLS]"
			error 0 fff limit @14 "fff" of "fff{}"`},
		{"limit directly behind an unknown name", "[TOOL_CALLS]ff{}", `
			marker "[TOOL_CALLS]"
			error 0 ff limit @14 "ff{" of "ff{}"`},
		{"unknown, then a limit", "[TOOL_CALLS]f{}", `
			marker "[TOOL_CALLS]"
			error 0 f unknown-tool @13 "f{" of "f{}"`},
	})
}
