package main

import (
	"fmt"
	"math"
	"os"
	"text/tabwriter"

	"github.com/earlycall/earlycall/bench/corpus"
	"github.com/earlycall/earlycall/bench/measure"
	"github.com/earlycall/earlycall/bench/subject"
)

// column is a way to read a corpus. Its figures are nanoseconds a byte of the
// calls, prose included, or of the text where there is no call.
type column struct {
	name  string
	run   func(corpus.Corpus) func()
	chunk int // bytes, to show nanoseconds a chunk; 0 shows MB/s
}

// chunked is the column of a feeder; a new one reads each corpus.
func chunked(name string, size int, f func() subject.Feeder) column {
	return column{name: name, chunk: size, run: func(c corpus.Corpus) func() {
		f := f()
		return func() { subject.Feed(f, c, size) }
	}}
}

// batch is the column of what reads the calls only, each one whole.
func batch(name string, chunk int, read func(calls [][]byte)) column {
	return column{name: name, chunk: chunk, run: func(c corpus.Corpus) func() {
		calls := subject.Calls(c)
		if len(calls) == 0 {
			return nil
		}
		return func() { read(calls) }
	}}
}

// table is nanoseconds a byte, by column and corpus.
type table map[string]map[string]float64

// matrix measures all columns on all corpora, round-robin, and prints them.
func matrix(names []string, columns []column, rounds int) table {
	var cases []*measure.Case
	result := table{}
	for _, col := range columns {
		result[col.name] = map[string]float64{}
	}
	for _, name := range names {
		c := corpus.Make(name)
		n := c.CallBytes()
		if n == 0 {
			n = c.TextBytes()
		}
		for _, col := range columns {
			if run := col.run(c); run != nil {
				cases = append(cases, &measure.Case{Name: col.name + "/" + name, Bytes: n, Run: run})
			}
		}
	}
	measure.Run(cases, rounds)
	ns := map[string]float64{}
	for _, c := range cases {
		ns[c.Name] = c.NS
	}
	for _, col := range columns {
		for _, name := range names {
			if v, ok := ns[col.name+"/"+name]; ok {
				result[col.name][name] = v
			}
		}
	}
	result.print(names, columns)
	return result
}

// print writes the figures.
func (t table) print(names []string, columns []column) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, name := range names {
		fmt.Fprintf(w, "\t%s", name)
	}
	fmt.Fprintln(w, "\t")
	for _, col := range columns {
		unit := "MB/s"
		if col.chunk == 4 {
			unit = "ns/chunk"
		}
		fmt.Fprintf(w, "%s, %s", col.name, unit)
		for _, name := range names {
			switch ns := t[col.name][name]; {
			case ns == 0:
				fmt.Fprint(w, "\t-")
			case col.chunk == 4:
				fmt.Fprintf(w, "\t%.1f", ns*4)
			default:
				fmt.Fprintf(w, "\t%.0f", 1e3/ns)
			}
		}
		fmt.Fprintln(w, "\t")
	}
	w.Flush()
}

// ratios returns a over b for each of the corpora.
func (t table) ratios(a, b string, names []string) (r []float64) {
	for _, name := range names {
		r = append(r, t[a][name]/t[b][name])
	}
	return r
}

// geomean returns the geometric mean.
func geomean(r []float64) float64 {
	sum := 0.0
	for _, x := range r {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(r)))
}
