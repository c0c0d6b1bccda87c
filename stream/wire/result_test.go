package wire

import (
	"fmt"
	"testing"

	"github.com/earlycall/earlycall/stream"
)

// parsed returns the events of a stream.
func parsed(t testing.TB, wire string, tools stream.Tools, chunks ...string) []stream.Event {
	t.Helper()
	d, err := New(wire, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := &stream.Parser{Tools: tools}
	var all []stream.Event
	apply := func(deltas []stream.Delta) {
		for _, d := range deltas {
			all = append(all, p.Apply(d)...)
		}
	}
	for _, c := range chunks {
		apply(d.Write([]byte(c)))
	}
	apply(d.Finish())
	return append(all, p.Finish()...)
}

// result is what a client has of a reply in the end.
type result struct {
	Text, Reasoning map[int16]string
	Calls           []string // choice, id, name, arguments
	Errors          []string
	Complete        bool
	Reason          string
}

// resultOf sums the events up. Calls are in order of their choice and index.
func resultOf(events []stream.Event) result {
	r := result{Text: map[int16]string{}, Reasoning: map[int16]string{}}
	for _, ev := range events {
		switch ev.Kind {
		case stream.KindText:
			r.Text[ev.Choice] += ev.Text
		case stream.KindReasoning:
			r.Reasoning[ev.Choice] += ev.Text
		case stream.KindCallEnd:
			if ev.Call != nil {
				r.Calls = append(r.Calls, fmt.Sprintf("%d %s %s %s", ev.Choice, ev.Call.ID, ev.Call.Name, ev.Call.Arguments))
			} else {
				r.Errors = append(r.Errors, ev.Err.Code.String())
			}
		case stream.KindConflict, stream.KindError:
			r.Errors = append(r.Errors, ev.Err.Code.String())
		case stream.KindEnd:
			r.Complete, r.Reason = ev.Complete, ev.Text
		}
	}
	return r
}
