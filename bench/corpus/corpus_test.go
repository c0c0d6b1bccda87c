package corpus

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// TestCorpora: each corpus is what its name says: calls that are strict JSON
// without equal names, and over a megabyte of different documents.
func TestCorpora(t *testing.T) {
	for _, k := range kinds {
		c := Make(k.name)
		if got := c.TextBytes(); got < 1_000_000 {
			t.Errorf("%s: %d bytes, want a megabyte", c.Name, got)
		}
		seen := map[string]bool{}
		for _, d := range c.Docs {
			if seen[d.Text] {
				t.Errorf("%s: equal documents: %.60q", c.Name, d.Text)
			}
			seen[d.Text] = true
			if d.Call == "" {
				continue
			}
			if !jsontext.Value(d.Call).IsValid() {
				t.Errorf("%s: no strict JSON: %.60q", c.Name, d.Call)
			}
			if !strings.HasSuffix(d.Text, d.Call+"\n") || strings.Contains(strings.TrimSuffix(d.Text, d.Call+"\n"), "{") {
				t.Errorf("%s: the call isn't what follows the prose: %.60q", c.Name, d.Text)
			}
		}
		again := Make(k.name)
		if again.Docs[0] != c.Docs[0] {
			t.Errorf("%s: another run gives another corpus", c.Name)
		}
	}
	for _, size := range []int{1 << 10, 1 << 20} {
		c := Files(size, 0)
		if got := c.CallBytes(); got < size || got > size+200 {
			t.Errorf("Files(%d): %d bytes", size, got)
		}
	}
}

func TestNames(t *testing.T) {
	w := newWriter(1)
	for range 100 {
		name, seen := w.names(), map[string]bool{}
		for range words {
			seen[name()] = true
		}
		if len(seen) != len(words) {
			t.Fatalf("%d different names, want %d", len(seen), len(words))
		}
	}
}
