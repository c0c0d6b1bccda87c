package wire

import (
	"strings"
	"testing"
)

func TestGemini(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"text, thoughts and whole calls", `
			{"candidates":[{"content":{"parts":[{"text":"Hm.","thought":true},{"text":"A moment."}],"role":"model"},"index":0}]}
			{"candidates":[{"content":{"parts":[{"functionCall":{"name":"weigh","args":{"kilos": 7.0},"id":"x"},"thoughtSignature":"s"},{"functionCall":{"name":"now"}},{"functionCall":{"name":"now","args":null}},{"functionCall":{"name":"now","args":{}}}]},"finishReason":"STOP","index":0}],"usageMetadata":{"totalTokenCount":9}}`, `
			reasoning Hm.
			text A moment.
			whole id=x name=weigh {"kilos": 7.0}
			whole name=now
			whole name=now null
			whole name=now {}
			finish STOP
			done (cut)`},
		{"paths", `
			{"candidates":[{"content":{"parts":[{"functionCall":{"name":"book","willContinue":true}}]}}]}
			{"candidates":[{"content":{"parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$.city","stringValue":"Os","willContinue":true}],"willContinue":true}}]}}]}
			{"candidates":[{"content":{"parts":[{"functionCall":{"willContinue":true}}]}}]}
			{"candidates":[{"content":{"parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$.city","stringValue":"lo\n\"é\ud83d","willContinue":false},{"jsonPath":"$.n[0]","numberValue":1.50},{"jsonPath":"$.ok","boolValue":true},{"jsonPath":"$.x","nullValue":"NULL_VALUE"},{"jsonPath":"$.y","nullValue":null},{"jsonPath":"$.z","stringValue":""},{"jsonPath":"$.z"},{"jsonPath":"$.z","willContinue":true}],"willContinue":true}}]}}]}
			{"candidates":[{"content":{"parts":[{"functionCall":{}}]}}]}
			{"candidates":[{"content":{"parts":[{"functionCall":{}}]},"finishReason":"STOP"}]}`, `
			fragment #0 name=book
			path #0 $.city "Os" …
			path #0 $.city "lo\n\"é\ud83d"
			path #0 $.n[0] 1.50
			path #0 $.ok true
			path #0 $.x null
			path #0 $.y null
			path #0 $.z ""
			path #0 $.z
			close #0
			finish STOP
			done (cut)`},
		{"paths in one part, and a part that ends", `
			{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","id":"i","partialArgs":[{"jsonPath":"$.a","numberValue":1}]}},{"functionCall":{"name":"g","willContinue":true}},{"functionCall":{"partialArgs":[{"jsonPath":"$.b","numberValue":2}]}},{"functionCall":{"name":"h","id":"j","willContinue":true}},{"functionCall":{"name":"h","id":"j","args":{"c":3}}}]}}]}`, `
			fragment id=i #0 name=f
			path id=i #0 $.a 1
			close id=i #0
			fragment #1 name=g
			path #1 $.b 2
			close #1
			fragment id=j #2 name=h
			snapshot id=j #2 {"c":3}
			close id=j #2`},
		{"no end of its own", `
			{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","willContinue":true}}]}}]}
			{"candidates":[{"content":{"parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$.a","numberValue":1}],"willContinue":true}}]}}]}
			{"candidates":[{"content":{"parts":[{"functionCall":{"name":"g","willContinue":true}}]}}]}
			{"candidates":[{"content":{"parts":[{"functionCall":{"name":"h","args":{}}}]}}]}
			{"candidates":[{"content":{"parts":[{"functionCall":{"name":"i","partialArgs":[{"jsonPath":"$.a","stringValue":"x","willContinue":true}],"willContinue":true}}]},"finishReason":"STOP"}]}`, `
			fragment #0 name=f
			path #0 $.a 1
			close #0
			fragment #1 name=g
			close #1 (cut)
			whole name=h {}
			fragment #2 name=i
			path #2 $.a "x" …
			close #2
			finish STOP
			done (cut)`},
		{"paths of no call, a call of no name", `
			{"candidates":[{"content":{"parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$.a","numberValue":1}]}},{"functionCall":{"args":{"b":2}}},{"functionCall":null},{"functionCall":"f"}]}}]}`, `
			path $.a 1
			whole {"b":2}`},
		{"cut", `
			{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","willContinue":true}}]},"finishReason":"MAX_TOKENS"}]}
			{"candidates":[{"index":1,"finishReason":"SAFETY"},{"index":2,"finishReason":"FINISH_REASON_UNSPECIFIED"}]}`, `
			fragment #0 name=f
			close #0 (cut)
			finish MAX_TOKENS (cut)
			finish choice=1 SAFETY (cut)`},
		{"cut behind a path", `
			{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","partialArgs":[{"jsonPath":"$.a","numberValue":1}],"willContinue":true}}]},"finishReason":"MAX_TOKENS"}]}`, `
			fragment #0 name=f
			path #0 $.a 1
			close #0 (cut)
			finish MAX_TOKENS (cut)
			done (cut)`},
		{"malformed call", `
			{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL","index":0}]}
			{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL","finishMessage":"no such tool","index":1}]}`, `
			error the model wrote a call that the provider could not read; ask the model to make it again
			finish MALFORMED_FUNCTION_CALL (cut)
			error the model wrote a call that the provider could not read; ask the model to make it again: no such tool
			finish choice=1 MALFORMED_FUNCTION_CALL (cut)
			done (cut)`},
		{"errors", `
			{"error":{"code":503,"message":"Busy.","status":"UNAVAILABLE"}}
			{"promptFeedback":{"blockReason":"SAFETY"}}
			{"promptFeedback":{"safetyRatings":[]}}`, `
			error Busy.
			error SAFETY`},
		{"an error event", `
			error {"message":"Gone."}
			error {"error":{"message":"Away."}}`, `
			error Gone.
			error Away.`},
		{"two candidates", `
			{"candidates":[{"index":0,"content":{"parts":[{"text":"a"},{"functionCall":{"name":"f","willContinue":true}}]}},{"index":1,"content":{"parts":[{"text":"b"},{"functionCall":{"name":"g","willContinue":true}}]}}]}
			{"candidates":[{"index":1,"content":{"parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$.a","numberValue":1}]}}]},"finishReason":"STOP"}]}`, `
			text a
			fragment #0 name=f
			text choice=1 b
			fragment choice=1 #1 name=g
			path choice=1 #1 $.a 1
			close choice=1 #1
			finish choice=1 STOP`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check(t, "gemini", Options{}, events(tt.in), tt.want)
			lines := strings.Split(strings.TrimSpace(tt.in), "\n")
			if strings.Contains(tt.in, "error {") {
				return // no event fields in an array
			}
			check(t, "gemini", Options{}, "[\n"+strings.Join(lines, ",\r\n")+"\n]\n", tt.want)
			check(t, "gemini", Options{}, strings.ReplaceAll(events(tt.in), "\n", "\r\n"), tt.want)
		})
	}
}

func TestGeminiInteractions(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"text, thought and a call", `
			interaction.created {"interaction":{"id":"v1","status":"in_progress","object":"interaction"},"event_type":"interaction.created"}
			interaction.status_update {"interaction_id":"v1","status":"in_progress","event_type":"interaction.status_update"}
			step.start {"index":0,"step":{"type":"thought"},"event_type":"step.start"}
			step.delta {"index":0,"delta":{"type":"thought_summary","content":{"type":"text","text":"Hm."}},"event_type":"step.delta"}
			step.delta {"index":0,"delta":{"type":"thought_signature","signature":"x"},"event_type":"step.delta"}
			step.stop {"index":0,"event_type":"step.stop"}
			step.start {"index":1,"step":{"type":"model_output"},"event_type":"step.start"}
			step.delta {"index":1,"delta":{"type":"text","text":"A moment."},"event_type":"step.delta"}
			step.stop {"index":1,"event_type":"step.stop"}
			step.start {"index":2,"step":{"type":"function_call","id":"c","name":"weigh","arguments":{}},"event_type":"step.start"}
			step.delta {"index":2,"delta":{"type":"arguments_delta","arguments":"{\"kilos\":"},"event_type":"step.delta"}
			step.delta {"index":2,"delta":{"type":"arguments_delta","arguments":"7}"},"event_type":"step.delta"}
			step.stop {"index":2,"event_type":"step.stop"}
			interaction.completed {"interaction":{"id":"v1","status":"requires_action","usage":{"total_tokens":9}},"event_type":"interaction.completed"}
			done [DONE]`, `
			reasoning Hm.
			text A moment.
			fragment id=c #2 name=weigh
			fragment #2 {"kilos":7}
			close id=c #2
			finish requires_action
			done`},
		{"no argument byte; the start's arguments; what the provider runs itself", `
			{"index":0,"step":{"type":"function_call","id":"a","name":"f","arguments":{}},"event_type":"step.start"}
			{"index":0,"event_type":"step.stop"}
			{"index":1,"step":{"type":"function_call","id":"b","name":"g","arguments":{"x":1}},"event_type":"step.start"}
			{"index":1,"event_type":"step.stop"}
			{"index":2,"step":{"type":"code_execution_call","id":"d","arguments":{"code":"1"}},"event_type":"step.start"}
			{"index":2,"delta":{"type":"arguments_delta","arguments":"{}"},"event_type":"step.delta"}
			{"index":2,"event_type":"step.stop"}
			{"index":3,"step":{"type":"function_call","id":"e","name":"h","arguments":{}},"event_type":"step.start"}
			{"index":3,"event_type":"step.stop"}
			{"interaction":{"status":"incomplete"},"event_type":"interaction.completed"}`, `
			fragment id=a #0 name=f
			close id=a #0
			fragment id=b #1 name=g
			snapshot id=b #1 {"x":1}
			close id=b #1
			fragment id=e #3 name=h
			close id=e #3 (cut)
			finish incomplete (cut)
			done`},
		{"the older names, a whole call", `
			{"interaction":{},"event_type":"interaction.start"}
			{"index":0,"content":{"type":"text","text":"A"},"event_type":"content.start"}
			{"index":0,"delta":{"type":"text","text":"b"},"event_type":"content.delta"}
			{"index":0,"event_type":"content.stop"}
			{"index":1,"content":{"type":"function_call"},"event_type":"content.start"}
			{"index":1,"delta":{"type":"function_call","id":"a","name":"f","arguments":{"x":1}},"event_type":"content.delta"}
			{"interaction":{},"event_type":"interaction.complete"}
			{"interaction":{},"event_type":"interaction.start"}`, `
			text Ab
			fragment #1
			whole id=a name=f {"x":1}
			finish completed
			done
			restart`},
		{"errors", `
			error {"error":{"code":"gateway_timeout","message":"Late."},"event_type":"error"}
			error {"event_type":"error"}
			step.delta {"delta":{"type":"text","text":"x"}}`, `
			error Late.
			error the provider reported an error
			text x`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := strings.ReplaceAll(events(tt.in), "data: done [DONE]", "event: done\ndata: [DONE]")
			check(t, "gemini-interactions", Options{}, in, tt.want)
		})
	}
}
