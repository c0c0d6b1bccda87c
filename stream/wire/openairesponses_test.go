package wire

import "testing"

func TestOpenAIResponses(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"text, reasoning and a call", `
			response.created {"type":"response.created","sequence_number":0,"response":{"id":"r","object":"response","status":"in_progress","error":null,"output":[],"usage":null}}
			{"type":"response.output_item.added","output_index":0,"item":{"id":"rs","type":"reasoning","summary":[]}}
			{"type":"response.reasoning_summary_text.delta","item_id":"rs","output_index":0,"summary_index":0,"delta":"Hm."}
			{"type":"response.reasoning_summary_text.done","item_id":"rs","output_index":0,"summary_index":0,"text":"Hm."}
			{"type":"response.output_item.added","output_index":1,"item":{"id":"msg","type":"message","content":[],"role":"assistant"}}
			{"type":"response.content_part.added","item_id":"msg","output_index":1,"content_index":0,"part":{"type":"output_text","text":""}}
			{"type":"response.output_text.delta","item_id":"msg","output_index":1,"content_index":0,"delta":"A mo"}
			{"type":"response.output_text.delta","item_id":"msg","output_index":1,"content_index":0,"delta":"ment."}
			{"type":"response.output_text.done","item_id":"msg","output_index":1,"content_index":0,"text":"A moment."}
			{"type":"response.output_item.done","output_index":1,"item":{"id":"msg","type":"message","content":[{"type":"output_text","text":"A moment."}]}}
			{"type":"response.output_item.added","output_index":2,"item":{"id":"fc","type":"function_call","status":"in_progress","arguments":"","call_id":"call_1","name":"weigh"}}
			{"type":"response.function_call_arguments.delta","item_id":"fc","output_index":2,"delta":"{\"kilos\""}
			{"type":"response.function_call_arguments.delta","item_id":"fc","output_index":2,"delta":":7}"}
			{"type":"response.function_call_arguments.done","item_id":"fc","output_index":2,"arguments":"{\"kilos\":7}"}
			{"type":"response.output_item.done","output_index":2,"item":{"id":"fc","type":"function_call","status":"completed","arguments":"{\"kilos\":7}","call_id":"call_1","name":"weigh"}}
			{"type":"response.completed","response":{"id":"r","object":"response","status":"completed","error":null,"incomplete_details":null,"output":[{"id":"rs","type":"reasoning"},{"id":"msg","type":"message","content":[{"type":"output_text","text":"A moment."}]},{"id":"fc","type":"function_call","status":"completed","arguments":"{\"kilos\":7}","call_id":"call_1","name":"weigh"}],"usage":{"total_tokens":9}}}`, `
			reasoning Hm.
			text A moment.
			fragment id=fc call=call_1 #2 name=weigh
			fragment id=fc #2 {"kilos":7}
			snapshot id=fc #2 {"kilos":7}
			snapshot id=fc call=call_1 #2 name=weigh {"kilos":7}
			close id=fc call=call_1 #2
			snapshot id=fc call=call_1 #2 name=weigh {"kilos":7}
			close id=fc call=call_1 #2
			finish completed
			done`},
		{"no argument byte: the item's status decides", `
			{"type":"response.output_item.added","output_index":0,"item":{"id":"a","type":"function_call","arguments":"","call_id":"c","name":"f"}}
			{"type":"response.function_call_arguments.done","item_id":"a","output_index":0,"arguments":""}
			{"type":"response.output_item.done","output_index":0,"item":{"id":"a","type":"function_call","arguments":"","call_id":"c","name":"f","status":"completed"}}
			{"type":"response.output_item.done","output_index":1,"item":{"id":"b","type":"function_call","arguments":"","name":"f","status":"incomplete"}}
			{"type":"response.output_item.done","output_index":2,"item":{"id":"d","type":"function_call","arguments":null,"name":"f","status":"in_progress"}}
			{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}}}`, `
			fragment id=a call=c #0 name=f
			fragment id=a call=c #0 name=f
			close id=a call=c #0
			fragment id=b #1 name=f
			close id=b #1 (cut)
			fragment id=d #2 name=f
			finish max_output_tokens (cut)
			done`},
		{"no argument byte and no status: the response's decides", `
			{"type":"response.output_item.done","output_index":0,"item":{"id":"a","type":"function_call","arguments":"","call_id":"c","name":"f"}}
			{"type":"response.incomplete","response":{"status":"incomplete"}}`, `
			fragment id=a call=c #0 name=f
			finish incomplete (cut)
			done`},
		{"any one of delta, done, item and snapshot", `
			{"type":"response.function_call_arguments.done","item_id":"a","output_index":0,"name":"f","arguments":"{}"}
			{"type":"response.output_item.done","output_index":1,"item":{"id":"b","type":"function_call","call_id":"cb","name":"f","arguments":"{\"x\":1}"}}
			{"type":"response.completed","response":{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"x"},{"type":"refusal","refusal":"y"}]},{"type":"function_call","call_id":"cc","name":"g","arguments":{"z":2}}]}}`, `
			snapshot id=a #0 name=f {}
			snapshot id=b call=cb #1 name=f {"x":1}
			close id=b call=cb #1
			text xy
			snapshot call=cc #1 name=g {"z":2}
			close call=cc #1
			finish completed
			done`},
		{"only call_id, no index", `
			{"type":"response.output_item.added","item":{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}}
			{"type":"response.function_call_arguments.delta","call_id":"c","delta":"{\"a\":1}"}
			{"type":"response.function_call_arguments.delta","delta":" "}
			{"type":"response.function_call_arguments.delta","delta":""}`, `
			fragment call=c name=f {}{"a":1}
			fragment  `},
		{"custom tool", `
			{"type":"response.output_item.added","output_index":0,"item":{"id":"ct","type":"custom_tool_call","status":"in_progress","call_id":"c","input":"","name":"sql"}}
			{"type":"response.custom_tool_call_input.delta","item_id":"ct","output_index":0,"delta":"SELECT \"a\\"}
			{"type":"response.custom_tool_call_input.delta","item_id":"ct","output_index":0,"delta":"b\"\n\t\u0001 \u00e9\ud83d"}
			{"type":"response.custom_tool_call_input.delta","item_id":"ct","output_index":0,"delta":"\ude00"}
			{"type":"response.custom_tool_call_input.done","item_id":"ct","output_index":0,"input":"SELECT \"a\\b\"\n\t\u0001 \u00e9\ud83d\ude00"}
			{"type":"response.output_item.done","output_index":0,"item":{"id":"ct","type":"custom_tool_call","status":"completed","call_id":"c","input":"SELECT \"a\\b\"\n\t\u0001 \u00e9\ud83d\ude00","name":"sql"}}`, `
			fragment id=ct call=c #0 name=sql {"input":"
			fragment id=ct #0 SELECT \"a\\b\"\n\t\u0001 é😀
			snapshot id=ct #0 {"input":"SELECT \"a\\b\"\n\t\u0001 é😀"}
			snapshot id=ct call=c #0 name=sql {"input":"SELECT \"a\\b\"\n\t\u0001 é😀"}
			close id=ct call=c #0`},
		{"custom tool, cut", `
			{"type":"response.output_item.added","output_index":0,"item":{"id":"ct","type":"custom_tool_call","call_id":"c","input":"","name":"sql"}}
			{"type":"response.custom_tool_call_input.delta","item_id":"ct","output_index":0,"delta":"DROP"}
			{"type":"response.output_item.done","output_index":0,"item":{"id":"ct","type":"custom_tool_call","status":"incomplete","call_id":"c","input":"DROP","name":"sql"}}`, `
			fragment id=ct call=c #0 name=sql {"input":"
			fragment id=ct #0 DROP
			close id=ct call=c #0 (cut)`},
		{"custom tool, its done without the text", `
			{"type":"response.custom_tool_call_input.delta","item_id":"ct","output_index":0,"delta":"x\ud83d"}
			{"type":"response.custom_tool_call_input.done","item_id":"ct","output_index":0}
			{"type":"response.custom_tool_call_input.done","item_id":"ct","output_index":0}
			{"type":"response.output_item.done","output_index":1,"item":{"id":"e","type":"custom_tool_call","call_id":"c","input":"","name":"sql"}}`, `
			fragment id=ct #0 {"input":"x�"}
			snapshot id=e call=c #1 name=sql {"input":""}
			close id=e call=c #1`},
		{"what the provider runs itself", `
			{"type":"response.output_item.added","output_index":0,"item":{"id":"m","type":"mcp_call","name":"n","arguments":""}}
			{"type":"response.mcp_call_arguments.delta","item_id":"m","output_index":0,"delta":"{}"}
			{"type":"response.mcp_call_arguments.done","item_id":"m","output_index":0,"arguments":"{}"}
			{"type":"response.function_call_arguments.delta","item_id":"m","output_index":0,"delta":"{}"}
			{"type":"response.function_call_arguments.done","item_id":"m","output_index":0,"arguments":"{}"}
			{"type":"response.custom_tool_call_input.delta","item_id":"m","output_index":0,"delta":"{}"}
			{"type":"response.custom_tool_call_input.done","item_id":"m","output_index":0,"input":"{}"}
			{"type":"response.output_item.done","output_index":0,"item":{"id":"m","type":"mcp_call","name":"n","arguments":"{}","output":"x"}}
			{"type":"response.code_interpreter_call_code.delta","output_index":1,"delta":"print"}
			{"type":"response.web_search_call.completed","output_index":2}
			{"type":"response.output_item.added","output_index":0,"item":{"id":"f","type":"function_call","name":"n","arguments":"{}"}}`, `
			fragment id=f #0 name=n {}`},
		{"a call that only a failed response tells of is none", `
			{"type":"response.failed","response":{"status":"failed","output":[{"type":"function_call","call_id":"c","name":"f","arguments":"{}","status":"completed"}]}}`, `
			error the provider reported an error
			finish failed (cut)
			done`},
		{"a response without a type and a status is no event", `
			{"response":{"id":"r","object":"response","output":[]}}`, `
			lost the stream ended before anything of a reply came`},
		{"failed", `
			{"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"Sorry."}}}
			{"type":"response.failed","response":{"status":"failed"}}`, `
			error Sorry.
			finish failed (cut)
			done
			error the provider reported an error
			finish failed (cut)
			done`},
		{"errors", `
			error {"type":"error","code":"E","message":"Down.","param":null,"sequence_number":3}
			{"type":"error","error":{"message":"Up."}}
			error {"code":"F"}
			{"error":{"message":"no key"}}
			{"object":"error","message":"old"}
			{"type":"response.in_progress","response":{"error":{"message":"soon"}}}
			{"type":"keepalive"}`, `
			error Down.
			error Up.
			error F
			error no key
			error old
			error soon`},
		{"cancelled, then created again", `
			{"type":"response.created","response":{}}
			{"type":"response.output_item.added","output_index":0,"item":{"id":"m","type":"mcp_call"}}
			{"type":"response.output_text.delta","output_index":1,"content_index":0,"delta":"a"}
			{"type":"response.cancelled","response":{"status":"cancelled"}}
			{"type":"response.created","response":{}}
			{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{"}
			{"type":"response.output_text.done","output_index":1,"content_index":0,"text":"b"}`, `
			text a
			finish cancelled (cut)
			restart
			fragment #0 {
			text b`},
		{"a response in one piece", `
			{"id":"r","object":"response","status":"completed","output":[{"id":"fc","type":"function_call","call_id":"c","name":"f","arguments":"{}"}],"usage":{}}`, `
			snapshot id=fc call=c #0 name=f {}
			close id=fc call=c #0
			finish completed
			done`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check(t, "openai-responses", Options{}, events(tt.in), tt.want)
		})
	}
}
