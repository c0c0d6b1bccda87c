package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"github.com/earlycall/earlycall/parse"
)

// tally counts what came out of many replies.
type tally struct {
	replies, calls, errors, conflicts, incomplete int
	unsupported, checked, different               int

	cells map[cell]int
	names map[string]bool
}

// cell is a tool and what became of its calls: "ok" or an error's code.
type cell struct{ tool, code string }

// maxNames is how many tools are told apart; the rest counts together.
const maxNames = 1000

// add counts a result.
func (t *tally) add(r *result) {
	t.replies++
	if r.unsupported != "" {
		t.unsupported++
		return
	}
	t.calls += len(r.calls)
	t.errors += len(r.errors)
	t.conflicts += len(r.conflicts)
	if !r.complete {
		t.incomplete++
	}
	for _, c := range r.calls {
		t.count(c.Name, "ok")
	}
	for _, e := range slices.Concat(r.errors, r.conflicts) {
		name := e.Name
		if e.Code == parse.ErrUnknownTool {
			name = "(unknown)"
		}
		t.count(name, e.Code.String())
	}
}

func (t *tally) count(name, code string) {
	if t.cells == nil {
		t.cells, t.names = map[cell]int{}, map[string]bool{}
	}
	switch {
	case name == "":
		name = "(none)"
	case !t.names[name] && len(t.names) >= maxNames:
		name = "(others)"
	}
	t.names[name] = true
	t.cells[cell{name, code}]++
}

// print writes the summary and the histogram.
func (t *tally) print(w io.Writer, check bool) {
	fmt.Fprintf(w, "%s: %s, %s, %s, %d not complete\n", counted(t.replies, "reply", "replies"),
		counted(t.calls, "call", "calls"), counted(t.errors, "error", "errors"),
		counted(t.conflicts, "conflict", "conflicts"), t.incomplete)
	if t.unsupported > 0 {
		fmt.Fprintf(w, "%d can't be replayed: see \"unsupported\" in their results\n", t.unsupported)
	}
	if check {
		fmt.Fprintf(w, "%d checked: %d as expected, %d different\n", t.checked, t.checked-t.different, t.different)
	}
	if len(t.cells) == 0 {
		return
	}
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintln(table, "tool\tcode\tcount")
	for _, at := range slices.SortedFunc(maps.Keys(t.cells), func(a, b cell) int {
		return cmp.Or(cmp.Compare(a.tool, b.tool), cmp.Compare(a.code, b.code))
	}) {
		fmt.Fprintf(table, "%s\t%s\t%d\n", harmless(at.tool), at.code, t.cells[at])
	}
	table.Flush()
}

// counted returns the number with the noun in the form that fits.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
