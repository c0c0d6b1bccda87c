package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
)

// readList reads mutants as a report lists them, with what is said of each:
//
//	parse/json.go skipSpace
//	- the line
//	+ the line with the mutant
//	= why it is equivalent
//
// Other lines are comments.
func readList(name string) (map[key]string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list := map[key]string{}
	var k key
	var last string
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		switch {
		case line == "-" || strings.HasPrefix(line, "- "):
			k.file, k.function, _ = strings.Cut(last, " ")
			k.function, _, _ = strings.Cut(k.function, " ")
			k.before = strings.TrimPrefix(line[1:], " ")
		case line == "+" || strings.HasPrefix(line, "+ "):
			k.after = strings.TrimPrefix(line[1:], " ")
			list[k] = ""
		case strings.HasPrefix(line, "= "):
			list[k] = line[2:]
		}
		last = line
	}
	return list, lines.Err()
}

// tally counts the outcomes of mutants.
type tally struct {
	outcomes   [survived + 1]int
	equivalent int // of those not killed
}

func (t *tally) add(o outcome, equivalent bool) {
	if equivalent && (o == survived || o == notCovered) {
		t.equivalent++
		return
	}
	t.outcomes[o]++
}

// left returns the mutants that no test kills and that aren't known to be
// equivalent.
func (t *tally) left() int { return t.outcomes[survived] + t.outcomes[notCovered] }

func (t *tally) total() int {
	n := t.equivalent
	for _, o := range t.outcomes {
		n += o
	}
	return n
}

func (t *tally) row(name string) string {
	return fmt.Sprintf("%s\t%d\t%d\t%d\t%d\t%d\t%d\t%.1f %%\n", name, t.total(), t.outcomes[killed], t.outcomes[timedOut],
		t.equivalent, t.outcomes[survived], t.outcomes[notCovered], 100*float64(t.left())/float64(max(t.total(), 1)))
}

// report prints the table, the survivors, and what is wrong with the list of
// equivalent mutants.
func report(w io.Writer, mutants []*mutant, known map[key]string, whole bool) {
	seen := map[key]bool{}
	tallies, names := map[string]*tally{}, []string{}
	count := func(name string, m *mutant, equivalent bool) {
		if tallies[name] == nil {
			tallies[name] = &tally{}
			names = append(names, name)
		}
		tallies[name].add(m.outcome, equivalent)
	}
	for _, m := range mutants {
		_, equivalent := known[m.key()]
		if m.outcome == killed || m.outcome == timedOut {
			equivalent = false
		} else {
			seen[m.key()] = true
		}
		count(m.site.file.name, m, equivalent)
		count("all of "+filepath.Dir(m.site.file.name), m, equivalent)
		count("all", m, equivalent)
		if (m.outcome == survived || m.outcome == notCovered) && !equivalent {
			k := m.key()
			fmt.Fprintf(w, "%s %s line %d, %s\n- %s\n+ %s\n\n", k.file, k.function, m.site.line, m.outcome, k.before, k.after)
		}
	}
	stale(w, mutants, known, seen, whole)
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "file\tmutants\tkilled\ttimed out\tequivalent\tsurvived\tnot covered\tleft")
	for _, all := range []bool{false, true} {
		for _, name := range names {
			if strings.HasPrefix(name, "all") == all {
				io.WriteString(tab, tallies[name].row(name))
			}
		}
	}
	tab.Flush()
}

// stale prints the known mutants that are no longer there, or that a test
// kills.
func stale(w io.Writer, mutants []*mutant, known map[key]string, seen map[key]bool, whole bool) {
	if !whole {
		return
	}
	files := map[string]bool{}
	for _, m := range mutants {
		files[m.site.file.name] = true
	}
	for k, why := range known {
		if why == "" {
			fmt.Fprintf(w, "equivalent.txt gives no reason: %s %s\n- %s\n+ %s\n\n", k.file, k.function, k.before, k.after)
		}
		if files[k.file] && !seen[k] {
			fmt.Fprintf(w, "equivalent.txt is stale, this is killed or gone: %s %s\n- %s\n+ %s\n\n", k.file, k.function, k.before, k.after)
		}
	}
}
