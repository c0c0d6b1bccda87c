package stream_test

import (
	"errors"
	"fmt"

	"github.com/earlycall/earlycall/stream"
)

// The call comes out of the chunk that closes it, not at the end of the reply.
func ExampleParser_Feed() {
	p := stream.Parser{Tools: stream.Tools{{Name: "get_weather"}}}
	chunks := []string{"Let me look. {\"name\": \"get_wea", "ther\", \"arguments\": {\"city\": \"Os", "lo\"}} One", " moment."}
	for i, chunk := range chunks {
		for _, e := range p.Feed(chunk) {
			switch {
			case e.Call != nil:
				fmt.Printf("chunk %d: call %s %s\n", i, e.Call.Name, e.Call.Arguments)
			case e.Kind == stream.KindText:
				fmt.Printf("chunk %d: text %q\n", i, e.Text)
			}
		}
	}
	for _, e := range p.Finish() {
		fmt.Println(e.Kind, e.Complete)
	}
	// Output:
	// chunk 0: text "Let me look. "
	// chunk 2: call get_weather {"city": "Oslo"}
	// chunk 2: text " One"
	// chunk 3: text " moment."
	// end true
}

// A provider's stream is a sequence of deltas; package wire makes them of a
// response's body. Text comes out at once, a call with its closing byte.
func ExampleEvents() {
	deltas := func(yield func(stream.Delta, error) bool) {
		for _, d := range []stream.Delta{
			{Kind: stream.DeltaText, Text: "One moment."},
			{Kind: stream.DeltaFragment, ID: "call_1", Name: "get_weather", Text: `{"city":`},
			{Kind: stream.DeltaFragment, ID: "call_1", Text: `"Oslo"}`},
			{Kind: stream.DeltaFinish, Text: "tool_calls"},
			{Kind: stream.DeltaDone},
		} {
			if !yield(d, nil) {
				return
			}
		}
	}
	for e, err := range stream.Events(deltas, &stream.Parser{}) {
		switch {
		case err != nil:
			fmt.Println("the connection broke:", err)
		case e.Call != nil:
			fmt.Println("run", e.Call.ID, e.Call.Name, string(e.Call.Arguments))
		case e.Err != nil:
			fmt.Println("tell the model:", e.Err)
		case e.Kind == stream.KindText:
			fmt.Println("show", e.Text)
		}
	}
	// Output:
	// show One moment.
	// run call_1 get_weather {"city":"Oslo"}
}

// Who wants nothing but calls takes Calls. A call that failed comes with its
// error, and the next one follows.
func ExampleCalls() {
	text := func(yield func(stream.Delta, error) bool) {
		yield(stream.Delta{Kind: stream.DeltaFeed, Text: `{"name":"add","arguments":{"a":1,"a":2}} {"name":"neg","arguments":{"a":3}}`}, nil)
	}
	for call, err := range stream.Calls(stream.Events(text, &stream.Parser{})) {
		if _, bad := errors.AsType[*stream.Error](err); bad {
			fmt.Println(call.Index, err)
			continue
		}
		if err != nil {
			fmt.Println("the connection broke:", err)
			return
		}
		fmt.Println(call.Index, call.Name, string(call.Arguments))
	}
	// Output:
	// 0 duplicate-key: add: the JSON has two members of the same name in one object; give one
	// 1 neg {"a":3}
}
