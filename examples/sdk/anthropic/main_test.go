package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/earlycall/earlycall/examples/sdk/loopback"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire"
)

func Example() {
	url, stop, err := loopback.Serve("messages.sse")
	if err != nil {
		log.Fatal(err)
	}
	defer stop()
	for _, read := range []func(context.Context, string) iter.Seq2[stream.Delta, error]{body, events} {
		if err := run(os.Stdout, read(context.Background(), url)); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// toolu_01A get_weather {"city": "Bergen"}
	// toolu_01B get_weather {"city": "Malmö"}
	// toolu_01A get_weather {"city": "Bergen"}
	// toolu_01B get_weather {"city": "Malmö"}
}

// replies are what a client may get, with the calls and the end that each has.
var replies = []struct {
	name, reply string
	want        []string
}{
	{"a call", `
		{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[]}}
		{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
		{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hm"}}
		{"type":"content_block_stop","index":0}
		{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}
		{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"x\":1}"}}
		{"type":"content_block_stop","index":1}
		{"type":"message_delta","delta":{"stop_reason":"tool_use"}}
		{"type":"message_stop"}`, []string{`a f {"x":1}`, `text "Hm", complete true`}},
	{"the start has the input", `
		{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{"x":1}}}
		{"type":"content_block_stop","index":0}
		{"type":"message_delta","delta":{"stop_reason":"tool_use"}}
		{"type":"message_stop"}`, []string{`a f {"x":1}`, `text "", complete true`}},
	{"no arguments, and a normal end", `
		{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}
		{"type":"content_block_stop","index":0}
		{"type":"message_delta","delta":{"stop_reason":"tool_use"}}
		{"type":"message_stop"}`, []string{`a f {}`, `text "", complete true`}},
	{"no arguments, and the limit was reached", `
		{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}
		{"type":"content_block_stop","index":0}
		{"type":"message_delta","delta":{"stop_reason":"max_tokens"}}
		{"type":"message_stop"}`, []string{`truncated`, `text "", complete true`}},
	{"a tool that the provider runs", `
		{"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"s","name":"web_search","input":{}}}
		{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"q\":1}"}}
		{"type":"content_block_stop","index":0}
		{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}
		{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"x\":1}"}}
		{"type":"content_block_stop","index":1}
		{"type":"message_delta","delta":{"stop_reason":"tool_use"}}
		{"type":"message_stop"}`, []string{`a f {"x":1}`, `text "", complete true`}},
	{"no end", `
		{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}
		{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"x\":1}"}}
		{"type":"content_block_stop","index":0}`, []string{`a f {"x":1}`, `text "", complete false`}},
}

// TestReplies holds that both ways give what each reply says, and nothing but
// what the wire gives without the client.
func TestReplies(t *testing.T) {
	for _, tt := range replies {
		t.Run(tt.name, func(t *testing.T) {
			reply := frames(tt.reply)
			url, stop, err := loopback.ServeText(reply)
			if err != nil {
				t.Fatal(err)
			}
			defer stop()
			alone := summary(t, wire.Anthropic(strings.NewReader(reply)))
			if !slices.Equal(alone, tt.want) {
				t.Errorf("the wire alone: got %q, want %q", alone, tt.want)
			}
			if got := summary(t, body(t.Context(), url)); !slices.Equal(got, alone) {
				t.Errorf("the body: got %q, want %q", got, alone)
			}
			if got := summary(t, events(t.Context(), url)); !slices.Equal(got, alone) {
				t.Errorf("the events: got %q, want %q", got, alone)
			}
		})
	}
}

// summary returns the text, the calls, the errors and the end of a reply.
func summary(t *testing.T, deltas iter.Seq2[stream.Delta, error]) []string {
	t.Helper()
	var got []string
	var text string
	for ev, err := range stream.Events(deltas, &stream.Parser{}) {
		switch {
		case err != nil:
			t.Fatal(err)
		case ev.Kind == stream.KindText:
			text += ev.Text
		case ev.Call != nil:
			got = append(got, ev.Call.ID+" "+ev.Call.Name+" "+string(ev.Call.Arguments))
		case ev.Err != nil:
			got = append(got, ev.Err.Code.String())
		case ev.Kind == stream.KindEnd:
			got = append(got, fmt.Sprintf("text %q, complete %v", text, ev.Complete))
		}
	}
	return got
}

// TestRefused holds that a status of failure is an error both ways.
func TestRefused(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	for _, read := range []func(context.Context, string) iter.Seq2[stream.Delta, error]{body, events} {
		if err := run(io.Discard, read(t.Context(), server.URL)); err == nil {
			t.Error("got no error, want one")
		}
	}
}

// TestBroken holds that a body that breaks off is an error both ways, and the
// call that was cut is none.
func TestBroken(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Content-Length", "100000")
		io.WriteString(w, frames(`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}`))
	}))
	defer server.Close()
	for _, read := range []func(context.Context, string) iter.Seq2[stream.Delta, error]{body, events} {
		var out strings.Builder
		if err := run(&out, read(t.Context(), server.URL)); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("got %v, want %v", err, io.ErrUnexpectedEOF)
		}
		if got := out.String(); strings.Contains(got, "{") {
			t.Errorf("got %q, want no call", got)
		}
	}
}

// frames writes lines of JSON as server-sent events, each named like its type.
func frames(lines string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		_, typ, _ := strings.Cut(line, `"type":"`)
		typ, _, _ = strings.Cut(typ, `"`)
		fmt.Fprintf(&b, "event: %s\ndata: %s\n\n", typ, strings.TrimSpace(line))
	}
	return b.String()
}
