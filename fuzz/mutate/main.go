// Command mutate shows which faults no test would find. It changes the library
// in one small place, a mutant, and runs the tests; a mutant that passes them
// all has survived: a test is missing, or the place means nothing.
//
//	go run ./fuzz/mutate                                   parse and stream
//	go run ./fuzz/mutate -pkg ./stream/scan -j 2           one package, two runs at once
//	go run ./fuzz/mutate -pkg ./parse -file json.go -line 40
//
// All mutants of a package are compiled into one test binary, each guarded by
// a switch that reads EARLYCALL_MUTANT, so that a mutant costs a run and no
// build. A first run of each test records which mutants it reaches, and how
// long it takes; a mutant is given to the tests that reach it: those of its own
// package, then the other packages', quick ones first, up to the first failure.
// A test that takes much longer than it did has failed.
//
// The report lists the survivors as equivalent.txt lists those that are known
// to change nothing. It can be given back by -again, which tries those alone.
// An interrupt ends the run with a report on what was tried.
package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

type flags struct {
	packages, tests []string
	jobs            int
	file            string
	line            int
	again           string
	every, checks   int
	skip            *regexp.Regexp
	count           bool
}

func main() {
	var f flags
	pkgs := flag.String("pkg", "./parse/...,./stream,./stream/scan,./stream/internal/...,./stream/event", "packages to change, by comma; patterns as go list takes them")
	tests := flag.String("tests", "./stream,./fuzz", "packages whose tests are run besides a package's own, by comma")
	flag.IntVar(&f.jobs, "j", 1, "runs at once")
	flag.StringVar(&f.file, "file", "", "only mutants in files whose name ends so")
	flag.IntVar(&f.line, "line", 0, "only mutants on that line")
	flag.StringVar(&f.again, "again", "", "only the mutants that this report lists as survivors")
	flag.IntVar(&f.every, "every", 1, "only one mutant of so many: a sample")
	flag.IntVar(&f.checks, "checks", 100, "random cases that a test with rapid tries")
	skip := flag.String("skip", "", "regular expression of tests to leave out, such as slow ones")
	flag.BoolVar(&f.count, "count", false, "count the mutants and run nothing")
	flag.Parse()
	f.packages, f.tests = strings.Split(*pkgs, ","), strings.Split(*tests, ",")
	var err error
	if *skip != "" {
		f.skip, err = regexp.Compile(*skip)
	}
	if flag.NArg() > 0 || f.jobs < 1 || f.every < 1 || err != nil {
		flag.Usage()
		os.Exit(2)
	}
	if err := mutate(f); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// mutate finds the mutants, builds the tests, runs them and prints the report.
func mutate(f flags) error {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	m, err := load(f.packages)
	if err != nil {
		return err
	}
	if err := m.settle(); err != nil {
		return err
	}
	known, err := readList("fuzz/mutate/equivalent.txt")
	if err != nil {
		return err
	}
	chosen, err := f.choose(m.mutants())
	if err != nil {
		return err
	}
	if !f.count {
		r, err := build(m, dir, f)
		if err != nil {
			return err
		}
		if err := r.record(f.jobs); err != nil {
			return err
		}
		r.run(chosen, f.jobs)
		chosen = slices.DeleteFunc(chosen, func(m *mutant) bool { return m.outcome == notRun })
	}
	report(os.Stdout, chosen, known, f.whole())
	return nil
}

// whole reports whether nothing was left out of the packages, so that what the
// list of equivalent mutants has and they have not is stale.
func (f flags) whole() bool {
	return f.file == "" && f.line == 0 && f.again == "" && f.every == 1 && !f.count
}

// choose returns the mutants that the flags ask for.
func (f flags) choose(all []*mutant) ([]*mutant, error) {
	var again map[key]string
	if f.again != "" {
		var err error
		if again, err = readList(f.again); err != nil {
			return nil, err
		}
	}
	var chosen []*mutant
	for i, m := range all {
		if i%f.every != 0 {
			continue
		}
		_, listed := again[m.key()]
		if strings.HasSuffix(m.site.file.name, f.file) && (f.line == 0 || m.site.line == f.line) && (again == nil || listed) {
			chosen = append(chosen, m)
		}
	}
	return chosen, nil
}
