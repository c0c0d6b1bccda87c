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
	url, stop, err := loopback.Serve("chat.sse")
	if err != nil {
		log.Fatal(err)
	}
	defer stop()
	for _, read := range []func(context.Context, string) iter.Seq2[stream.Delta, error]{body, chunks} {
		if err := run(os.Stdout, read(context.Background(), url)); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// call_Wx1 get_weather {"city":"Tromsø","days":3}
	// call_Nt2 write_note {"title":"Trip to Tromsø","body":"Pack wool, a head torch and boots with spikes.\nCall the harbour { open till six }."}
	// call_Wx1 get_weather {"city":"Tromsø","days":3}
	// call_Nt2 write_note {"title":"Trip to Tromsø","body":"Pack wool, a head torch and boots with spikes.\nCall the harbour { open till six }."}
}

// replies are what a client may get, with the calls and the end that each has.
var replies = []struct {
	name, reply string
	want        []string
}{
	{"a call", `
		{"choices":[{"index":0,"delta":{"content":"Hm"}}]}
		{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":"}}]}}]}
		{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]}}]}
		{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}
		[DONE]`, []string{`a f {"x":1}`, `text "Hm", complete true`}},
	{"the index is absent", `
		{"choices":[{"index":0,"delta":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"x\":"}}]}}]}
		{"choices":[{"index":0,"delta":{"tool_calls":[{"id":"a","function":{"arguments":"1}"}}]}}]}
		{"choices":[{"index":0,"delta":{"tool_calls":[{"id":"b","function":{"name":"f","arguments":"{\"x\":2}"}}]},"finish_reason":"tool_calls"}]}
		[DONE]`, []string{`a f {"x":1}`, `b f {"x":2}`, `text "", complete true`}},
	{"a message in place of the delta", `
		{"choices":[{"index":0,"message":{"role":"assistant","content":"Hm","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\":1}"}}]},"finish_reason":"tool_calls"}]}
		[DONE]`, []string{`a f {"x":1}`, `text "Hm", complete true`}},
	{"a legacy function_call", `
		{"choices":[{"index":0,"delta":{"function_call":{"name":"f","arguments":"{\"x\""}}}]}
		{"choices":[{"index":0,"delta":{"function_call":{"arguments":":1}"}}}]}
		{"choices":[{"index":0,"delta":{},"finish_reason":"function_call"}]}
		[DONE]`, []string{` f {"x":1}`, `text "", complete true`}},
	{"no arguments, and a normal end", `
		{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":""}}]}}]}
		{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}
		[DONE]`, []string{`a f {}`, `text "", complete true`}},
	{"no arguments, and the length was reached", `
		{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":""}}]}}]}
		{"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}
		[DONE]`, []string{`truncated`, `text "", complete true`}},
	{"a choice that has not finished", `
		{"choices":[{"index":0,"delta":{"content":"Hm"},"finish_reason":"stop"}]}
		{"choices":[{"index":1,"delta":{"content":"Oh"}}]}`, []string{`text "HmOh", complete false`}},
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
			alone := summary(t, wire.OpenAIChat(strings.NewReader(reply)))
			if !slices.Equal(alone, tt.want) {
				t.Errorf("the wire alone: got %q, want %q", alone, tt.want)
			}
			if got := summary(t, body(t.Context(), url)); !slices.Equal(got, alone) {
				t.Errorf("the body: got %q, want %q", got, alone)
			}
			if got := summary(t, chunks(t.Context(), url)); !slices.Equal(got, alone) {
				t.Errorf("the chunks: got %q, want %q", got, alone)
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
	for _, read := range []func(context.Context, string) iter.Seq2[stream.Delta, error]{body, chunks} {
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
		io.WriteString(w, frames(`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":""}}]}}]}`))
	}))
	defer server.Close()
	for _, read := range []func(context.Context, string) iter.Seq2[stream.Delta, error]{body, chunks} {
		var out strings.Builder
		if err := run(&out, read(t.Context(), server.URL)); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("got %v, want %v", err, io.ErrUnexpectedEOF)
		}
		if got := out.String(); strings.Contains(got, "{") {
			t.Errorf("got %q, want no call", got)
		}
	}
}

// frames writes lines of JSON as server-sent events.
func frames(lines string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		fmt.Fprintf(&b, "data: %s\n\n", strings.TrimSpace(line))
	}
	return b.String()
}
