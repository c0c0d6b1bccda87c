// Package measure compares pieces of code by the processor time that they
// take. Wall time says little on a shared machine, so all cases run in one
// process, round-robin, in slices of a few milliseconds of the process's own
// time (its garbage collector and helper goroutines included), and the fastest
// slice of each counts.
package measure

import (
	"runtime"
	"time"
)

// Case is one piece of code to measure.
type Case struct {
	Name  string
	Bytes int     // what one run is divided by
	Run   func()  // reads a whole corpus once
	Once  bool    // too slow for more than one run a slice
	NS    float64 // the result: nanoseconds a byte, of the fastest slice
}

// slice is the least that a slice takes.
const slice = 4 * time.Millisecond

// Run measures all cases in so many rounds and writes the results into them.
func Run(cases []*Case, rounds int) {
	for range rounds {
		for _, c := range cases {
			runtime.GC()
			if ns := c.slice(); c.NS == 0 || ns < c.NS {
				c.NS = ns
			}
		}
	}
}

// slice runs the case once or more and returns its nanoseconds a byte.
func (c *Case) slice() float64 {
	start := processTime()
	for runs := 1; ; runs++ {
		c.Run()
		if spent := processTime() - start; c.Once || spent >= slice {
			return float64(spent) / float64(runs) / float64(c.Bytes)
		}
	}
}
