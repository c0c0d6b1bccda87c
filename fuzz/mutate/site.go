package main

import (
	"fmt"
	"strings"
)

// site is a place in a file that has mutants: an expression of one type, or
// statements.
type site struct {
	file       *file
	start, end int    // offsets in the file
	typ        string // of an expression; "" for statements
	function   string // that it stands in, as F or T.F; "" outside of them
	line       int
	mutants    []*mutant
}

// mutant is one change at a site.
type mutant struct {
	id      int // from 1; the ids of a site are neighbours
	site    *site
	text    string // in place of the site's; for statements it may be ""
	outcome outcome
}

// outcome is what became of a mutant.
type outcome int

const (
	notRun     outcome = iota
	notCovered         // no test reaches it
	killed             // a test failed
	timedOut           // a test took too long, which is a failure too
	survived           // no test failed
)

func (o outcome) String() string {
	return [...]string{"not run", "not covered", "killed", "timed out", "survived"}[o]
}

// key is what identifies a mutant while the lines around it move.
type key struct{ file, function, before, after string }

// key returns it: the lines of the site, before and after.
func (m *mutant) key() key {
	s := m.site
	source := s.file.source
	from := strings.LastIndexByte(source[:s.start], '\n') + 1
	to := len(source)
	if n := strings.IndexByte(source[s.end:], '\n'); n >= 0 {
		to = s.end + n
	}
	return key{
		file:     s.file.name,
		function: s.function,
		before:   oneLine(source[from:to]),
		after:    oneLine(source[from:s.start] + m.text + source[s.end:to]),
	}
}

// maxShown is how much of a line that a key holds.
const maxShown = 200

// oneLine writes lines as one, white space folded, its middle cut out where it
// is long.
func oneLine(text string) string {
	line := strings.Join(strings.Fields(text), " ")
	if len(line) > maxShown {
		line = line[:maxShown/2] + " … " + line[len(line)-maxShown/2:]
	}
	return line
}

// render returns the text of the file with all of its mutants in it.
func (f *file) render() string {
	var b strings.Builder
	rest := f.renderTo(&b, 0, len(f.source), f.sites)
	if len(rest) > 0 {
		panic(fmt.Sprintf("BUG: %s: a site overlaps another", f.name))
	}
	return b.String()
}

// renderTo writes source[from:to], which holds the first of the sites. It
// returns the sites that come after it.
func (f *file) renderTo(b *strings.Builder, from, to int, sites []*site) []*site {
	for len(sites) > 0 && sites[0].start < to {
		s := sites[0]
		b.WriteString(f.source[from:s.start])
		var inner strings.Builder
		sites = f.renderTo(&inner, s.start, s.end, sites[1:])
		s.render(b, inner.String())
		from = s.end
	}
	b.WriteString(f.source[from:to])
	return sites
}

// render writes the site, whose text, with the mutants inside it, is inner. The
// marks around it and around each mutant are read by culprit.
func (s *site) render(b *strings.Builder, inner string) {
	if len(s.mutants) == 0 {
		b.WriteString(inner)
		return
	}
	first := s.mutants[0].id
	call := fmt.Sprintf("mutateOn(%d, %d)", first, len(s.mutants))
	fmt.Fprintf(b, " /*<s%d*/", first)
	if s.typ == "" {
		fmt.Fprintf(b, "if mutateM := %s; false {\n", call)
		for i, m := range s.mutants {
			fmt.Fprintf(b, "} else if mutateM == %d {\n/*<m%d*/%s\n/*m>*/", i+1, m.id, m.text)
		}
		fmt.Fprintf(b, "} else {\n%s\n}", inner)
	} else {
		fmt.Fprintf(b, "(func() %s {\nswitch %s {\n", s.typ, call)
		for i, m := range s.mutants {
			fmt.Fprintf(b, "case %d:\nreturn /*<m%d*/%s/*m>*/\n", i+1, m.id, m.text)
		}
		fmt.Fprintf(b, "}\nreturn %s\n}())", inner)
	}
	b.WriteString("/*s>*/")
}
