package wire

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/stream"
)

var kindNames = [...]string{
	stream.DeltaText: "text", stream.DeltaReasoning: "reasoning", stream.DeltaFragment: "fragment",
	stream.DeltaWhole: "whole", stream.DeltaSnapshot: "snapshot", stream.DeltaPath: "path",
	stream.DeltaClose: "close", stream.DeltaFinish: "finish", stream.DeltaError: "error",
	stream.DeltaLost: "lost", stream.DeltaRestart: "restart", stream.DeltaDone: "done", stream.DeltaFeed: "feed",
}

// show writes a delta as one line: the kind, then what is set.
func show(d stream.Delta) string {
	var b strings.Builder
	b.WriteString(kindNames[d.Kind])
	if d.Choice != 0 {
		fmt.Fprintf(&b, " choice=%d", d.Choice)
	}
	if d.ID != "" {
		fmt.Fprintf(&b, " id=%s", d.ID)
	}
	if d.CallID != "" {
		fmt.Fprintf(&b, " call=%s", d.CallID)
	}
	if d.Indexed {
		fmt.Fprintf(&b, " #%d", d.Index)
	}
	if d.Name != "" {
		fmt.Fprintf(&b, " name=%s", d.Name)
	}
	if d.Path != "" {
		fmt.Fprintf(&b, " %s", d.Path)
	}
	if d.Text != "" {
		fmt.Fprintf(&b, " %s", strings.ReplaceAll(d.Text, "\n", "⏎"))
	}
	if d.More {
		b.WriteString(" …")
	}
	if d.Ending == stream.EndingCut {
		b.WriteString(" (cut)")
	}
	return b.String()
}

// coalesce joins neighbours that a chunk's end may have parted.
func coalesce(deltas []stream.Delta) []stream.Delta {
	var out []stream.Delta
	for _, d := range deltas {
		if n := len(out); n > 0 && joins(out[n-1], d) {
			out[n-1].Text += d.Text
			continue
		}
		out = append(out, d)
	}
	return out
}

func joins(a, b stream.Delta) bool {
	switch b.Kind {
	case stream.DeltaText, stream.DeltaReasoning, stream.DeltaFeed, stream.DeltaFragment:
		a.Text, a.Name = b.Text, ""
		return a == b
	}
	return false
}

// run decodes the chunks and returns the coalesced deltas as lines.
func run(t testing.TB, wire string, o Options, chunks ...string) []string {
	t.Helper()
	d, err := New(wire, o)
	if err != nil {
		t.Fatal(err)
	}
	var all []stream.Delta
	for _, c := range chunks {
		all = append(all, d.Write([]byte(c))...)
	}
	all = append(all, d.Finish()...)
	lines := make([]string, 0, len(all))
	for _, d := range coalesce(all) {
		lines = append(lines, show(d))
	}
	return lines
}

// check decodes the input as it is cut by ¦, whole, byte by byte, and in two
// pieces at every place (of a long input, at many), and compares the deltas with want, one a line.
func check(t *testing.T, wire string, o Options, in, want string) {
	t.Helper()
	whole := strings.ReplaceAll(in, "¦", "")
	expect := strings.Split(strings.Trim(strings.ReplaceAll(want, "\t", ""), "\n"), "\n")
	if want == "" {
		expect = []string{}
	}
	compare := func(how string, chunks ...string) {
		if diff := cmp.Diff(expect, run(t, wire, o, chunks...)); diff != "" {
			t.Fatalf("%s, %s: -want +got\n%s", wire, how, diff)
		}
	}
	compare("as cut", strings.Split(in, "¦")...)
	compare("whole", whole)
	compare("byte by byte", strings.Split(whole, "")...)
	compare("byte by byte, characters cut", bytesOf(whole)...)
	for i := 0; i < len(whole); i += 1 + len(whole)/200 {
		compare(fmt.Sprintf("cut at %d", i), whole[:i], whole[i:])
	}
}

func bytesOf(s string) []string {
	out := make([]string, len(s))
	for i := range len(s) {
		out[i] = s[i : i+1]
	}
	return out
}

// events writes JSON documents as server-sent events. Each line is one; a name
// before the brace is its event field.
func events(lines string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		line = strings.TrimSpace(line)
		if at := strings.IndexByte(line, '{'); at > 0 {
			fmt.Fprintf(&b, "event: %s\n", strings.TrimSpace(line[:at]))
			line = line[at:]
		}
		fmt.Fprintf(&b, "data: %s\n\n", line)
	}
	return b.String()
}
