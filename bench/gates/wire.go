package main

import (
	"github.com/earlycall/earlycall/bench/measure"
	"github.com/earlycall/earlycall/bench/sdks"
)

// wireGates compares reading a provider's stream down to checked calls with the
// provider's own module, which decodes and accumulates, and checks nothing.
func wireGates(rounds int) (gates []gate) {
	all, _ := sdks.Cases()
	var cases []*measure.Case
	for _, c := range all {
		cases = append(cases, &measure.Case{Name: c.Name, Bytes: len(c.Body), Run: func() { c.Read(c.Body) }, Once: true})
	}
	measure.Run(cases, rounds)
	for i := 0; i < len(cases); i += 2 {
		gates = append(gates, gate{"wire", cases[i].Name + ": speed, of " + cases[i+1].Name, cases[i+1].NS / cases[i].NS, 5, true})
	}
	return gates
}
