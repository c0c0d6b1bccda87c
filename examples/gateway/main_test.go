package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire"
)

// through returns what a client gets of an upstream server that answers with
// that status and body.
func through(t *testing.T, status int, body string) (int, string) {
	t.Helper()
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if sent, err := io.ReadAll(r.Body); err != nil || string(sent) != `{"stream":true}` {
			t.Errorf("the upstream server was sent %q, %v", sent, err)
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}))
	defer upstream.Close()
	front := httptest.NewServer(gateway{upstream.URL})
	defer front.Close()
	response, err := http.Post(front.URL, "application/json", strings.NewReader(`{"stream":true}`))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	got, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(got)
}

// TestMended holds that the client gets two calls with indexes of their own,
// the finish reason that belongs to them, and the account of tokens.
func TestMended(t *testing.T) {
	status, got := through(t, http.StatusOK, quirky)
	if status != http.StatusOK || !strings.HasSuffix(got, "data: [DONE]\n\n") {
		t.Errorf("got %d and no end in %q", status, got)
	}
	for _, want := range []string{`[{"index":0,"id":"a"`, `[{"index":1,"id":"b"`, `"finish_reason":"tool_calls"`, `"usage":{"total_tokens":42}`} {
		if strings.Count(got, want) != 1 {
			t.Errorf("got %q, want %s in it once", got, want)
		}
	}
	var calls []string
	for ev, err := range stream.Events(wire.OpenAIChat(strings.NewReader(got)), &stream.Parser{}) {
		if err != nil || ev.Err != nil {
			t.Errorf("got %v, %v", err, ev.Err)
		}
		if ev.Call != nil {
			calls = append(calls, fmt.Sprintf("%s %s %s", ev.Call.ID, ev.Call.Name, ev.Call.Arguments))
		}
	}
	want := `[a tide {"harbour":"Reine"} b tide {"harbour":"Svolvær"}]`
	if fmt.Sprint(calls) != want {
		t.Errorf("got %v, want %s", calls, want)
	}
}

// TestCut holds that a call that was cut off is left out, and that the client
// learns that the reply is not all there.
func TestCut(t *testing.T) {
	cut := quirky[:strings.Index(quirky, "Svolvær")]
	_, got := through(t, http.StatusOK, cut)
	for want, n := range map[string]int{`"id":"a"`: 1, `"id":"b"`: 0, "the reply ended early": 1, "[DONE]": 0} {
		if strings.Count(got, want) != n {
			t.Errorf("got %q, want %s in it %d times", got, want, n)
		}
	}
}

// TestStatus holds that the body of an error is not read as a stream.
func TestStatus(t *testing.T) {
	status, got := through(t, http.StatusTooManyRequests, "<html>Slow down.</html>")
	if want := "the upstream server says 429 Too Many Requests\n"; status != http.StatusBadGateway || got != want {
		t.Errorf("got %d %q, want 502 %q", status, got, want)
	}
}
