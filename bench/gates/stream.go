package main

import (
	"fmt"
	"os"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/earlycall/earlycall/bench/corpus"
	"github.com/earlycall/earlycall/bench/subject"
	"github.com/earlycall/earlycall/stream"
)

func parser() subject.Feeder { return new(subject.Parser) }

// streamGates measures the gates of the whole parser.
func streamGates(rounds int) (gates []gate) {
	names := append(slices.Clone(corpus.Names), "P", "C")
	t := matrix(names, []column{
		batch("json.Valid", 0, subject.Valid),
		batch("json.Unmarshal", 0, subject.Unmarshal),
		chunked("scanner @4", 4, follower),
		chunked("parser @4", 4, parser),
		chunked("scanner @4K", 4096, follower),
		chunked("parser @4K", 4096, parser),
		chunked("parser whole", 0, parser),
	}, rounds)
	small := t.ratios("parser @4", "scanner @4", corpus.Names)
	big := t.ratios("parser @4K", "scanner @4K", corpus.Names)
	gates = append(gates,
		gate{"parser", "time at 4 B, of the scanner: geomean", geomean(small), 1.6, false},
		gate{"parser", "time at 4 KB, of the scanner: geomean", geomean(big), 1.3, false},
	)
	gates = append(gates, naive("parser", parser))
	gates = append(gates, linear("parser", parser, 64<<10, rounds)...)
	gates = append(gates, linear("parser", parser, 1<<20, rounds)...)
	gates = append(gates, hostile("parser", parser, rounds)...)
	return append(gates, parserMemory()...)
}

// parserMemory measures what the parser holds and allocates.
func parserMemory() (gates []gate) {
	p := new(subject.Parser)
	allocs := func(name string, size int) float64 {
		c := corpus.Make(name)
		c.Docs = c.Docs[:min(len(c.Docs), 20)]
		subject.Feed(p, c, size)
		p.Calls, p.Failed = 0, 0
		n := testing.AllocsPerRun(4, func() { subject.Feed(p, c, size) })
		if name != "P" && (p.Failed > 0 || p.Calls != 5*len(c.Docs)) {
			fmt.Fprintf(os.Stderr, "%s: %d calls and %d failures in %d documents, read 5 times\n", name, p.Calls, p.Failed, len(c.Docs))
		}
		return n / float64(len(c.Docs))
	}
	return []gate{
		{"parser", "allocations a call (S), whole", allocs("S", 0), 4, false},
		{"parser", "allocations a call (S) at 4 B", allocs("S", 4), 4, false},
		{"parser", "allocations a call (L) at 4 B", allocs("L", 4), 4, false},
		{"parser", "allocations a call (M) at 1 B", allocs("M", 1), 4, false},
		{"parser", "allocations a reply of prose (P) at 4 B", allocs("P", 4), 0, false},
		{"parser", "bytes of a Parser", float64(reflect.TypeFor[stream.Parser]().Size()), 1024, false},
		{"parser", "bytes held in an open call, of its bytes", held(), 2, false},
	}
}

// held returns what a parser holds of the heap while a call of 4 MB is open,
// divided by the call's bytes.
func held() float64 {
	c := corpus.Files(4<<20, 0)
	text := c.Docs[0].Text[:len(c.Docs[0].Text)-10]
	before := heap()
	p := new(stream.Parser)
	for rest := text; len(rest) > 0; {
		n := min(64, len(rest))
		p.Feed(rest[:n])
		rest = rest[n:]
	}
	after := heap()
	runtime.KeepAlive(c)
	runtime.KeepAlive(p)
	return (after - before) / float64(len(text))
}

func heap() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
