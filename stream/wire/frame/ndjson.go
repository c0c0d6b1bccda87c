package frame

import "bytes"

// NDJSON cuts a stream into lines; blank ones are dropped, and one byte order
// mark at the start. The last line needs no end of its own: it is delivered as
// Early. A line over the limit is a lost frame.
type NDJSON struct {
	MaxLine int // limit on a line, in bytes; 0: DefaultMaxLine

	lines lines
	first bool // a line has been read
	ended bool // Finish has been called
}

// Write takes the next chunk. See [Framer].
func (n *NDJSON) Write(p []byte) { n.lines.write(p) }

// Next returns the next line that is not blank. See [Framer].
func (n *NDJSON) Next() (Frame, bool) {
	for {
		line, start, st := n.lines.next(maxLine(n.MaxLine))
		if st == lineLong {
			n.first = true
			return Frame{Offset: start, End: n.lines.offset(), Err: errTooLong(start, maxLine(n.MaxLine))}, true
		}
		early := st == lineNone
		if early {
			if !n.ended {
				return Frame{}, false
			}
			line, start = n.lines.rest()
		}
		if line = n.trim(line); len(line) > 0 {
			return Frame{Payload: line, Offset: start, End: n.lines.offset(), Early: early}, true
		}
		if early {
			return Frame{}, false
		}
	}
}

// trim returns the line without the white space around it and without the
// stream's byte order mark.
func (n *NDJSON) trim(line []byte) []byte {
	if !n.first {
		n.first = true
		line = bytes.TrimPrefix(line, byteOrderMark)
	}
	return bytes.Trim(line, " \t")
}

// Finish ends the stream, and reports whether the last line has no end.
func (n *NDJSON) Finish() (early bool) {
	n.ended = true
	return len(n.lines.part) > 0
}
