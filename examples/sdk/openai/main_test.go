package main

import (
	"errors"
	"log"
	"os"
	"strings"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/ssestream"

	"github.com/earlycall/earlycall/stream"
)

func Example() {
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// call_Wx1 get_weather {"city":"Tromsø","days":3}
	// call_Nt2 write_note {"title":"Trip to Tromsø","body":"Pack wool, a head torch and boots with spikes.\nCall the harbour { open till six }."}
}

// recorded gives events to the client's stream.
type recorded struct {
	events []string
	err    error // behind the events
}

func (r *recorded) Next() bool {
	if len(r.events) > 0 {
		r.events = r.events[1:]
	}
	return len(r.events) > 0
}
func (r *recorded) Event() ssestream.Event { return ssestream.Event{Data: []byte(r.events[0])} }
func (r *recorded) Close() error           { return nil }
func (r *recorded) Err() error             { return r.err }

func TestEndings(t *testing.T) {
	const (
		text  = `{"choices":[{"index":0,"delta":{"content":"Hm"}}]}`
		call  = `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":"}}]}}]}`
		rest  = `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]}}]}`
		empty = `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":""}}]}}]}`
		stop  = `{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`
		limit = `{"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}`
		other = `{"choices":[{"index":1,"delta":{"content":"Oh"}}]}`
	)
	broken := errors.New("connection reset")
	tests := []struct {
		name     string
		events   []string
		err      error
		calls    string
		complete bool
	}{
		{"a call", []string{text, call, rest, stop}, nil, `{"x":1}`, true},
		{"no arguments, and a normal end", []string{empty, stop}, nil, `{}`, true},
		{"no arguments, and the length was reached", []string{empty, limit}, nil, "truncated", true},
		{"cut", []string{call}, nil, "truncated", false},
		{"a choice that has not finished", []string{call, rest, stop, other}, nil, `{"x":1}`, false},
		{"a broken connection", []string{call, rest}, broken, `{"x":1}`, false},
		{"nothing", nil, nil, "", false},
	}
	for _, tt := range tests {
		chunks := ssestream.NewStream[openai.ChatCompletionChunk](&recorded{append([]string{""}, tt.events...), tt.err}, nil)
		var calls []string
		var complete bool
		var last error
		for ev, err := range stream.Events(deltas(chunks), &stream.Parser{}) {
			switch {
			case err != nil:
				last = err
			case ev.Call != nil:
				calls = append(calls, string(ev.Call.Arguments))
			case ev.Err != nil:
				calls = append(calls, ev.Err.Code.String())
			case ev.Kind == stream.KindEnd:
				complete = ev.Complete
			}
		}
		if got := strings.Join(calls, " "); got != tt.calls || complete != tt.complete || last != tt.err {
			t.Errorf("%s: got %q, complete %v, error %v; want %q, %v, %v", tt.name, got, complete, last, tt.calls, tt.complete, tt.err)
		}
	}
}
