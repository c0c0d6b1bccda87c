package fuzz

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"pgregory.net/rapid"
)

// TestMain makes the random cases the same in every run, unless a seed is
// asked for. Failures print their case, so that rapid needn't keep a file.
func TestMain(m *testing.M) {
	flag.Parse()
	given := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.nofailfile": "true"} {
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
					c := Cases(f).Draw(t, "case")
					if err := law.Check(c); err != nil {
						t.Fatalf("%s: %v\n%s", law.Name, err, c)
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
		if found < 10 {
			t.Errorf("%s: only %d calls in 60 cases", f.Name, found)
		}
	}
}

// kept makes an error of a law into a failure that can be kept.
func kept(law string, err error, c Case) string {
	return fmt.Sprintf("%s: %v\nto keep it, put this in testdata/%s.txt:\n\n%s", law, err, rowName(c.Format), c)
}
