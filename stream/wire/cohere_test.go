package wire

import "testing"

func TestCohere(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"a plan and calls", `
			message-start {"id":"m","type":"message-start","delta":{"message":{"role":"assistant","content":[],"tool_plan":"","tool_calls":[]}}}
			tool-plan-delta {"type":"tool-plan-delta","delta":{"message":{"tool_plan":"I will weigh."}}}
			tool-call-start {"type":"tool-call-start","index":0,"delta":{"message":{"tool_calls":{"id":"w1","type":"function","function":{"name":"weigh","arguments":""}}}}}
			tool-call-delta {"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"{\"kilos\""}}}}}
			tool-call-delta {"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":":7}"}}}}}
			tool-call-end {"type":"tool-call-end","index":0}
			tool-call-start {"type":"tool-call-start","index":1,"delta":{"message":{"tool_calls":[{"id":"w2","type":"function","function":{"name":"now","arguments":"{}"}}]}}}
			tool-call-end {"type":"tool-call-end","index":1}
			tool-call-start {"type":"tool-call-start","index":2,"delta":{"message":{"tool_calls":{"id":"w3","type":"function","function":{"name":"now","arguments":""}}}}}
			tool-call-end {"type":"tool-call-end","index":2}
			message-end {"type":"message-end","delta":{"finish_reason":"TOOL_CALL","usage":{"tokens":{"input_tokens":9}}}}
			[DONE]`, `
			text I will weigh.
			fragment id=w1 #0 name=weigh
			fragment #0 {"kilos":7}
			close id=w1 #0
			fragment id=w2 #1 name=now
			fragment #1 {}
			close id=w2 #1
			fragment id=w3 #2 name=now
			close id=w3 #2
			finish TOOL_CALL
			done`},
		{"text and thinking", `
			{"type":"content-start","index":0,"delta":{"message":{"content":{"type":"thinking","thinking":"H"}}}}
			{"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"m."}}}}
			{"type":"content-end","index":0}
			{"type":"content-start","index":1,"delta":{"message":{"content":{"type":"text","text":""}}}}
			{"type":"content-delta","index":1,"delta":{"message":{"content":{"text":"Yes."}}}}
			{"type":"citation-start","index":0,"delta":{"message":{"citations":{"start":0}}}}
			{"type":"message-end","delta":{"finish_reason":"MAX_TOKENS"}}`, `
			reasoning Hm.
			text Yes.
			finish MAX_TOKENS (cut)
			done`},
		{"no argument byte, and a cut", `
			{"type":"tool-call-start","index":0,"delta":{"message":{"tool_calls":{"id":"w","function":{"name":"now"}}}}}
			{"type":"tool-call-end","index":0}
			{"type":"message-end","delta":{"finish_reason":"ERROR","error":"It broke."}}`, `
			fragment id=w #0 name=now
			close id=w #0 (cut)
			finish ERROR (cut)
			error It broke.
			done`},
		{"errors", `
			{"message":"invalid api token"}
			error {"type":"error","message":"Gone."}
			{"error":{"message":"Away."}}
			{"type":"message-start"}
			{"type":"message-start"}
			message-end {"delta":{"finish_reason":"COMPLETE"}}`, `
			error invalid api token
			error Gone.
			error Away.
			restart
			finish COMPLETE
			done`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check(t, "cohere", Options{}, events(tt.in), tt.want)
		})
	}
}

func TestMistral(t *testing.T) {
	check(t, "mistral", Options{}, events(`
		{"id":"m","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"Hm."}]}]},"finish_reason":null}]}
		{"id":"m","choices":[{"index":0,"delta":{"content":"A moment."},"finish_reason":null}]}
		{"id":"m","choices":[{"index":0,"delta":{"tool_calls":[{"id":"D68","function":{"name":"weigh","arguments":"{\"kilos\": 7}"},"index":0},{"id":"null","function":{"name":"now","arguments":"{}"}}]},"finish_reason":"tool_calls"}],"usage":{"total_tokens":9}}
		[DONE]`), `
		reasoning Hm.
		text A moment.
		fragment id=D68 #0 name=weigh {"kilos": 7}
		fragment name=now {}
		finish tool_calls
		done`)
}
