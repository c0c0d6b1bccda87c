package stream

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
)

func TestDone(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"braces in a string", `{"name":"say","arguments":{"text":"}}"¦}¦} .`, `
			call 0 say {"text":"}}"}
			text « .»`, ""},
		{"escaped quote", `{"name":"say","arguments":{"text":"\"}}"}} .`, `
			call 0 say {"text":"\"}}"}
			text « .»`, ""},
		{"escaped backslash", `{"name":"say","arguments":{"text":"\\"}} .`, `
			call 0 say {"text":"\\"}
			text « .»`, ""},
		{"members behind the arguments", `{"name":"ls","arguments":{},"n":[{}]¦} .`, `
			call 0 ls {}
			text « .»`, ""},
		{"as written", `{"name":"f","arguments":¦ { "n" : -0.50e+03, "s":"\u00e9\/\ud800é" }¦ }`, `call 0 f { "n" : -0.50e+03, "s":"\u00e9\/\ud800é" }`, ""},
		{"deep", `{"name":"f","arguments":{"a":[[{"b":[]}],{}]}}`, `call 0 f {"a":[[{"b":[]}],{}]}`, ""},
	})
}

// Without a word about tools, an object is a call once it has a name and
// arguments.
func TestCommitAnyName(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"name first", `{"name":"ls","arguments":¦{¦"a":1}}`, `call 0 ls {"a":1}`, `{"name":"ls","arguments":¦¦`},
		{"arguments first", `{"arguments":{"a":1},"name":"ls¦"¦}`, `call 0 ls {"a":1}`, `{"arguments":{"a":1},"name":"ls¦¦`},
		{"other members before", `{"role":"tool","x":[{}],"name":"ls","arguments":{}}`, `call 0 ls {}`, ""},
		{"parameters", `{"name":"ls","parameters":{"a":1}}`, `call 0 ls {"a":1}`, ""},
		{"args", `{"args":{"a":1},"name":"ls"}`, `call 0 ls {"a":1}`, ""},
		{"another case", `{"Name":"ls","arguments":{}} {"name":"ls","Arguments":{}}`, `text «{"Name":"ls","arguments":{}} {"name":"ls","Arguments":{}}»`, ""},
		{"escaped keys", `{"\u006eame":"ls","argu\u006Dents":{"a":1}}`, `call 0 ls {"a":1}`, ""},
		{"escaped name", `{"name":"\u006cs\n\ud83d\ude00\udc00","arguments":{}}`, `call 0 ls⏎😀� {}`, ""},
		{"empty name", `{"name":"","arguments":{}}`, `text «{"name":"","arguments":{}}»`, ""},
		{"name of another type", `{"name":¦7,"arguments":{}} {"name":null,"arguments":{}}`, `text «{"name":7,"arguments":{}} {"name":null,"arguments":{}}»`, `{"name":¦`},
		{"arguments of another type", `{"name":"ls","arguments":¦[{}]} {"name":"ls","arguments":true}`, `text «{"name":"ls","arguments":[{}]} {"name":"ls","arguments":true}»`, `{"name":"ls","arguments":¦`},
		{"arguments of another type first", `{"arguments":7¦,"name":"ls"}`, `text «{"arguments":7,"name":"ls"}»`, `¦`},
		{"name in a member", `{"function":{"name":"ls"},"arguments":{}}`, `text «{"function":{"name":"ls"},"arguments":{}}»`, ""},
		{"both in a member", `{"type":"function","function":{"name":"ls","arguments":{}}}`, `text «{"type":"function","function":{"name":"ls","arguments":{}}}»`, ""},
		{"broken before", `{"name":"ls",¦}{"name":"rm","arguments":{}}`, `
			text «{"name":"ls",}»
			call 0 rm {}`, `{"name":"ls",¦`},
		{"broken behind", `{"name":"ls","arguments":{},} .`, `
			failed 0 ls syntax@28 «{"name":"ls","arguments":{},}» after «{}»
			text « .»`, ""},
	})
}

// Where tools were offered, the name of one of them is enough. Another name is
// a call once its arguments begin, for a tool that is not known.
func TestCommitOffered(t *testing.T) {
	runText(t, Options{Tools: offered("ls", "rm")}, []textTest{
		{"name", `{"name":"ls¦"¦,"arguments":{}}`, `call 0 ls {}`, `{"name":"ls¦¦`},
		{"broken behind the name", `{"name":"ls",7} .`, `
			failed 0 ls syntax@13 «{"name":"ls",7» «}»
			text « .»`, ""},
		{"cut behind the name", `{"name":"ls"`, `
			failed 0 ls truncated@12 «{"name":"ls"»
			incomplete`, ""},
		{"cut in the name", `{"name":"ls`, `text «{"name":"ls»`, ""},
		{"escaped name", `{"name":"l\u0073","arguments":{}}`, `call 0 ls {}`, ""},
		{"arguments first", `{"arguments":{"a":1},"name":"ls"¦}`, `call 0 ls {"a":1}`, ""},
		{"array", `{"name":"ls","arguments":[1]} .`, `
			failed 0 ls arguments@25 «{"name":"ls","arguments":[» «1]}»
			text « .»`, ""},
		{"array first", `{"arguments":[1],"x":2,¦"name":"ls","y":3} .`, `
			failed 0 ls arguments@13 «{"arguments":[» «1],"x":2,"name":"ls","y":3}»
			text « .»`, `{"arguments":[1],"x":2,¦`},
		{"array first, then the end", `{"arguments":[1],"name":"ls"`, `failed 0 ls arguments@13 «{"arguments":[» «1],"name":"ls"»`, ""},
		{"broken string first", `{"arguments":"{\"a\":x}","name":"ls"} .`, `
			failed 0 ls syntax@21 /a «{"arguments":"{\"a\":x» «}","name":"ls"}»
			text « .»`, ""},
		{"id before a wrong string", `{"id":"c1","arguments":"","name":"ls"} .`, `
			failed 0 ls arguments@24 id=c1 «{"id":"c1","arguments":""» «,"name":"ls"}»
			text « .»`, ""},
		{"no arguments", `{"name":"ls","n":1} .`, `
			failed 0 ls arguments@18 «{"name":"ls","n":1}»
			text « .»`, ""},
	})
	runText(t, Options{Tools: offered("rm")}, []textTest{
		{"unknown", `{"name":"ls"¦,"arguments":¦{"a":1},"id":"c1"} .`, `
			failed 0 ls unknown-tool@11 id=c1 «{"name":"ls"» «,"arguments":{"a":1},"id":"c1"}» after «{"a":1}» arguments {"a":1}
			text « .»`, `{"name":"ls"¦{"name":"ls","arguments":¦`},
		{"unknown, arguments first", `{"arguments":{"a":1},"name":"ls"} .`, `
			failed 0 ls unknown-tool@31 «{"arguments":{"a":1},"name":"ls"» «}» after «{"a":1}» arguments {"a":1}
			text « .»`, ""},
		{"unknown, and broken", `{"name":"ls","arguments":{"a":x},"n":1} .`, `
			failed 0 ls unknown-tool@11 «{"name":"ls"» «,"arguments":{"a":x},"n":1}» after «{"a":»
			text « .»`, ""},
		{"unknown, and cut", `{"name":"ls","arguments":{"a":`, `
			failed 0 ls unknown-tool@11 «{"name":"ls"» «,"arguments":{"a":» after «{"a":»
			incomplete`, ""},
		{"unknown, and broken before its arguments", `{"name":"ls",7,"arguments":{}} .`, `text «{"name":"ls",7,"arguments":{}} .»`, ""},
		{"unknown, arguments null", `{"name":"ls","arguments":null} .`, `text «{"name":"ls","arguments":null} .»`, ""},
		{"unknown, arguments in a string", `{"name":"ls","arguments":"{}"} .`, `text «{"name":"ls","arguments":"{}"} .»`, ""},
		{"unknown, array first", `{"arguments":[1],"name":"ls"} .`, `text «{"arguments":[1],"name":"ls"} .»`, ""},
		{"unknown, no arguments", `{"name":"ls"} .`, `text «{"name":"ls"} .»`, ""},
		{"unknown, behind a known one", `{"name":"rm","arguments":{}}{"name":"ls","arguments":{}}`, `
			call 0 rm {}
			failed 1 ls unknown-tool@39 «{"name":"ls"» «,"arguments":{}}» after «{}» arguments {}`, ""},
	})
	runText(t, Options{Tools: Tools{}}, []textTest{
		{"none offered", `{x: ` + ls + `} ` + ls + ` [` + ls + `]`, `text «{x: {"name":"ls","arguments":{}}} {"name":"ls","arguments":{}} [{"name":"ls","arguments":{}}]»`, ""},
	})
}

// Null stands for no arguments. That none are given is right only if the
// object has nothing that may be meant for them.
func TestNoArguments(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"null", `{"name":"ls","arguments": nul¦l¦}`, `call 0 ls {} (null-arguments@26)`, `{"name":"ls","arguments": nul¦¦`},
		{"null first", `{"arguments":null,"name":"ls"}`, `call 0 ls {} (null-arguments@13)`, ""},
		{"broken null", `{"name":"ls","arguments":nil} .`, `text «{"name":"ls","arguments":nil} .»`, ""},
		{"broken behind null", `{"name":"ls","arguments":null"} .`, `failed 0 ls syntax@29 «{"name":"ls","arguments":null"» «} .» after «{}»`, ""},
		{"missing", `{"name":"ls"}`, `text «{"name":"ls"}»`, ""},
	})
	runText(t, Options{Tools: offered("ls")}, []textTest{
		{"missing", `{"name":"ls" }`, `call 0 ls {} (empty-arguments@13)`, ""},
		{"missing, with an id", `{"id":7,"name":"ls"}`, `call 0 ls {} (empty-arguments@19)`, ""},
		{"missing, of type function", `{"name":"ls","type":"function"}`, `call 0 ls {} (empty-arguments@30)`, ""},
		{"missing, of type tool_call", `{"type":"tool_call","id":"c1","name":"ls"}`, `call 0 ls {} id=c1 (empty-arguments@41)`, ""},
		{"missing, of type tool_use", `{"type":"tool\u005fuse","name":"ls"}`, `call 0 ls {} (empty-arguments@35)`, ""},
		{"missing, of another type", `{"name":"ls","type":"file"} .`, `
			failed 0 ls arguments@26 «{"name":"ls","type":"file"}»
			text « .»`, ""},
		{"missing, of a type that is no string", `{"type":1,"name":"ls"} .`, `
			failed 0 ls arguments@21 «{"type":1,"name":"ls"}»
			text « .»`, ""},
		{"missing, with another member", `{"name":"ls","path":"/"} .`, `
			failed 0 ls arguments@23 «{"name":"ls","path":"/"}»
			text « .»`, ""},
		{"null", `{"name":"ls","arguments":null}`, `call 0 ls {} (null-arguments@25)`, ""},
	})
}

func TestID(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"before", `{"id":"c\u0031","name":"ls","arguments":{}}`, `call 0 ls {} id=c1`, ""},
		{"behind", `{"name":"ls","arguments":{},"id":"c1"}`, `call 0 ls {} id=c1`, ""},
		{"no string", `{"id":1,"name":"ls","arguments":{}}`, `call 0 ls {}`, ""},
		{"of a failed call", `{"id":"c1","name":"ls","arguments":{x}}`, `failed 0 ls syntax@36 id=c1 «{"id":"c1","name":"ls","arguments":{x» «}}» after «{»`, ""},
		{"of the arguments", `{"name":"ls","arguments":{"id":"c1"}}`, `call 0 ls {"id":"c1"}`, ""},
	})
	row := Format{Name: "keys", Shapes: parse.ShapeBare, Keys: parse.Keys{
		Name: []string{"tool", "function"}, Arguments: []string{"input"}, ID: []string{"call_id", "ref"}}}
	runText(t, Options{Format: &row}, []textTest{
		{"row's keys", `{"ref":"c1","tool":"ls","input":{"a":1}}`, `call 0 ls {"a":1} id=c1`, ""},
		{"default keys", ls, `text «{"name":"ls","arguments":{}}»`, ""},
		{"two names", `{"tool":"ls","input":{},"function":"rm"}`, `failed 0 ls duplicate-key@33 «{"tool":"ls","input":{},"function"» «:"rm"}» after «{}»`, ""},
		{"two ids", `{"call_id":"c1","ref":"c2","tool":"ls","input":{}}`, `call 0 ls {} id=c1`, ""},
		{"two ids, the first no string", `{"call_id":1,"ref":"c2","tool":"ls","input":{}}`, `call 0 ls {}`, ""},
	})
}

// A description beside the name marks a tool's definition.
func TestDescription(t *testing.T) {
	const definition = `{"name":"ls","description"¦:"lists","parameters":{"type":"object","properties":{}}} .`
	runText(t, Options{}, []textTest{
		{"definition", definition, `text «{"name":"ls","description":"lists","parameters":{"type":"object","properties":{}}} .»`, `¦`},
		{"behind the arguments", `{"name":"ls","parameters":{"type":"object"},"description":"lists"} .`, `
			failed 0 ls arguments@56 «{"name":"ls","parameters":{"type":"object"},"description"» «:"lists"}» after «{"type":"object"}»
			text « .»`, ""},
		{"escaped", `{"d\u0065scription":"lists","name":"ls","parameters":{}} .`, `text «{"d\u0065scription":"lists","name":"ls","parameters":{}} .»`, ""},
		{"argument", `{"name":"ls","arguments":{"description":"lists"}} .`, `
			call 0 ls {"description":"lists"}
			text « .»`, ""},
	})
	runText(t, Options{Tools: offered("ls")}, []textTest{
		{"definition of a tool that is offered", definition, `
			failed 0 ls arguments@25 «{"name":"ls","description"» «:"lists","parameters":{"type":"object","properties":{}}}»
			text « .»`, ""},
	})
}

func TestStrict(t *testing.T) {
	object := func(members string) string { return `{"name":"f","arguments":{` + members + `}} .` }
	runText(t, Options{}, []textTest{
		{"literal", object(`"a":NaN`), `
			failed 0 f syntax@29 /a «{"name":"f","arguments":{"a":N» «aN}}» after «{"a":»
			text « .»`, ""},
		{"number", object(`"a":01`), `
			failed 0 f syntax@30 «{"name":"f","arguments":{"a":01» «}}» after «{"a":0»
			text « .»`, ""},
		{"comma at the end", object(`"a":1,`), `
			failed 0 f syntax@31 «{"name":"f","arguments":{"a":1,}» «}» after «{"a":1,»
			text « .»`, ""},
		{"comma in an array", object(`"a":[1,]`), `
			failed 0 f syntax@32 /a/1 «{"name":"f","arguments":{"a":[1,]» «}}» after «{"a":[1,»
			text « .»`, ""},
		{"comment", object(`"a":1 /* one */`), `
			failed 0 f syntax@31 «{"name":"f","arguments":{"a":1 /» «* one */}}» after «{"a":1 »
			text « .»`, ""},
		{"single quotes", object(`'a':1`), `
			failed 0 f syntax@25 «{"name":"f","arguments":{'» «a':1}}» after «{»
			text « .»`, ""},
		{"control character", object("\"a\":\"\t\""), `
			failed 0 f syntax@30 /a «{"name":"f","arguments":{"a":"\t» «"}}» after «{"a":"»
			text « .»`, ""},
		{"escape", object(`"a":"\x41"`), `
			failed 0 f syntax@31 /a «{"name":"f","arguments":{"a":"\x» «41"}}» after «{"a":"\»
			text « .»`, ""},
		{"half an escape", object(`"a":"\u00g0"`), `
			failed 0 f syntax@34 /a «{"name":"f","arguments":{"a":"\u00g» «0"}}» after «{"a":"\u00»
			text « .»`, ""},
		{"bracket", object(`"a":[1}`), `
			failed 0 f syntax@31 /a «{"name":"f","arguments":{"a":[1}» «}» after «{"a":[1»
			text «} .»`, ""},
		{"cut character", object("\"a\":\"\xe2\x82\""), `
			failed 0 f syntax@32 /a «{"name":"f","arguments":{"a":"\xe2\x82"» «}}» after «{"a":"\xe2\x82»
			text « .»`, ""},
		{"byte that begins no character", object("\"a\":\"\xc0\x80\""), `
			failed 0 f syntax@30 /a «{"name":"f","arguments":{"a":"\xc0» «\x80"}}» after «{"a":"»
			text « .»`, ""},
		{"surrogate in UTF-8", object("\"a\":\"\xed\xa0\x80\""), `
			failed 0 f syntax@31 /a «{"name":"f","arguments":{"a":"\xed\xa0» «\x80"}}» after «{"a":"\xed»
			text « .»`, ""},
		{"byte order mark", "\ufeff" + ls, "text «\ufeff»\ncall 0 ls {}", ""},
	})
}

func TestLimits(t *testing.T) {
	runText(t, Options{MaxDepth: 3}, []textTest{
		{"as deep as it may be", `{"name":"f","arguments":{"a":[]}} .`, `
			call 0 f {"a":[]}
			text « .»`, ""},
		{"deeper", `{"name":"f","arguments":{"a":[{}]}} .`, `
			failed 0 f limit@30 /a/0 «{"name":"f","arguments":{"a":[{» «}]}}» after «{"a":[»
			text « .»`, ""},
		{"deeper, before it is a call", `{"x":[[¦[]]],"name":"f","arguments":{}} .`, `text «{"x":[[[]]],"name":"f","arguments":{}} .»`, `{"x":[[¦`},
		{"string", `{"name":"f","arguments":"{\"a\":[[]]}"} .`, `
			call 0 f {"a":[[]]}
			text « .»`, ""},
		{"deeper in a string", `{"name":"f","arguments":"{\"a\":[[{}]]}","x":1} .`, `text «{"name":"f","arguments":"{\"a\":[[{}]]}","x":1} .»`, ""},
	})
	runText(t, Options{MaxDepth: 1}, []textTest{
		{"brace that would commit", `{"name":"f","arguments":{}} .`, `text «{"name":"f","arguments":{}} .»`, ""},
		{"string that commits", `{"name":"f","arguments":"{}"} .`, `
			call 0 f {}
			text « .»`, ""},
	})
	runText(t, Options{MaxDepth: 1, Tools: offered("f")}, []textTest{
		{"call with any arguments", `{"name":"f","arguments":{}} .`, `
			failed 0 f limit@24 «{"name":"f","arguments":{» «}}»
			text « .»`, ""},
		{"unknown", `{"name":"g","arguments":{}} .`, `text «{"name":"g","arguments":{}} .»`, ""},
	})
	runText(t, Options{MaxDepth: 3, Tools: offered("f")}, []textTest{
		{"deeper in a string of a call", `{"name":"f","arguments":"{\"a\":[[{}]]}"} .`, `
			failed 0 f limit@34 /a/0/0 «{"name":"f","arguments":"{\"a\":[[{» «}]]}"}» after «{"a":[[»
			text « .»`, ""},
	})
	runText(t, Options{MaxCall: 32}, []textTest{
		{"as long as it may be", `x {"name":"f","arguments":{"a":1}} .`, `
			text «x »
			call 0 f {"a":1}
			text « .»`, ""},
		{"longer", `x {"name":"f","arguments":{"a":1¦23}} {"name":"g","arguments":{}} .`, `
			text «x »
			failed 0 f limit@34 «{"name":"f","arguments":{"a":123}» «}» after «{"a":123»
			text « »
			call 1 g {}
			text « .»`, ""},
		{"longer, before it is a call", `{"x":"0123456789 0123456789 012¦34","name":"f","arguments":{}} .`, `text «{"x":"0123456789 0123456789 01234","name":"f","arguments":{}} .»`, `{"x":"0123456789 0123456789 012¦`},
		{"longer, before its colon", `{                               ¦"name":"f","arguments":{}} .`, `text «{                               "name":"f","arguments":{}} .»`, `{                               ¦`},
		{"longer bracket", `[                               ¦{"name":"f","arguments":{}}] .`, `
			text «[                               »
			call 0 f {}
			text «] .»`, `[                               ¦`},
		{"longer fence", `ˋˋˋ⏎                            ¦{"name":"f","arguments":{}} .`, `
			text «ˋˋˋ⏎                            »
			call 0 f {}
			text « .»`, `ˋˋˋ⏎                            ¦`},
		{"longer run", `~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~¦~⏎{"name":"f","arguments":{}} .`, `
			text «~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~⏎»
			call 0 f {}
			text « .»`, `¦`},
		{"cut at the limit", `{"name":"f","arguments":{"a":"12`, `
			failed 0 f truncated@32 /a «{"name":"f","arguments":{"a":"12» after «{"a":"12»
			incomplete`, ""},
		{"cut behind the limit", `{"name":"f","arguments":{"a":"123`, `failed 0 f limit@32 /a «{"name":"f","arguments":{"a":"123» after «{"a":"12»`, ""},
		{"limit at the byte that breaks", `{"name":"f","arguments":{"a":"12` + "\x01" + `"}} .`, `
			failed 0 f limit@32 /a «{"name":"f","arguments":{"a":"12\x01» «"}}» after «{"a":"12»
			text « .»`, ""},
	})
}

// What becomes known of a call while it arrives.
func TestCallEvents(t *testing.T) {
	tests := []struct {
		name, in, want string
		options        Options
	}{
		{"name and arguments", `{"name":"f","id":"c1","arguments":¦{"a":¦"é\n"¦}¦}`, `
			¦
			start 0 f c1
			delta 0 {"a":
			¦
			delta 0 "é\n"
			¦
			delta 0 }
			¦
			call 0 f id=c1 {"a":"é\n"}`, Options{}},
		{"arguments first", `{"arguments":{"a":1},¦"name":"f"¦}`, `
			¦
			start 0 f
			delta 0 {"a":1}
			¦
			call 0 f {"a":1}`, Options{}},
		{"name of a tool", `{"name":"f"¦,"arguments":null¦,"id":"c1"¦}`, `
			start 0 f
			¦
			delta 0 {}
			¦
			¦
			call 0 f id=c1 {} (null-arguments)`, Options{Tools: offered("f")}},
		{"no arguments", `{"name":"f"¦}`, `
			start 0 f
			¦
			delta 0 {}
			call 0 f {} (empty-arguments)`, Options{Tools: offered("f")}},
		{"string", `{"name":"f","arguments":"{\"a\":¦\"\u00e¦9\"}¦"¦}`, `
			¦
			¦
			¦
			start 0 f
			delta 0 {"a":"é"}
			¦
			call 0 f {"a":"é"}`, Options{}},
		{"string behind the name of a tool", `{"name":"f","arguments":"{\"a\":¦\"\u00e¦9\"}¦"}`, `
			start 0 f
			delta 0 {"a":
			¦
			delta 0 "
			¦
			delta 0 é"}
			¦
			call 0 f {"a":"é"}`, Options{Tools: offered("f")}},
		{"cut character", "{\"name\":\"f\",\"arguments\":{\"a\":\"\xf0\x9f¦\x98¦\x80\"}}", `
			start 0 f
			delta 0 {"a":"
			¦
			¦
			delta 0 😀"}
			call 0 f {"a":"😀"}`, Options{}},
		{"name behind its arguments in a model's format", `<tool_call>{"arguments":{¦"a":1},"name":¦"f"}`, `
			marker <tool_call>
			¦
			¦
			start 0 f
			delta 0 {"a":1}
			call 0 f {"a":1}`, Options{Format: format("hermes")}},
		{"failed", `{"name":"f","arguments":{¦"a":x}¦}`, `
			start 0 f
			delta 0 {
			¦
			delta 0 "a":
			failed 0 syntax@29
			¦`, Options{}},
		{"failed without a name", `<tool_call>{¦}`, `
			marker <tool_call>
			¦
			start 0
			failed 0 no-name@12`, Options{Format: format("hermes")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newParser(tt.options)
			var got []string
			for i, chunk := range strings.Split(tt.in, chunkEnd) {
				if i > 0 {
					got = append(got, chunkEnd)
				}
				for _, e := range joined(p.Feed(chunk)) {
					line := showEvent(e)
					if e.ID != "" {
						line += " " + e.ID
					}
					got = append(got, line)
				}
			}
			if diff := cmp.Diff(wantLines(tt.want), got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}
