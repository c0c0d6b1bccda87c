// Command gates measures whether the scanner and the parser are as fast, as
// linear and as frugal as they are meant to be. It prints a table of gates and
// exits with 1 if one fails.
//
//	go run ./gates [-gates scan|stream|cost|wire|all] [-rounds n]
//
// All figures are ratios within one run, of processor time (see package
// measure); compare nothing across runs.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
)

// gate is one line of the table.
type gate struct {
	id    string // the gate's number
	what  string // what was measured
	got   float64
	limit float64
	least bool // limit is the least allowed, not the most
}

func (g gate) ok() bool {
	if g.least {
		return g.got >= g.limit
	}
	return 0 <= g.got && g.got <= g.limit // less than 0: not measured
}

func main() {
	which := flag.String("gates", "all", "scan, stream, cost, wire or all")
	rounds := flag.Int("rounds", 9, "slices a case; the fastest counts")
	only := flag.String("figures", "", "for the command's own use: what to measure and print, no gates")
	flag.Parse()
	if *only != "" {
		figures(*only, *rounds)
		return
	}
	var gates []gate
	switch *which {
	case "scan":
		gates = scanGates(*rounds)
	case "stream":
		gates = streamGates(*rounds)
	case "cost":
		gates = costGates(*rounds)
	case "wire":
		gates = wireGates(*rounds)
	case "all":
		gates = slices.Concat(scanGates(*rounds), streamGates(*rounds), costGates(*rounds), wireGates(*rounds))
	default:
		flag.Usage()
		os.Exit(2)
	}
	if !print(gates) {
		os.Exit(1)
	}
}

// print writes the table and reports whether all gates passed.
func print(gates []gate) bool {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\ngate\twhat\tfigure\tlimit\t")
	all := true
	for _, g := range gates {
		sign, verdict := "<=", "pass"
		if g.least {
			sign = ">="
		}
		if !g.ok() {
			verdict, all = "FAIL", false
		}
		fmt.Fprintf(w, "%s\t%s\t%.4g\t%s %.4g\t%s\n", g.id, g.what, g.got, sign, g.limit, verdict)
	}
	w.Flush()
	return all
}
