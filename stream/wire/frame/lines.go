package frame

import "bytes"

// lines cuts a stream into lines that end in CR, LF or CRLF. A line ends at
// its CR at once; the LF after it is dropped when it comes. Each byte is
// looked at a bounded number of times, whatever the chunking.
type lines struct {
	in      []byte // the chunk
	i       int    // in[:i] is read
	cr, lf  int    // the first CR and LF of in from i on, if >= i; len(in): none
	base    int64  // the offset of in[0]
	start   int64  // the offset of the line's first byte
	part    []byte // the line's bytes from earlier chunks
	afterCR bool   // a LF at in[i] belongs to the line before
	long    bool   // the line is over the limit: skip to its end
}

// lineState says what lines.next found.
type lineState uint8

const (
	lineNone lineState = iota // no whole line yet
	lineDone                  // a line
	lineLong                  // a line has gone over the limit; its bytes are dropped
)

func (l *lines) write(p []byte) {
	l.base += int64(len(l.in))
	l.in, l.i, l.cr, l.lf = p, 0, -1, -1
}

// offset returns how much of the stream is read.
func (l *lines) offset() int64 { return l.base + int64(l.i) }

// next returns the next line without its end. The line is valid until the next
// call of a method of l. A line over the limit is reported once, as soon as it is.
func (l *lines) next(limit int) (line []byte, start int64, s lineState) {
	for {
		l.skipLF()
		if len(l.part) == 0 && !l.long {
			l.start = l.offset()
		}
		end := l.eol()
		piece, whole := l.in[l.i:end], end < len(l.in)
		if l.long {
			l.pass(end, whole)
			if l.long = !whole; l.long {
				return nil, 0, lineNone
			}
			continue
		}
		if len(l.part)+len(piece) > limit {
			l.part, l.long = nil, true
			return nil, l.start, lineLong
		}
		l.pass(end, whole)
		if !whole {
			l.part = append(l.part, piece...)
			return nil, 0, lineNone
		}
		return l.join(piece), l.start, lineDone
	}
}

// rest returns the line that the stream's end has cut.
func (l *lines) rest() (line []byte, start int64) {
	if l.long {
		return nil, l.start
	}
	return l.join(nil), l.start
}

// join returns the line whose last piece is given.
func (l *lines) join(piece []byte) []byte {
	if len(l.part) == 0 {
		return piece
	}
	line := append(l.part, piece...)
	l.part = empty(line)
	return line
}

// pass reads the bytes before end, and the line's end there if it has one.
func (l *lines) pass(end int, whole bool) {
	l.i = end
	if whole {
		l.afterCR = l.in[end] == '\r'
		l.i++
	}
}

// skipLF drops the second half of a CRLF.
func (l *lines) skipLF() {
	if l.afterCR && l.i < len(l.in) {
		l.afterCR = false
		if l.in[l.i] == '\n' {
			l.i++
		}
	}
}

// eol returns where the line ends in the chunk; len(in) if it goes on.
func (l *lines) eol() int {
	if l.lf < l.i {
		l.lf = l.find('\n')
	}
	if l.cr < l.i {
		l.cr = l.find('\r')
	}
	return min(l.lf, l.cr)
}

func (l *lines) find(c byte) int {
	if k := bytes.IndexByte(l.in[l.i:], c); k >= 0 {
		return l.i + k
	}
	return len(l.in)
}
