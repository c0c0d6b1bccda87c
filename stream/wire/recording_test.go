package wire

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/quick"

	"pgregory.net/rapid"
)

// recording is a file below testdata: a stream of a wire, and its deltas. The
// folder is the wire; a file .sse or .ndjson or .json is the stream as it is, a
// .messages the readable form of an AWS event stream; and the same name with
// .want has the deltas.
type recording struct{ name, wire, in, want string }

// recordings returns all recordings.
func recordings(t testing.TB) []recording {
	t.Helper()
	names, err := filepath.Glob("testdata/*/*.want")
	if err != nil || len(names) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	var all []recording
	for _, want := range names {
		stem := strings.TrimSuffix(want, ".want")
		r := recording{name: stem, wire: filepath.Base(filepath.Dir(want)), want: load(t, want)}
		for _, ext := range []string{".sse", ".ndjson", ".json", ".messages"} {
			if _, err := os.Stat(stem + ext); err == nil {
				r.in = load(t, stem+ext)
				if ext == ".messages" {
					r.in = messages(r.in)
				}
			}
		}
		if r.in == "" {
			t.Fatalf("%s: no stream", want)
		}
		all = append(all, r)
	}
	return all
}

func load(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestRecordings(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range recordings(t) {
		seen[r.wire] = true
		t.Run(r.name, func(t *testing.T) {
			check(t, r.wire, Options{}, r.in, r.want)
			check(t, "auto", Options{}, r.in, r.want)
		})
	}
	for _, w := range wires {
		if !w.plain && !seen[w.name] {
			t.Errorf("%s has no recording", w.name)
		}
	}
}

// TestShuffled holds that frames in any order, left out, doubled, broken and
// cut anywhere give the same deltas whatever the chunks.
func TestShuffled(t *testing.T) {
	frames := map[string][]string{}
	for _, r := range recordings(t) {
		sep := "\n\n"
		if r.wire == "ollama" {
			sep = "\n"
		}
		frames[r.wire] = append(frames[r.wire], strings.SplitAfter(r.in, sep)...)
	}
	for wire, pool := range frames {
		t.Run(wire, rapid.MakeCheck(func(t *rapid.T) {
			var b strings.Builder
			for range rapid.IntRange(0, 12).Draw(t, "frames") {
				f := rapid.SampledFrom(pool).Draw(t, "frame")
				switch at := rapid.IntRange(0, 8*len(f)).Draw(t, "change"); {
				case at < len(f) && rapid.Bool().Draw(t, "drop"):
					f = f[:at] + f[at+1:]
				case at < len(f):
					f = f[:at] + string(f[at]^0x20) + f[at+1:]
				}
				b.WriteString(f)
			}
			s := b.String()
			s = s[:rapid.IntRange(0, len(s)).Draw(t, "end")]
			cuts := rapid.SliceOfN(rapid.Byte(), 1, 8).Draw(t, "cuts")
			sameDeltas(t, wire, s, cut(s, cuts))
		}))
	}
}

// TestReaderDeep holds that no depth of nesting costs more than its bytes.
func TestReaderDeep(t *testing.T) {
	in := strings.Repeat(`{"a":[`, 1<<18) + strings.Repeat(`]}`, 1<<18)
	var r reader
	r.reset([]byte(in))
	if r.skip(); !r.end() {
		t.Error("a deep value is no JSON")
	}
	r.reset([]byte(in[:len(in)-1]))
	if r.skip(); r.end() {
		t.Error("a value that is cut is JSON")
	}
}

// TestNumber holds that the numbers in frames are read as int32 range.
func TestNumber(t *testing.T) {
	tests := []struct {
		in   string
		want number
	}{
		{`0`, number{0, true}}, {`-1`, number{-1, true}}, {`"12"`, number{12, true}}, {`"-3"`, number{-3, true}},
		{`2147483647`, number{maxNumber, true}}, {`99999999999999999999`, number{maxNumber, true}}, {`-99999999999`, number{-maxNumber, true}},
		{`1.0`, number{}}, {`1e3`, number{}}, {`""`, number{}}, {`"-"`, number{}}, {`"a"`, number{}}, {`null`, number{}}, {`true`, number{}}, {`[1]`, number{}}, {`{}`, number{}},
	}
	for _, tt := range tests {
		var r reader
		r.reset([]byte(tt.in))
		if got := r.number(); got != tt.want || !r.end() {
			t.Errorf("%s: got %v, want %v", tt.in, got, tt.want)
		}
	}
}

// TestQuoted holds that what quoted writes is read back the same.
func TestQuoted(t *testing.T) {
	err := quick.Check(func(s string) bool {
		var r reader
		r.reset([]byte(`"` + quoted(s) + `"`))
		got := r.text()
		return r.end() && got.string() == s
	}, nil)
	if err != nil {
		t.Error(err)
	}
}
