package parse

import "strings"

// brokenEnd returns where a broken object ends that began at start and was
// sound up to from (R4). Strings are skipped, whatever is in them, and only
// braces are counted. The object ends after the brace that balances it; or,
// outside strings, before a run that closes the open fence, a closer, or an
// opener that may end it; else with the reply.
//
// What begins at start need not be an object: then the end by a closing brace
// needs an opening one first.
func (r *reader) brokenEnd(start, from int) int {
	w := foreign{text: r.text}
	for i := start; i < len(r.text); i++ {
		if i >= from && w.quote == 0 && r.stops(i) {
			return i
		}
		balanced := w.depth == 1 && r.text[i] == '}' && w.quote == 0
		w.walk(start, i)
		if i >= from && balanced {
			return i + 1
		}
	}
	return len(r.text)
}

// stops reports whether what is at i, outside strings, ends a broken object
// before it.
func (r *reader) stops(i int) bool {
	return r.closesAt(i) || r.markerAt(i, r.row.Close) || r.markerAt(i, r.row.Open) && r.openerEnds(i)
}

// openerEnds reports whether an opener at i ends what is broken: only directly
// after a line feed, white space aside. Elsewhere the opener may be data, in a
// string that is not JSON's.
func (r *reader) openerEnds(i int) bool {
	before := r.text[:i]
	gap := before[len(strings.TrimRight(before, space)):]
	return strings.Contains(gap, "\n")
}

// markerAt reports whether one of the markers stands at i.
func (r *reader) markerAt(i int, markers []string) bool {
	return startsWith(r.text[i:], markers) != ""
}

// foreign walks over what need not be JSON. It knows braces and strings: a
// double quote begins a string anywhere, a single quote or a backtick where a
// key or a value can begin. A string ends at the next unescaped quote of its
// kind.
type foreign struct {
	text    string
	depth   int  // open braces
	quote   byte // that closes the open string; 0 outside strings
	escaped bool // after a backslash in a string
}

// walk takes the byte at i of what began at start.
func (w *foreign) walk(start, i int) {
	b := w.text[i]
	switch {
	case w.escaped:
		w.escaped = false
	case w.quote != 0:
		w.escaped = b == '\\'
		if b == w.quote {
			w.quote = 0
		}
	case b == '"' || (b == '\'' || b == '`') && w.beginsValue(start, i):
		w.quote = b
	case b == '{':
		w.depth++
	case b == '}' && w.depth > 0:
		w.depth--
	}
}

// beginsValue reports whether a key or a value can begin at i: at the start,
// or after a bracket, a brace, a comma or a colon.
func (w *foreign) beginsValue(start, i int) bool {
	before := strings.TrimRight(w.text[start:i], space)
	return before == "" || strings.IndexByte("{[,:", before[len(before)-1]) >= 0
}

// walker walks over what begins with a brace and need not be JSON. It knows
// JSON's strings and braces.
type walker struct {
	depth    int // open braces
	inString bool
	escaped  bool // after a backslash in a string
}

func (w *walker) walk(b byte) {
	switch {
	case w.escaped:
		w.escaped = false
	case w.inString && b == '\\':
		w.escaped = true
	case b == '"':
		w.inString = !w.inString
	case w.inString:
	case b == '{':
		w.depth++
	case b == '}':
		w.depth--
	}
}
