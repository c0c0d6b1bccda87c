package wire_test

import (
	"fmt"
	"log"
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
