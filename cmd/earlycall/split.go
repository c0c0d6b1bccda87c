package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// split says how replies are cut into chunks.
type split struct {
	given  bool // as the record has it
	random bool
	size   int // bytes a chunk; 0: all in one
	seed   uint64
}

// parseSplit reads the value of the flag -split.
func parseSplit(value string, seed uint64) (split, error) {
	switch value {
	case "":
		return split{given: true}, nil
	case "whole":
		return split{}, nil
	case "bytes":
		return split{size: 1}, nil
	case "random":
		return split{random: true, seed: seed}, nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		return split{}, fmt.Errorf("-split is whole, bytes, random, or a number of bytes from 1 on, not %q", value)
	}
	return split{size: n}, nil
}

// cut cuts the reply with that number. What is random depends on the seed and
// the number alone.
func (s split) cut(chunks []string, number int) []string {
	if s.given {
		return chunks
	}
	all := strings.Join(chunks, "")
	rng := rand.New(rand.NewPCG(s.seed, uint64(number)))
	var cut []string
	for len(all) > 0 {
		n := len(all)
		switch {
		case s.random:
			n = 1 + rng.IntN(1<<rng.IntN(8))
		case s.size > 0:
			n = s.size
		}
		n = min(n, len(all))
		cut = append(cut, all[:n])
		all = all[n:]
	}
	return cut
}
