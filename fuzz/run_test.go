package fuzz

import (
	"reflect"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// Out is an event and when it came out.
type Out struct {
	stream.Event
	Fed   int  // how many bytes of the reply had been fed
	AtEnd bool // it came from Finish
}

// Run feeds the chunks to a machine and finishes it. It calls fed, if it isn't
// nil, after each Feed with the number of bytes fed so far.
func Run(p *stream.Parser, chunks []string, fed func(n int)) []Out {
	var outs []Out
	n := 0
	for _, chunk := range chunks {
		n += len(chunk)
		for _, e := range p.Feed(chunk) {
			outs = append(outs, Out{Event: e, Fed: n})
		}
		if fed != nil {
			fed(n)
		}
	}
	for _, e := range p.Finish() {
		outs = append(outs, Out{Event: e, Fed: n, AtEnd: true})
	}
	return outs
}

// run reads the case as it is cut, with a machine of its own.
func (c Case) run() []Out { return Run(c.Parser(), c.chunks(), nil) }

// Coalesce joins neighbours that are pieces of one thing: text, reasoning or
// marker of one channel, and deltas of one call.
func Coalesce(outs []Out) []stream.Event {
	var events []stream.Event
	for _, o := range outs {
		if n := len(events); n > 0 && joins(events[n-1], o.Event) {
			events[n-1].Text += o.Text
			continue
		}
		events = append(events, o.Event)
	}
	return events
}

func joins(a, b stream.Event) bool {
	switch a.Kind {
	case stream.KindText, stream.KindReasoning, stream.KindMarker, stream.KindCallDelta:
		return a.Kind == b.Kind && a.Choice == b.Choice && a.Index == b.Index
	}
	return false
}

// same reports whether two lists of events are equal, calls and errors by
// their values.
func same(a, b []stream.Event) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := a[i], b[i]
		if !reflect.DeepEqual(x.Call, y.Call) || !reflect.DeepEqual(x.Err, y.Err) {
			return false
		}
		x.Call, y.Call, x.Err, y.Err = nil, nil, nil, nil
		if x != y {
			return false
		}
	}
	return true
}

// Segments derives from the events of a reply of n bytes what each byte of it
// is. A call that failed begins at the offset of its CallStart, a conflict at
// its guilty byte; both end where the next event begins. KindError and KindEnd
// have no bytes.
func Segments(events []stream.Event, n int) []parse.Segment {
	var segments []parse.Segment
	starts := map[int32]int64{}
	open := false // the last segment ends where the next event begins
	add := func(kind parse.SegmentKind, start, end int64) *parse.Segment {
		segments = append(segments, parse.Segment{Kind: kind, Start: start, End: end})
		return &segments[len(segments)-1]
	}
	for _, e := range events {
		if open && e.Kind != stream.KindCallDelta && e.Kind != stream.KindError {
			segments[len(segments)-1].End = e.Offset
			open = false
		}
		switch e.Kind {
		case stream.KindText, stream.KindReasoning, stream.KindMarker:
			add(textKinds[e.Kind], e.Offset, e.Offset+int64(len(e.Text)))
		case stream.KindCallStart:
			starts[e.Index] = e.Offset
		case stream.KindConflict:
			add(parse.KindConflict, e.Offset, int64(n)).Err = e.Err
			open = true
		case stream.KindCallEnd:
			if e.Call != nil {
				add(parse.KindCall, e.Call.Start, e.Call.End).Call = e.Call
				continue
			}
			add(parse.KindError, starts[e.Index], int64(n)).Err = e.Err
			open = true
		}
	}
	return segments
}

var textKinds = map[stream.Kind]parse.SegmentKind{
	stream.KindText:      parse.KindText,
	stream.KindReasoning: parse.KindReasoning,
	stream.KindMarker:    parse.KindMarker,
}

// calls returns the calls among events, Finish's too if atEnd.
func calls(outs []Out, atEnd bool) []*parse.Call {
	var list []*parse.Call
	for _, o := range outs {
		if o.Kind == stream.KindCallEnd && o.Call != nil && (atEnd || !o.AtEnd) {
			list = append(list, o.Call)
		}
	}
	return list
}
