package stream

import (
	"strings"
	"testing"

	"github.com/earlycall/earlycall/parse"
)

func TestFirstObject(t *testing.T) {
	braces := strings.Repeat("{", maxTries)
	runText(t, Options{Format: format("first-object")}, []textTest{
		{"call", `Sure.¦ {"na¦me":"ls","arguments":{"a":¦1}}¦ Done.¦ {"name":"rm"}`, `
			text «Sure. »
			call 0 ls {"a":1}
			text « Done. {"name":"rm"}»`, `¦{"na¦{"name":"ls","arguments":{"a":¦¦¦`},
		{"fence and reasoning are text", `ˋˋˋ<think>¦{"name":"ls","arguments":{}}ˋˋˋ</think>`, `
			text «ˋˋˋ<think>»
			call 0 ls {}
			text «ˋˋˋ</think>»`, ""},
		{"no arguments", `{"name":"ls","x":[]}`, `call 0 ls {} (empty-arguments@19)`, ""},
		{"empty name", `{"name":""}`, `call 0 - {} (empty-arguments@10)`, ""},
		{"last of two keys", `{"name":7,"name":"ls","arguments":0,"arguments":{"a":1,"a":2}}`, `call 0 ls {"a":1,"a":2}`, ""},
		{"id and parameters are not read", `{"id":"c1","name":"ls","parameters":{"a":1}}`, `call 0 ls {} (empty-arguments@43)`, ""},
		{"escaped key", `{"n\u0061me":"l\u0073"}`, `call 0 ls {} (empty-arguments@22)`, ""},
		{"braces in strings", `{"name":"}{\"}","arguments":{}} }`, `
			call 0 }{"} {}
			text « }»`, ""},
		{"no JSON", `{ls} {"name":"ls"}`, `
			failed 0 - syntax@1 «{l» «s}»
			text « {"name":"ls"}»`, ""},
		{"JSON of something else", `{"name":"ls" "x"}.`, `
			failed 0 - syntax@13 «{"name":"ls" "» «x"}»
			text «.»`, ""},
		{"no name", `{"arguments":{}}`, `failed 0 - no-name@15 «{"arguments":{}}»`, ""},
		{"name of another type", `{"name":null}`, `failed 0 - no-name@8 «{"name":n» «ull}»`, ""},
		{"arguments of another type", `{"name":"ls","arguments":null}`, `failed 0 ls arguments@25 «{"name":"ls","arguments":n» «ull}»`, ""},
		{"neither", `{"arguments":1}`, `failed 0 - no-name@14 «{"arguments":1}»`, ""},
		{"first never balances", `{x: {"name":"ls"} {"name":"rm"}`, `
			text «{x: »
			call 0 ls {} (empty-arguments@16)
			text « {"name":"rm"}»`, ""},
		{"odd quote", `{"name: {"name":"ls"}`, `
			text «{"name: »
			call 0 ls {} (empty-arguments@20)`, ""},
		{"none balances", `a {"name":"ls"¦`, `
			text «a {"name":"ls"»
			error no-call@14`, `{"name":"ls"¦{"name":"ls"`},
		{"no object", `I can't.`, `
			text «I can't.»
			error no-call@8`, ""},
		{"nothing", ``, `error no-call@0`, ""},
		{"characters", "caf\xc3¦\xa9 {\"name\":\"é\"}\xe2\x82", `
			text «café »
			call 0 é {} (empty-arguments@18)
			text «\xe2\x82»`, `\xc3¦\xe2\x82`},
		{"256 braces", braces, `
			text «` + braces + `»
			error no-call@256`, ""},
		{"257 braces", braces + "{", `
			text «` + braces + `{»
			error limit@256`, ""},
	})
	runText(t, Options{Format: format("first-object"), MaxCall: 13, MaxDepth: 2}, []textTest{
		{"as long as it may be", `{"name":"ls"}`, `call 0 ls {} (empty-arguments@12)`, ""},
		{"longer", `{"name":"ls!"} {"name":"rm"}`, `
			failed 0 - limit@13 «{"name":"ls!"}»
			text « {"name":"rm"}»`, ""},
		{"longer, and never balanced", `{"name":"ls!"`, `
			text «{"name":"ls!"»
			error no-call@13`, ""},
		{"deeper", `{"":[[]]} .`, `
			failed 0 - limit@5 «{"":[[» «]]}»
			text « .»`, ""},
	})
	runText(t, Options{Format: format("first-object"), Tools: offered("rm")}, []textTest{
		{"any name", `{"name":"ls"}`, `call 0 ls {} (empty-arguments@12)`, ""},
	})
	runText(t, Options{Format: format("first-object"), Tools: Tools{}}, []textTest{
		{"none offered", `<think>Hm</think>{"name":"ls"}`, `
			marker «<think>»
			reasoning «Hm»
			marker «</think>»
			text «{"name":"ls"}»`, ""},
	})
}

// What is wrong is reported in the words that the protocol promises.
func TestFirstObjectMessages(t *testing.T) {
	tests := []struct {
		in   string
		code Code
		want string
	}{
		{`I can't.`, parse.ErrNoCall, "no JSON object found"},
		{`{"name":"ls"`, parse.ErrNoCall, "no JSON object found"},
		{`{"name":ls}`, parse.ErrSyntax, "invalid JSON: expected a value, at offset 8"},
		{`Hm. {"name":"ls",}`, parse.ErrSyntax, "invalid JSON: expected a quoted name, at offset 17"},
		{`{"arguments":{}}`, parse.ErrNoName, `missing or non-string "name"`},
		{`{"name":"ls","arguments":[]}`, parse.ErrArguments, `"arguments" is not an object`},
		{strings.Repeat("{", maxTries+1), parse.ErrLimit, "too many opening braces without a JSON object"},
	}
	for _, tt := range tests {
		_, err := Parse(tt.in, Options{Format: format("first-object")})
		e, ok := err.(*Error)
		if !ok || e.Code != tt.code || e.Message != tt.want {
			t.Errorf("%.20s: got %v, want %s: %s", tt.in, err, tt.code.String(), tt.want)
		}
	}
}
