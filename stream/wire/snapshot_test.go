package wire

import "testing"

// TestSnapshots holds that text, reasoning and calls that come once more are not
// doubled, and that what comes for the first time is kept.
func TestSnapshots(t *testing.T) {
	tests := []struct{ name, wire, in, want string }{
		{"chat, a message after deltas", "openai-chat", `
			{"choices":[{"delta":{"content":"Hel","reasoning":"Hm"}}]}
			{"choices":[{"delta":{"content":"lo"}}]}
			{"choices":[{"message":{"content":"Hello","reasoning":"Hm","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`, `
			reasoning Hm
			text Hello
			snapshot id=a name=f {}
			finish tool_calls
			done (cut)`},
		{"chat, a message with the text that the deltas left out", "openai-chat", `
			{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"f","arguments":"{\"a\":1}"}}]}}]}
			{"choices":[{"message":{"content":"Hi","tool_calls":[{"function":{"name":"f","arguments":"{\"a\":1}"}}]},"finish_reason":"stop"}]}`, `
			fragment #0 name=f {"a":1}
			text Hi
			snapshot #0 name=f {"a":1}
			finish stop
			done (cut)`},
		{"chat, each choice by itself", "openai-chat", `
			{"choices":[{"index":0,"delta":{"content":"a"}}]}
			{"choices":[{"index":1,"message":{"content":"b"},"finish_reason":"stop"},{"index":0,"message":{"content":"a"},"finish_reason":"stop"}]}`, `
			text a
			text choice=1 b
			finish choice=1 stop
			finish stop
			done (cut)`},
		{"chat, text in parts", "openai-chat", `
			{"choices":[{"delta":{"content":[{"type":"text","text":"a"},{"type":"reasoning","summary":[{"type":"summary_text","text":"b"}]}]}}]}
			{"choices":[{"message":{"content":"a","reasoning_content":"b"},"finish_reason":"stop"}]}`, `
			text a
			reasoning b
			finish stop
			done (cut)`},
		{"chat, reasoning in a field and in parts", "openai-chat", `
			{"choices":[{"delta":{"reasoning":"r","content":[{"type":"thinking","thinking":"r"},{"type":"text","text":"a"}]}}]}`, `
			reasoning r
			text a`},
		{"anthropic, a message after its blocks", "anthropic", `
			{"type":"message_start","message":{}}
			{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
			{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}
			{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}
			{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"a\":1}"}}
			{"type":"message","content":[{"type":"text","text":"Hi"},{"type":"tool_use","id":"t","name":"f","input":{"a":1}}],"stop_reason":"tool_use"}`, `
			text Hi
			fragment id=t #1 name=f
			fragment #1 {"a":1}
			snapshot id=t #1 name=f {"a":1}
			finish tool_use
			done`},
		{"responses, a summary in its item only", "openai-responses", `
			{"type":"response.output_item.done","output_index":0,"item":{"id":"r","type":"reasoning","summary":[{"type":"summary_text","text":"a"},{"type":"summary_text","text":"b"}]}}
			{"type":"response.completed","response":{"status":"completed","output":[{"id":"r","type":"reasoning","summary":[{"type":"summary_text","text":"a"},{"type":"summary_text","text":"b"}]}]}}`, `
			reasoning ab
			finish completed
			done`},
		{"responses, a summary in the last snapshot only, with the model's own text", "openai-responses", `
			{"type":"response.completed","response":{"status":"completed","output":[{"id":"r","type":"reasoning","summary":[{"type":"summary_text","text":"a"}],"content":[{"type":"reasoning_text","text":"c"}]}]}}`, `
			reasoning c
			finish completed
			done`},
		{"cohere, in one piece", "cohere", `
			{"id":"x","finish_reason":"TOOL_CALL","message":{"role":"assistant","tool_plan":"p","content":[{"type":"thinking","thinking":"h"},{"type":"text","text":"t"}],"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}},{"id":"b","function":{"name":"g"}}]},"usage":{"tokens":{}}}`, `
			text p
			reasoning h
			text t
			whole id=a name=f {"a":1}
			whole id=b name=g
			finish TOOL_CALL
			done`},
		{"interactions, in one piece", "gemini-interactions", `
			{"id":"i","status":"requires_action","steps":[{"type":"thought","summary":[{"type":"text","text":"h"}]},{"type":"model_output","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]},{"type":"google_search_result","content":[{"type":"text","text":"x"}]},{"type":"function_call","id":"c","name":"f","arguments":{"a":1}}]}`, `
			reasoning h
			text ab
			whole id=c name=f {"a":1}
			finish requires_action
			done`},
		{"interactions, in one piece, by its old name", "gemini-interactions", `
			{"id":"i","status":"completed","outputs":[{"type":"text","text":"a"}]}`, `
			text a
			finish completed
			done`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, tt.wire, Options{}, events(tt.in), tt.want) })
	}
}

// TestUsageMerges holds that an account of tokens has the members of all frames
// that tell one, each as it came last, and begins anew with the reply.
func TestUsageMerges(t *testing.T) {
	tests := []struct{ wire, in, want string }{
		{"anthropic", `
			{"type":"message_start","message":{"usage":{"input_tokens":3,"output_tokens":1,"cache":{"a":1}}}}
			{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":9,"input_tokens":null}}`, `{"output_tokens":9,"input_tokens":3,"cache":{"a":1}}`},
		{"anthropic", `
			{"type":"message_start","message":{"usage":{"input_tokens":3}}}
			{"type":"message_start","message":{"usage":{"output_tokens":4}}}`, `{"output_tokens":4}`},
		{"openai-chat", `
			{"choices":[],"usage":{"a":1}}
			{"choices":[],"usage":null}`, `{"a":1}`},
		{"openai-chat", `
			{"choices":[],"x_groq":{"id":"r","usage":{"queue":1}}}
			{"choices":[],"usage":{"a":1,"b":null}}
			{"choices":[],"usage":{"b":2,"b":3}}`, `{"b":3,"a":1,"queue":1}`},
		{"gemini", `
			{"usageMetadata":{"promptTokenCount":5}}
			{"usageMetadata":{"candidatesTokenCount":2}}`, `{"candidatesTokenCount":2,"promptTokenCount":5}`},
	}
	for _, tt := range tests {
		d, err := New(tt.wire, Options{})
		if err != nil {
			t.Fatal(err)
		}
		d.Write([]byte(events(tt.in)))
		if got := string(d.Usage()); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.wire, got, tt.want)
		}
	}
}

// TestFinishReason holds that the finish reason of each choice is kept.
func TestFinishReason(t *testing.T) {
	d, err := New("openai-chat", Options{})
	if err != nil {
		t.Fatal(err)
	}
	d.Write([]byte(events(`
		{"choices":[{"index":1,"delta":{},"finish_reason":"length"}]}
		{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
		[DONE]`)))
	d.Finish()
	for choice, want := range []string{"stop", "length", ""} {
		if got := d.FinishReason(choice); got != want {
			t.Errorf("choice %d: got %q, want %q", choice, got, want)
		}
	}
}
