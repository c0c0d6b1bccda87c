package stream

import (
	"iter"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func eachDelta(deltas ...Delta) iter.Seq2[Delta, error] {
	return func(yield func(Delta, error) bool) {
		for _, d := range deltas {
			if !yield(d, nil) {
				return
			}
		}
	}
}

// TestEventsReuse holds that a parser serves one reply after another, also if
// the consumer stops early.
func TestEventsReuse(t *testing.T) {
	first := eachDelta(
		Delta{Kind: DeltaFragment, Indexed: true, ID: "a", Name: "f", Text: `{"x":`},
		Delta{Kind: DeltaFragment, Indexed: true, Text: `1}`}, Delta{Kind: DeltaDone})
	read := func(p *Parser, limit int) (got []string) {
		for e, err := range Events(first, p) {
			if err != nil {
				t.Fatal(err)
			}
			if got = append(got, showEvent(e)); len(got) == limit {
				break
			}
		}
		return got
	}
	want := read(new(Parser), 0)
	p := new(Parser)
	p.Feed(`{"name":"g","arguments":{`)
	for limit := range len(want) + 1 {
		read(p, limit)
		if p.begun && limit > 0 && limit < len(want) {
			t.Errorf("stopped after %d events: the parser is not ready for another reply", limit)
		}
		if diff := cmp.Diff(want, read(p, 0)); diff != "" {
			t.Errorf("after %d events: -want +got\n%s", limit, diff)
		}
	}
}

// TestEventsNothing holds that a missing parser or missing deltas are an error.
func TestEventsNothing(t *testing.T) {
	for _, events := range []iter.Seq2[Event, error]{Events(nil, new(Parser)), Events(eachDelta(), nil)} {
		var errs []error
		for e, err := range events {
			if err == nil {
				t.Errorf("got the event %v", e)
			}
			errs = append(errs, err)
		}
		if !slices.Equal(errs, []error{errNothing}) {
			t.Errorf("got the errors %v, want one", errs)
		}
	}
}
