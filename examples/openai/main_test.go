package main

import (
	"errors"
	"strings"
	"testing"

	"github.com/earlycall/earlycall/stream"
)

func Example() {
	main()
	// Output:
	// call_Wx1: the weather of Tromsø for 3 days
	// call_Nt2: tell the model: there is no tool "write_note"
	// call_5d2: the weather of Lisbon for 1 days
	// call_5d3: the time in Europe/Lisbon
}

// TestRunEndsWithTheTransport holds that a bad call ends nothing, and a broken
// connection does.
func TestRunEndsWithTheTransport(t *testing.T) {
	broken := errors.New("connection reset")
	var out strings.Builder
	err := run(&out, func(yield func(stream.Call, error) bool) {
		_ = yield(stream.Call{ID: "a"}, &stream.Error{Message: "write a number"}) &&
			yield(stream.Call{ID: "b", Name: "get_time", Arguments: []byte(`{"zone":7}`)}, nil) &&
			yield(stream.Call{}, broken)
	})
	if err != broken {
		t.Errorf("got error %v, want %v", err, broken)
	}
	for _, want := range []string{"a: tell the model: write a number\n", "b: tell the model: json: "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got %q, want %q in it", out.String(), want)
		}
	}
}
