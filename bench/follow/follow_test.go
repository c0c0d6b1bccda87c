package follow

import (
	"encoding/json"
	"testing"

	"github.com/earlycall/earlycall/bench/corpus"
)

// TestFollower: each call of each corpus is found at its last byte, whatever
// the chunks, with its name and arguments.
func TestFollower(t *testing.T) {
	for _, name := range append(corpus.Names, "P", "C") {
		c := corpus.Make(name)
		for _, size := range []int{1, 3, 4, 5, 8, 9, 4096, 1 << 30} {
			var f Follower
			for _, d := range c.Docs[:min(len(c.Docs), 10)] {
				if d.Call == "" {
					continue
				}
				text := d.Text[:len(d.Text)-1]
				f.Calls = 0
				for len(text) > 0 {
					if f.Calls > 0 {
						t.Fatalf("%s in chunks of %d: a call before its end", name, size)
					}
					n := min(size, len(text))
					f.Feed(text[:n])
					text = text[n:]
				}
				gotName, gotArguments := f.Call()
				var want struct{ Name, Arguments json.RawMessage }
				if err := json.Unmarshal([]byte(d.Call), &want); err != nil {
					t.Fatal(err)
				}
				if f.Calls != 1 || gotName != string(want.Name) || gotArguments != string(want.Arguments) {
					t.Fatalf("%s in chunks of %d: %d calls, name %s, arguments %.60s, want %s, %.60s",
						name, size, f.Calls, gotName, gotArguments, want.Name, want.Arguments)
				}
				f.End()
			}
		}
	}
}

// TestBroken: an object that goes wrong, or is cut, is dropped, and the next
// one is found.
func TestBroken(t *testing.T) {
	tests := []struct {
		in   string
		want int
	}{
		{`{x} {"name":"a","arguments":{}}`, 1},
		{`{"a":1 {"name":"a","arguments":{}}`, 1},
		{`{{"name":"a","arguments":{}}}`, 1},
		{`{"name":"a","arguments":{}} and {"name":"b","arguments":{}}`, 2},
		{`{"name":"a","arguments":{}`, 0},
	}
	for _, tt := range tests {
		for size := 1; size < 10; size++ {
			var f Follower
			for text := tt.in; len(text) > 0; {
				n := min(size, len(text))
				f.Feed(text[:n])
				text = text[n:]
			}
			if f.Calls != tt.want {
				t.Errorf("%q in chunks of %d: %d calls, want %d", tt.in, size, f.Calls, tt.want)
			}
		}
	}
}
