package bench

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/bench/sdks"
)

// BenchmarkWire reads whole bodies, from bytes to complete calls. The command
// gates compares them.
func BenchmarkWire(b *testing.B) {
	cases, _ := sdks.Cases()
	for _, c := range cases {
		b.Run(c.Name, func(b *testing.B) {
			b.SetBytes(int64(len(c.Body)))
			b.ReportAllocs()
			for b.Loop() {
				c.Read(c.Body)
			}
		})
	}
}

// What is compared finds the same calls.
func TestWireCalls(t *testing.T) {
	cases, want := sdks.Cases()
	for _, c := range cases {
		if diff := cmp.Diff(want, c.Read(c.Body)); diff != "" {
			t.Errorf("%s (- want, + got):\n%s", c.Name, diff)
		}
	}
}
