package dispatch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
)

func lines(messages []json.RawMessage) string {
	var b strings.Builder
	for _, m := range messages {
		fmt.Fprintf(&b, "%s\n", m)
	}
	return b.String()
}

func TestMessages(t *testing.T) {
	results := []Result{
		{Call: parse.Call{Index: 1, ID: "b", Name: "sum"}, Outcome: ToolError, Text: "It failed."},
		{Call: parse.Call{Index: 0, ID: "a", Name: "sum", Arguments: json.RawMessage(`{"n":[1,2]}`)}, Text: `{"sum":3}`},
		{Call: parse.Call{Index: 2, Name: "note", Arguments: json.RawMessage(`{"input":"a \"b\""}`)}, Text: "noted", custom: true},
		{Call: parse.Call{Index: 3}, Outcome: Invalid, Text: "It has no name."},
	}
	tests := []struct {
		provider        Provider
		reply, messages string
	}{
		{OpenAIChat, `{"role":"assistant","content":"Well.","tool_calls":[{"id":"a","type":"function","function":{"name":"sum","arguments":"{\"n\":[1,2]}"}},{"id":"b","type":"function","function":{"name":"sum","arguments":"{}"}},{"id":"call_0_2","type":"function","function":{"name":"note","arguments":"{\"input\":\"a \\\"b\\\"\"}"}}]}
`, `{"role":"tool","tool_call_id":"a","content":"{\"sum\":3}"}
{"role":"tool","tool_call_id":"b","content":"It failed."}
{"role":"tool","tool_call_id":"call_0_2","content":"noted"}
{"role":"user","content":"It has no name."}
`},
		{OpenAIResponses, `{"role":"assistant","content":"Well."}
{"type":"function_call","call_id":"a","name":"sum","arguments":"{\"n\":[1,2]}"}
{"type":"function_call","call_id":"b","name":"sum","arguments":"{}"}
{"type":"custom_tool_call","call_id":"call_0_2","name":"note","input":"a \"b\""}
`, `{"type":"function_call_output","call_id":"a","output":"{\"sum\":3}"}
{"type":"function_call_output","call_id":"b","output":"It failed."}
{"type":"custom_tool_call_output","call_id":"call_0_2","output":"noted"}
{"role":"user","content":"It has no name."}
`},
		{Anthropic, `{"role":"assistant","content":[{"type":"text","text":"Well."},{"type":"tool_use","id":"a","name":"sum","input":{"n":[1,2]}},{"type":"tool_use","id":"b","name":"sum","input":{}},{"type":"tool_use","id":"call_0_2","name":"note","input":{"input":"a \"b\""}}]}
`, `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"{\"sum\":3}"},{"type":"tool_result","tool_use_id":"b","content":"It failed.","is_error":true},{"type":"tool_result","tool_use_id":"call_0_2","content":"noted"},{"type":"text","text":"It has no name."}]}
`},
		{Gemini, `{"role":"model","parts":[{"text":"Well."},{"functionCall":{"id":"a","name":"sum","args":{"n":[1,2]}}},{"functionCall":{"id":"b","name":"sum","args":{}}},{"functionCall":{"name":"note","args":{"input":"a \"b\""}}}]}
`, `{"role":"user","parts":[{"functionResponse":{"id":"a","name":"sum","response":{"output":{"sum":3}}}},{"functionResponse":{"id":"b","name":"sum","response":{"error":"It failed."}}},{"functionResponse":{"name":"note","response":{"output":"noted"}}},{"text":"It has no name."}]}
`},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.reply, lines(Assistant(tt.provider, "Well.", results))); diff != "" {
			t.Errorf("%d: the reply: -want +got:\n%s", tt.provider, diff)
		}
		if diff := cmp.Diff(tt.messages, lines(Messages(tt.provider, results))); diff != "" {
			t.Errorf("%d: the results: -want +got:\n%s", tt.provider, diff)
		}
		if got := Messages(tt.provider, nil); got != nil {
			t.Errorf("%d: no results are told as %s", tt.provider, got)
		}
	}
	if got := lines(Assistant(OpenAIChat, "Hello.", nil)); got != "{\"role\":\"assistant\",\"content\":\"Hello.\"}\n" {
		t.Error(got)
	}
	if got := lines(Assistant(Anthropic, "", results[:1])); got != `{"role":"assistant","content":[{"type":"tool_use","id":"b","name":"sum","input":{}}]}`+"\n" {
		t.Error(got)
	}
}

func TestOffer(t *testing.T) {
	r, err := NewRegistry(
		Tool{Name: "sum", Description: "Adds.", Schema: json.RawMessage(`{"type":"object"}`), Run: sleeps(0)},
		Tool{Name: "note", Custom: true, Run: sleeps(0)})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		provider Provider
		want     string
	}{
		{OpenAIChat, `{"type":"function","function":{"name":"sum","description":"Adds.","parameters":{"type":"object"}}}
{"type":"function","function":{"name":"note","description":"","parameters":{"type":"object","properties":{}}}}
`},
		{OpenAIResponses, `{"type":"function","name":"sum","description":"Adds.","parameters":{"type":"object"}}
{"type":"custom","name":"note","description":""}
`},
		{Anthropic, `{"name":"sum","description":"Adds.","input_schema":{"type":"object"}}
{"name":"note","description":"","input_schema":{"type":"object","properties":{}}}
`},
		{Gemini, `{"name":"sum","description":"Adds.","parametersJsonSchema":{"type":"object"}}
{"name":"note","description":"","parametersJsonSchema":{"type":"object","properties":{}}}
`},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, lines(r.Offer(tt.provider))); diff != "" {
			t.Errorf("%d: -want +got:\n%s", tt.provider, diff)
		}
	}
}

// What the model reads of errors holds no stack, nor what the schema marks as secret.
func TestTextIsFreeOf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		login := Tool{Name: "login", Schema: json.RawMessage(`{"properties":{"user":{},"password":{"type":"string","writeOnly":true}}}`),
			Normalize: func(context.Context, json.RawMessage) (json.RawMessage, error) {
				return json.RawMessage(`{"user":"ann","password":"hunter2","mode":"x"}`), nil
			},
			Run: func(context.Context, json.RawMessage) (any, error) {
				return nil, fmt.Errorf("ann can't log in with hunter2\ngoroutine 1: %w", errors.New("ldap: 10.0.0.9"))
			}}
		store := new(Memory)
		got := collect(t, conversation(t, Options{Store: store}, login).Run(t.Context(), "k", seq(call(0, "login", `{}`), end(true))))
		want(t, got, `0 tool-error Tool "login" failed (tool-error): ann can't log in with <hidden>: ldap: 10.0.0.9.`)
		if _, earlier, _ := store.Claim(t.Context(), got[0].Key, ""); earlier == nil || earlier.Text != got[0].Text {
			t.Errorf("the store holds %v", earlier)
		}
		login.Check = func(_ context.Context, arguments json.RawMessage) error {
			return errors.New("not so: " + string(arguments))
		}
		got = collect(t, conversation(t, Options{}, login).Run(t.Context(), "", seq(call(0, "login", `{}`), end(true))))
		want(t, got, `0 schema The call of tool "login" was not run (schema): not so: {"user":"ann","password":"<hidden>","mode":"x"}. Correct the arguments and call it again.`)
	})
}
