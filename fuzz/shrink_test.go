package fuzz

import "github.com/earlycall/earlycall/parse"

// Shrink makes a case that breaks a law smaller, as long as it is still bad:
// without tools and options, with fewer bytes, with fewer cuts.
func Shrink(c Case, bad func(Case) bool) Case {
	try := func(smaller Case) bool {
		if bad(smaller) {
			c = smaller
			return true
		}
		return false
	}
	for {
		before := len(c.Text) + len(c.Cuts)
		for _, simpler := range simplerOptions(c) {
			try(simpler)
		}
		for n := len(c.Text); n > 0; n /= 2 {
			for at := 0; at < len(c.Text); {
				if !try(c.without(at, min(at+n, len(c.Text)))) {
					at += n
				}
			}
		}
		for i := 0; i < len(c.Cuts); {
			fewer := c
			fewer.Cuts = append(append([]int{}, c.Cuts[:i]...), c.Cuts[i+1:]...)
			if !try(fewer) {
				i++
			}
		}
		if len(c.Text)+len(c.Cuts) == before {
			return c
		}
	}
}

// simplerOptions returns the case with one option less each.
func simplerOptions(c Case) []Case {
	list := []Case{c, c, c, c, c, c}
	list[0].Tools = nil
	list[1].InReasoning = false
	list[2].MaxCall = 0
	list[3].MaxDepth = 0
	if len(c.Tools) > 0 {
		list[4].Tools = c.Tools[:1]
		list[5].Tools = parse.Tools{{Name: c.Tools[0].Name}}
	}
	return list
}

// without returns the case without the bytes from start to end.
func (c Case) without(start, end int) Case {
	smaller := c
	smaller.Text = c.Text[:start] + c.Text[end:]
	smaller.Cuts = make([]int, len(c.Cuts))
	for i, cut := range c.Cuts {
		smaller.Cuts[i] = cut - max(0, min(cut, end)-start)
	}
	return smaller
}
