package parse

import (
	"errors"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCodes(t *testing.T) {
	seen := map[string]Code{}
	for c := ErrNoCall; c <= ErrProtocol; c++ {
		if other, ok := seen[c.String()]; ok || c.String() == "unknown" {
			t.Errorf("code %d is %q, as is %d", c, c.String(), other)
		}
		seen[c.String()] = c
		if want := "earlycall: " + c.String(); c.Error() != want {
			t.Errorf("code %d: got %q, want %q", c, c.Error(), want)
		}
	}
	for _, c := range []Code{0, ErrProtocol + 1, 255} {
		if c.String() != "unknown" {
			t.Errorf("code %d is %q, want unknown", c, c.String())
		}
	}
}

func TestSegmentKinds(t *testing.T) {
	if got := KindConflict.String(); got != "conflict" {
		t.Errorf("got %q, want conflict", got)
	}
	if got := SegmentKind(9).String(); got != "unknown" {
		t.Errorf("got %q, want unknown", got)
	}
}

func TestErrorIsItsCodeAndItsCause(t *testing.T) {
	e := &Error{Code: ErrSchema, Name: "a", Message: "No.", Err: io.ErrUnexpectedEOF}
	if !errors.Is(e, ErrSchema) || !errors.Is(e, io.ErrUnexpectedEOF) || errors.Is(e, ErrSyntax) {
		t.Errorf("%v is not what it should be", e)
	}
	if got, want := e.Error(), "schema: a: No."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	e.Name, e.Err = "", nil
	if got, want := e.Error(), "schema: No."; got != want || !errors.Is(e, ErrSchema) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Messages never hold what the model wrote, and are one sentence.
func TestMessages(t *testing.T) {
	const secret = "hunter2"
	rapid.Check(t, func(t *rapid.T) {
		text := strings.ReplaceAll(nasty(t), "x", secret)
		o := drawOptions(t)
		for _, s := range Text(text, o) {
			if s.Err != nil && (strings.Contains(s.Err.Message, secret) || strings.Contains(s.Err.Message, "\n")) {
				t.Fatalf("%q: message %q", text, s.Err.Message)
			}
		}
	})
}

func TestToolsDeclare(t *testing.T) {
	tests := []struct {
		tools          Tools
		declares, none bool
	}{
		{nil, true, false},
		{Tools{}, false, true},
		{named("b", "a"), true, false},
		{named("A"), false, false},
	}
	for _, tt := range tests {
		if got := tt.tools.Declares("a"); got != tt.declares {
			t.Errorf("%v declares a: got %v", tt.tools, got)
		}
		if got := tt.tools.None(); got != tt.none {
			t.Errorf("%v is none: got %v", tt.tools, got)
		}
	}
}
