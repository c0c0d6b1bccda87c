package main

import (
	"log"
	"os"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/packages/ssestream"

	"github.com/earlycall/earlycall/stream"
)

func Example() {
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// toolu_01A get_weather {"city": "Bergen"}
	// toolu_01B get_weather {"city": "Malmö"}
}

// recorded gives events to the client's stream.
type recorded struct{ events []string }

func (r *recorded) Next() bool {
	if len(r.events) > 0 {
		r.events = r.events[1:]
	}
	return len(r.events) > 0
}

func (r *recorded) Event() ssestream.Event {
	typ := "content_block_delta"
	if strings.Contains(r.events[0], `"error"`) {
		typ = "error"
	}
	return ssestream.Event{Type: typ, Data: []byte(r.events[0])}
}
func (r *recorded) Close() error { return nil }
func (r *recorded) Err() error   { return nil }

func TestBlocks(t *testing.T) {
	const (
		call   = `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}`
		args   = `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"x\":1}"}}`
		cut    = `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"x\":"}}`
		server = `{"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"s","name":"web_search","input":{}}}`
		end    = `{"type":"content_block_stop","index":0}`
		normal = `{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":1}}`
		limit  = `{"type":"message_delta","delta":{"stop_reason":"max_tokens"},"usage":{"output_tokens":1}}`
		stop   = `{"type":"message_stop"}`
		failed = `{"type":"error","error":{"type":"overloaded_error","message":"busy"}}`
	)
	tests := []struct {
		name     string
		events   []string
		want     string
		complete bool
		err      string
	}{
		{"a call", []string{call, args, end, normal, stop}, `a{"x":1}`, true, ""},
		{"no arguments, and a normal end", []string{call, end, normal, stop}, `a{}`, true, ""},
		{"no arguments, and the limit was reached", []string{call, end, limit, stop}, "truncated", true, ""},
		{"cut", []string{call, cut, end, limit, stop}, "truncated", true, ""},
		{"no end", []string{call, args, end}, `a{"x":1}`, false, ""},
		{"a tool that the provider runs", []string{server, args, end, call, args, end, normal, stop}, `a{"x":1}`, true, ""},
		{"an error in the stream", []string{call, args, failed}, `a{"x":1}`, false, "busy"},
	}
	for _, tt := range tests {
		events := ssestream.NewStream[anthropic.MessageStreamEventUnion](&recorded{append([]string{""}, tt.events...)}, nil)
		var got, failure string
		var complete bool
		for ev, err := range stream.Events(deltas(events), &stream.Parser{}) {
			switch {
			case err != nil:
				failure = err.Error()
			case ev.Call != nil:
				got += ev.Call.ID + string(ev.Call.Arguments)
			case ev.Err != nil:
				got += ev.Err.Code.String()
			case ev.Kind == stream.KindEnd:
				complete = ev.Complete
			}
		}
		if got != tt.want || complete != tt.complete || !strings.Contains(failure, tt.err) || (failure == "") != (tt.err == "") {
			t.Errorf("%s: got %q, complete %v, error %q; want %q, %v, %q", tt.name, got, complete, failure, tt.want, tt.complete, tt.err)
		}
	}
}
