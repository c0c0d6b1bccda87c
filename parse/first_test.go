package parse

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRFirst(t *testing.T) {
	runText(t, Options{Format: &firstRow}, []textTest{
		{"object", `Sure: {"name":"a","arguments":{"k":1}} {"name":"b"}`, `
			text "Sure: "
			call 0 a {"k":1}
			text " {\"name\":\"b\"}"`},
		{"missing arguments", `{"name":"a","x":[]}`, `call 0 a {} +empty-arguments@18`},
		{"empty name passes", `{"name":""}`, `call 0  {} +empty-arguments@10`},
		{"last of two keys wins", `{"name":1,"arguments":2,"name":"a","arguments":{"k":1,"k":2}}`, `call 0 a {"k":1,"k":2}`},
		{"nothing is skipped", "```json\n<think>{x:{\"name\":\"a\"}</think>", `
			text "` + "```" + `json\n<think>{x:"
			call 0 a {} +empty-arguments@29
			text "</think>"`},
		{"brace in a string", `{"name":"}","arguments":{}}`, `call 0 } {}`},
		{"the first never balances", `{"x":{"name":"a"} tail`, `
			text "{\"x\":"
			call 0 a {} +empty-arguments@16
			text " tail"`},
		{"id is not read", `{"id":"i","name":"a"}`, `call 0 a {} +empty-arguments@20`},
		{"broken", `x {"name":"a" "b"}.`, `
			text "x "
			error 0 - syntax @14 "{\"name\":\"a\" \"" of "{\"name\":\"a\" \"b\"}"
			text "."`},
		{"not JSON", `{a}{"name":"b"}`, `
			error 0 - syntax @1 "{a" of "{a}"
			text "{\"name\":\"b\"}"`},
		{"bad UTF-8", "{\"name\":\"\xff\"}", `error 0 - syntax @9 "{\"name\":\"\xff" of "{\"name\":\"\xff\"}"`},
		{"no name", `{"arguments":{}}`, `error 0 - no-name @15 "{\"arguments\":{}}"`},
		{"name is no string", `{"name":7}`, `error 0 - no-name @8 "{\"name\":7" of "{\"name\":7}"`},
		{"neither name nor arguments", `{"arguments":1}`, `error 0 - no-name @14 "{\"arguments\":1}"`},
		{"null arguments", `{"name":"a","arguments":null}`, `error 0 a arguments @24 "{\"name\":\"a\",\"arguments\":n" of "{\"name\":\"a\",\"arguments\":null}"`},
		{"string arguments", `{"name":"a","arguments":"{}"}`, `error 0 a arguments @24 "{\"name\":\"a\",\"arguments\":\"" of "{\"name\":\"a\",\"arguments\":\"{}\"}"`},
		{"parameters are not arguments", `{"name":"a","parameters":{"k":1}}`, `call 0 a {} +empty-arguments@32`},
		{"prose", "I can't help.", `text "I can't help."`},
		{"never balanced", `{"name":"a`, `text "{\"name\":\"a"`},
		{"nothing", "", ""},
	})
	runText(t, Options{Format: &firstRow, Tools: Tools{}}, []textTest{
		{"none offered", `<think>x</think>{"name":"a"}`, `
			marker "<think>"
			reasoning "x"
			marker "</think>"
			text "{\"name\":\"a\"}"`},
	})
	runText(t, Options{Format: &firstRow, MaxCall: 12, MaxDepth: 2}, []textTest{
		{"as long as allowed", `{"name":"a"}`, `call 0 a {} +empty-arguments@11`},
		{"too long", `{"name":"ab"}.`, `
			error 0 - limit @12 "{\"name\":\"ab\"}"
			text "."`},
		{"too long and never balanced", `{"name":"a{}`, `
			text "{\"name\":\"a"
			error 0 - no-name @11 "{}"`},
		{"the same, one byte more", `{"name":"a{}"`, `error 0 - limit @12 "{\"name\":\"a{}\""`},
		{"too deep", `{"":[{}]}`, `error 0 - limit @5 "{\"\":[{" of "{\"\":[{}]}"`},
	})
}

func TestRFirstErrors(t *testing.T) {
	tests := []struct {
		text   string
		code   Code
		offset int64
		index  int
		want   string
	}{
		{"", ErrNoCall, 0, -1, "no JSON object found"},
		{"I can't.", ErrNoCall, 8, -1, "no JSON object found"},
		{`{"a"`, ErrNoCall, 4, -1, "no JSON object found"},
		{`}`, ErrNoCall, 1, -1, "no JSON object found"},
		{`{"name":x}`, ErrSyntax, 8, 0, "invalid JSON: A JSON value must begin here: an object, array, string, number, true, false or null, at offset 8"},
		{`{}`, ErrNoName, 1, 0, `missing or non-string "name"`},
		{`{"name":"a","arguments":[]}`, ErrArguments, 24, 0, `"arguments" is not an object`},
		{strings.Repeat("{", maxTries), ErrNoCall, maxTries, -1, "no JSON object found"},
		{strings.Repeat("{", maxTries+1), ErrLimit, maxTries, -1, "too many opening braces without a JSON object"},
		{strings.Repeat(`{"":`, DefaultMaxDepth+1) + strings.Repeat("}", DefaultMaxDepth+1), ErrLimit, 4 * DefaultMaxDepth, 0, "The JSON is nested too deeply."},
	}
	for _, tt := range tests {
		_, err := First(tt.text)
		e, ok := errors.AsType[*Error](err)
		if !ok {
			t.Errorf("First(%.20q): got %v, want an *Error", tt.text, err)
			continue
		}
		if e.Code != tt.code || e.Offset != tt.offset || e.Index != tt.index || e.Message != tt.want {
			t.Errorf("First(%.20q): got %v at %d, index %d: %q; want %v at %d, index %d: %q", tt.text, e.Code, e.Offset, e.Index, e.Message, tt.code, tt.offset, tt.index, tt.want)
		}
	}
}

func TestFirst(t *testing.T) {
	got, err := First(`x {"name":"a","arguments":{"k":1}}`)
	if err != nil {
		t.Fatal(err)
	}
	want := Call{Name: "a", Arguments: []byte(`{"k":1}`), Start: 2, End: 34}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestRToolKey(t *testing.T) {
	const b = "```"
	runText(t, Options{Format: &toolKeyRow}, []textTest{
		{"answer", `The weather is {fine}.`, `text "The weather is {fine}."`},
		{"answer with a fence", b + "{}" + b, `text "` + b + `{}` + b + `"`},
		{"key without quotes", `{tool: x}`, `text "{tool: x}"`},
		{"braces", `Sure {"tool":"a","arguments":{"k":1}}.`, `
			text "Sure "
			call 0 a {"k":1}
			text "."`},
		{"fence", "Sure " + b + "json \n{\"tool\":\"a\",\"arguments\":{}}\n" + b + " done", `
			text "Sure "
			marker "` + b + `json \n"
			call 0 a {}
			marker "\n` + b + `"
			text " done"`},
		{"fence without json", b + "{\"tool\":\"a\"}" + b + b + b, `
			marker "` + b + `"
			call 0 a {} +empty-arguments@14
			marker "` + b + `"
			text "` + b + b + `"`},
		{"one run is no fence", b + "json\n{\"tool\":\"a\"}", `
			text "` + b + `json\n"
			call 0 a {} +empty-arguments@19`},
		{"key outside the fence", `"tool" ` + b + "python" + b, `
			text "\"tool\" "
			marker "` + b + `"
			error 0 - syntax @10 "p" of "python"
			marker "` + b + `"`},
		{"nothing in the fence", `"tool"` + b + b, `
			text "\"tool\""
			marker "` + b + `"
			error 0 - syntax @9 "` + "`" + `" of "` + b + `"`},
		{"only json in the fence", `"tool"` + b + "json\n" + b, `
			text "\"tool\""
			marker "` + b + `"
			error 0 - syntax @14 "json\n` + "`" + `" of "json\n"
			marker "` + b + `"`},
		{"cut in the fence", b + "{\"tool\":\"a\" \n" + b, `
			marker "` + b + `"
			error 0 - syntax @14 "{\"tool\":\"a\" " of "{\"tool\":\"a\""
			marker " \n` + b + `"`},
		{"no braces", ` the "tool" key`, `text " the \"tool\" key"`},
		{"no opening brace", `the "tool"}`, `text "the \"tool\"}"`},
		{"open brace only", `} {"tool"`, `
			text "} "
			error 0 - syntax @9 "{\"tool\""`},
		{"two objects", `{"tool":"a"} {"tool":"b"}`, `error 0 - syntax @13 "{\"tool\":\"a\"} {" of "{\"tool\":\"a\"} {\"tool\":\"b\"}"`},
		{"two objects in a fence", b + `{"tool":"a"},` + b, `
			marker "` + b + `"
			error 0 - syntax @15 "{\"tool\":\"a\"},"
			marker "` + b + `"`},
		{"array", b + `[{"tool":"a"}]` + b, `
			marker "` + b + `"
			error 0 - syntax @3 "[" of "[{\"tool\":\"a\"}]"
			marker "` + b + `"`},
		{"empty name", `{"tool":""}`, `error 0 - no-name @8 "{\"tool\":\"" of "{\"tool\":\"\"}"`},
		{"name is no string", `{"tool":null}`, `error 0 - no-name @8 "{\"tool\":n" of "{\"tool\":null}"`},
		{"nested key", `{"x":{"tool":"a"}}`, `error 0 - no-name @17 "{\"x\":{\"tool\":\"a\"}}"`},
		{"last of two keys wins", `{"tool":1,"tool":"a","arguments":1,"arguments":{}}`, `call 0 a {}`},
		{"null arguments", `{"tool":"a","arguments":null}`, `error 0 a arguments @24 "{\"tool\":\"a\",\"arguments\":n" of "{\"tool\":\"a\",\"arguments\":null}"`},
		{"not JSON", `{"tool":'a'}`, `error 0 - syntax @8 "{\"tool\":'" of "{\"tool\":'a'}"`},
	})
	runText(t, Options{Format: &toolKeyRow, Tools: Tools{}}, []textTest{
		{"none offered", `{"tool":"a"}`, `text "{\"tool\":\"a\"}"`},
	})
	runText(t, Options{Format: &toolKeyRow, MaxCall: 12}, []textTest{
		{"as long as allowed", `{"tool":"a"}  `, `
			call 0 a {} +empty-arguments@11
			text "  "`},
		{"trailing behind the limit", `{"tool":"a"} }`, `error 0 - syntax @13 "{\"tool\":\"a\"} }"`},
		{"too long", `{"tool":"ab"}`, `error 0 - limit @12 "{\"tool\":\"ab\"}"`},
	})
}

func TestToolKey(t *testing.T) {
	call, ok, err := ToolKey("```json\n{\"tool\":\"a\",\"arguments\":{}}```")
	want := Call{Name: "a", Arguments: []byte("{}"), Start: 8, End: 35}
	if diff := cmp.Diff(want, call); !ok || err != nil || diff != "" {
		t.Errorf("got %v, %v: -want +got\n%s", ok, err, diff)
	}
	if _, ok, err := ToolKey("no call"); ok || err != nil {
		t.Errorf("answer: got %v, %v, want neither call nor error", ok, err)
	}
	_, _, err = ToolKey(`the "tool"`)
	if e, ok := errors.AsType[*Error](err); !ok || e.Code != ErrSyntax || e.Index != -1 || e.Offset != 10 {
		t.Errorf("no braces: got %v, want ErrSyntax at 10 with index -1", err)
	}
	if _, ok, err := ToolKey(`{"tool":""}`); ok || !errors.Is(err, ErrNoName) {
		t.Errorf("empty name: got %v, %v, want ErrNoName", ok, err)
	}
}
