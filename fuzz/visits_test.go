package fuzz

import "fmt"

// visits is how often a byte may be read, on average; slack is what a machine
// may read more, however short the reply.
const (
	visits = 4
	slack  = 256
)

// Linear: a machine reads at most four bytes for each byte of the reply, bytes
// that are read again counted again, fed whole or byte by byte.
func Linear(c Case) error {
	for _, cuts := range [][]int{nil, c.Cuts, everyByte(len(c.Text))} {
		p := c.Parser()
		Run(p, cutAt(c.Text, cuts), nil)
		if got, most := p.Visited(), int64(visits*len(c.Text)+slack); got > most {
			return fmt.Errorf("%d bytes in %d chunks: %d visited, more than %d", len(c.Text), len(cuts)+1, got, most)
		}
	}
	return nil
}
