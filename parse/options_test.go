package parse

import "testing"

// Limits bounds what a program may ask for.
func TestLimits(t *testing.T) {
	tests := []struct {
		name        string
		o           Options
		call, depth int
	}{
		{"defaults", Options{}, DefaultMaxCall, DefaultMaxDepth},
		{"less than nothing", Options{MaxCall: -1, MaxDepth: -1}, DefaultMaxCall, DefaultMaxDepth},
		{"asked for", Options{MaxCall: 64, MaxDepth: 3}, 64, 3},
		{"too much", Options{MaxCall: 1 << 30, MaxDepth: 5000}, 256 << 20, 1024},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if call, depth := tt.o.Limits(); call != tt.call || depth != tt.depth {
				t.Errorf("got %d, %d; want %d, %d", call, depth, tt.call, tt.depth)
			}
		})
	}
}
