package fuzz

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// Law is something that holds for every case.
type Law struct {
	Name  string
	Check func(Case) error // nil if the law holds, else what broke it
}

// Laws are the laws about one reply, in the order of the package's doc.
// RoundTrip is not among them: it needs to know what was written.
var Laws = []Law{
	{"Chunking", Chunking},
	{"Reference", Reference},
	{"Total", Total},
	{"Brackets", Brackets},
	{"Strict", Strict},
	{"Lossless", Lossless},
	{"Prompt", Prompt},
	{"Prefix", Prefix},
	{"Linear", Linear},
}

// Chunking: the events depend on the text alone, whether it is fed whole, as
// the case is cut, byte by byte, in two pieces however cut, as bytes that the
// caller overwrites afterwards, as deltas of a stream, or to a machine that
// has read something else before.
func Chunking(c Case) error {
	want := Coalesce(Run(c.Parser(), []string{c.Text}, nil))
	check := func(how string, cuts []int, outs []Out) error {
		if got := Coalesce(outs); !same(want, got) {
			return diff(fmt.Sprintf("whole and %s, cut\n%s\n", how, strings.Join(quoteLines(c.Text, cuts), "\n")),
				eventLines(want), eventLines(got))
		}
		return nil
	}
	for _, cuts := range cuttings(c) {
		if err := check("cut", cuts, Run(c.Parser(), cutAt(c.Text, cuts), nil)); err != nil {
			return err
		}
	}
	for _, feed := range feeders {
		if err := check(feed.name, c.Cuts, feed.run(c)); err != nil {
			return err
		}
	}
	return nil
}

// longest is the length of the longest text that is cut at every byte in turn.
const longest = 160

// cuttings returns the ways a case is cut: as it says, byte by byte, and in
// two pieces at every byte, or at its own cuts if it is long.
func cuttings(c Case) [][]int {
	list := [][]int{c.Cuts, everyByte(len(c.Text))}
	at := c.Cuts
	if len(c.Text) <= longest {
		at = everyByte(len(c.Text))
	}
	for _, cut := range at {
		list = append(list, []int{cut})
	}
	return list
}

// feeders are other ways to feed a case as it is cut.
var feeders = []struct {
	name string
	run  func(Case) []Out
}{
	{"as bytes", runOverwritten},
	{"as deltas", runDeltas},
	{"after Reset", runAgain},
}

// runOverwritten feeds each chunk in the same buffer, which is overwritten
// after the events have been read.
func runOverwritten(c Case) []Out {
	p := c.Parser()
	var outs []Out
	var buf []byte
	for _, chunk := range c.chunks() {
		buf = append(buf[:0], chunk...)
		for _, e := range p.FeedBytes(buf) {
			outs = append(outs, Out{Event: e})
		}
		for i := range buf {
			buf[i] = '#'
		}
	}
	for _, e := range p.Finish() {
		outs = append(outs, Out{Event: e})
	}
	return outs
}

// runDeltas feeds each chunk as a delta of text, and then the terminal event.
func runDeltas(c Case) []Out {
	p := c.Parser()
	var deltas []stream.Delta
	for _, chunk := range c.chunks() {
		deltas = append(deltas, stream.Delta{Kind: stream.DeltaFeed, Text: chunk})
	}
	var outs []Out
	for _, d := range append(deltas, stream.Delta{Kind: stream.DeltaDone}) {
		for _, e := range p.Apply(d) {
			outs = append(outs, Out{Event: e})
		}
	}
	for _, e := range p.Finish() {
		outs = append(outs, Out{Event: e})
	}
	return outs
}

// runAgain feeds the case to a machine that has read the first half of it,
// as one more reply, and was reset in the middle.
func runAgain(c Case) []Out {
	p := c.Parser()
	p.Feed(c.Text)
	p.Finish()
	p.Reset()
	p.Feed(c.Text[:len(c.Text)/2])
	p.Reset()
	return Run(p, c.chunks(), nil)
}

// Reference: text, reasoning, markers, calls and errors are those that
// parse.Text finds, and for the two simple protocols those of their own
// functions.
func Reference(c Case) error {
	outs := c.run()
	want := Lines(c.Text, parse.Text(c.Text, c.Options()))
	got := Lines(c.Text, Segments(Coalesce(outs), len(c.Text)))
	if err := diff("parse.Text and the machine", want, got); err != nil {
		return err
	}
	if c.Tools.None() || c.MaxCall != 0 || c.MaxDepth != 0 {
		return nil // the functions of the simple protocols have no options
	}
	switch {
	case c.has(parse.ShapeFirstObject):
		call, err := parse.First(c.Text)
		return diff("parse.First and the machine", outcome(&call, err), settled(outs))
	case c.has(parse.ShapeToolKey):
		call, ok, err := parse.ToolKey(c.Text)
		if !ok && err == nil {
			return diff("parse.ToolKey and the machine", nil, settled(outs))
		}
		return diff("parse.ToolKey and the machine", outcome(&call, err), settled(outs))
	}
	return nil
}

// outcome writes the one call of a simple protocol, or what is wrong with it.
func outcome(call *parse.Call, err error) []string {
	if e, ok := errors.AsType[*parse.Error](err); ok {
		return []string{errorText(e)}
	}
	return []string{fmt.Sprintf("%d-%d %s", call.Start, call.End, callText(call))}
}

// settled writes the calls and errors that a machine gave as outcome does.
func settled(outs []Out) []string {
	var lines []string
	for _, o := range outs {
		switch {
		case o.Call != nil:
			lines = append(lines, outcome(o.Call, nil)...)
		case o.Err != nil:
			lines = append(lines, outcome(nil, o.Err)...)
		}
	}
	return lines
}

// Total: no input panics, and the events end with one End. There is no error
// outside of calls, but in rows that demand a call and find none.
func Total(c Case) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	p := c.Parser()
	outs := Run(p, c.chunks(), nil)
	for i, o := range outs {
		switch {
		case (o.Kind == stream.KindEnd) != (i == len(outs)-1):
			return fmt.Errorf("event %d of %d is %s", i+1, len(outs), eventLine(o.Event))
		case o.Kind == stream.KindError && !alone(c.Format):
			return fmt.Errorf("an error outside of calls: %s", eventLine(o.Event))
		}
	}
	if got := outs[len(outs)-1]; got.Offset != int64(len(c.Text)) {
		return fmt.Errorf("the reply of %d bytes ends at %d", len(c.Text), got.Offset)
	}
	if late := append(p.Feed(c.Text), p.Finish()...); len(late) > 0 {
		return fmt.Errorf("%s after the end", eventLine(late[0]))
	}
	return nil
}
