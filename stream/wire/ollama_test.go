package wire

import (
	"strings"
	"testing"
)

func TestOllama(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"text, thinking and calls", `
			{"model":"m","created_at":"now","message":{"role":"assistant","content":"","thinking":"Hm."},"done":false}
			{"model":"m","message":{"role":"assistant","content":"A moment."},"done":false}
			{"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"id":"c","function":{"index":0,"name":"weigh","arguments":{"kilos": 7}}},{"function":{"name":"now","arguments":{}}}]},"done":false}
			{"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","eval_count":9}`, `
			reasoning Hm.
			text A moment.
			whole id=c name=weigh {"kilos": 7}
			whole name=now {}
			finish stop
			done`},
		{"a call in the last line, which has no end", `
			{"message":{"content":"Hm ","tool_calls":null},"done":false}
			{"message":{"content":"","tool_calls":[{"function":{"name":"now"}}]},"done":true}¦`, `
			text Hm 
			whole name=now
			finish stop
			done`},
		{"arguments of other types", `
			{"message":{"tool_calls":[{"function":{"name":"f","arguments":"{\"a\":\"\\n\"}"}},{"function":{"name":"g","arguments":[1]}},{"function":{"name":"h","arguments":null}},{"function":{"name":"i","arguments":""}},{"function":{}},{}]}}`, `
			whole name=f {"a":"\n"}
			whole name=g [1]
			whole name=h null
			whole name=i`},
		{"length", `{"message":{"content":"x"},"done":true,"done_reason":"length"}`, `
			text x
			finish length (cut)
			done`},
		{"generate", `{"response":"x","thinking":"y","done":false}`, `
			reasoning y
			text x`},
		{"an error", `{"error":"model not found"}`, `error model not found`},
		{"a broken line, and a cut one", `
			{"message":{"content":"a"}
			{"message":{"content":"b"}}
			{"message":{"content":"c¦`, `
			lost the frame at byte 0 of the stream is not JSON
			text b`},
		{"no end", `{"message":{"content":"x"},"done":false}`, `text x`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := strings.ReplaceAll(strings.TrimSpace(tt.in), "\t", "") + "\n"
			if rest, ok := strings.CutSuffix(in, "¦\n"); ok {
				in = rest
			}
			check(t, "ollama", Options{}, in, tt.want)
		})
	}
}
