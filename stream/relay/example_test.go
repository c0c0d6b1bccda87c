package relay_test

import (
	"log"
	"os"
	"strings"

	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/relay"
	"github.com/earlycall/earlycall/stream/wire"
)

// The account of tokens is no event: the decoder tells it in the end, in the
// shape of the provider that was read. A Writer for the same provider takes it
// as it is.
func ExampleWriter_usage() {
	body := strings.NewReader(`data: {"choices":[{"index":0,"delta":{"content":"Soon."}}]}

data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

data: {"choices":[],"usage":{"prompt_tokens":11,"completion_tokens":2,"total_tokens":13}}

data: [DONE]

`)
	d, err := wire.New("openai-chat", wire.Options{})
	if err != nil {
		log.Fatal(err)
	}
	w := relay.NewOpenAIChat(os.Stdout)
	w.ID, w.Model, w.Created = "chatcmpl-7", "m", 1767225600
	w.FinishReason = d.FinishReason
	for ev, err := range stream.Events(wire.Deltas(body, d), &stream.Parser{}) {
		if err != nil {
			log.Fatal(err)
		}
		if ev.Kind == stream.KindEnd {
			w.Usage = d.Usage()
		}
		if err := w.Write(ev); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// data: {"id":"chatcmpl-7","object":"chat.completion.chunk","created":1767225600,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}
	//
	// data: {"id":"chatcmpl-7","object":"chat.completion.chunk","created":1767225600,"model":"m","choices":[{"index":0,"delta":{"content":"Soon."},"finish_reason":null}]}
	//
	// data: {"id":"chatcmpl-7","object":"chat.completion.chunk","created":1767225600,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
	//
	// data: {"id":"chatcmpl-7","object":"chat.completion.chunk","created":1767225600,"model":"m","choices":[],"usage":{"prompt_tokens":11,"completion_tokens":2,"total_tokens":13}}
	//
	// data: [DONE]
}

// A gateway reads what an upstream server sends and writes it as it should be:
// here the server repeats the name, leaves out the index, and ends without
// saying that it made a call.
func Example() {
	upstream := strings.NewReader(`data: {"choices":[{"delta":{"tool_calls":[{"id":"a","function":{"name":"tide","arguments":"{\"harbour\":"}}]}}]}

data: {"choices":[{"delta":{"tool_calls":[{"function":{"name":"tide","arguments":"\"Reine\"}"}}]}}]}

data: {"choices":[{"delta":{},"finish_reason":"stop"}]}

`)
	w := relay.NewAnthropic(os.Stdout)
	w.ID, w.Model = "msg_1", "m"
	for ev, err := range stream.Events(wire.OpenAIChat(upstream), &stream.Parser{}) {
		if err != nil {
			log.Fatal(err)
		}
		if err := w.Write(ev); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// event: message_start
	// data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":0,"output_tokens":0}}}
	//
	// event: content_block_start
	// data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"tide","input":{}}}
	//
	// event: content_block_delta
	// data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"harbour\":\"Reine\"}"}}
	//
	// event: content_block_stop
	// data: {"type":"content_block_stop","index":0}
	//
	// event: message_delta
	// data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":0}}
	//
	// event: message_stop
	// data: {"type":"message_stop"}
}
