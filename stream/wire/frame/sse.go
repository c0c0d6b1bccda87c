package frame

import (
	"bytes"
)

// SSE cuts a stream of server-sent events into frames, by the rules of the
// WHATWG HTML standard, with two additions. An event that the end of the stream
// cuts off is not dropped but delivered, as Early. And a body whose first byte
// that is no white space is '{' or '[' is no event stream but JSON, such as a
// server's error document: its objects are the frames (see [JSON]).
//
// An event over the limit, a line's or that of all its data, is one lost frame;
// white space before the stream's first other byte is part of none.
type SSE struct {
	MaxLine int // limit on a line and on the data of an event, in bytes; 0: DefaultMaxLine

	lines lines
	body  body
	json  JSON
	bom   int // how much of a byte order mark the stream began with; all of it once white space has come

	at      int64  // the offset of the byte that told what the stream is
	first   bool   // a line has been read
	open    bool   // a field of the event has been read
	lost    bool   // the event is over the limit: skip to its end
	ended   bool   // Finish has been called
	start   int64  // the offset of the event's first line
	payload []byte // the data buffer, each value followed by a LF
	event   []byte // the event type buffer
	id      []byte // the last event id
	retryMS int64  // what Retry returns, plus one
}

// body says what the stream turned out to be.
type body uint8

const (
	bodyUnknown body = iota // nothing but white space so far, perhaps after a byte order mark
	bodyEvents              // an event stream
	bodyJSON                // JSON
)

var byteOrderMark = []byte("\xef\xbb\xbf")

// Write takes the next chunk. See [Framer].
func (s *SSE) Write(p []byte) {
	if s.body == bodyUnknown {
		n := s.sniff(p)
		s.at = s.lines.base + int64(len(s.lines.in)+n)
		if s.body == bodyJSON {
			s.json.MaxLine = s.MaxLine
			s.json.base = s.at
			p = p[n:]
		}
	}
	if s.body == bodyJSON {
		s.json.Write(p)
		return
	}
	s.lines.write(p)
}

// Document reports whether the stream is JSON and no event stream. It is false
// before the first byte that is no white space.
func (s *SSE) Document() bool { return s.body == bodyJSON }

// sniff looks for the first byte that says what the stream is, and returns
// where it is.
func (s *SSE) sniff(p []byte) int {
	for i, c := range p {
		switch {
		case s.bom < len(byteOrderMark) && c == byteOrderMark[s.bom]:
			s.bom++
			continue
		case s.bom > 0 && s.bom < len(byteOrderMark):
			s.body = bodyEvents
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			s.bom = len(byteOrderMark)
			continue
		case c == '{' || c == '[':
			s.body = bodyJSON
		default:
			s.body = bodyEvents
		}
		return i
	}
	return len(p)
}

// Next returns the next event. See [Framer].
func (s *SSE) Next() (Frame, bool) {
	if s.body == bodyJSON {
		return s.json.Next()
	}
	limit := maxLine(s.MaxLine)
	for {
		line, start, st := s.lines.next(limit)
		switch {
		case st == lineNone:
			return s.flush()
		case st == lineLong && s.blank(start, limit):
			s.skip(start)
		case st == lineLong:
			if f, ok := s.drop(start); ok {
				return f, true
			}
		case len(line) == 0 && s.first:
			if f, ok := s.dispatch(false); ok {
				return f, true
			}
		default:
			if f, ok := s.line(line, start, limit); ok {
				return f, true
			}
		}
	}
}

// blank reports whether a line over the limit is so by white space from before
// it is known what the stream is. No frame is lost with it.
func (s *SSE) blank(start int64, limit int) bool {
	return s.body == bodyUnknown || start+int64(limit) < s.at
}

// skip reads a line that says nothing.
func (s *SSE) skip(start int64) {
	s.first = true
	if !s.open {
		s.open, s.start = true, start
	}
}

// line reads a line that may be the first. The frame, if any, is a lost one,
// or the event that a blank first line after a byte order mark can't have.
func (s *SSE) line(line []byte, start int64, limit int) (Frame, bool) {
	if !s.first {
		s.first = true
		line = bytes.TrimPrefix(line, byteOrderMark)
	}
	if len(line) == 0 || line[0] == ':' {
		return Frame{}, false
	}
	if !s.open {
		s.open, s.start = true, start
	}
	name, value, _ := bytes.Cut(line, colon)
	if len(value) > 0 && value[0] == ' ' {
		value = value[1:]
	}
	if !s.field(name, value, limit) {
		return s.drop(start)
	}
	return Frame{}, false
}

var colon = []byte{':'}

// field takes one field, and reports whether the event is within the limit.
func (s *SSE) field(name, value []byte, limit int) bool {
	switch string(name) {
	case "data":
		if s.lost {
			return true
		}
		if len(s.payload)+len(value) > limit {
			return false
		}
		s.payload = append(append(s.payload, value...), '\n')
	case "event":
		s.event = append(empty(s.event), value...)
	case "id":
		if bytes.IndexByte(value, 0) < 0 {
			s.id = append(empty(s.id), value...)
		}
	case "retry":
		if ms, ok := digits(value); ok {
			s.retryMS = ms + 1
		}
	}
	return true
}

// digits returns the number that b spells in ASCII digits.
func digits(b []byte) (n int64, ok bool) {
	if len(b) == 0 || len(b) > 18 {
		return 0, false
	}
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}

// drop gives up the open event, and tells so the first time.
func (s *SSE) drop(start int64) (Frame, bool) {
	if s.lost {
		return Frame{}, false
	}
	if !s.open {
		s.open, s.start = true, start
	}
	s.lost, s.first, s.payload = true, true, nil
	return Frame{Offset: s.start, End: s.lines.offset(), Err: errTooLong(s.start, maxLine(s.MaxLine))}, true
}

// dispatch ends the open event, and returns it if it has data.
func (s *SSE) dispatch(early bool) (Frame, bool) {
	f := Frame{Event: s.event, ID: s.id, Offset: s.start, End: s.lines.offset(), Early: early}
	ok := len(s.payload) > 0 && !s.lost
	if ok {
		f.Payload = s.payload[:len(s.payload)-1]
	}
	s.open, s.lost, s.payload, s.event = false, false, empty(s.payload), empty(s.event)
	return f, ok
}

// flush returns the event that the end of the stream has cut off, once.
func (s *SSE) flush() (Frame, bool) {
	if !s.ended || !s.open {
		return Frame{}, false
	}
	return s.dispatch(true)
}

// Finish ends the stream, and reports whether it ended inside an event. Next
// then returns that event, as far as it came, if it has data.
func (s *SSE) Finish() (early bool) {
	if s.body == bodyJSON {
		return s.json.Finish()
	}
	s.ended = true
	if line, start := s.lines.rest(); len(line) > 0 {
		s.line(line, start, maxLine(s.MaxLine))
	}
	return s.open
}

// Retry returns the last reconnection time that the stream gave, in
// milliseconds, and whether it gave one.
func (s *SSE) Retry() (ms int64, ok bool) { return s.retryMS - 1, s.retryMS > 0 }
