package main

import (
	"strings"
	"testing"
)

// The first tool starts, and returns, before the model has said all.
func TestRun(t *testing.T) {
	var out strings.Builder
	if err := run(&out); err != nil {
		t.Fatal(err)
	}
	got := out.String()
	last := -1
	for _, event := range []string{"tool   Oslo starts", `result {"city": "Oslo"`, "model  has said all", `result {"city": "Kyiv"`} {
		at := strings.Index(got, event)
		if at <= last {
			t.Errorf("%q is out of place in\n%s", event, got)
		}
		last = at
	}
}
