package stream

import "strings"

// skip is what the machine remembers of a broken or foreign object while it
// looks for its end: strings and braces, and nothing else.
type skip struct {
	depth  int
	quote  byte // what closes the string; 0: in none
	esc    bool // directly after a backslash in it
	past   bool // no key and no value can begin here: something stands before it that is no {, [, comma or colon
	opens  bool // only white space since a line feed: an opener ends what is skipped
	failed bool // the bytes belong to an error; else they are text
	junk   bool // no object: a broken element of an array
	tagged bool // a broken tagged body: only markers count
	feed   bool // it holds a line feed
	line   line
}

// walk returns what a skip has seen of an object's bytes.
func walk(raw []byte) skip {
	s := skip{line: lineUsed}
	for _, c := range raw {
		s.step(c)
	}
	return s
}

// step takes a byte.
func (s *skip) step(c byte) {
	inside := s.quote != 0
	switch {
	case s.esc:
		s.esc = false
	case inside && c == '\\':
		s.esc = true
	case inside && c == s.quote:
		s.quote = 0
	case inside:
	case c == '"' || !s.past && (c == '\'' || c == '`'):
		s.quote = c
	case c == '{':
		s.depth++
	case c == '}':
		s.depth--
	}
	switch {
	case c == '\n':
		s.line, s.feed = lineBlank, true
	case c != ' ' && c != '\t':
		s.line = lineUsed
	}
	s.place(c, inside || s.quote != 0)
}

// place remembers what may stand after a byte.
func (s *skip) place(c byte, inside bool) {
	switch {
	case inside:
		s.past, s.opens = true, false
	case c == '\n':
		s.opens = true
	case !isSpace(c):
		s.past, s.opens = c != '{' && c != '[' && c != ',' && c != ':', false
	}
}

// readSkip reads on to the end of what is skipped.
func (r *reply) readSkip(in string, i int) int {
	i = r.skipOn(in, i)
	if r.skip.failed && r.state == stateSkip {
		r.from = i
	}
	return i
}

// skipOn is readSkip, but that bytes of an error may look like text at the end
// of the string.
func (r *reply) skipOn(in string, i int) int {
	s := &r.skip
	for i < len(in) {
		if s.quote != 0 {
			if i = s.string(in, i); i == len(in) {
				break
			}
		}
		j := r.nextBroken(in, i)
		s.between(in[i:j])
		if i = j; i == len(in) {
			break
		}
		if r.p.row.stops[in[i]]&stopsMarker != 0 {
			r.from = r.fromAt(i)
			if next, ok := r.expect(in, i, r.skipRoles(), stateSkip); ok {
				return next
			}
		}
		c := in[i]
		switch {
		case s.junk && (c == ',' || c == ']' || c == '{'):
			return r.endSkip(i)
		case c == r.fence.c && r.fence.n > 0 && s.line == lineBlank:
			r.from = r.fromAt(i)
			r.hold, r.state = i, stateSkipRun
			return i
		}
		i++
		if s.tagged {
			s.place(c, false)
			continue
		}
		s.step(c)
		if c == '}' && s.depth <= 0 {
			if s.depth < 0 {
				s.depth = 0
				continue
			}
			return r.endSkip(i)
		}
	}
	return len(in)
}

// fromAt returns where text begins that has not been emitted, given that
// in[i] is read: bytes of an error are none.
func (r *reply) fromAt(i int) int {
	if r.skip.failed {
		return i
	}
	return r.from
}

// nextBroken returns the index of the next byte from i on that matters
// outside of strings.
func (r *reply) nextBroken(in string, i int) int {
	if r.skip.junk {
		for i < len(in) && r.p.row.stops[in[i]]&stopsBroken == 0 && in[i] != ',' && in[i] != ']' {
			i++
		}
		return i
	}
	return r.p.row.next(in, i, stopsBroken)
}

// string reads on in a string, its closing quote included.
func (s *skip) string(in string, i int) int {
	for i < len(in) {
		if s.esc {
			s.esc = false
			i++
			continue
		}
		n := strings.IndexAny(in[i:], stringStops(s.quote))
		if n < 0 {
			n = len(in) - i
		}
		s.feed = s.feed || strings.IndexByte(in[i:i+n], '\n') >= 0
		if i += n + 1; i > len(in) {
			return len(in)
		}
		if in[i-1] == s.quote {
			s.quote, s.line = 0, lineUsed
			return i
		}
		s.esc = true
	}
	return i
}

// stringStops returns the bytes that matter in a string.
func stringStops(quote byte) string {
	switch quote {
	case '\'':
		return `'\`
	case '`':
		return "`\\"
	}
	return `"\`
}

// between remembers what a piece without stops says about the place after it.
func (s *skip) between(text string) {
	for i := 0; i < len(text); i++ {
		if text[i] != ' ' && text[i] != '\t' {
			s.line = lineUsed
		}
		if !isSpace(text[i]) {
			s.past, s.opens = true, false
			return
		}
	}
}

// skipRoles returns the markers that end what is skipped.
func (r *reply) skipRoles() role {
	if r.p.Tools.None() {
		return 0
	}
	set := roleClose
	if r.skip.tagged {
		set |= roleTagClose
	}
	switch {
	case r.skip.opens && r.skip.tagged:
		set |= roleOpen | roleTagOpen
	case r.skip.opens:
		set |= roleOpen
	}
	return set
}

// endSkip ends what is skipped before in[i].
func (r *reply) endSkip(i int) int {
	if r.skip.feed {
		r.fence.info = false
	}
	if !r.skip.failed {
		r.used('}')
		r.state = stateText
		return i
	}
	r.state = r.afterCallState()
	r.from = i
	return i
}

// readSkipRun reads a run of a fence's characters at the start of a line. A
// long one closes the fence, and with it what is skipped.
func (r *reply) readSkipRun(in string, i int) int {
	s := &r.skip
	for ; i < len(in) && in[i] == r.fence.c; i++ {
		if r.size(i)+1 == r.fence.n {
			next := stateText
			if s.failed {
				next = r.afterCallState()
			}
			r.line, r.fence.info = lineBlank, false
			return r.release(in, i+1, 0, next)
		}
	}
	if i == len(in) {
		return i
	}
	for range r.size(i) {
		s.step(r.fence.c)
	}
	return r.skipHeld(in, i, r.size(i), stateSkip)
}

// skipHeld lets the first k held bytes be what is skipped.
func (r *reply) skipHeld(in string, i, k int, next state) int {
	if r.skip.failed {
		return r.swallow(in, i, k, next)
	}
	return r.release(in, i, k, next)
}

// swallow makes the first k held bytes part of an error; the others are read
// again in state next.
func (r *reply) swallow(in string, i, k int, next state) int {
	r.state = next
	if len(r.held) == 0 {
		r.p.visited += int64(i - r.hold - k)
		r.from = r.hold + k
		return r.from
	}
	r.again = r.take(in, i)[k:]
	return i
}

// endSkipHold settles what is held while skipping: it belongs to what is skipped.
func (r *reply) endSkipHold() bool {
	r.skipHeld("", 0, len(r.held), stateSkip)
	return true
}
