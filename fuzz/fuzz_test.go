package fuzz

import (
	"hash/fnv"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/earlycall/earlycall/parse"
)

// The bits of a fuzz input's flags.
const (
	flagTools       = 7 << 0 // which of fuzzTools
	flagInReasoning = 1 << 3
	flagSmall       = 1 << 4 // few bytes a call: the sum of the cuts, up to 160
	flagShallow     = 1 << 5 // few levels a call: 1 to 4, by the two bits above it
)

// fuzzTools are the sets of tools that a fuzz input can choose.
var fuzzTools = []parse.Tools{
	nil,
	{},
	{{Name: "f"}},
	{{Name: "f", Schema: []byte(schemas[0])}, {Name: "search", Schema: []byte(schemas[3])}},
	{{Name: "other"}},
}

// fuzzRow returns the row of that name, or any row if there is none.
func fuzzRow(name string) *parse.Format {
	if f, ok := lookup(name); ok {
		return f
	}
	h := fnv.New32a()
	h.Write([]byte(name))
	return Rows()[int(h.Sum32()%uint32(len(Rows())))]
}

// fuzzCase makes a case of a fuzz input. Each byte of cuts is the length of a
// chunk, and they repeat.
func fuzzCase(row, text string, cuts []byte, flags uint8) Case {
	c := Case{
		Format:      fuzzRow(row),
		Tools:       fuzzTools[int(flags&flagTools)%len(fuzzTools)],
		InReasoning: flags&flagInReasoning != 0,
		Text:        text,
	}
	if flags&flagSmall != 0 {
		c.MaxCall = 1 + sum(cuts)%160
	}
	if flags&flagShallow != 0 {
		c.MaxDepth = 1 + int(flags>>6)
	}
	if slices.Max(append(cuts, 0)) == 0 {
		return c
	}
	for i, at := 0, 0; ; i++ {
		if at += int(cuts[i%len(cuts)]); at >= len(text) {
			return c
		}
		c.Cuts = append(c.Cuts, at)
	}
}

func sum(list []byte) (n int) {
	for _, b := range list {
		n += int(b)
	}
	return n
}

// longestFuzz keeps inputs short, so that many are tried.
const longestFuzz = 2048

// FuzzLaws tries all laws on one input.
func FuzzLaws(f *testing.F) {
	for i, row := range Rows() {
		f.Add(row.Name, "Sure.\n"+row.Example, []byte{7}, uint8(i%len(fuzzTools)))
		for seed := range 4 {
			c := Cases(row).Example(seed)
			f.Add(row.Name, c.Text, []byte{1, 3}, uint8(seed))
		}
	}
	f.Fuzz(func(t *testing.T, row, text string, cuts []byte, flags uint8) {
		if len(text) > longestFuzz {
			return
		}
		c := fuzzCase(row, text, cuts, flags)
		for _, law := range Laws {
			if err := try(law, c); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// FuzzCases lets the engine drive the generators of cases.
func FuzzCases(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		row := rapid.SampledFrom(Rows()).Draw(t, "row")
		c := Cases(row).Draw(t, "case")
		for _, law := range Laws {
			if err := try(law, c); err != nil {
				t.Fatal(err)
			}
		}
	}))
}

// FuzzRoundTrip lets the engine drive the generators of calls that come back.
func FuzzRoundTrip(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		row := rapid.SampledFrom(Rows()).Draw(t, "row")
		checkTrip(t, Trips(row).Draw(t, "trip"))
	}))
}
