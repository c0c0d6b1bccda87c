package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestToolRunsBeforeTheEnd(t *testing.T) {
	var out bytes.Buffer
	if err := run(&out, time.Millisecond); err != nil {
		t.Fatal(err)
	}
	got := out.String()
	weather := strings.Index(got, "ran get_weather of call_Wx1\n")
	end := strings.Index(got, "the reply has ended, complete: true\n")
	if weather < 0 || end < 0 || weather > end {
		t.Errorf("get_weather did not run before the end:\n%s", got)
	}
	if !strings.Contains(got, "ran write_note of call_Nt2\n") {
		t.Errorf("write_note did not run:\n%s", got)
	}
	if n := strings.Count(got, "\n"); n != 3 {
		t.Errorf("got %d lines, want 3:\n%s", n, got)
	}
}
