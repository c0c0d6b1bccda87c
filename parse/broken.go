package parse

// brokenEnd returns where a broken object ends that began at start and was
// sound up to from (R4). A string runs from a quote to the next unescaped
// quote, whatever is in it, and only braces are counted. It ends behind the
// brace that balances it; or, outside strings, before a run that closes the
// open fence, an opener, or a closer; else with the reply.
//
// What begins at start need not be an object: then the end by a closing brace
// needs an opening one first.
func (r *reader) brokenEnd(start, from int) int {
	var w walker
	for i := start; i < len(r.text); i++ {
		if i >= from && !w.inString && r.stops(i) {
			return i
		}
		b := r.text[i]
		balanced := w.depth == 1 && b == '}' && !w.inString
		w.walk(b)
		if i >= from && balanced {
			return i + 1
		}
	}
	return len(r.text)
}

// stops reports whether what is at i, outside strings, ends a broken object
// before it.
func (r *reader) stops(i int) bool {
	return r.closesAt(i) || r.markerAt(i, r.row.Open) || r.markerAt(i, r.row.Close)
}

// markerAt reports whether one of the markers stands at i.
func (r *reader) markerAt(i int, markers []string) bool {
	return startsWith(r.text[i:], markers) != ""
}

// walker walks over what need not be JSON. It knows strings and braces.
type walker struct {
	depth    int // open braces
	inString bool
	escaped  bool // behind a backslash in a string
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
	case b == '}' && w.depth > 0:
		w.depth--
	}
}
