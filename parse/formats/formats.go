// Package formats holds the rows that ship: how families of models write tool
// calls in text. [Lookup] finds a row by its own name, by another server's name
// for it, or by the name of a model; [All] lists them.
//
// The rows are shared. Who wants to change one copies it first:
//
//	row, _ := formats.Lookup("hermes")
//	mine := *row
//	mine.Name, mine.Open, mine.Close = "mine", []string{"<call>"}, []string{"</call>"}
//	if err := mine.Check(); err != nil { … }
//
// The lists in a copy are still the row's own: set them anew, as above, and
// don't write to their elements.
package formats

import (
	"slices"
	"strings"

	"github.com/earlycall/earlycall/parse"
)

// All returns the rows, in the order of the table. The slice is the caller's;
// the rows are shared and must not be changed.
func All() []*parse.Format {
	all := make([]*parse.Format, len(rows))
	for i := range rows {
		all[i] = &rows[i]
	}
	return all
}

// Lookup returns the row of that name, which must not be changed. The name may
// be that of the row ("qwen3_coder"), one of its aliases ("mimo"), or that of a
// model whose family is among them ("Qwen/Qwen3-Coder-30B-A3B-Instruct"):
// what stands before the last slash is left out, case doesn't count, and
// hyphens, dots and spaces count as underscores. Where several families fit,
// the longest name wins. Not every model of a family writes calls as its
// siblings do; the model's card decides.
func Lookup(name string) (*parse.Format, bool) {
	want := normal(name[strings.LastIndexByte(name, '/')+1:])
	for i := range rows {
		if slices.ContainsFunc(names(&rows[i]), func(n string) bool { return n == want }) {
			return &rows[i], true
		}
	}
	var found *parse.Format
	longest := 0
	for i := range rows {
		if len(rows[i].Open) == 0 {
			continue // no model is called after these
		}
		for _, n := range names(&rows[i]) {
			if len(n) > longest && strings.HasPrefix(want, n+"_") {
				found, longest = &rows[i], len(n)
			}
		}
	}
	return found, found != nil
}

// names returns the normal forms of the row's names.
func names(row *parse.Format) []string {
	list := []string{normal(row.Name)}
	for _, a := range row.Aliases {
		list = append(list, normal(a))
	}
	return list
}

var underscores = strings.NewReplacer("-", "_", ".", "_", " ", "_")

// normal returns the form of a name in which names are compared.
func normal(name string) string {
	return underscores.Replace(strings.ToLower(strings.TrimSpace(name)))
}
