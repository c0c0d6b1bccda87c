package parse

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"
)

// taggedReading is one reading of a call of XML-like parameters, which begins
// at start.
type taggedReading struct {
	Tagged
	r       *reader
	text    string // the reply, clipped to the call's limit
	types   map[string]Types
	name    string
	nameEnd int      // offset of the byte that closes the name; -1: not reached
	whole   bool     // read to the end as if the call were whole: only its grammar counts
	keys    []string // the parameters so far
	members []string // and as members of a JSON object
	end     int      // after the last sound piece of the call
}

func (r *reader) newTagged(text string) *taggedReading {
	return &taggedReading{Tagged: r.row.Tagged, r: r, text: text, nameEnd: -1}
}

// innerOpener reads a call at pos that lacks the row's opener. It commits at
// the byte that closes its name, if the name is declared; else its open marker
// is text.
func (r *reader) innerOpener() bool {
	if !r.row.Tagged.Bare || !r.taggedAt(r.pos) {
		return false
	}
	t := r.newTagged(r.clip(r.pos))
	if _, f := t.readName(); f != nil || !r.tools.Declares(t.name) {
		r.pass(KindText, r.pos+len(t.Open))
		return true
	}
	r.tagged()
	r.behindRoot()
	return true
}

// taggedAt reports whether a tagged call's open marker stands at i.
func (r *reader) taggedAt(i int) bool {
	return r.row.Shapes&ShapeTagged != 0 && r.row.Tagged.complete() && strings.HasPrefix(r.text[i:], r.row.Tagged.Open)
}

// complete reports whether no marker is empty. Without one of them there is no
// grammar.
func (t *Tagged) complete() bool {
	return t.Open != "" && t.OpenEnd != "" && t.Close != "" && t.Key != "" && t.KeyEnd != "" && t.ValueClose != ""
}

// tagged reads the call at pos.
func (r *reader) tagged() {
	t := r.newTagged(r.clip(r.pos))
	f := r.unclip(t.read())
	arguments := json.RawMessage("{" + strings.Join(t.members, ",") + "}")
	known := t.nameEnd < 0 || r.tools.Declares(t.name)
	if f == nil && known {
		r.call(Call{Name: t.name, Arguments: arguments, End: int64(t.end)})
		return
	}
	var err Error
	switch {
	case known:
		err = f.error()
	case f == nil:
		err = unknownTool(t.nameEnd)
		err.Arguments = arguments
	default:
		err = unknownTool(t.nameEnd)
	}
	err.Name = t.name
	if f != nil {
		t.end = r.brokenTagged()
	}
	r.fail(t.end, err)
}

// brokenTagged returns where the broken call at pos ends (R4): where it would
// end if it were whole, so that nothing in its values is searched. Where its
// grammar breaks, it ends after its close or before a closer; or before an
// opener or the next call that begins a line. Nothing there is known to be a
// string. White space after its close belongs to it: until something follows, the
// close may be data.
func (r *reader) brokenTagged() int {
	t := r.newTagged(r.text)
	t.whole = true
	f := t.read()
	switch {
	case f == nil:
		return t.end
	case f.code == ErrTruncated:
		return len(r.text)
	}
	for i := f.at; i < len(r.text); i++ {
		switch {
		case r.markerAt(i, []string{t.Close}):
			return skipSpace(r.text, i+len(t.Close))
		case r.markerAt(i, r.row.Close):
			return i
		case r.markerAt(i, append([]string{t.Open}, r.row.Open...)) && r.openerEnds(i):
			return i
		}
	}
	return len(r.text)
}

// ends are the markers that end a call whose own close is missing.
func (t *taggedReading) ends() []string {
	return slices.Concat([]string{t.Open}, t.r.row.Open, t.r.row.Close)
}

// read reads the call up to its end. What it found is in t.
func (t *taggedReading) read() *fault {
	i, f := t.readName()
	if tool, ok := t.r.tools.Lookup(t.name); ok {
		t.types = tool.ParameterTypes()
	}
	for f == nil {
		t.end = i
		if i = skipSpace(t.text, i); t.whole {
			t.end = i // white space in a broken call is part of it
		}
		rest := t.text[i:]
		switch {
		case strings.HasPrefix(rest, t.Key):
			i, f = t.parameter(i + len(t.Key))
		case strings.HasPrefix(rest, t.Close):
			if t.end = i + len(t.Close); t.whole {
				t.end = skipSpace(t.text, t.end)
			}
			return nil
		case startsWith(rest, t.ends()) != "":
			return nil
		default:
			f = t.neither(i)
		}
	}
	return f
}

// neither returns what is wrong if neither a parameter nor an end is at i.
func (t *taggedReading) neither(i int) *fault {
	i += common(t.text[i:], append(t.ends(), t.Key, t.Close))
	if i == len(t.text) {
		return t.cut()
	}
	return &fault{ErrSyntax, i, "A parameter or the end of the call must stand here.", nil}
}

func (t *taggedReading) cut() *fault { return &fault{ErrTruncated, len(t.text), cutShort, nil} }

// readName reads the open marker and the name of the call at pos, and returns
// the offset after the marker that ends the name.
func (t *taggedReading) readName() (int, *fault) {
	start := min(t.r.pos+len(t.Open), len(t.text))
	end, f := t.word(start, t.OpenEnd)
	if f != nil {
		return 0, f
	}
	closing := end + len(t.OpenEnd) - 1
	if end == start && !t.whole {
		return 0, &fault{ErrNoName, closing, "The name of the tool is empty.", nil}
	}
	t.name, t.nameEnd = t.text[start:end], closing
	return closing + 1, nil
}

// word reads the name or key at i, and returns the offset of the marker that
// ends it.
func (t *taggedReading) word(i int, endMarker string) (int, *fault) {
	limit := i + maxName
	for end := i; end < len(t.text); {
		n, sound := 1, true
		if t.text[end] >= utf8.RuneSelf {
			n, sound = character(t.text[end:])
		}
		switch {
		case strings.HasPrefix(t.text[end:], endMarker):
			return end, nil
		case t.text[end] < 0x20 || t.text[end] == '<':
			return 0, &fault{ErrSyntax, end, "A name can't hold control characters or <.", nil}
		case t.whole:
			n = 1
		case !sound:
			return 0, &fault{ErrSyntax, min(end+n, limit), "A name must be valid UTF-8.", nil}
		case end+n > limit, n == 0 && len(t.text) > limit:
			return 0, &fault{ErrSyntax, limit, "A name must be at most 256 bytes long.", nil}
		case n == 0:
			return 0, t.cut()
		}
		end += n
	}
	return 0, t.cut()
}

// parameter reads the parameter whose key begins at i, and returns the offset
// after it.
func (t *taggedReading) parameter(i int) (int, *fault) {
	end, f := t.word(i, t.KeyEnd)
	if f != nil {
		return 0, f
	}
	key, closing := t.text[i:end], end+len(t.KeyEnd)-1
	path := []string{key}
	switch {
	case t.whole:
	case key == "":
		return 0, &fault{ErrSyntax, closing, "The name of a parameter is empty.", nil}
	case slices.Contains(t.keys, key):
		return 0, &fault{ErrDuplicateKey, closing, "The call has two parameters with the same name.", path}
	}
	t.keys = append(t.keys, key)
	end, next, f := t.value(closing + 1)
	if f != nil {
		f.path = path
		return 0, f
	}
	value := strings.TrimPrefix(t.text[closing+1:end], "\n")
	value = strings.TrimSuffix(value, "\n")
	t.members = append(t.members, quote(key)+":"+typed(value, t.types[key], t.r.maxDepth))
	return next, nil
}

// value finds the end of the raw value at i. It returns the offset after the
// value, line feeds at its ends included, and where reading goes on.
func (t *taggedReading) value(i int) (end, next int, f *fault) {
	end, next, f = t.valueEnd(i)
	at := invalidUTF8(t.text[i:end])
	if t.whole || at < 0 || i+at == len(t.text) {
		return end, next, f
	}
	return end, next, &fault{ErrSyntax, i + at, "A parameter's value must be valid UTF-8.", nil}
}

// valueEnd is value without a look at the value's characters. A close counts
// only with what must follow it. Where a value's own close is missing, the row
// says whether the value is accepted.
func (t *taggedReading) valueEnd(i int) (end, next int, f *fault) {
	follow := append(t.ends(), t.Key, t.Close)
	for p := i; p < len(t.text); p++ {
		rest := t.text[p:]
		switch {
		case strings.HasPrefix(rest, t.ValueClose) && t.followed(p+len(t.ValueClose), follow):
			return p, p + len(t.ValueClose), nil
		case t.OpenValue && rest[0] == '\n' && t.keyAt(p+1):
			return p + 1, p + 1, nil
		case !strings.HasPrefix(rest, t.Close) || !t.followed(p+len(t.Close), t.ends()) && !t.onlySpace(p+len(t.Close)):
		case t.OpenValue:
			return p, p, nil
		default:
			return p, p, &fault{ErrSyntax, p, "The parameter's value has no close marker.", nil}
		}
	}
	return len(t.text), len(t.text), t.cut()
}

// followed reports whether one of the markers stands at i, after at most
// maxGap bytes of white space.
func (t *taggedReading) followed(i int, markers []string) bool {
	next := skipSpace(t.text, i)
	return next-i <= maxGap && startsWith(t.text[next:], markers) != ""
}

// onlySpace reports whether the reply ends after at most maxGap bytes of
// white space at i.
func (t *taggedReading) onlySpace(i int) bool {
	return len(t.text) == len(t.r.text) && len(t.text)-i <= maxGap && allSpace(t.text[i:])
}

// keyAt reports whether a whole key stands at i.
func (t *taggedReading) keyAt(i int) bool {
	if !strings.HasPrefix(t.text[i:], t.Key) {
		return false
	}
	i += len(t.Key)
	end, f := t.word(i, t.KeyEnd)
	return f == nil && end > i
}
