package wire

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/stream"
)

// cut cuts s where the bytes of cuts say: each is the length of a chunk, and
// they are used over and over.
func cut(s string, cuts []byte) []string {
	var chunks []string
	for i := 0; len(s) > 0; i++ {
		n := 1
		if len(cuts) > 0 {
			n = int(cuts[i%len(cuts)])
		}
		n = min(n, len(s))
		chunks = append(chunks, s[:n])
		s = s[n:]
		if n == 0 && i > len(cuts) {
			return append(chunks, s)
		}
	}
	return chunks
}

// FuzzWires holds that decoders are total, and that deltas do not depend on the
// chunks.
func FuzzWires(f *testing.F) {
	for _, r := range recordings(f) {
		f.Add(r.in, []byte{1})
		f.Add(r.in, []byte{0, 200, 3})
	}
	f.Fuzz(func(t *testing.T, s string, cuts []byte) {
		for _, name := range Names() {
			sameDeltas(t, name, s, cut(s, cuts))
		}
	})
}

// sameDeltas holds that the pieces of s give the deltas of s, and that these
// are well formed.
func sameDeltas(t interface {
	Helper()
	Fatalf(string, ...any)
}, wire, s string, pieces []string) {
	t.Helper()
	decode := func(chunks ...string) (lines []string) {
		d, err := New(wire, Options{MaxLine: 1 << 12, Name: "f"})
		if err != nil {
			t.Fatalf("%v", err)
		}
		var all []stream.Delta
		for _, c := range chunks {
			all = append(all, d.Write([]byte(c))...)
		}
		all = append(all, d.Finish()...)
		for _, d := range all {
			if fault := malformed(d); fault != "" {
				t.Fatalf("%s: %s: %s", wire, fault, show(d))
			}
		}
		for _, d := range coalesce(all) {
			lines = append(lines, show(d))
		}
		return lines
	}
	if diff := cmp.Diff(decode(s), decode(pieces...)); diff != "" {
		t.Fatalf("%s: -whole +cut\n%s", wire, diff)
	}
}

// malformed says what a delta lacks that its kind promises.
func malformed(d stream.Delta) string {
	switch d.Kind {
	case stream.DeltaText, stream.DeltaReasoning, stream.DeltaFeed, stream.DeltaFinish, stream.DeltaError, stream.DeltaSnapshot:
		if d.Text == "" {
			return "no text"
		}
	case stream.DeltaFragment:
		if d.Text == "" && d.Name == "" && d.ID == "" && !d.Indexed {
			return "a fragment that says nothing"
		}
	}
	if (d.Err != nil) != (d.Kind == stream.DeltaError || d.Kind == stream.DeltaLost) {
		return "an error in the wrong place"
	}
	if !d.Indexed && d.Index != 0 {
		return "an index that is none"
	}
	return ""
}

// FuzzReader holds that the reader takes what encoding/json takes for JSON,
// whatever is asked of it, and that it reads strings as encoding/json does.
func FuzzReader(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,-0.5e+3,true,null,{"b":"\u00e9\ud83d\ude00\n"}],"c":{}}`, `[]`, `[[],{},""]`, `{"a":1,}`, `[1 2]`,
		`01`, `1.`, `-`, `"\x"`, `"\ud83d"`, "\"\x01\"", `{"a"}`, `nul`, ` 1 `, `{"a":1}}`, "\"\xff\"", `{1:2}`, `[`, `{`, ``,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 1<<12 { // encoding/json has a limit on depth
			return
		}
		want := json.Valid(b)
		var r reader
		for i, read := range []func(){r.skip, func() { walk(&r) }, func() { r.raw() }, func() { r.argument() }, func() { r.number() }, func() { r.scalar() }, func() { r.fault() }} {
			r.reset(b)
			read()
			if got := r.end(); got != want {
				t.Errorf("way %d: got %v, want %v", i, got, want)
			}
		}
		r.reset(b)
		if s := r.text(); r.end() && s.ok && utf8.Valid(b) {
			var want string
			if err := json.Unmarshal(b, &want); err != nil {
				t.Fatal(err)
			}
			if got := s.string(); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		}
	})
}

// walk reads a value and what is in it, two levels deep.
func walk(r *reader) {
	if r.peek() == '[' {
		for range r.elements {
			r.text()
		}
		return
	}
	for range r.members {
		for range r.elements {
			for range r.members {
			}
		}
	}
}
