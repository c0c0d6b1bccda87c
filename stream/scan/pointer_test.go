package scan

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPointer(t *testing.T) {
	tests := []struct{ prefix, want string }{
		{``, ``},
		{` 12`, ``},
		{`"te`, ``},
		{`{`, ``},
		{`{"a`, ``},
		{`{"a"`, `/a`},
		{`{"a": `, `/a`},
		{`{"a":tr`, `/a`},
		{`{"a":"x\"`, `/a`},
		{`{"a":"x"`, ``},
		{`{"a":"x",`, ``},
		{`{"a":"x","b`, ``},
		{`{"a":"x","b"`, `/b`},
		{`{"a":"x","b":"y"`, ``},
		{`{"a":{}`, ``},
		{`{"a":{"b":[1`, `/a/b`},
		{`{"a":{"b":-`, `/a/b`},
		{`{"a":{"b":1.`, `/a/b`},
		{`{"a":{"b":1e5`, `/a`},
		{`{"a":{"b":true`, `/a`},
		{`{"a":{"b":nul`, `/a/b`},
		{`{"a":{"b":1},"c":[null,`, `/c/1`},
		{`{"a":[{"b":1}`, `/a`},
		{`{"a":{}}`, ``},
		{`[`, `/0`},
		{`[[1,2],`, `/1`},
		{`[[1,2]`, ``},
		{`[1,"}",[{"a,[":"{`, `/2/0/a,[`},
		{`{"a":[1,2,{"b":[`, `/a/2/b/0`},
		{`{"":{"":`, `//`},
		{`{"a/b~c":`, `/a~1b~0c`},
		{`{"\u002f\u007e\"\\\/\b\f\n\r\t":`, "/~1~0\"\\~1\b\f\n\r\t"},
		{`{"é語\u00e9":`, `/é語é`},
		{`{"\uD83D\uDE80":`, `/🚀`},
		{`{"\ud83d":`, "/\uFFFD"},
		{`{"\ude80\ud83d":`, "/\uFFFD\uFFFD"},
		{`{"\ud83dx":`, "/\uFFFDx"},
		{`{"\ud83d\n":`, "/\uFFFD\n"},
		{`{"\ud83d\u0041":`, "/\uFFFDA"},
		// What is no beginning of JSON still gives a string.
		{`]}`, ``},
		{`{"\u12":`, "/\uFFFD"},
		{`{"\`, ``},
		{`{"\u":`, "/\uFFFD"},
		{`,,:`, ``},
	}
	for _, tt := range tests {
		if got := Pointer([]byte(tt.prefix)); got != tt.want {
			t.Errorf("Pointer(%q) = %q, want %q", tt.prefix, got, tt.want)
		}
	}
}

func TestPointerDeep(t *testing.T) {
	const levels = 100_000
	if got, want := Pointer([]byte(strings.Repeat(`[`, levels))), strings.Repeat(`/0`, levels); got != want {
		t.Errorf("got %.20s… of %d bytes, want %d", got, len(got), len(want))
	}
}

// TestPointerRandom: no input panics, and the pointer has a token a container,
// at most.
func TestPointerRandom(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := near().Draw(r, "text")
		pointer := Pointer([]byte(text))
		s := Scanner{}
		if _, why := s.Scan(text); why == More && strings.Count(pointer, "/") > s.Depth() {
			r.Fatalf("Pointer(%q) = %q, at depth %d", text, pointer, s.Depth())
		}
	})
}
