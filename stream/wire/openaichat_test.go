package wire

import (
	"testing"
)

func TestOpenAIChat(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"text", `
			{"id":"c","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}
			{"id":"c","choices":[{"index":0,"delta":{"content":"Hi "},"finish_reason":null}]}
			{"id":"c","choices":[{"index":0,"delta":{"content":"you.\n"}}]}
			{"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"obfuscation":"x7"}
			[DONE]`, `
			text Hi you.⏎
			finish stop
			done`},
		{"a call", `
			{"choices":[{"index":0,"delta":{"content":null,"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"weigh","arguments":""}}]}}]}
			{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"kilo"}}]}}]}
			{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"s\":7}"}}]}}]}
			{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}
			{"choices":[],"usage":{"total_tokens":9}}
			[DONE]`, `
			fragment id=call_1 #0 name=weigh
			fragment #0 {"kilos":7}
			finish tool_calls
			done`},
		{"finish before the deltas in one chunk", `
			{"choices":[{"finish_reason":"tool_calls","delta":{"tool_calls":[{"index":1,"function":{"arguments":"{}"}}],"content":"x"},"index":3}]}`, `
			text choice=3 x
			fragment choice=3 #1 {}
			finish choice=3 tool_calls
			done (cut)`},
		{"index absent, null, empty, a string", `
			{"choices":[{"delta":{"tool_calls":[{"id":"a","function":{"name":"f"}},{"index":null,"id":"b"},{"index":"","id":"c"},{"index":"2","id":"d"},{"index":-1,"id":"e"},{"index":1.5,"id":"f"}]}}]}`, `
			fragment id=a name=f
			fragment id=b
			fragment id=c
			fragment id=d #2
			fragment id=e #-1
			fragment id=f`},
		{"entries that say nothing", `
			{"choices":[{"index":0,"delta":{"content":"Hel","tool_calls":null,"function_call":{"name":"","arguments":""}},"finish_reason":""}]}
			{"choices":[{"index":0,"delta":{"content":"lo","tool_calls":[]}}]}
			{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"","function":{"name":null,"arguments":null}}]}}]}`, `
			text Hello`},
		{"arguments that are JSON", `
			{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":{"a": 1.50,"a":2}}},{"index":1,"function":{"arguments":[1]}},{"index":2,"function":{"arguments":false}}]}}]}`, `
			fragment #0 {"a": 1.50,"a":2}
			fragment #1 [1]
			fragment #2 false`},
		{"function_call", `
			{"choices":[{"delta":{"function_call":{"name":"f","arguments":""}}}]}
			{"choices":[{"delta":{"function_call":{"arguments":"{}"}},"finish_reason":"function_call"}]}`, `
			fragment #-2147483648 name=f {}
			finish function_call
			done (cut)`},
		{"reasoning_content, else reasoning", `
			{"choices":[{"delta":{"reasoning_content":"a","reasoning":"b","reasoning_details":[{"text":"c"}]}}]}
			{"choices":[{"delta":{"reasoning_content":"","reasoning":"d","content":"e","refusal":"f"}}]}`, `
			reasoning ad
			text ef`},
		{"content in parts", `
			{"choices":[{"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"yes"},{"type":"thinking","thinking":"so"}]}}]}`, `
			reasoning hm
			text yes
			reasoning so`},
		{"a reply in one piece", `
			{"choices":[{"index":0,"message":{"content":"x","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`, `
			text x
			fragment id=a name=f {}
			finish tool_calls
			done (cut)`},
		{"two choices, one without its end", `
			{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
			{"choices":[{"index":1,"delta":{"content":"x"}}]}`, `
			finish stop
			text choice=1 x`},
		{"cut", `
			{"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}
			{"choices":[{"index":0,"delta":{},"finish_reason":"content_filter"}]}
			{"choices":[{"index":0,"delta":{},"finish_reason":"who_knows"}]}`, `
			finish length (cut)
			finish content_filter (cut)
			finish who_knows (cut)
			done (cut)`},
		{"errors", `
			{"error":null,"choices":[]}
			{"error":{},"choices":[]}
			{"error":"","choices":[]}
			{"error":{"message":"too busy","code":"overloaded","type":"server"}}
			{"error":{"code":429,"metadata":{"a":[1]}},"choices":[{"index":0,"delta":{"content":"x"},"finish_reason":"error"}]}
			{"error":"plain"}
			{"object":"error","message":"bad","code":400}
			error {"message":"worse"}
			[DONE]`, `
			error too busy
			text x
			finish error (cut)
			error 429
			error plain
			error bad
			error worse
			done`},
		{"lost frames", `
			{"choices":[{"index":0,"delta":{"content":"a"}}]}
			{"choices":[{"index":0,"delta":{"content":"b"}}]
			{"choices":[{"index":0,"delta":{"content":"c"}}]} x
			{"choices":[{"index":0,"delta":{"content":"d}]}
			nothing
			{"choices":[{"index":0,"delta":{"content":"\x"}}]}
			{"choices":[{"index":0,"delta":{"content":"e"}}]}`, `
			text a
			lost the frame at byte 57 of the stream is not JSON
			lost the frame at byte 113 of the stream is not JSON
			lost the frame at byte 172 of the stream is not JSON
			lost the frame at byte 227 of the stream is not JSON
			lost the frame at byte 242 of the stream is not JSON
			text e`},
		{"other shapes than expected", `
			[]
			7
			{"choices":{"a":1}}
			{"choices":[1,"a",null,[{}]]}
			{"choices":[{"index":[],"delta":[{"content":"no"}],"finish_reason":{}}]}
			{"choices":[{"index":{},"delta":{"content":{"text":"no"},"tool_calls":["a",{"function":[1]}]}}]}
			{"choices":[{"delta":{"tool_calls":{"index":0,"id":"a"}}}]}`, `
			fragment id=a #0`},
		{"half a surrogate pair", `
			{"choices":[{"delta":{"content":"a\ud83d"}}]}
			{"choices":[{"delta":{"reasoning":"\\\ud83d"}}]}
			{"choices":[{"delta":{"content":"\ude00b\ude00c\ud83dd\\ud83d"}}]}
			{"choices":[{"delta":{"content":"\ud83d"}}]}
			{"choices":[{"delta":{"content":"e"}}]}
			{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"\ud83d"}}]}}]}
			{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\uDE00\":\"\ud83d\ude00\"}"}}]}}]}
			{"choices":[{"delta":{"content":"\ud83d"},"finish_reason":"stop"}]}`, `
			text a
			reasoning \
			text 😀b�c�d\ud83d�e
			fragment #0 {"\ud83d\uDE00":"😀"}
			reasoning �
			text �
			finish stop
			done (cut)`},
		{"an error document", "{\n  \"error\": {\"message\": \"no key\"}\n}\n", "error no key"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := tt.in
			if in[0] != '{' {
				in = events(in)
			}
			check(t, "openai-chat", Options{}, in, tt.want)
		})
	}
}
