package parse

// Text reads a whole reply and says of every byte what it is. The segments are
// contiguous and cover the text. It never fails: what is wrong with a call is
// in that call's segment.
//
// It takes time in the order of the text's length in common cases, and up to
// the square of it in contrived ones.
func Text(text string, o Options) []Segment {
	r := newReader(text, o)
	switch {
	case r.tools.None():
		r.read() // in every row alike: reasoning and text
	case r.row.Shapes&ShapeFirstObject != 0:
		r.firstObject()
	case r.row.Shapes&ShapeToolKey != 0:
		r.toolKey()
	default:
		r.read()
	}
	return r.segments
}

// Calls returns the calls among the segments, in order.
func Calls(segments []Segment) []Call {
	var calls []Call
	for _, s := range segments {
		if s.Kind == KindCall {
			calls = append(calls, *s.Call)
		}
	}
	return calls
}

// bareRow is the row that stands for no format.
var bareRow = Format{Name: "json", Shapes: ShapeBare}

// reader is one reading of a text. Everything before pos is in segments.
type reader struct {
	text     string
	row      *Format
	tools    Tools
	maxCall  int
	maxDepth int

	pos      int
	segments []Segment
	index    int      // of the next call
	reason   *Pair    // the open reasoning's markers; nil outside reasoning
	depth    int      // bare JSON: how many text braces are open (P3)
	fence    *fence   // bare JSON: the open fence (F1); nil outside fences
	recent   int      // rows with openers: the end of the last call, error or marker of the row; -1: none
	last     lastCall // rows with openers: what a Conflict names
	before   int      // rows with openers: the index of the body's first call
}

// lastCall is what is remembered of the last call, failed or not.
type lastCall struct {
	index    int
	id, name string
}

func newReader(text string, o Options) *reader {
	r := &reader{text: text, row: o.Format, tools: o.Tools, recent: -1}
	r.maxCall, r.maxDepth = o.Limits()
	if r.row == nil {
		r.row = &bareRow
	}
	if pairs := r.pairs(); o.InReasoning && len(pairs) > 0 {
		r.reason = &pairs[0]
	}
	return r
}

// read settles the text from its start to its end. At each position the first
// step that finds something there moves on after it; where none does, the
// byte is prose.
func (r *reader) read() {
	for r.pos < len(r.text) {
		if !r.step() {
			r.pass(r.prose(), r.pos+1)
		}
	}
}

func (r *reader) step() bool {
	switch {
	case r.reason != nil:
		return r.endReasoning() || r.row.CallsInReasoning && !r.tools.None() && (r.closer() || r.opener())
	case r.startReasoning():
		return true
	case r.tools.None():
		return false
	case r.closer() || r.opener() || r.innerOpener() || r.endOfTurn():
		return true
	}
	return r.row.Shapes&ShapeBare != 0 && (r.fenceRun() || r.array() || r.object())
}

// prose is the kind of a byte that is nothing else.
func (r *reader) prose() SegmentKind {
	if r.reason != nil {
		return KindReasoning
	}
	return KindText
}

// pass makes the bytes up to to a segment of text, reasoning or marker.
func (r *reader) pass(kind SegmentKind, to int) {
	r.depth = r.depthBehind(kind, r.depth, r.pos, to)
	r.add(Segment{Kind: kind, Start: int64(r.pos), End: int64(to)})
}

// mark makes the bytes up to to a marker of the row.
func (r *reader) mark(to int) {
	r.pass(KindMarker, to)
	r.recent = r.pos
}

// add appends a segment that begins at pos, joins it with its neighbour where
// both are of one kind without a call, and moves on after it.
func (r *reader) add(s Segment) {
	r.pos = int(s.End)
	if s.Start == s.End {
		return
	}
	if n := len(r.segments); n > 0 && s.Kind <= KindMarker && r.segments[n-1].Kind == s.Kind {
		r.segments[n-1].End = s.End
		return
	}
	r.segments = append(r.segments, s)
}

// call adds a call that came out right. It spans the text from pos to c.End.
func (r *reader) call(c Call) {
	c.Index, c.Start = r.index, int64(r.pos)
	r.last = lastCall{c.Index, c.ID, c.Name}
	r.index++
	r.add(Segment{Kind: KindCall, Start: c.Start, End: c.End, Call: &c})
	r.recent = r.pos
}

// fail adds a call that failed. It spans the text from pos to end.
func (r *reader) fail(end int, e Error) {
	e.Index = r.index
	e.Raw = r.text[r.pos:min(int(e.Offset)+1, len(r.text))]
	r.last = lastCall{e.Index, e.ID, e.Name}
	r.index++
	r.add(Segment{Kind: KindError, Start: int64(r.pos), End: int64(end), Err: &e})
	r.recent = r.pos
}

// clip returns the text up to where a call that begins at start exceeds its
// limit.
func (r *reader) clip(start int) string {
	return r.text[:start+min(r.maxCall, len(r.text)-start)]
}

// unclip says what the end of a clipped text is: the end of the reply, or a
// limit.
func (r *reader) unclip(f *fault) *fault {
	switch {
	case f == nil || f.code != ErrTruncated:
	case f.at == len(r.text):
		f.why = cutShort
	default:
		f.code, f.why = ErrLimit, "The call is longer than the limit."
	}
	return f
}
