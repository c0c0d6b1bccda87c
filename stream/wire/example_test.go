package wire_test

import (
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire"
)

// The body of a provider's response goes in, calls come out, each at the byte
// that closes it.
func Example() {
	body := strings.NewReader(`data: {"choices":[{"index":0,"delta":{"content":"One moment."}}]}

data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"tide","arguments":"{\"harb"}}]}}]}

data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"our\":\"Reine\"}"}}]}}]}

data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

data: [DONE]

`)
	for ev, err := range stream.Events(wire.OpenAIChat(body), &stream.Parser{}) {
		switch {
		case err != nil:
			log.Fatal(err) // the connection broke
		case ev.Kind == stream.KindText:
			fmt.Println("text:", ev.Text)
		case ev.Kind == stream.KindCallEnd && ev.Call != nil:
			fmt.Println("call:", ev.Call.ID, ev.Call.Name, string(ev.Call.Arguments))
		case ev.Kind == stream.KindCallEnd:
			fmt.Println("no call:", ev.Err)
		case ev.Kind == stream.KindEnd:
			fmt.Println("complete:", ev.Complete)
		}
	}
	// Output:
	// text: One moment.
	// call: call_1 tide {"harbour":"Reine"}
	// complete: true
}

// Bytes that are pushed, chunk by chunk, need no goroutine.
func ExampleDecoder() {
	d, err := wire.New("ollama", wire.Options{})
	if err != nil {
		log.Fatal(err)
	}
	show := func(deltas []stream.Delta) {
		for _, d := range deltas {
			if d.Kind == stream.DeltaWhole {
				fmt.Println(d.Name, d.Text)
			}
		}
	}
	show(d.Write([]byte(`{"message":{"tool_calls":[{"function":{"name":"tide","argu`)))
	show(d.Write([]byte(`ments":{"harbour":"Reine"}}}]},"done":true}`)))
	show(d.Finish())
	// Output:
	// tide {"harbour":"Reine"}
}

// The account of tokens is no event: the decoder tells it in the end, in the
// shape of the provider that was read. A Writer for the same provider takes it
// as it is.
func ExampleDecoder_Usage() {
	body := strings.NewReader(`data: {"choices":[{"index":0,"delta":{"content":"Soon."}}]}

data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

data: {"choices":[],"usage":{"prompt_tokens":11,"completion_tokens":2,"total_tokens":13}}

data: [DONE]

`)
	d, err := wire.New("openai-chat", wire.Options{})
	if err != nil {
		log.Fatal(err)
	}
	w := wire.NewOpenAIChatWriter(os.Stdout)
	w.ID, w.Model, w.Created = "chatcmpl-7", "m", 1767225600
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
func ExampleWriter() {
	upstream := strings.NewReader(`data: {"choices":[{"delta":{"tool_calls":[{"id":"a","function":{"name":"tide","arguments":"{\"harbour\":"}}]}}]}

data: {"choices":[{"delta":{"tool_calls":[{"function":{"name":"tide","arguments":"\"Reine\"}"}}]}}]}

data: {"choices":[{"delta":{},"finish_reason":"stop"}]}

`)
	w := wire.NewAnthropicWriter(os.Stdout)
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

// A provider's own client hands out one chunk at a time, already parsed, with
// the JSON that it was parsed from. WriteFrame takes that JSON.
func ExampleDecoder_WriteFrame() {
	chunks := []string{ // what chunk.RawJSON() returns in a loop over a client's stream
		`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"tide","arguments":""}}]}}]}`,
		`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"harbour\":\"Reine\"}"}}]}}]}`,
		`{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`,
	}
	d, err := wire.New("openai-chat", wire.Options{})
	if err != nil {
		log.Fatal(err)
	}
	var p stream.Parser
	show := func(deltas []stream.Delta) {
		for _, delta := range deltas {
			for _, ev := range p.Apply(delta) {
				if ev.Call != nil {
					fmt.Printf("%s %s\n", ev.Call.Name, ev.Call.Arguments)
				}
			}
		}
	}
	for _, chunk := range chunks {
		show(d.WriteFrame([]byte(chunk)))
	}
	show(d.Finish())
	end := p.Finish()
	fmt.Println("complete:", end[len(end)-1].Complete)
	// Output:
	// tide {"harbour":"Reine"}
	// complete: true
}
