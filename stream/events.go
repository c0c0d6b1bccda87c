package stream

import (
	"errors"
	"iter"
)

// Parse finds the calls of a whole reply, over the same machine. It returns
// the calls that are right, in order, and the first thing that is wrong, an
// [*Error], if something is.
func Parse(text string, o Options) ([]Call, error) {
	p := Parser{Format: o.Format, Tools: o.Tools, InReasoning: o.InReasoning,
		MaxCall: o.MaxCall, MaxDepth: o.MaxDepth}
	var calls []Call
	var first error
	take := func(events []Event) {
		for _, e := range events {
			if e.Call != nil {
				calls = append(calls, *e.Call)
			}
			if e.Err != nil && first == nil {
				first = e.Err
			}
		}
	}
	take(p.Feed(text))
	take(p.Finish())
	return calls, first
}

// Events reads the deltas of one reply through p and gives what becomes known,
// each event as soon as the delta that settles it is there. At the end of the
// deltas it finishes p. An error of the deltas is the transport's: the events
// of Finish come first, then the error with an event of no meaning, and then
// nothing. What is wrong with a call is an event. Without deltas or without p
// there is nothing but an error.
//
// Each time that the events are read, p is reset first, and again if the
// consumer stops early: p serves one reply after another.
func Events(deltas iter.Seq2[Delta, error], p *Parser) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		if deltas == nil || p == nil {
			yield(Event{Kind: KindEnd, Index: -1}, errNothing)
			return
		}
		var failed error
		p.Reset()
		p.Apply(Delta{Kind: DeltaText}) // without a DeltaDone the reply is not complete, though nothing else comes
		for d, err := range deltas {
			if err != nil {
				failed = err
				break
			}
			if !yieldAll(p.Apply(d), yield) {
				p.Reset()
				return
			}
		}
		switch {
		case !yieldAll(p.Finish(), yield):
			p.Reset()
		case failed != nil:
			yield(Event{Kind: KindEnd, Index: -1}, failed)
		}
	}
}

var errNothing = errors.New("stream: Events needs deltas and a Parser")

func yieldAll(events []Event, yield func(Event, error) bool) bool {
	for _, e := range events {
		if !yield(e, nil) {
			return false
		}
	}
	return true
}

// Calls gives the calls of a stream of events. A call that failed, and a
// Conflict with one that is already out, comes with what is known of it and
// an [*Error]; so does an error outside of calls, with an empty call. After
// these it goes on. Any other error is the transport's, and nothing follows.
func Calls(events iter.Seq2[Event, error]) iter.Seq2[Call, error] {
	return func(yield func(Call, error) bool) {
		for e, err := range events {
			switch {
			case err != nil:
				yield(Call{}, err)
				return
			case e.Call != nil:
				if !yield(*e.Call, nil) {
					return
				}
			case e.Err != nil:
				if !yield(known(e.Err), e.Err) {
					return
				}
			}
		}
	}
}

// known returns what an error says of its call.
func known(e *Error) Call {
	if e.Index < 0 {
		return Call{Choice: e.Choice}
	}
	return Call{Index: e.Index, Choice: e.Choice, ID: e.ID, Name: e.Name}
}
