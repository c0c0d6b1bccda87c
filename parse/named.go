package parse

import (
	"encoding/json"
	"strings"
)

// maxName is the longest name and the longest id outside JSON, in bytes.
const maxName = 256

func isNameByte(b byte) bool { return isAlphanumeric(b) || strings.IndexByte("_.-/:", b) >= 0 }
func isIDByte(b byte) bool   { return isAlphanumeric(b) || b == '_' || b == '-' }

// named reads the name and arguments at i and what follows them. It reads
// nothing if there is no name, or if what directly follows it can't follow a
// name. The end of the reply there is a call that was cut.
func (r *reader) named(i int) bool {
	end := i
	for end < len(r.text) && isNameByte(r.text[end]) {
		end++
	}
	if end == i || end-i > maxName {
		return false
	}
	row, rest := r.row.Named, r.text[end:]
	switch {
	case startsWith(rest, []string{row.Arguments, row.ID, "{"}) != "" || r.markerAt(end, r.row.Open):
		r.mark(i)
		r.namedCall(end)
		r.extraClosers()
		r.behindRoot()
		return true
	case strings.HasPrefix(row.Arguments, rest) || strings.HasPrefix(row.ID, rest):
		r.mark(i)
		err := cutCall(len(r.text))
		err.Name = r.text[i:end]
		r.fail(len(r.text), err)
		return true
	}
	return false
}

// namedReading is what a reading of a name and arguments has found.
type namedReading struct {
	text      string // clipped to the call's limit
	id        string
	arguments json.RawMessage
	repairs   []Repair
	end       int // after the call
	skipFrom  int // if it fails: where walking over it begins
}

// namedCall reads the call at pos whose name ends at nameEnd.
func (r *reader) namedCall(nameEnd int) {
	n := namedReading{text: r.clip(r.pos), skipFrom: nameEnd}
	name := r.text[r.pos:nameEnd]
	f := r.unclip(r.namedBody(&n, nameEnd))
	known := r.tools.Declares(name)
	if f == nil && known {
		r.call(Call{ID: n.id, Name: name, Arguments: n.arguments, Repairs: n.repairs, End: int64(n.end)})
		return
	}
	var err Error
	switch {
	case known:
		err = f.error()
	case f == nil:
		err = unknownTool(nameEnd)
		err.Arguments = n.arguments
	case f.at <= nameEnd:
		err = f.error() // a limit that is shorter than the name
	default:
		err = unknownTool(nameEnd)
	}
	err.ID, err.Name = n.id, name
	if f != nil {
		n.end = r.brokenEnd(min(n.skipFrom, f.at), f.at)
	}
	r.fail(n.end, err)
}

// namedBody reads what follows the name: the id's marker and the id, the
// arguments' marker, the arguments.
func (r *reader) namedBody(n *namedReading, i int) *fault {
	if i > len(n.text) {
		return &fault{ErrTruncated, len(n.text), cutShort, nil}
	}
	row := r.row.Named
	if row.ID != "" && strings.HasPrefix(r.text[i:], row.ID) {
		var f *fault
		if i, f = r.namedID(n, i+len(row.ID)); f != nil {
			return f
		}
	}
	switch {
	case row.Arguments != "" && strings.HasPrefix(r.text[i:], row.Arguments):
		return r.namedRoot(n, skipSpace(n.text, min(i+len(row.Arguments), len(n.text))))
	case r.text[i] == '{':
		return r.namedRoot(n, i)
	}
	// An opener follows: the call is over.
	n.arguments, n.end = json.RawMessage("{}"), i
	n.repairs = []Repair{{EmptyArguments, int64(i)}}
	return nil
}

// namedID reads the id at i and returns the offset after it, where the
// arguments' marker begins.
func (r *reader) namedID(n *namedReading, i int) (int, *fault) {
	start := min(i, len(n.text))
	end := start
	for end < len(n.text) && isIDByte(n.text[end]) && end-start < maxName {
		end++
	}
	marker := r.row.Named.Arguments
	if marker != "" && strings.HasPrefix(n.text[end:], marker) {
		n.id = n.text[start:end]
		return end, nil
	}
	at := end + common(n.text[end:], []string{marker})
	n.skipFrom = at
	if at == len(n.text) {
		return at, &fault{ErrTruncated, at, cutShort, nil}
	}
	return at, &fault{ErrSyntax, at, "The call's id must be letters, digits, _ and -, followed by the marker of the arguments.", nil}
}

// namedRoot reads the arguments at i.
func (r *reader) namedRoot(n *namedReading, i int) *fault {
	n.skipFrom = i
	if i < len(n.text) && n.text[i] != '{' {
		if b := n.text[i]; isDigit(b) || strings.IndexByte(`n"[tf-`, b) >= 0 {
			return &fault{ErrArguments, i, notObject, nil}
		}
		return &fault{ErrSyntax, i, notObject, nil}
	}
	c := checker{text: n.text, maxDepth: r.maxDepth}
	end, f := c.value(i, 0)
	if f != nil {
		return f
	}
	n.arguments, n.end = json.RawMessage(n.text[i:end]), end
	return nil
}
