package main

import (
	"reflect"
	"slices"
	"testing"

	"github.com/earlycall/earlycall/bench/corpus"
	"github.com/earlycall/earlycall/bench/follow"
	"github.com/earlycall/earlycall/bench/subject"
	"github.com/earlycall/earlycall/stream/scan"
)

// What is measured as "scanner" is package follow: prose skipped, the scanner
// with its stops at members, the raw call captured, its name and arguments
// noted.
func follower() subject.Feeder { return new(follow.Follower) }

func appender() subject.Feeder { return new(subject.Appender) }

// scanGates measures the gates of the scanner.
func scanGates(rounds int) (gates []gate) {
	names := append(slices.Clone(corpus.Names), "P", "C")
	t := matrix(names, []column{
		batch("json.Valid", 0, subject.Valid),
		chunked("append @4", 4, appender),
		chunked("scanner @4", 4, follower),
		chunked("scanner @64", 64, follower),
		chunked("scanner @4K", 4096, follower),
		chunked("scanner whole", 0, follower),
		batch("jsontext.Decoder @4", 4, func(calls [][]byte) { subject.Pull(calls, 4) }),
	}, rounds)

	small := t.ratios("scanner @4", "json.Valid", corpus.Names)
	big := t.ratios("json.Valid", "scanner @4K", corpus.Names)
	long := t.ratios("json.Valid", "scanner @4K", []string{"L", "XL"})
	base := t.ratios("scanner @4", "append @4", names)
	pull := t.ratios("jsontext.Decoder @4", "scanner @4", corpus.Names)
	gates = append(gates,
		gate{"scanner", "time at 4 B, of json.Valid whole: geomean", geomean(small), 1.0, false},
		gate{"scanner", "the same: worst corpus", slices.Max(small), 1.3, false},
		gate{"scanner", "speed at 4 KB, of json.Valid whole: worst corpus", slices.Min(big), 1.9, true},
		gate{"scanner", "the same: worse of L, XL", slices.Min(long), 3.5, true},
		gate{"scanner", "the same: geomean", geomean(big), 3, true},
		gate{"scanner", "time at 4 B, of append alone: base64 (B)", t.ratio("scanner @4", "append @4", "B"), 2.2, false},
		gate{"scanner", "the same: worst corpus", slices.Max(base), 5, false},
		gate{"scanner", "the same: prose (P)", t.ratio("scanner @4", "append @4", "P"), 1.5, false},
		gate{"scanner", "speed at 4 B, of jsontext.Decoder over a Reader: worst corpus", slices.Min(pull), 1.5, true},
		gate{"scanner", "the same over an io.Pipe: worst corpus", slices.Min(pipes(t)), 30, true},
		gate{"scanner", "time at 4 KB on CJK (U), of json.Valid", t.ratio("scanner @4K", "json.Valid", "U"), 0.4, false},
	)
	gates = append(gates, naive("scanner", follower))
	gates = append(gates, linear("scanner", follower, 64<<10, rounds)...)
	gates = append(gates, hostile("scanner", follower, rounds)...)
	return append(gates, scanMemory()...)
}

// ratio returns a over b on one corpus.
func (t table) ratio(a, b, name string) float64 { return t[a][name] / t[b][name] }

// scanMemory measures what the scanner holds and allocates.
func scanMemory() (gates []gate) {
	worst := 0.0
	for _, size := range []int{1, 4, 4096, 0} {
		f := follower()
		for _, name := range []string{"S", "L", "D", "P"} {
			c := corpus.Make(name)
			c.Docs = c.Docs[:min(len(c.Docs), 5)]
			subject.Feed(f, c, size)
			worst = max(worst, testing.AllocsPerRun(3, func() { subject.Feed(f, c, size) }))
		}
	}
	call := corpus.Files(100<<10, 0)
	f := new(follow.Follower)
	subject.Feed(f, call, 4)
	retained := float64(f.Retained()) / float64(call.CallBytes())
	g := new(follow.Follower)
	subject.Feed(g, corpus.Make("P"), 4)
	return []gate{
		{"scanner", "allocations of five replies, scanner reused, at any chunk size", worst, 0, false},
		{"scanner", "bytes of a Scanner", float64(reflect.TypeFor[scan.Scanner]().Size()), 256, false},
		{"scanner", "capacity of the buffer behind a 100 KB call, of the call", retained, 2, false},
		{"scanner", "bytes retained in prose", float64(g.Retained()), 0, false},
	}
}
