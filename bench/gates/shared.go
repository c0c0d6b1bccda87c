package main

import (
	"fmt"

	"github.com/earlycall/earlycall/bench/corpus"
	"github.com/earlycall/earlycall/bench/measure"
	"github.com/earlycall/earlycall/bench/subject"
)

// pipes measures a decoder after an io.Pipe and returns how many times its
// time is the scanner's, by corpus. It is slow: it gets the first 64 KB of
// calls, and three slices.
func pipes(t table) (r []float64) {
	for _, name := range corpus.Names {
		calls := subject.Calls(corpus.Make(name))
		n := 0
		for i, call := range calls {
			if n += len(call); n >= 64<<10 {
				calls = calls[:i+1]
				break
			}
		}
		c := &measure.Case{Bytes: n, Once: true, Run: func() { subject.Pipe(calls, 4) }}
		measure.Run([]*measure.Case{c}, 3)
		r = append(r, c.NS/t["scanner @4"][name])
	}
	return r
}

// naive compares one call of 100 KB in chunks of 4 B with encoding/json asked
// after every chunk.
func naive(id string, fresh func() subject.Feeder) gate {
	c := corpus.Files(100<<10, 0)
	for i := range c.Docs {
		c.Docs[i].Text = c.Docs[i].Call // it doesn't skip prose
	}
	f, n := fresh(), new(subject.Naive)
	cases := []*measure.Case{
		{Bytes: c.CallBytes(), Run: func() { subject.Feed(f, c, 4) }},
		{Bytes: c.CallBytes(), Run: func() { subject.Feed(n, c, 4) }, Once: true},
	}
	measure.Run(cases[:1], 5)
	measure.Run(cases[1:], 1)
	return gate{id, "speed on a 100 KB call at 4 B, of append and json.Valid at each chunk", cases[1].NS / cases[0].NS, 5000, true}
}

// linear compares the time a byte of a 16 MB call with that of shorter calls.
func linear(id string, fresh func() subject.Feeder, from, rounds int) (gates []gate) {
	short, long := corpus.Files(from, 4<<20), corpus.Files(16<<20, 0)
	for _, size := range []int{1, 4, 64, 4096, 0} {
		a, b := fresh(), fresh()
		subject.Feed(b, long, size) // so that the buffer has grown
		cases := []*measure.Case{
			{Bytes: short.TextBytes(), Run: func() { subject.Feed(a, short, size) }},
			{Bytes: long.TextBytes(), Run: func() { subject.Feed(b, long, size) }},
		}
		measure.Run(cases, rounds)
		gates = append(gates, gate{id, fmt.Sprintf("ns/byte at 16 MB, of that at %d KB: %s", from>>10, chunkName(size)), cases[1].NS / cases[0].NS, 1.25, false})
	}
	return gates
}

func chunkName(size int) string {
	if size == 0 {
		return "whole"
	}
	return fmt.Sprintf("%d B", size)
}

// hostile compares the time a byte of 1 MB of each attack with that of 64 KB,
// and returns the worst at each chunk size.
func hostile(id string, fresh func() subject.Feeder, rounds int) (gates []gate) {
	for _, size := range []int{1, 4, 4096} {
		worst, name := 0.0, ""
		for _, attack := range corpus.Attacks {
			if r := grows(attack, fresh, size, rounds); r > worst {
				worst, name = r, attack.Name
			}
		}
		gates = append(gates, gate{id, fmt.Sprintf("ns/byte of hostile text at 1 MB, of that at 64 KB: %s, worst (%s)", chunkName(size), name), worst, 1.25, false})
	}
	return gates
}

func grows(attack corpus.Attack, fresh func() subject.Feeder, size, rounds int) float64 {
	var cases []*measure.Case
	for _, n := range []int{64 << 10, 1 << 20} {
		c := attack.Make(n)
		f := fresh()
		subject.Feed(f, c, size)
		cases = append(cases, &measure.Case{Bytes: c.TextBytes(), Run: func() { subject.Feed(f, c, size) }})
	}
	measure.Run(cases, min(rounds, 5))
	return cases[1].NS / cases[0].NS
}
