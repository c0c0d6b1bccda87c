package wire

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/stream"
)

// outcome returns the calls of a stream and the codes of its errors.
func outcome(t *testing.T, wire, in string) (calls, errors []string) {
	t.Helper()
	whole := resultOf(parsed(t, wire, nil, in))
	cut := resultOf(parsed(t, wire, nil, bytesOf(in)...))
	if diff := cmp.Diff(whole, cut); diff != "" {
		t.Errorf("-whole +byte by byte\n%s", diff)
	}
	return whole.Calls, whole.Errors
}

// TestIdentity holds that each wire's own slot says whose a piece is.
func TestIdentity(t *testing.T) {
	tests := []struct {
		name, wire, in string
		calls, errors  []string
	}{
		{"blocks of one id", "anthropic", `
			{"type":"message_start"}
			{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"u","name":"f","input":{}}}
			{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"a\":1}"}}
			{"type":"content_block_stop","index":0}
			{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"u","name":"f","input":{}}}
			{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"a\":1}"}}
			{"type":"content_block_stop","index":1}
			{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"u","name":"g","input":{"b":2}}}
			{"type":"content_block_stop","index":1}
			{"type":"message_delta","delta":{"stop_reason":"tool_use"}}
			{"type":"message_stop"}`,
			[]string{`0 u f {"a":1}`, `0 u f {"a":1}`, `0 u g {"b":2}`}, nil},
		{"a block whose start was lost", "anthropic", `
			{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"a\":1}"}}
			{"type":"content_block_stop","index":0}
			{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"u","name":"f","input":{}}}
			{"type":"message_delta","delta":{"stop_reason":"tool_use"}}
			{"type":"message_stop"}`, []string{"0 u f {}"}, []string{"unattributed"}},
		{"a message in one piece", "anthropic", `
			{"type":"message","content":[{"type":"tool_use","id":"u","name":"f","input":{}},{"type":"tool_use","id":"u","name":"f","input":{}}],"stop_reason":"tool_use"}`,
			[]string{"0 u f {}", "0 u f {}"}, nil},
		{"steps of one id", "gemini-interactions", `
			{"event_type":"step.start","index":0,"step":{"type":"function_call","id":"u","name":"f"}}
			{"event_type":"step.delta","index":0,"delta":{"type":"arguments_delta","arguments":"{\"a\":1}"}}
			{"event_type":"step.stop","index":0}
			{"event_type":"step.start","index":1,"step":{"type":"function_call","id":"u","name":"f"}}
			{"event_type":"step.delta","index":1,"delta":{"type":"arguments_delta","arguments":"{\"a\":2}"}}
			{"event_type":"step.stop","index":1}
			{"event_type":"interaction.completed"}`, []string{`0 u f {"a":1}`, `0 u f {"a":2}`}, nil},
		{"calls of one id", "cohere", `
			{"type":"tool-call-start","index":0,"delta":{"message":{"tool_calls":{"id":"u","function":{"name":"f","arguments":"{\"a\":1}"}}}}}
			{"type":"tool-call-end","index":0}
			{"type":"tool-call-start","index":1,"delta":{"message":{"tool_calls":{"id":"u","function":{"name":"f","arguments":"{\"a\":2}"}}}}}
			{"type":"tool-call-end","index":1}
			{"type":"message-end","delta":{"finish_reason":"TOOL_CALL"}}`, []string{`0 u f {"a":1}`, `0 u f {"a":2}`}, nil},
		{"one call id, two indexes", "openai-chat", `
			{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"u","function":{"name":"f","arguments":"{\"a\":1}"}},{"index":1,"id":"u","function":{"name":"f","arguments":"{\"a\":2}"}}]}}]}
			{"choices":[{"delta":{"tool_calls":[{"index":2,"id":"u","function":{"name":"f","arguments":"{\"a\":1}"}}]}}]}
			{"choices":[{"finish_reason":"tool_calls"}]}
			[DONE]`, []string{`0 u f {"a":1}`, `0 u f {"a":2}`}, nil},
		{"what begins after the finish reason", "openai-chat", `
			{"choices":[{"finish_reason":"tool_calls"}]}
			{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"u","function":{"name":"f"}}]}}]}`, nil, []string{"truncated"}},
		{"and is settled", "openai-chat", `
			{"choices":[{"finish_reason":"tool_calls"}]}
			{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"u","function":{"name":"f"}}]}}]}
			[DONE]`, []string{"0 u f {}"}, nil},
		{"two items of one call id", "openai-responses", `
			{"type":"response.output_item.done","output_index":0,"item":{"id":"i","type":"function_call","call_id":"u","name":"f","arguments":"{\"a\":1}","status":"completed"}}
			{"type":"response.output_item.done","output_index":1,"item":{"id":"j","type":"function_call","call_id":"u","name":"f","arguments":"{\"a\":1}","status":"completed"}}
			{"type":"response.output_item.added","output_index":2,"item":{"id":"k","type":"function_call","call_id":"u","name":"f","arguments":""}}
			{"type":"response.output_item.done","output_index":3,"item":{"type":"function_call","call_id":"u","name":"f","arguments":"{\"a\":2}","status":"completed"}}
			{"type":"response.completed","response":{"status":"completed"}}`, []string{`0 u f {"a":1}`, `0 u f {"a":2}`}, nil},
		{"a seam cuts what is empty, waits or is held", "anthropic", `
			{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"u","name":"f","input":{}}}
			{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"v","name":"f","input":{}}}
			{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{}"}}
			{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"w","name":"f","input":{}}}
			{"type":"content_block_stop","index":2}
			{"type":"content_block_start","index":3,"content_block":{"type":"fallback"}}
			{"type":"content_block_start","index":4,"content_block":{"type":"tool_use","id":"x","name":"f","input":{}}}
			{"type":"content_block_stop","index":4}
			{"type":"message_delta","delta":{"stop_reason":"tool_use"}}
			{"type":"message_stop"}`, []string{"0 x f {}"}, []string{"truncated", "truncated", "truncated"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			calls, errors := outcome(t, tt.wire, events(tt.in))
			if diff := cmp.Diff(tt.calls, calls); diff != "" {
				t.Errorf("calls: -want +got\n%s", diff)
			}
			if diff := cmp.Diff(tt.errors, errors); diff != "" {
				t.Errorf("errors: -want +got\n%s", diff)
			}
		})
	}
}

// TestCallNamespace holds that a call says which part of its name is the
// namespace.
func TestCallNamespace(t *testing.T) {
	streams := map[string]string{
		"openai-responses": `
			{"type":"response.output_item.added","output_index":0,"item":{"id":"i","type":"function_call","call_id":"c","namespace":"crm","name":"delete","arguments":""}}
			{"type":"response.function_call_arguments.done","output_index":0,"item_id":"i","name":"delete","arguments":"{}"}
			{"type":"response.output_item.done","output_index":0,"item":{"id":"i","type":"function_call","call_id":"c","namespace":"crm","name":"delete","arguments":"{}","status":"completed"}}
			{"type":"response.completed","response":{"status":"completed"}}`,
		"anthropic": `
			{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"delete","toolset_name":"crm","input":{}}}
			{"type":"content_block_stop","index":0}
			{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`,
		"openai-chat": `
			{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"crm.delete","arguments":"{\"a\":1}"}}]}}]}`,
	}
	for name, in := range streams {
		var got []string
		for call, err := range stream.Calls(stream.Events(deltas(name, strings.NewReader(events(in)), Options{}), &stream.Parser{})) {
			if err == nil {
				got = append(got, call.Namespace+" "+call.Name)
			}
		}
		want := []string{"crm crm.delete"}
		if name == "openai-chat" {
			want = []string{" crm.delete"}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
}
