package frame

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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

// framers are all framers, with limits that inputs can reach.
var framers = []func() Framer{
	func() Framer { return &SSE{MaxLine: 64} },
	func() Framer { return &NDJSON{MaxLine: 64} },
	func() Framer { return &JSON{MaxLine: 64} },
	func() Framer { return &EventStream{MaxLine: 128} },
}

// FuzzFramers holds that framers are total, and that frames do not depend on
// the chunks, but for how much of a lost one had been read.
func FuzzFramers(f *testing.F) {
	for _, s := range []string{
		"\ufeffdata: a\r\ndata\n\nid: 1\rdata:b\r\r:x\n\nevent: y\ndata: " + strings.Repeat("z", 70) + "\n\ndata: c",
		"{\"a\":1}\r\n\n 2 \n" + strings.Repeat("z", 70) + "\n3",
		`[{"a":"}\""},{"b":{}},3,"]",` + strings.Repeat("z", 70) + `,{`,
		message(`{"a":1}`, ":event-type", "chunk") + message(strings.Repeat("z", 130)) + message("{}") + "broken",
	} {
		f.Add(s, []byte{1})
		f.Add(s, []byte{3, 0, 7})
	}
	f.Fuzz(func(t *testing.T, s string, cuts []byte) {
		for i, fresh := range framers {
			whole, pieces := framed(fresh(), s), framed(fresh(), cut(s, cuts)...)
			for _, lines := range [][]string{whole, pieces} {
				for k, line := range lines {
					if from, _, ok := strings.Cut(line, "-"); ok && strings.HasSuffix(line, " limit") {
						lines[k] = from + " limit"
					}
				}
			}
			if diff := cmp.Diff(whole, pieces); diff != "" {
				t.Errorf("framer %d: -whole +cut\n%s", i, diff)
			}
		}
	})
}

// bytesOf returns the bytes of s, each as a chunk.
func bytesOf(s string) []string { return cut(s, nil) }
