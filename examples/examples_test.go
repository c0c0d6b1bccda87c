package examples_test

import (
	"testing"

	"github.com/earlycall/earlycall/examples"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire"
)

// TestRecorded holds that each recorded reply is read to its end without an
// error, and that its first bytes tell its wire.
func TestRecorded(t *testing.T) {
	tests := []struct {
		file, wire string
		calls      int
	}{
		{"chat.sse", "openai-chat", 2},
		{"responses.sse", "openai-responses", 2},
		{"messages.sse", "anthropic", 2},
		{"gemini.sse", "gemini", 2},
		{"ollama.ndjson", "ollama", 1},
	}
	for _, tt := range tests {
		for _, name := range []string{tt.wire, "auto"} {
			d, err := wire.New(name, wire.Options{})
			if err != nil {
				t.Fatal(err)
			}
			body := examples.Open(tt.file)
			calls, complete := 0, false
			for ev, err := range stream.Events(wire.Deltas(body, d), &stream.Parser{}) {
				if err != nil || ev.Err != nil {
					t.Errorf("%s as %s: %v, %v", tt.file, name, err, ev.Err)
				}
				if ev.Call != nil {
					calls++
				}
				complete = ev.Complete
			}
			body.Close()
			if calls != tt.calls || !complete || d.Wire() != tt.wire {
				t.Errorf("%s as %s: %d calls, complete %v, wire %s; want %d, true, %s", tt.file, name, calls, complete, d.Wire(), tt.calls, tt.wire)
			}
		}
	}
}
