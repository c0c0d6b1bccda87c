package fuzz

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
)

// stored is a record and where it stands.
type stored struct {
	Record
	place string // "hermes.txt/3"
}

// readRecords reads the records in testdata.
func readRecords(t testing.TB) []stored {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no records: %v", err)
	}
	var list []stored
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		records, err := ParseRecords(string(text))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for i, r := range records {
			list = append(list, stored{r, fmt.Sprintf("%s/%d", filepath.Base(file), i+1)})
		}
	}
	return list
}

// TestRecords holds the laws for the cases in testdata, and their segments.
func TestRecords(t *testing.T) {
	for _, r := range readRecords(t) {
		t.Run(r.place, func(t *testing.T) { checkRecord(t, r.Record) })
	}
}

func checkRecord(t *testing.T, r Record) {
	for _, law := range Laws {
		if err := watched(law, r.Case); err != nil {
			t.Errorf("%s: %v\n# %s\n%s", law.Name, err, r.Why, r.Case)
		}
	}
	if r.Want == nil {
		return
	}
	got := Lines(r.Text, parse.Text(r.Text, r.Options()))
	if err := diff("wanted and parse.Text", r.Want, got); err != nil {
		t.Errorf("%v\n# %s\n%s", err, r.Why, r.Case)
	}
}

// TestRecordText holds that a case is read back as it was written.
func TestRecordText(t *testing.T) {
	for _, f := range Rows() {
		for seed := range 50 {
			c := Cases(f).Example(seed)
			records, err := ParseRecords(c.String())
			if err != nil || len(records) != 1 {
				t.Fatalf("%d records, %v:\n%s", len(records), err, c)
			}
			if len(c.Cuts) == 0 {
				c.Cuts = nil
			}
			if d := cmp.Diff(c, records[0].Case); d != "" {
				t.Fatalf("written and read:\n%s\n%s", d, c)
			}
		}
	}
}

func TestCut(t *testing.T) {
	text, cuts := Cut("Sure.¦<tool_¦¦call>")
	if text != "Sure.<tool_call>" || !cmp.Equal(cuts, []int{5, 11, 11}) {
		t.Errorf("got %q, %v", text, cuts)
	}
}
