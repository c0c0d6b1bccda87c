package frame

import (
	"encoding/binary"
	"hash/crc32"
)

// EventStream cuts an AWS event stream (application/vnd.amazon.eventstream)
// into its messages, and checks both checksums of each. A message has a prelude
// (total length, length of the headers, CRC-32 of these eight bytes), typed
// headers, a payload, and a CRC-32 of all before it; numbers are big-endian.
//
// A checksum or length that is wrong gives one frame with ErrProtocol and ends
// the stream, as nothing says where the next message would begin. A message
// whose headers can't be read, or one over the limit, is a lost frame.
type EventStream struct {
	MaxLine int // limit on a message, in bytes; 0: DefaultMaxLine

	in     []byte // the chunk
	i      int    // in[:i] is read
	base   int64  // the offset of in[0]
	part   []byte // the message's bytes from earlier chunks
	skip   int64  // bytes of a message over the limit that are still to come
	broken bool   // the stream has ended with an error
}

// The parts of a message around headers and payload, in bytes.
const (
	preludeLen = 12
	trailerLen = 4
)

// PreludeLen is the length of the prelude of a message of an AWS event stream,
// in bytes.
const PreludeLen = preludeLen

// IsPrelude reports whether b begins with the prelude of a message of an AWS
// event stream, by its checksum. Fewer than [PreludeLen] bytes are none.
func IsPrelude(b []byte) bool {
	return len(b) >= preludeLen && crc32.ChecksumIEEE(b[:8]) == binary.BigEndian.Uint32(b[8:])
}

// Write takes the next chunk. See [Framer].
func (e *EventStream) Write(p []byte) {
	e.base += int64(len(e.in))
	e.in, e.i = p, 0
}

// Next returns the next message. See [Framer].
func (e *EventStream) Next() (Frame, bool) {
	if e.broken {
		return Frame{}, false
	}
	e.pass()
	prelude, ok := e.need(preludeLen)
	if !ok {
		return Frame{}, false
	}
	total := int64(binary.BigEndian.Uint32(prelude))
	headers := int64(binary.BigEndian.Uint32(prelude[4:]))
	sum := binary.BigEndian.Uint32(prelude[8:])
	if crc32.ChecksumIEEE(prelude[:8]) != sum || total < preludeLen+headers+trailerLen {
		return e.fail("has a broken prelude")
	}
	if total > int64(maxLine(e.MaxLine)) {
		return e.drop(total), true
	}
	message, ok := e.need(int(total))
	if !ok {
		return Frame{}, false
	}
	body := message[:total-trailerLen]
	if crc32.ChecksumIEEE(body) != binary.BigEndian.Uint32(message[len(body):]) {
		return e.fail("has a wrong checksum")
	}
	return e.frame(message, body[preludeLen:preludeLen+headers], body[preludeLen+headers:]), true
}

// drop gives up a message over the limit, whose prelude has been read.
func (e *EventStream) drop(total int64) Frame {
	read := int64(len(e.part))
	e.skip = total - read
	e.part = empty(e.part)
	at := e.offset() - read
	return Frame{Offset: at, End: e.offset(), Err: errTooLong(at, maxLine(e.MaxLine))}
}

// offset returns how much of the stream is read into part or frames.
func (e *EventStream) offset() int64 { return e.base + int64(e.i) }

// pass skips what has come of a message over the limit.
func (e *EventStream) pass() {
	n := min(e.skip, int64(len(e.in)-e.i))
	e.i += int(n)
	e.skip -= n
}

// need returns the first n bytes of the message, or false if they have not
// come yet. It reads nothing that lies in one chunk.
func (e *EventStream) need(n int) ([]byte, bool) {
	if e.skip > 0 {
		return nil, false
	}
	if len(e.part) == 0 && len(e.in)-e.i >= n {
		return e.in[e.i : e.i+n], true
	}
	more := min(max(n-len(e.part), 0), len(e.in)-e.i)
	e.part = append(e.part, e.in[e.i:e.i+more]...)
	e.i += more
	if len(e.part) < n {
		return nil, false
	}
	return e.part[:n], true
}

// frame returns the frame of a whole message, and reads after it.
func (e *EventStream) frame(message, headers, payload []byte) Frame {
	f := Frame{Payload: payload, End: e.offset()}
	if len(e.part) == 0 {
		e.i += len(message)
		f.End = e.offset()
	}
	f.Offset = f.End - int64(len(message))
	e.part = empty(e.part)
	if !f.read(headers) {
		return Frame{Offset: f.Offset, End: f.End, Err: Unread(f.Offset, "has headers that can't be read")}
	}
	return f
}

// fail ends the stream at a message of which something is wrong.
func (e *EventStream) fail(wrong string) (Frame, bool) {
	e.broken = true
	at := e.offset() - int64(len(e.part))
	e.part = nil
	return Frame{Offset: at, End: at, Err: Unread(at, wrong)}, true
}

// Finish ends the stream, and reports whether it ended inside a message. What
// has come of that message is dropped: its checksum is missing.
func (e *EventStream) Finish() (early bool) { return len(e.part) > 0 || e.skip > 0 }

// read takes what matters from a message's headers, and reports whether they
// could be read.
func (f *Frame) read(h []byte) bool {
	for len(h) > 0 {
		n := 1 + int(h[0])
		if len(h) < n+1 {
			return false
		}
		name, typ := h[1:n], h[n]
		value, rest, ok := headerValue(typ, h[n+1:])
		if !ok {
			return false
		}
		if typ == headerString {
			f.header(name, value)
		}
		h = rest
	}
	return true
}

// header takes one header that is a string.
func (f *Frame) header(name, value []byte) {
	switch string(name) {
	case ":message-type":
		f.Exception = f.Exception || string(value) == "exception" || string(value) == "error"
	case ":event-type", ":exception-type", ":error-code":
		f.Event = value
	case ":error-message":
		if len(f.Payload) == 0 {
			f.Payload = value
		}
	}
}

// The types of header values that have a length of their own.
const (
	headerBytes  = 6
	headerString = 7
)

// headerSizes are the sizes of the other types' values, in bytes: true, false,
// byte, short, integer, long, -, -, timestamp, UUID.
var headerSizes = [...]int{0, 0, 1, 2, 4, 8, -1, -1, 8, 16}

// headerValue splits the value of a header off b.
func headerValue(typ byte, b []byte) (value, rest []byte, ok bool) {
	var n int
	switch {
	case typ == headerBytes || typ == headerString:
		if len(b) < 2 {
			return nil, nil, false
		}
		n = int(binary.BigEndian.Uint16(b))
		b = b[2:]
	case int(typ) < len(headerSizes):
		n = headerSizes[typ]
	default:
		return nil, nil, false
	}
	if len(b) < n {
		return nil, nil, false
	}
	return b[:n], b[n:], true
}
