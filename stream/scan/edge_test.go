package scan

import (
	"strings"
	"testing"
)

// TestBlockEnds cuts texts with many escapes at every place, so that a chunk
// ends at each byte of a block of 64, behind a backslash too.
func TestBlockEnds(t *testing.T) {
	for _, in := range []string{
		`"\n\n\n\n\n` + strings.Repeat(`x\\y\"`, 40) + `"`,
		`"\n\n\n\n\n` + strings.Repeat(`\\`, 70) + `"`,
		`"\n\n\n\n\nx` + strings.Repeat(`\\`, 70) + `"`,
		`"\n\n\n\n\n` + strings.Repeat(`\u00e9é`, 30) + `"`,
		`"\n\n\n\n\n` + strings.Repeat("語\\n", 30) + `"`,
	} {
		for n := range in {
			newPair(t, Scanner{}).feed(in[:n], in[n:])
		}
	}
}

// TestPointerOfCutEscapes: an escape in a name has all of its digits, or is
// U+FFFD with what there is.
func TestPointerOfCutEscapes(t *testing.T) {
	for in, want := range map[string]string{
		`{"\u123":`:         "/\uFFFD",
		`{"\u12345":`:       "/\u12345",
		`{"\ud83d\ude8":`:   "/\uFFFD\uFFFD",
		`{"\ud83d\\ude80":`: "/\uFFFD\\ude80",
		`{"\ud83dxude80":`:  "/\uFFFDxude80",
	} {
		if got := Pointer([]byte(in)); got != want {
			t.Errorf("Pointer(%q) = %q, want %q", in, got, want)
		}
	}
}
