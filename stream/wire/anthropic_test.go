package wire

import "testing"

func TestAnthropic(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"text, thinking and a call", `
			message_start {"type":"message_start","message":{"id":"m","content":[],"usage":{"input_tokens":3}}}
			content_block_start {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
			ping {"type":"ping"}
			content_block_delta {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm."}}
			content_block_delta {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"abc"}}
			content_block_stop {"type":"content_block_stop","index":0}
			content_block_start {"type":"content_block_start","index":1,"content_block":{"type":"text","text":"A"}}
			content_block_delta {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":" moment."}}
			content_block_stop {"type":"content_block_stop","index":1}
			content_block_start {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_1","name":"weigh","input":{}}}
			content_block_delta {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":""}}
			content_block_delta {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"kilos\": 7"}}
			content_block_delta {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"}"}}
			content_block_stop {"type":"content_block_stop","index":2}
			message_delta {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":9}}
			message_stop {"type":"message_stop"}`, `
			reasoning Hm.
			text A moment.
			fragment id=toolu_1 #2 name=weigh
			fragment #2 {"kilos": 7}
			close id=toolu_1 #2
			finish tool_use
			done`},
		{"no argument byte: the next block decides", `
			{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}
			{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":""}}
			{"type":"content_block_stop","index":0}
			{"type":"ping"}
			{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}
			{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"x"}}`, `
			fragment id=a #0 name=f
			close id=a #0
			text x`},
		{"no argument byte: a normal stop reason decides", `
			{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f"}}
			{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":" \n"}}
			{"type":"content_block_stop","index":0}
			{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`, `
			fragment id=a #0 name=f
			fragment #0  ⏎
			close id=a #0
			finish end_turn`},
		{"no argument byte: a cut", `
			{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}
			{"type":"content_block_stop","index":0}
			{"type":"message_delta","delta":{"stop_reason":"max_tokens"}}
			{"type":"message_stop"}`, `
			fragment id=a #0 name=f
			close id=a #0 (cut)
			finish max_tokens (cut)
			done`},
		{"no argument byte: the terminal event without a stop reason", `
			{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}
			{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"b","name":"g","input":{"q":1}}}
			{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"c","name":"h"}}
			{"type":"content_block_stop","index":2}
			{"type":"error","error":{"message":"Overloaded"}}
			{"type":"message_stop"}`, `
			fragment id=a #1 name=f
			fragment id=b #0 name=g
			fragment id=c #2 name=h
			error Overloaded
			close id=c #2 (cut)
			close id=b #0 (cut)
			close id=a #1 (cut)
			done`},
		{"the start's input, without a stop", `
			{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{"q":1}}}
			{"type":"message_delta","delta":{"stop_reason":"tool_use"}}
			{"type":"message_stop"}`, `
			fragment id=a #0 name=f
			snapshot id=a #0 {"q":1}
			finish tool_use
			done`},
		{"no argument byte: the end", `
			{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}
			{"type":"content_block_stop","index":0}`, `
			fragment id=a #0 name=f`},
		{"the start's input, without a delta", `
			{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{"q": 1}}}
			{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":""}}
			{"type":"content_block_stop","index":0}
			{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"b","name":"g","input":{"q":1}}}
			{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"q\":2}"}}
			{"type":"content_block_stop","index":1}`, `
			fragment id=a #0 name=f
			snapshot id=a #0 {"q": 1}
			close id=a #0
			fragment id=b #1 name=g
			fragment #1 {"q":2}
			close id=b #1`},
		{"a start on an open index", `
			{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{"q":1}}}
			{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"b","name":"g","input":{}}}
			{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}
			{"type":"content_block_stop","index":0}`, `
			fragment id=a #0 name=f
			close id=a #0 (cut)
			fragment id=b #0 name=g
			fragment #0 {}
			close id=b #0`},
		{"what the provider runs itself", `
			{"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"s","name":"web_search","input":{}}}
			{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"query\":\"x\"}"}}
			{"type":"content_block_stop","index":0}
			{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"late"}}
			{"type":"content_block_start","index":1,"content_block":{"type":"web_search_tool_result","tool_use_id":"s","content":[]}}
			{"type":"content_block_stop","index":1}
			{"type":"content_block_start","index":1,"content_block":{"type":"mcp_tool_use","id":"m","name":"n","input":{"a":1}}}
			{"type":"content_block_stop","index":1}
			{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}
			{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{}"}}`, `
			fragment id=t #1 name=f
			fragment #1 {}`},
		{"text on the index of an open call", `
			{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}
			{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"a\":"}}
			{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"\n"}}
			{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"1}"}}`, `
			fragment id=a #0 name=f
			fragment #0 {"a":
			text ⏎
			fragment #0 1}`},
		{"interleaved, no index, digits", `
			{"type":"content_block_start","index":"4","content_block":{"type":"tool_use","id":"a","name":"f"}}
			{"type":"content_block_start","content_block":{"type":"tool_use","id":"b","name":"g"}}
			{"type":"content_block_delta","delta":{"type":"input_json_delta","partial_json":"{"}}
			{"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":{"x":1}}}
			{"type":"content_block_stop"}
			{"type":"content_block_stop","index":4}
			{"type":"content_block_stop","index":9}`, `
			fragment id=a #4 name=f
			fragment id=b #5 name=g
			fragment #5 {
			fragment #4 {"x":1}
			close id=b #5
			close id=a #4`},
		{"a second message_start", `
			{"type":"message_start","message":{}}
			{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f"}}
			{"type":"content_block_stop","index":0}
			{"type":"message_start","message":{}}
			{"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"b","name":"g"}}
			{"type":"message_stop"}`, `
			fragment id=a #0 name=f
			restart
			done`},
		{"errors", `
			error {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}
			error {"error":{"type":"api_error"}}
			error {"message":"gone"}
			error {"type":"ping"}
			{"type":"error","error":null}
			message_stop {"a":1}`, `
			error Overloaded
			error api_error
			error gone
			error the provider reported an error
			done`},
		{"an error that is no JSON", "event: error\ndata: bad gateway\n\n", `error bad gateway`},
		{"[DONE] is nothing", `
			{"type":"message_stop"}
			[DONE]`, `done`},
		{"a message in one piece", `
			{"type":"message","content":[{"type":"text","text":"x"},{"type":"server_tool_use","id":"s","name":"w","input":{}},{"type":"tool_use","id":"a","name":"f","input":{"q":1}}],"stop_reason":"tool_use","usage":{}}`, `
			text x
			whole id=a name=f {"q":1}
			finish tool_use
			done`},
		{"a broken frame", `
			{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f"}
			{"type":"message_stop"}`, `
			lost the frame at byte 0 of the stream is not JSON
			done`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := tt.in
			if in[0] == '\n' {
				in = events(in)
			}
			check(t, "anthropic", Options{}, in, tt.want)
		})
	}
}

func TestUsage(t *testing.T) {
	d, err := New("anthropic", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Usage(); got != nil {
		t.Errorf("at first: got %s, want none", got)
	}
	d.Write([]byte(events(`{"type":"message_start","message":{"usage":{"input_tokens":3}}}`)))
	if got, want := string(d.Usage()), `{"input_tokens":3}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	d.Write([]byte(events(`{"type":"message_delta","delta":{},"usage":{"output_tokens": 9}}`)))
	if got, want := string(d.Usage()), `{"output_tokens":9,"input_tokens":3}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
