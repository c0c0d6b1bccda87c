package wire

import "testing"

// TestCustomTools holds that the text of a custom tool's call becomes arguments,
// done only at an end that is no cut.
func TestCustomTools(t *testing.T) {
	tests := []struct{ name, wire, in, want string }{
		{"chat, streamed", "openai-chat", `
			{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c","type":"custom","custom":{"name":"sql","input":""}}]}}]}
			{"choices":[{"delta":{"tool_calls":[{"index":0,"custom":{"input":"SELECT \"a\"\ud83d"}}]}}]}
			{"choices":[{"delta":{"tool_calls":[{"index":0,"custom":{"input":"\ude00"}}]}}]}
			{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}`, `
			fragment id=c #0 name=sql {"input":"
			fragment #0 SELECT \"a\"😀
			fragment id=c #0 "}
			finish tool_calls
			done (cut)`},
		{"chat, two at once, without indexes", "openai-chat", `
			{"choices":[{"delta":{"tool_calls":[{"id":"a","custom":{"name":"sql","input":"x"}}]}}]}
			{"choices":[{"delta":{"tool_calls":[{"custom":{"input":"y"}}]}}]}
			{"choices":[{"delta":{"tool_calls":[{"id":"b","custom":{"name":"sql","input":"z"}}]}}]}
			[DONE]`, `
			fragment id=a name=sql {"input":"x
			fragment y
			fragment id=b name=sql {"input":"z
			fragment id=a "}
			fragment id=b "}
			done`},
		{"chat, cut", "openai-chat", `
			{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c","custom":{"name":"sql","input":"DROP"}}]},"finish_reason":"length"}]}
			[DONE]`, `
			fragment id=c #0 name=sql {"input":"DROP
			finish length (cut)
			done`},
		{"chat, in one piece", "openai-chat", `
			{"choices":[{"message":{"tool_calls":[{"id":"c","type":"custom","custom":{"name":"sql","input":"a\nb"}}]},"finish_reason":"tool_calls"}]}`, `
			fragment id=c name=sql {"input":"a\nb"}
			finish tool_calls
			done (cut)`},
		{"chat, once more as a message", "openai-chat", `
			{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c","custom":{"name":"sql","input":"a"}}]}}]}
			{"choices":[{"message":{"tool_calls":[{"index":0,"id":"c","custom":{"name":"sql","input":"a"}}]},"finish_reason":"tool_calls"}]}`, `
			fragment id=c #0 name=sql {"input":"a
			snapshot id=c #0 name=sql {"input":"a"}
			finish tool_calls
			done (cut)`},
		{"responses, an item that was cut and is all there is", "openai-responses", `
			{"object":"response","status":"incomplete","output":[{"id":"i","type":"custom_tool_call","status":"incomplete","call_id":"c","name":"sql","input":"DROP"}]}`, `
			fragment id=i call=c #0 name=sql {"input":"DROP
			close id=i call=c #0 (cut)
			finish incomplete (cut)
			done`},
		{"responses, an item that ends without its text", "openai-responses", `
			{"type":"response.custom_tool_call_input.delta","output_index":0,"item_id":"i","delta":"a"}
			{"type":"response.output_item.done","output_index":0,"item":{"id":"i","type":"custom_tool_call","status":"completed","call_id":"c","name":"sql"}}`, `
			fragment id=i #0 {"input":"a
			fragment id=i call=c #0 name=sql "}
			close id=i call=c #0`},
		{"responses, two without indexes", "openai-responses", `
			{"type":"response.custom_tool_call_input.delta","item_id":"i","delta":"a"}
			{"type":"response.custom_tool_call_input.delta","item_id":"j","delta":"b"}
			{"type":"response.custom_tool_call_input.done","item_id":"i"}
			{"type":"response.custom_tool_call_input.done","item_id":"j"}`, `
			fragment id=i {"input":"a
			fragment id=j {"input":"b
			fragment id=i "}
			fragment id=j "}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, tt.wire, Options{}, events(tt.in), tt.want) })
	}
}

// TestNamespaces holds that a namespace is part of a tool's name, in events that
// tell the name alone too.
func TestNamespaces(t *testing.T) {
	check(t, "openai-responses", Options{}, events(`
		{"type":"response.output_item.added","output_index":0,"item":{"id":"i","type":"function_call","call_id":"c","namespace":"crm","name":"delete","arguments":""}}
		{"type":"response.output_item.added","output_index":1,"item":{"id":"j","type":"function_call","call_id":"d","namespace":"billing","name":"delete","arguments":""}}
		{"type":"response.function_call_arguments.done","output_index":0,"item_id":"i","name":"delete","arguments":"{}"}
		{"type":"response.output_item.done","output_index":1,"item":{"id":"j","type":"function_call","call_id":"d","name":"delete","arguments":"{}","status":"completed"}}
		{"type":"response.output_item.done","output_index":2,"item":{"id":"k","type":"custom_tool_call","call_id":"e","namespace":"db","name":"sql","input":"a","status":"completed"}}
		{"type":"response.output_item.done","output_index":3,"item":{"id":"l","type":"function_call","call_id":"f","namespace":null,"name":"delete","arguments":"{}","status":"completed"}}`), `
		fragment id=i call=c #0 name=crm.delete
		fragment id=j call=d #1 name=billing.delete
		snapshot id=i #0 name=crm.delete {}
		snapshot id=j call=d #1 name=billing.delete {}
		close id=j call=d #1
		snapshot id=k call=e #2 name=db.sql {"input":"a"}
		close id=k call=e #2
		snapshot id=l call=f #3 name=delete {}
		close id=l call=f #3`)
	check(t, "anthropic", Options{}, events(`
		{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"delete","toolset_name":"crm","input":{}}}
		{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"a\":1}"}}`), `
		fragment id=t #0 name=crm.delete
		fragment #0 {"a":1}`)
	check(t, "anthropic", Options{}, events(`
		{"type":"message","content":[{"type":"tool_use","id":"t","name":"delete","toolset_name":"crm","input":{}}]}`), `
		whole id=t name=crm.delete {}
		done`)
}

// TestItems holds which items of Responses are calls of the caller's, which are
// dropped, and that one that is not known is reported if the reply ends with it.
func TestItems(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"the caller's", `
			{"type":"response.output_item.added","output_index":0,"item":{"id":"i","type":"computer_call","call_id":"c","status":"in_progress"}}
			{"type":"response.output_item.done","output_index":0,"item":{"id":"i","type":"computer_call","call_id":"c","action":{"type":"click","x":1},"status":"completed"}}
			{"type":"response.output_item.done","output_index":1,"item":{"id":"j","type":"apply_patch_call","call_id":"d","operation":{"type":"delete_file","path":"a"},"status":"completed"}}
			{"type":"response.output_item.done","output_index":2,"item":{"id":"k","type":"local_shell_call","call_id":"e","action":{"command":["ls"]},"status":"completed"}}
			{"type":"response.output_item.done","output_index":3,"item":{"id":"l","type":"shell_call","call_id":"f","action":{"commands":["ls"]},"environment":{"type":"local"},"status":"completed"}}
			{"type":"response.output_item.done","output_index":4,"item":{"id":"m","type":"computer_call","call_id":"g","actions":[{"type":"wait"}],"status":"completed"}}`, `
			fragment id=i call=c #0 name=computer_call
			snapshot id=i call=c #0 name=computer_call {"type":"click","x":1}
			close id=i call=c #0
			snapshot id=j call=d #1 name=apply_patch_call {"type":"delete_file","path":"a"}
			close id=j call=d #1
			snapshot id=k call=e #2 name=local_shell_call {"command":["ls"]}
			close id=k call=e #2
			snapshot id=l call=f #3 name=shell_call {"commands":["ls"]}
			close id=l call=f #3
			snapshot id=m call=g #4 name=computer_call {"actions":[{"type":"wait"}]}
			close id=m call=g #4`},
		{"the caller's, cut", `
			{"type":"response.output_item.added","output_index":0,"item":{"id":"i","type":"shell_call","call_id":"c","status":"in_progress"}}
			{"type":"response.output_item.done","output_index":0,"item":{"id":"i","type":"shell_call","call_id":"c","status":"incomplete"}}`, `
			fragment id=i call=c #0 name=shell_call
			fragment id=i call=c #0 name=shell_call
			close id=i call=c #0 (cut)`},
		{"the provider's, with its fragments by id and by index", `
			{"type":"response.output_item.added","item":{"id":"i","type":"mcp_call","name":"n","arguments":""}}
			{"type":"response.function_call_arguments.delta","item_id":"i","delta":"{}"}
			{"type":"response.output_item.added","output_index":1,"item":{"id":"j","type":"shell_call","environment":{"type":"container_reference"},"action":{"commands":["ls"]}}}
			{"type":"response.function_call_arguments.done","item_id":"j","output_index":1,"arguments":"{}"}
			{"type":"response.completed","response":{"status":"completed"}}`, `
			finish completed
			done`},
		{"not known, at the end", `
			{"type":"response.output_item.done","output_index":0,"item":{"id":"i","type":"message","content":[]}}
			{"type":"response.output_item.added","output_index":1,"item":{"id":"j","type":"mcp_approval_request","name":"n","arguments":"{}"}}
			{"type":"response.output_item.done","output_index":1,"item":{"id":"j","type":"mcp_approval_request","name":"n","arguments":"{}"}}
			{"type":"response.completed","response":{"status":"completed"}}`, `
			lost the reply ends with an item of the type "mcp_approval_request", which is not known here: read it yourself
			finish completed
			done`},
		{"not known, in the middle", `
			{"object":"response","status":"completed","output":[{"id":"j","type":"lunar_call"},{"id":"i","type":"message","content":[{"text":"a"}]}]}`, `
			text a
			finish completed
			done`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, "openai-responses", Options{}, events(tt.in), tt.want) })
	}
}
