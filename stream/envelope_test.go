package stream

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
)

func TestDone(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"braces in a string", `{"name":"say","arguments":{"text":"}}"¦}¦} .`, `?`, ""},
		{"escaped quote", `{"name":"say","arguments":{"text":"\"}}"}} .`, `?`, ""},
		{"escaped backslash", `{"name":"say","arguments":{"text":"\\"}} .`, `?`, ""},
		{"members behind the arguments", `{"name":"ls","arguments":{},"n":[{}]¦} .`, `?`, ""},
		{"as written", `{"name":"f","arguments":¦ { "n" : -0.50e+03, "s":"\u00e9\/\ud800é" }¦ }`, `?`, ""},
		{"deep", `{"name":"f","arguments":{"a":[[{"b":[]}],{}]}}`, `?`, ""},
	})
}

// Without a word about tools, an object is a call once it has a name and
// arguments.
func TestCommitAnyName(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"name first", `{"name":"ls","arguments":¦{¦"a":1}}`, `?`, "?"},
		{"arguments first", `{"arguments":{"a":1},"name":"ls¦"¦}`, `?`, "?"},
		{"other members before", `{"role":"tool","x":[{}],"name":"ls","arguments":{}}`, `?`, ""},
		{"parameters", `{"name":"ls","parameters":{"a":1}}`, `?`, ""},
		{"args", `{"args":{"a":1},"name":"ls"}`, `?`, ""},
		{"another case", `{"Name":"ls","arguments":{}} {"name":"ls","Arguments":{}}`, `?`, ""},
		{"escaped keys", `{"\u006eame":"ls","argu\u006Dents":{"a":1}}`, `?`, ""},
		{"escaped name", `{"name":"\u006cs\n\ud83d\ude00\udc00","arguments":{}}`, `?`, ""},
		{"empty name", `{"name":"","arguments":{}}`, `?`, ""},
		{"name of another type", `{"name":¦7,"arguments":{}} {"name":null,"arguments":{}}`, `?`, "?"},
		{"arguments of another type", `{"name":"ls","arguments":¦[{}]} {"name":"ls","arguments":true}`, `?`, "?"},
		{"arguments of another type first", `{"arguments":7¦,"name":"ls"}`, `?`, "?"},
		{"name in a member", `{"function":{"name":"ls"},"arguments":{}}`, `?`, ""},
		{"both in a member", `{"type":"function","function":{"name":"ls","arguments":{}}}`, `?`, ""},
		{"broken before", `{"name":"ls",¦}{"name":"rm","arguments":{}}`, `?`, "?"},
		{"broken behind", `{"name":"ls","arguments":{},} .`, `?`, ""},
	})
}

// Where tools were offered, the name of one of them is enough. Another name is
// a call once its arguments begin, for a tool that is not known.
func TestCommitOffered(t *testing.T) {
	runText(t, Options{Tools: offered("ls", "rm")}, []textTest{
		{"name", `{"name":"ls¦"¦,"arguments":{}}`, `?`, "?"},
		{"broken behind the name", `{"name":"ls",7} .`, `?`, ""},
		{"cut behind the name", `{"name":"ls"`, `?`, ""},
		{"cut in the name", `{"name":"ls`, `?`, ""},
		{"escaped name", `{"name":"l\u0073","arguments":{}}`, `?`, ""},
		{"arguments first", `{"arguments":{"a":1},"name":"ls"¦}`, `?`, ""},
		{"array", `{"name":"ls","arguments":[1]} .`, `?`, ""},
		{"array first", `{"arguments":[1],"x":2,¦"name":"ls","y":3} .`, `?`, "?"},
		{"array first, then the end", `{"arguments":[1],"name":"ls"`, `?`, ""},
		{"broken string first", `{"arguments":"{\"a\":x}","name":"ls"} .`, `?`, ""},
		{"id before a wrong string", `{"id":"c1","arguments":"","name":"ls"} .`, `?`, ""},
		{"no arguments", `{"name":"ls","n":1} .`, `?`, ""},
	})
	runText(t, Options{Tools: offered("rm")}, []textTest{
		{"unknown", `{"name":"ls"¦,"arguments":¦{"a":1},"id":"c1"} .`, `?`, "?"},
		{"unknown, arguments first", `{"arguments":{"a":1},"name":"ls"} .`, `?`, ""},
		{"unknown, and broken", `{"name":"ls","arguments":{"a":x},"n":1} .`, `?`, ""},
		{"unknown, and cut", `{"name":"ls","arguments":{"a":`, `?`, ""},
		{"unknown, and broken before its arguments", `{"name":"ls",7,"arguments":{}} .`, `?`, ""},
		{"unknown, arguments null", `{"name":"ls","arguments":null} .`, `?`, ""},
		{"unknown, arguments in a string", `{"name":"ls","arguments":"{}"} .`, `?`, ""},
		{"unknown, array first", `{"arguments":[1],"name":"ls"} .`, `?`, ""},
		{"unknown, no arguments", `{"name":"ls"} .`, `?`, ""},
		{"unknown, behind a known one", `{"name":"rm","arguments":{}}{"name":"ls","arguments":{}}`, `?`, ""},
	})
	runText(t, Options{Tools: Tools{}}, []textTest{
		{"none offered", `{x: ` + ls + `} ` + ls + ` [` + ls + `]`, `?`, ""},
	})
}

// Null stands for no arguments. That none are given is right only if the
// object has nothing that may be meant for them.
func TestNoArguments(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"null", `{"name":"ls","arguments": nul¦l¦}`, `?`, "?"},
		{"null first", `{"arguments":null,"name":"ls"}`, `?`, ""},
		{"broken null", `{"name":"ls","arguments":nil} .`, `?`, ""},
		{"broken behind null", `{"name":"ls","arguments":null"} .`, `?`, ""},
		{"missing", `{"name":"ls"}`, `?`, ""},
	})
	runText(t, Options{Tools: offered("ls")}, []textTest{
		{"missing", `{"name":"ls" }`, `?`, ""},
		{"missing, with an id", `{"id":7,"name":"ls"}`, `?`, ""},
		{"missing, of type function", `{"name":"ls","type":"function"}`, `?`, ""},
		{"missing, of type tool_call", `{"type":"tool_call","id":"c1","name":"ls"}`, `?`, ""},
		{"missing, of type tool_use", `{"type":"tool\u005fuse","name":"ls"}`, `?`, ""},
		{"missing, of another type", `{"name":"ls","type":"file"} .`, `?`, ""},
		{"missing, of a type that is no string", `{"type":1,"name":"ls"} .`, `?`, ""},
		{"missing, with another member", `{"name":"ls","path":"/"} .`, `?`, ""},
		{"null", `{"name":"ls","arguments":null}`, `?`, ""},
	})
}

func TestStringArguments(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"object", `{"name":"f","arguments":"{\"a\":[\"\\n\"¦]}¦"¦}`, `?`, "?"},
		{"white space around it", `{"name":"f","arguments":" \n{} \u0020"}`, `?`, ""},
		{"before the name", `{"arguments":"{\"a\":1}","name":"f"}`, `?`, ""},
		{"escaped brace", `{"name":"f","arguments":"\u007b\u007D"}`, `?`, ""},
		{"all escapes", `{"name":"f","arguments":"{\"a\"\b:1}"} {"name":"f","arguments":"{\t\r\n\f}"} .`, `?`, ""},
		{"surrogate pair", `{"name":"f","arguments":"{\"a\":\"\ud83d¦\ude00\"}"}`, `?`, ""},
		{"lone surrogates", `{"name":"f","arguments":"{\"a\":\"\ud83d\ud83d\ude00\uDE00 \ud83d\u0041\"}"}`, `?`, ""},
		{"lone surrogate at the end", `{"name":"f","arguments":"{}\ud83d"} .`, `?`, ""},
		{"character", `{"name":"f","arguments":"{\"a\":\"é😀\"}"}`, `?`, ""},
		{"no object", `{"name":"f","arguments":"ls"} .`, `?`, ""},
		{"broken behind", `{"name":"f","arguments":"{}",} .`, `?`, ""},
	})
	runText(t, Options{Tools: offered("f")}, []textTest{
		{"empty", `{"name":"f","arguments":""} .`, `?`, ""},
		{"white space", `{"name":"f","arguments":" \n"} .`, `?`, ""},
		{"null", `{"name":"f","arguments":"null"} .`, `?`, ""},
		{"escape that is no brace", `{"name":"f","arguments":" \u005b]"} .`, `?`, ""},
		{"broken", `{"name":"f","arguments":"{\"a\":tru\u0065r}"} .`, `?`, ""},
		{"control character", `{"name":"f","arguments":"{\"a\":\"\n\"}"} .`, `?`, ""},
		{"duplicate key", `{"name":"f","arguments":"{\"a\":1,\"a\":2}"} .`, `?`, ""},
		{"too early an end", `{"name":"f","arguments":"{\"a\":"} .`, `?`, ""},
		{"something behind", `{"name":"f","arguments":"{} {}"} .`, `?`, ""},
		{"lone surrogate outside of strings", `{"name":"f","arguments":"{\ud83d}"} .`, `?`, ""},
		{"lone surrogate before a broken byte", "{\"name\":\"f\",\"arguments\":\"{\\ud83d\x01}\"} .", `?`, ""},
		{"broken escape", `{"name":"f","arguments":"{\"a\":\"\q\"}"} .`, `?`, ""},
		{"cut", `{"name":"f","arguments":"{\"a\":\"b`, `?`, ""},
		{"cut in an escape", `{"name":"f","arguments":"{\u00`, `?`, ""},
		{"cut in a pair", `{"name":"f","arguments":"{\ud83d`, `?`, ""},
		{"cut behind", `{"name":"f","arguments":"{}"`, `?`, ""},
	})
}

func TestDuplicateKeys(t *testing.T) {
	many := func(keys string, n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(`"` + keys + string(rune('A'+i)) + `":1,`)
		}
		return b.String()
	}
	object := func(members string) string { return `{"name":"f","arguments":{` + members + `}} .` }
	runText(t, Options{}, []textTest{
		{"name", `{"name":"f","arguments":{},"name":"g"} .`, `?`, ""},
		{"name, before it is a call", `{"name":"f","name"¦:"g","arguments":{}} .`, `?`, "?"},
		{"arguments", `{"name":"f","args":{},"args":{}} .`, `?`, ""},
		{"two sorts of arguments", `{"name":"f","args":{},"parameters":{}} .`, `?`, ""},
		{"two sorts of arguments, before it is a call", `{"args":{},"arguments"¦:{},"name":"f"} .`, `?`, "?"},
		{"another member", `{"x":1,"name":"f","arguments":{},"\u0078":2} .`, `?`, ""},
		{"in another member", `{"x":{"y":[{"a":1,"a"¦:2}]},"name":"f","arguments":{}} .`, `?`, "?"},
		{"id", `{"id":"1","name":"f","arguments":{},"id":"1"} .`, `?`, ""},
		{"in the arguments", object(`"a":1,"b":2,"a":1`), `?`, ""},
		{"deep in them", object(`"a":[{"b":{"c":1,"d":2,"c":3}}]`), `?`, ""},
		{"one escaped", object(`"a":1,"\u0061":2`), `?`, ""},
		{"both escaped", object(`"\u00e9":1,"\u00E9":2`), `?`, ""},
		{"escaped pair", object(`"😀":1,"\ud83d\ude00":2`), `?`, ""},
		{"lone surrogates", object(`"\ud800":1,"\udfff":2`), `?`, ""},
		{"lone surrogate and its character", object(`"\ud800":1,"` + "\ufffd" + `":2`), `?`, ""},
		{"empty keys", object(`"":1,"":2`), `?`, ""},
		{"equal in two objects", object(`"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]`), `?`, ""},
		{"of 17", object(many("k", 17) + `"kB":2`), `?`, ""},
		{"of 40, escaped", object(many("k", 40) + `"\u006bA":2`), `?`, ""},
		{"of 40, the outer one", object(many("k", 20) + `"x":{` + many("k", 20) + `"y":[{}]},"kC":1`), `?`, ""},
		{"none of 60", object(many("k", 20) + `"x":{` + many("k", 40) + `"y":1},"z":{"kA":1}`), `?`, ""},
	})
}

func TestID(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"before", `{"id":"c\u0031","name":"ls","arguments":{}}`, `?`, ""},
		{"behind", `{"name":"ls","arguments":{},"id":"c1"}`, `?`, ""},
		{"no string", `{"id":1,"name":"ls","arguments":{}}`, `?`, ""},
		{"of a failed call", `{"id":"c1","name":"ls","arguments":{x}}`, `?`, ""},
		{"of the arguments", `{"name":"ls","arguments":{"id":"c1"}}`, `?`, ""},
	})
	row := Format{Name: "keys", Shapes: parse.ShapeBare, Keys: parse.Keys{
		Name: []string{"tool", "function"}, Arguments: []string{"input"}, ID: []string{"call_id", "ref"}}}
	runText(t, Options{Format: &row}, []textTest{
		{"row's keys", `{"ref":"c1","tool":"ls","input":{"a":1}}`, `?`, ""},
		{"default keys", ls, `?`, ""},
		{"two names", `{"tool":"ls","input":{},"function":"rm"}`, `?`, ""},
		{"two ids", `{"call_id":"c1","ref":"c2","tool":"ls","input":{}}`, `?`, ""},
	})
}

// A description beside the name marks a tool's definition.
func TestDescription(t *testing.T) {
	const definition = `{"name":"ls","description"¦:"lists","parameters":{"type":"object","properties":{}}} .`
	runText(t, Options{}, []textTest{
		{"definition", definition, `?`, "?"},
		{"behind the arguments", `{"name":"ls","parameters":{"type":"object"},"description":"lists"} .`, `?`, ""},
		{"escaped", `{"d\u0065scription":"lists","name":"ls","parameters":{}} .`, `?`, ""},
		{"argument", `{"name":"ls","arguments":{"description":"lists"}} .`, `?`, ""},
	})
	runText(t, Options{Tools: offered("ls")}, []textTest{
		{"definition of a tool that is offered", definition, `?`, ""},
	})
}

func TestStrict(t *testing.T) {
	object := func(members string) string { return `{"name":"f","arguments":{` + members + `}} .` }
	runText(t, Options{}, []textTest{
		{"literal", object(`"a":NaN`), `?`, ""},
		{"number", object(`"a":01`), `?`, ""},
		{"comma at the end", object(`"a":1,`), `?`, ""},
		{"comma in an array", object(`"a":[1,]`), `?`, ""},
		{"comment", object(`"a":1 /* one */`), `?`, ""},
		{"single quotes", object(`'a':1`), `?`, ""},
		{"control character", object("\"a\":\"\t\""), `?`, ""},
		{"escape", object(`"a":"\x41"`), `?`, ""},
		{"half an escape", object(`"a":"\u00g0"`), `?`, ""},
		{"bracket", object(`"a":[1}`), `?`, ""},
		{"cut character", object("\"a\":\"\xe2\x82\""), `?`, ""},
		{"byte that begins no character", object("\"a\":\"\xc0\x80\""), `?`, ""},
		{"surrogate in UTF-8", object("\"a\":\"\xed\xa0\x80\""), `?`, ""},
		{"byte order mark", "\ufeff" + ls, `?`, ""},
	})
}

func TestLimits(t *testing.T) {
	runText(t, Options{MaxDepth: 3}, []textTest{
		{"as deep as it may be", `{"name":"f","arguments":{"a":[]}} .`, `?`, ""},
		{"deeper", `{"name":"f","arguments":{"a":[{}]}} .`, `?`, ""},
		{"deeper, before it is a call", `{"x":[[¦[]]],"name":"f","arguments":{}} .`, `?`, "?"},
		{"string", `{"name":"f","arguments":"{\"a\":[[]]}"} .`, `?`, ""},
		{"deeper in a string", `{"name":"f","arguments":"{\"a\":[[{}]]}","x":1} .`, `?`, ""},
	})
	runText(t, Options{MaxDepth: 3, Tools: offered("f")}, []textTest{
		{"deeper in a string of a call", `{"name":"f","arguments":"{\"a\":[[{}]]}"} .`, `?`, ""},
	})
	runText(t, Options{MaxCall: 32}, []textTest{
		{"as long as it may be", `x {"name":"f","arguments":{"a":1}} .`, `?`, ""},
		{"longer", `x {"name":"f","arguments":{"a":1¦23}} {"name":"g","arguments":{}} .`, `?`, ""},
		{"longer, before it is a call", `{"x":"0123456789 0123456789 012¦34","name":"f","arguments":{}} .`, `?`, "?"},
		{"longer, before its colon", `{                               ¦"name":"f","arguments":{}} .`, `?`, "?"},
		{"longer bracket", `[                               ¦{"name":"f","arguments":{}}] .`, `?`, "?"},
		{"longer fence", `ˋˋˋ⏎                            ¦{"name":"f","arguments":{}} .`, `?`, "?"},
		{"longer run", `~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~¦~⏎{"name":"f","arguments":{}} .`, `?`, "?"},
		{"cut at the limit", `{"name":"f","arguments":{"a":"12`, `?`, ""},
		{"cut behind the limit", `{"name":"f","arguments":{"a":"123`, `?`, ""},
		{"limit at the byte that breaks", `{"name":"f","arguments":{"a":"12` + "\x01" + `"}} .`, `?`, ""},
	})
}

// What becomes known of a call while it arrives.
func TestCallEvents(t *testing.T) {
	tests := []struct {
		name, in, want string
		options        Options
	}{
		{"name and arguments", `{"name":"f","id":"c1","arguments":¦{"a":¦"é\n"¦}¦}`, `
			start 0 f c1
			delta 0 {
			¦
			delta 0 "a":
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
