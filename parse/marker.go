package parse

import "strings"

// maxGap is how much white space may stand between an opener and its body,
// and between a raw value's close and what must follow it, in bytes.
const maxGap = 64

// opener reads the opener at pos. It commits together with the first bytes of
// a body that the row allows; else it is prose, and reading goes on right
// after it. One with nothing but white space up to the end is a call that was
// cut.
func (r *reader) opener() bool {
	m := startsWith(r.text[r.pos:], r.row.Open)
	if m == "" {
		return false
	}
	behind := r.pos + len(m)
	body := skipSpace(r.text, behind)
	switch {
	case body-behind > maxGap:
	case body == len(r.text):
		r.fail(body, cutCall(body))
		return true
	case r.body(body, maxGap-(body-behind)):
		return true
	}
	r.pass(r.prose(), behind)
	return true
}

const cutShort = "The reply ended before the call was complete."

// cutCall is the error of a call in which the reply ended.
func cutCall(end int) Error {
	return Error{Code: ErrTruncated, Offset: int64(end), Message: cutShort}
}

// body reads the body at i, after an opener, and what follows it. If no body
// of the row begins there, it reads nothing. Up to gap bytes of white space may
// stand in an array before its first element.
func (r *reader) body(i, gap int) bool {
	r.before = r.index
	shapes := r.row.Shapes
	switch {
	case shapes&ShapeEnvelope != 0 && r.text[i] == '{':
		r.mark(i)
		r.settle(r.envelope(i), i)
		r.extraClosers()
		r.behindRoot()
		return true
	case shapes&ShapeEnvelope != 0 && r.arrayBegins(i, gap):
		r.mark(i + 1)
		r.elements()
		return true
	case shapes&ShapeNamed != 0 && r.named(i):
		return true
	case r.taggedAt(i):
		r.mark(i)
		r.tagged()
		r.behindRoot()
		return true
	}
	return false
}

// arrayBegins reports whether at i a bracket stands and, after at most gap
// bytes of white space, an element or the closing bracket.
func (r *reader) arrayBegins(i, gap int) bool {
	if r.text[i] != '[' {
		return false
	}
	first := skipSpace(r.text, i+1)
	return first < len(r.text) && first-(i+1) <= gap && (r.text[first] == '{' || r.text[first] == ']')
}

// elements reads an array of envelopes after its opening bracket, up to its
// end and what follows it. A broken element ends, and the array goes on.
func (r *reader) elements() {
	for r.pos < len(r.text) {
		switch b := r.text[r.pos]; {
		case isSpace(b) || b == ',':
			r.mark(r.pos + 1)
		case b == '{':
			r.settle(r.envelope(r.pos), r.pos)
		case b == ']':
			r.mark(r.pos + 1)
			r.extraClosers()
			r.behindRoot()
			return
		case r.markerAt(r.pos, r.row.Open):
			return // it ends the array, and is tried as an opener
		case r.markerAt(r.pos, r.row.Close):
			r.mark(r.pos + len(startsWith(r.text[r.pos:], r.row.Close)))
			return
		default:
			r.junk()
		}
	}
}

// junk reads what is no element of an array.
func (r *reader) junk() {
	w := foreign{text: r.text}
	end := r.pos
	for end < len(r.text) && (w.quote != 0 || !r.junkEnds(end)) {
		w.walk(r.pos, end)
		end++
	}
	r.fail(end, Error{
		Code: ErrSyntax, Offset: int64(r.pos),
		Message: "An array of calls can hold only objects with a name and arguments.",
	})
}

func (r *reader) junkEnds(i int) bool {
	return strings.IndexByte(",]{", r.text[i]) >= 0 || r.stops(i)
}

// extraClosers reads braces and brackets too many that directly follow the
// root of a body.
func (r *reader) extraClosers() {
	for r.pos < len(r.text) && (isSpace(r.text[r.pos]) || strings.IndexByte("}]", r.text[r.pos]) >= 0) {
		r.mark(r.pos + 1)
	}
}

// closers are the markers that close a call or a section, and may follow one
// in any number.
func (r *reader) closers() []string {
	if r.row.Shapes&ShapeTagged == 0 || !r.row.Tagged.complete() {
		return r.row.Close
	}
	return append([]string{r.row.Tagged.Close}, r.row.Close...)
}

// behindRoot reads what follows the root of a call, or the bracket of its
// array: white space and markers of the row, up to and including a closer, or
// up to an opener or prose. Where the closer can't be missing, other bytes are
// a Conflict with the last call, if the body had one.
func (r *reader) behindRoot() {
	for r.pos < len(r.text) {
		rest := r.text[r.pos:]
		switch {
		case isSpace(rest[0]):
			r.mark(r.pos + 1)
		case r.markerAt(r.pos, r.row.Close):
			r.mark(r.pos + len(startsWith(rest, r.row.Close)))
			return
		case r.markerAt(r.pos, r.row.Open):
			return
		case r.markerAt(r.pos, r.closers()):
			r.mark(r.pos + len(startsWith(rest, r.closers())))
		case r.taggedAt(r.pos):
			r.tagged()
		case r.markerAt(r.pos, r.row.EndOfTurn):
			r.endOfTurn()
		case r.row.MustClose && r.index > r.before:
			r.trailing()
		default:
			return
		}
	}
}

// trailing reads bytes that can't stand after a call, up to a closer or an
// opener.
func (r *reader) trailing() {
	end := r.pos + 1
	for end < len(r.text) && !r.markerAt(end, r.row.Close) && !r.markerAt(end, r.row.Open) {
		end++
	}
	r.add(Segment{Kind: KindConflict, Start: int64(r.pos), End: int64(end), Err: &Error{
		Code: ErrTrailing, Index: r.last.index, ID: r.last.id, Name: r.last.name, Offset: int64(r.pos),
		Message: "Only the close marker may follow the call's closing byte.",
	}})
	r.recent = r.pos
}

// closer reads the closer at pos: a marker if only white space stands between
// it and a call, an error or a marker of the row, else its bytes are prose, in
// which another marker may begin.
func (r *reader) closer() bool {
	m := startsWith(r.text[r.pos:], r.closers())
	switch {
	case m == "":
		return false
	case r.recent >= 0 && allSpace(r.text[r.recent:r.pos]):
		r.mark(r.pos + len(m))
	default:
		return false
	}
	return true
}

// endOfTurn reads the token at pos that ends a turn.
func (r *reader) endOfTurn() bool {
	m := startsWith(r.text[r.pos:], r.row.EndOfTurn)
	if m == "" {
		return false
	}
	r.mark(r.pos + len(m))
	return true
}
