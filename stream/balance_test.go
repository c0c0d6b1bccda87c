package stream

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// slowBalanced tries one brace after the other.
func slowBalanced(s string) (start, end, beyond int) {
	tries := 0
	for at := range s {
		if s[at] != '{' {
			continue
		}
		if tries == maxTries {
			return -1, 0, at
		}
		tries++
		var w skip
		for i := at; i < len(s); i++ {
			w.step(s[i])
			if w.depth == 0 {
				return at, i + 1, -1
			}
		}
	}
	return -1, 0, -1
}

// All starts followed at once find what one after the other finds.
func TestFirstBalanced(t *testing.T) {
	tests := []string{
		"", "{", "}", "{}", `{{}`, `{"{}`, `{"}{}"`, `{\"{\"{\"}`, `{"\{"}`, `{ {"a{" } }`, `{"{"{"}{\"}"}`,
		strings.Repeat("{", maxTries) + "}", strings.Repeat(`{"`, maxTries+1) + "}}",
	}
	for _, s := range tests {
		checkBalanced(t, s)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOfN(rapid.SampledFrom([]rune(`{{}}""\\ax`)), 0, 60, -1).Draw(t, "s")
		if rapid.Bool().Draw(t, "many") {
			s = strings.Repeat(rapid.SampledFrom([]string{`{"`, `{\"`, `{`, `{"\`}).Draw(t, "before"), maxTries-rapid.IntRange(0, 3).Draw(t, "less")) + s
		}
		checkBalanced(t, s)
	})
}

func checkBalanced(t interface{ Errorf(string, ...any) }, s string) {
	start, end, beyond := firstBalanced(s)
	wantStart, wantEnd, wantBeyond := slowBalanced(s)
	if start != wantStart || start >= 0 && end != wantEnd || start < 0 && beyond != wantBeyond {
		t.Errorf("%q: got [%d,%d) beyond %d, want [%d,%d) beyond %d", s, start, end, beyond, wantStart, wantEnd, wantBeyond)
	}
}
