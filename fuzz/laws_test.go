package fuzz

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestMain makes the random cases the same in every run, unless a seed is
// asked for. Failures print their case, which try has made small, so that
// rapid needn't keep a file, nor search for long.
func TestMain(m *testing.M) {
	flag.Parse()
	given := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.nofailfile": "true", "rapid.shrinktime": "2s"} {
		if !given[name] {
			flag.Set(name, value)
		}
	}
	os.Exit(m.Run())
}

// TestLaws tries each law on random cases of each row.
func TestLaws(t *testing.T) {
	for _, law := range Laws {
		t.Run(law.Name, func(t *testing.T) {
			t.Parallel()
			for _, f := range Rows() {
				t.Run(f.Name, rapid.MakeCheck(func(t *rapid.T) {
					if err := try(law, Cases(f).Draw(t, "case")); err != nil {
						t.Fatal(err)
					}
				}))
			}
		})
	}
	t.Run("RoundTrip", func(t *testing.T) {
		t.Parallel()
		for _, f := range Rows() {
			t.Run(f.Name, rapid.MakeCheck(func(t *rapid.T) { checkTrip(t, Trips(f).Draw(t, "trip")) }))
		}
	})
}

func checkTrip(t *rapid.T, trip Trip) {
	if err := RoundTrip(trip); err != nil {
		t.Fatalf("RoundTrip: %v\n%s", err, trip.Case)
	}
}

// try returns what breaks a law, with the smallest case that does.
func try(law Law, c Case) error {
	if watched(law, c) == nil {
		return nil
	}
	c = Shrink(c, func(c Case) bool { return watched(law, c) != nil })
	return fmt.Errorf("%s: %w\nto keep it, put this in testdata/%s.txt:\n\n%s", law.Name, watched(law, c), rowName(c.Format), c)
}

// patience is how long a law may take for one case before it counts as a loop.
const patience = 20 * time.Second

// watched checks a law. A panic is an error; a loop can't be ended, and so
// ends the program, with its case.
func watched(law Law, c Case) (err error) {
	loops := time.AfterFunc(patience, func() { panic(fmt.Sprintf("%s: no end after %v\n%s", law.Name, patience, c)) })
	defer loops.Stop()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return law.Check(c)
}

// TestSamples shows cases of each row with -v, to see what the generators
// write, and holds that some of them have calls.
func TestSamples(t *testing.T) {
	for _, f := range Rows() {
		found := 0
		for seed := range 60 {
			c := Cases(f).Example(seed)
			n := len(calls(c.run(), true))
			if found += n; seed < 8 {
				t.Logf("%d calls\n%s", n, c)
			}
		}
		if found < 5 {
			t.Errorf("%s: only %d calls in 60 cases", f.Name, found)
		}
	}
}
