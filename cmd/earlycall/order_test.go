package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestInOrder(t *testing.T) {
	items := func(yield func(int) bool) {
		for i := 0; yield(i); i++ {
		}
	}
	work := func(i int) int {
		time.Sleep(time.Duration(i%3) * time.Millisecond)
		return 2 * i
	}
	next := 0
	for got := range inOrder(items, 5, work) {
		if got != 2*next {
			t.Fatalf("got %d, want %d", got, 2*next)
		}
		if next++; next == 100 {
			break
		}
	}
	for range inOrder(func(func(int) bool) {}, 3, work) {
		t.Error("something came of nothing")
	}
}

func TestSplit(t *testing.T) {
	chunks := []string{"ab", "", "cdefg"}
	for _, tt := range []struct {
		flag string
		want []string
	}{
		{"", chunks},
		{"whole", []string{"abcdefg"}},
		{"bytes", []string{"a", "b", "c", "d", "e", "f", "g"}},
		{"3", []string{"abc", "def", "g"}},
		{"100", []string{"abcdefg"}},
	} {
		s, err := parseSplit(tt.flag, 0)
		if diff := cmp.Diff(tt.want, s.cut(chunks, 0)); diff != "" || err != nil {
			t.Errorf("-split %s: %v (-want +got)\n%s", tt.flag, err, diff)
		}
	}
	s, _ := parseSplit("random", 3)
	text := strings.Repeat("0123456789", 500)
	cut := s.cut([]string{text}, 1)
	if strings.Join(cut, "") != text || len(cut) < 10 || slices.Contains(cut, "") {
		t.Errorf("random: %d chunks, which may be empty or not join", len(cut))
	}
}

func TestProgressLine(t *testing.T) {
	p := &progress{w: io.Discard, total: 200}
	p.add(50)
	if got, want := p.line(), strings.Repeat("█", 7)+strings.Repeat("░", 23)+"  25 %, 1 reply"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	p = &progress{w: io.Discard}
	p.add(1_500_000)
	if got, want := p.line(), "1 reply, 1.5 MB"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if newProgress(os.NewFile(^uintptr(0), "none"), io.Discard, 1) != nil {
		t.Error("there is a progress where there is no terminal")
	}
}

func TestTallyIsBounded(t *testing.T) {
	var c tally
	for i := range 5000 {
		c.count(fmt.Sprint("tool", i), "ok")
	}
	if len(c.cells) != maxNames+1 || c.cells[cell{"(others)", "ok"}] != 4000 {
		t.Errorf("got %d cells, %d others", len(c.cells), c.cells[cell{"(others)", "ok"}])
	}
}
