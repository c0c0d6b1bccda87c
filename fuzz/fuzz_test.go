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
	flagSmall       = 1 << 4 // few bytes a call, as limits says
	flagShallow     = 1 << 5 // few levels a call, as limits says
)

// The most bytes and levels that limits can say for a call.
const (
	mostBytes  = 160
	mostLevels = 6
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
// chunk, and they repeat. limits chooses both limits that flags ask for, from 1
// on.
func fuzzCase(row, text string, cuts []byte, flags, limits uint8) Case {
	c := Case{
		Format:      fuzzRow(row),
		Tools:       fuzzTools[int(flags&flagTools)%len(fuzzTools)],
		InReasoning: flags&flagInReasoning != 0,
		Text:        text,
	}
	if flags&flagSmall != 0 {
		c.MaxCall = 1 + int(limits)%mostBytes
	}
	if flags&flagShallow != 0 {
		c.MaxDepth = 1 + int(limits)%mostLevels
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

// longestFuzz keeps inputs short, so that many are tried.
const longestFuzz = 2048

// flagsOf returns the flags and the limits of a fuzz input that is read as c
// is, as far as they can say it.
func flagsOf(c Case) (flags, limits uint8) {
	for i, tools := range fuzzTools {
		if toolsText(tools) == toolsText(c.Tools) {
			flags = uint8(i)
		}
	}
	if c.InReasoning {
		flags |= flagInReasoning
	}
	if c.MaxDepth > 0 {
		flags |= flagShallow
		limits = uint8((c.MaxDepth - 1) % mostLevels)
	}
	if c.MaxCall > 0 {
		flags |= flagSmall
		limits = uint8((c.MaxCall - 1) % mostBytes)
	}
	return flags, limits
}

// addCase gives the engine a case to start from.
func addCase(f *testing.F, c Case) {
	cuts := []byte{1, 3}
	if len(c.Cuts) > 0 {
		cuts = []byte{uint8(max(1, c.Cuts[0])), 2}
	}
	flags, limits := flagsOf(c)
	f.Add(rowName(c.Format), c.Text, cuts, flags, limits)
}

// FuzzLaws tries all laws on one input. It starts from the rows' examples, the
// records in testdata, and cases and quotations of each row.
func FuzzLaws(f *testing.F) {
	for i, row := range Rows() {
		f.Add(row.Name, "Sure.\n"+row.Example, []byte{7}, uint8(i%len(fuzzTools)), uint8(0))
		for seed := range 6 {
			addCase(f, Cases(row).Example(seed))
		}
		if quotable(row) {
			addCase(f, Quotations(row).Example(i))
		}
	}
	for _, r := range readRecords(f) {
		addCase(f, r.Case)
	}
	f.Fuzz(func(t *testing.T, row, text string, cuts []byte, flags, limits uint8) {
		if len(text) > longestFuzz {
			return
		}
		c := fuzzCase(row, text, cuts, flags, limits)
		for _, law := range Laws {
			if err := try(law, c); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestFuzzSeeds holds that a record's options become those of the seed.
func TestFuzzSeeds(t *testing.T) {
	for _, r := range readRecords(t) {
		flags, limits := flagsOf(r.Case)
		c := fuzzCase(rowName(r.Format), r.Text, nil, flags, limits)
		if c.Format != r.Format && r.Format != nil || c.InReasoning != r.InReasoning || (c.MaxDepth > 0) != (r.MaxDepth > 0) ||
			c.MaxCall != r.MaxCall {
			t.Errorf("the seed is\n%s\nof the record\n%s", c, r.Case)
		}
	}
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
