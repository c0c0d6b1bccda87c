package fuzz

import (
	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// Case is one input of a law: a reply, how it is cut into chunks, and how it
// is to be read.
type Case struct {
	Format      *parse.Format
	Tools       parse.Tools
	InReasoning bool
	MaxCall     int // bytes a call; 0: the default
	MaxDepth    int // open objects and arrays a call; 0: the default
	Text        string
	Cuts        []int // offsets into Text, ascending, where a chunk ends; two equal ones are an empty chunk
}

// Options says how the reference reads the case.
func (c Case) Options() parse.Options {
	return parse.Options{
		Format:      c.Format,
		Tools:       c.Tools,
		InReasoning: c.InReasoning,
		MaxCall:     c.MaxCall,
		MaxDepth:    c.MaxDepth,
	}
}

// Parser returns a new machine that reads the case.
func (c Case) Parser() *stream.Parser {
	return &stream.Parser{
		Format:      c.Format,
		Tools:       c.Tools,
		InReasoning: c.InReasoning,
		MaxCall:     c.MaxCall,
		MaxDepth:    c.MaxDepth,
	}
}

// chunks cuts the text at the case's cuts.
func (c Case) chunks() []string { return cutAt(c.Text, c.Cuts) }

// cutAt cuts a text at ascending offsets.
func cutAt(text string, cuts []int) []string {
	chunks := make([]string, 0, len(cuts)+1)
	start := 0
	for _, cut := range cuts {
		chunks = append(chunks, text[start:cut])
		start = cut
	}
	return append(chunks, text[start:])
}

// everyByte returns the cuts after each byte of a text of n bytes but the last.
func everyByte(n int) []int {
	cuts := make([]int, 0, n)
	for i := 1; i < n; i++ {
		cuts = append(cuts, i)
	}
	return cuts
}

// atByte reports whether the row of the case decides a call at its closing byte.
func (c Case) atByte() bool { return c.Format == nil || c.Format.Settles == parse.AtByte }

// has reports whether the row of the case has one of the shapes.
func (c Case) has(shapes parse.Shape) bool {
	if c.Format == nil {
		return shapes&parse.ShapeBare != 0
	}
	return c.Format.Shapes&shapes != 0
}
