package frame

// JSON cuts a stream of JSON into frames: the elements of one array, or values
// that follow each other. It looks at quotes and braces only, so that a broken
// element ends where its braces balance, and the next one follows; whether a
// frame is JSON is for its reader to say. What is no object and no string ends
// at white space or punctuation. An element over the limit is a lost frame.
type JSON struct {
	MaxLine int // limit on an element, in bytes; 0: DefaultMaxLine

	in    []byte // the chunk
	i     int    // in[:i] is read
	base  int64  // the offset of in[0]
	start int64  // the offset of the element's first byte
	part  []byte // the element's bytes from earlier chunks
	state jsonState
	depth int  // open braces
	long  bool // the element is over the limit: skip to its end
	ended bool // Finish has been called
}

// jsonState says where in an element the splitter is.
type jsonState uint8

const (
	jsonBetween jsonState = iota // between elements
	jsonWord                     // in 12^3
	jsonObject                   // in {"a":^1}, outside strings
	jsonString                   // in {"a^":1} or "a^b"
	jsonEscape                   // in "a\^n"
)

// Write takes the next chunk. See [Framer].
func (j *JSON) Write(p []byte) {
	j.base += int64(len(j.in))
	j.in, j.i = p, 0
}

// Next returns the next element. See [Framer].
func (j *JSON) Next() (Frame, bool) {
	for {
		j.between()
		if j.state == jsonBetween {
			return Frame{}, false
		}
		begin := j.i
		whole := j.element()
		switch piece := j.in[begin:j.i]; {
		case j.long:
			j.long = !whole
		case len(j.part)+len(piece) > maxLine(j.MaxLine):
			j.part, j.long = nil, !whole
			return Frame{Offset: j.start, End: j.offset(), Err: errTooLong(j.start, maxLine(j.MaxLine))}, true
		case whole:
			return j.frame(piece), true
		case j.ended && len(j.part) > 0:
			j.state = jsonBetween
			f := j.frame(nil)
			f.Early = true
			return f, true
		default:
			j.part = append(j.part, piece...)
		}
		if !whole {
			return Frame{}, false
		}
	}
}

// frame returns the element whose last piece is given.
func (j *JSON) frame(piece []byte) Frame {
	f := Frame{Payload: piece, Offset: j.start, End: j.offset()}
	if len(j.part) > 0 {
		f.Payload = append(j.part, piece...)
		j.part = empty(f.Payload)
	}
	return f
}

func (j *JSON) offset() int64 { return j.base + int64(j.i) }

// between skips what stands between elements, up to the next one's first byte.
func (j *JSON) between() {
	for ; j.state == jsonBetween && j.i < len(j.in); j.i++ {
		if isBetween(j.in[j.i]) {
			continue
		}
		j.start, j.depth, j.state = j.offset(), 0, jsonWord
		return
	}
}

// isBetween reports whether c is white space or the punctuation of an array.
func isBetween(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', ',', '[', ']':
		return true
	}
	return false
}

// element reads on in the element, and reports whether its end has been read.
func (j *JSON) element() bool {
	for ; j.i < len(j.in); j.i++ {
		c := j.in[j.i]
		switch j.state {
		case jsonString:
			switch c {
			case '\\':
				j.state = jsonEscape
			case '"':
				j.state = jsonObject
			}
		case jsonEscape:
			j.state = jsonString
		case jsonWord:
			switch {
			case c == '{', c == '"':
				if j.offset() > j.start {
					return j.end()
				}
				j.open(c)
			case isBetween(c):
				return j.end()
			}
		case jsonObject:
			switch c {
			case '{', '"':
				j.open(c)
			case '}':
				j.depth--
			}
		}
		if j.state == jsonObject && j.depth <= 0 {
			j.i++
			return j.end()
		}
	}
	return false
}

// open enters the object or string that begins with c.
func (j *JSON) open(c byte) {
	j.state = jsonString
	if c == '{' {
		j.state = jsonObject
		j.depth++
	}
}

func (j *JSON) end() bool {
	j.state = jsonBetween
	return true
}

// Finish ends the stream, and reports whether it ended inside an element. Next
// then returns that element, as far as it came.
func (j *JSON) Finish() (early bool) {
	j.ended = true
	return j.state != jsonBetween
}
