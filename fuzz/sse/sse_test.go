// Package sse compares the reader of server-sent events in package frame with
// another one. It is a module of its own, so that the other reader is no
// dependency of the library.
package sse

import (
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	gosse "github.com/tmaxmax/go-sse"

	"github.com/earlycall/earlycall/stream/wire/frame"
)

// ours returns the events of a stream, read in chunks of n bytes, as lines.
func ours(s string, n int) (lines []string) {
	var r frame.SSE
	for len(s) > 0 {
		k := min(max(n, 1), len(s))
		r.Write([]byte(s[:k]))
		s = s[k:]
		for f, ok := r.Next(); ok; f, ok = r.Next() {
			lines = add(lines, string(f.Event), string(f.ID), string(f.Payload))
		}
	}
	return lines
}

// theirs returns the events that the other reader finds.
func theirs(t *testing.T, s string) (lines []string) {
	t.Helper()
	for e, err := range gosse.Read(iotest.HalfReader(strings.NewReader(s)), &gosse.ReadConfig{MaxEventSize: 1 << 20}) {
		if err != nil {
			t.Fatal(err)
		}
		lines = add(lines, e.Type, e.LastEventID, e.Data)
	}
	return lines
}

// add adds an event, unless it has no data. The other reader hands out events
// without a data field, which the standard drops, and does not tell them from
// those whose data is empty, which the standard keeps.
func add(lines []string, event, id, data string) []string {
	if data == "" {
		return lines
	}
	return append(lines, fmt.Sprintf("%q %q %q", event, id, data))
}

// skipped reports whether the two readers are known to differ. To ours, a body
// that begins like JSON is no event stream. The other one drops a byte order
// mark after blank lines too; by the standard only one at the very start is.
func skipped(s string) bool {
	s = strings.TrimLeft(strings.TrimPrefix(s, "\ufeff"), " \t\r\n")
	return strings.HasPrefix(s, "{") || strings.HasPrefix(s, "[") || strings.HasPrefix(s, "\ufeff")
}

func compare(t *testing.T, s string, n int) {
	t.Helper()
	if skipped(s) {
		return
	}
	got, want := ours(s, n), theirs(t, s)
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q in chunks of %d:\nours:   %s\ntheirs: %s", s, n, strings.Join(got, "\n        "), strings.Join(want, "\n        "))
	}
}

var seeds = []string{
	"data: a\n\n",
	"\ufeffdata: a\r\ndata: b\r\r\n",
	": comment\nevent: x\nid: 1\ndata:a\n\ndata:  b\n\n",
	"event: x\n\ndata: a\n\n",
	"id: 1\x002\nid\ndata: a\nretry: 5\nfoo: bar\nDATA: x\n\n",
	"data: a\rdata: b\n\rdata\n\ndata: c",
	"data: {\"choices\":[]}\n\ndata: [DONE]\n\n",
}

func TestSeeds(t *testing.T) {
	for _, s := range seeds {
		for n := 1; n <= len(s); n++ {
			compare(t, s, n)
		}
	}
}

// FuzzSSE holds that both readers find the same events.
func FuzzSSE(f *testing.F) {
	for _, s := range seeds {
		f.Add(s, 1)
		f.Add(s, 3)
	}
	f.Fuzz(compare)
}
