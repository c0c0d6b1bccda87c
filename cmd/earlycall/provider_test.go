package main

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/wire"
)

func TestParseProviderError(t *testing.T) {
	const says = "the provider reported an error in the stream"
	tests := []struct{ name, wire, in, want string }{
		{"type and message", "anthropic", `data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, says + ": overloaded_error: Overloaded"},
		{"message alone", "openai-chat", `data: {"error":{"message":"bad key"}}`, says + ": bad key"},
		{"all", "openai-chat", `data: {"error":{"type":"rate","code":429,"message":"Slow\n  down."}}`, says + ": rate: 429: Slow down."},
		{"the same twice", "openai-chat", `data: {"error":{"type":"rate","code":"rate","message":"rate"}}`, says + ": rate"},
		{"no words", "openai-chat", `data: {"error":{"x":1}}`, says},
		{"many words", "openai-chat", `data: {"error":{"message":"` + strings.Repeat("é", 500) + `"}}`, says + ": " + strings.Repeat("é", maxProviderText/2) + "…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, _, code := runCommand(t, tt.in+"\n\n", "parse", "-wire", tt.wire)
			var ev struct{ Event, Message string }
			line, _, _ := strings.Cut(out, "\n")
			if err := json.Unmarshal([]byte(line), &ev); err != nil {
				t.Fatal(err)
			}
			if ev.Event != "error" || ev.Message != tt.want || code != exitFound {
				t.Errorf("got %s %q, exit code %d, want error %q", ev.Event, ev.Message, code, tt.want)
			}
		})
	}
}

// TestWithCause holds that the error that is given stays as it is.
func TestWithCause(t *testing.T) {
	e := &parse.Error{Message: "m", Err: &wire.ProviderError{Type: "t"}}
	if got := withCause(e); got.Message != "m: t" || e.Message != "m" {
		t.Errorf("got %q, and %q is left", got.Message, e.Message)
	}
	other := &parse.Error{Message: "m", Err: errors.New("x")}
	if got := withCause(other); got != other {
		t.Errorf("another cause gives %v", got)
	}
	if got := withCause(nil); got != nil {
		t.Errorf("no error gives %v", got)
	}
}

func TestClip(t *testing.T) {
	tests := []struct {
		s    string
		n    int
		want string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "abc…"},
		{"aéb", 2, "a…"},
	}
	for _, tt := range tests {
		if got := clip(tt.s, tt.n); got != tt.want {
			t.Errorf("clip(%q, %d): got %q, want %q", tt.s, tt.n, got, tt.want)
		}
	}
}
