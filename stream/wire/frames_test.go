package wire

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/stream"
)

// payloads cuts a stream into its frames, as a provider's client hands them on.
func payloads(t testing.TB, wire, in string) (out [][]byte) {
	t.Helper()
	for f, err := range Frames(strings.NewReader(in), find(wire).framer(Options{})) {
		if err != nil {
			t.Fatal(err)
		}
		p := string(f.Payload)
		if wire == "bedrock" && len(f.Event) > 0 && string(f.Event) != "chunk" {
			p = `{"` + string(f.Event) + `":` + p + `}`
		}
		out = append(out, []byte(p))
	}
	return out
}

// writeFrames returns the deltas of the frames of a stream.
func writeFrames(t testing.TB, wire string, frames [][]byte) []string {
	t.Helper()
	d, err := New(wire, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var all []stream.Delta
	for _, f := range frames {
		all = append(all, d.WriteFrame(f)...)
	}
	all = append(all, d.Finish()...)
	lines := []string{}
	for _, d := range coalesce(all) {
		lines = append(lines, show(d))
	}
	return lines
}

// TestWriteFrame holds that frames that another reader has cut give the deltas
// of the stream.
func TestWriteFrame(t *testing.T) {
	for _, r := range recordings(t) {
		want := run(t, r.wire, Options{}, r.in)
		if diff := cmp.Diff(want, writeFrames(t, r.wire, payloads(t, r.wire, r.in))); diff != "" {
			t.Errorf("%s: -bytes +frames\n%s", r.name, diff)
		}
		if r.wire == "bedrock" {
			continue // its frames are reported by their framing
		}
		if diff := cmp.Diff(want, writeFrames(t, "auto", payloads(t, r.wire, r.in))); diff != "" {
			t.Errorf("%s, auto: -bytes +frames\n%s", r.name, diff)
		}
	}
	if diff := cmp.Diff([]string{"feed ab", "done"}, writeFrames(t, "text", [][]byte{[]byte("a"), []byte("b")})); diff != "" {
		t.Errorf("text: -want +got\n%s", diff)
	}
}

// TestWriteFrameErrors holds what becomes of frames that are none.
func TestWriteFrameErrors(t *testing.T) {
	d, err := New("openai-chat", Options{MaxLine: 64})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, in := range []string{`{"choices":[{"delta":{"content":"a"}}]}`, "", "{", strings.Repeat(" ", 65), `{"id":"x"}`} {
		for _, delta := range d.WriteFrame([]byte(in)) {
			got = append(got, show(delta))
		}
	}
	want := []string{"text a", "lost the frame at byte 39 of the stream is not JSON", "lost the frame is longer than the limit of 64 bytes"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if got := decodeAll(t, "openai-chat", false); len(got) != 1 {
		t.Errorf("got %v, want one loss", got)
	}
}
