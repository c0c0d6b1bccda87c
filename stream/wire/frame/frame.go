package frame

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/earlycall/earlycall/parse"
)

// DefaultMaxLine is the limit on a line, or on a frame's payload, in bytes.
const DefaultMaxLine = 32 << 20

// Frame is one unit of a provider's stream: a server-sent event, a line of
// NDJSON, a message of an AWS event stream, an element of a JSON array.
//
// Its byte slices are valid until the next call of the framer that gave it.
type Frame struct {
	Payload   []byte       // the payload
	Event     []byte       // SSE: the event field; AWS: the event's or exception's type; else nil
	ID        []byte       // SSE: the last event id; else nil
	Offset    int64        // where the frame begins in the stream
	End       int64        // after the frame's last byte; of a lost frame, how far the framer had read
	Exception bool         // AWS: the message reports an exception or error
	Early     bool         // the stream ended before the frame's own end: Payload may be cut
	Err       *parse.Error // the frame is lost: ErrLimit or ErrProtocol, with a message that says where it begins; Payload is nil
}

// Framer cuts the bytes of a stream into frames, whatever the chunking. [SSE],
// [NDJSON], [JSON] and [EventStream] are framers, each ready as a zero value.
//
// After each Write, Next is called until it reports false; then comes the next
// Write, or Finish and Next until it reports false once more. A framer never
// gives up but where its doc says so: a frame that can't be had is a Frame with
// Err, and the next one follows.
type Framer interface {
	// Write takes the next chunk. The framer may read p until Next reports false.
	Write(p []byte)
	// Next returns the next frame, or false if there is none yet.
	Next() (Frame, bool)
	// Finish ends the stream, and reports whether it ended inside a frame.
	Finish() (early bool)
}

// Frames returns the frames of the stream r, cut by f. The error is terminal: it
// is the reader's error, if that is not io.EOF. What the framer has at that time
// comes before. A nil reader or framer is an error.
func Frames(r io.Reader, f Framer) iter.Seq2[Frame, error] {
	return func(yield func(Frame, error) bool) {
		if f == nil {
			yield(Frame{}, errNilFramer)
			return
		}
		err := Chunks(r, func(p []byte) bool {
			f.Write(p)
			return drain(f, yield)
		})
		if err == ErrStopped {
			return
		}
		f.Finish()
		if drain(f, yield) && err != nil {
			yield(Frame{}, err)
		}
	}
}

var errNilFramer = errors.New("frame: the framer is nil")

// drain yields the frames that f has, and reports whether to go on.
func drain(f Framer, yield func(Frame, error) bool) bool {
	for {
		fr, ok := f.Next()
		if !ok {
			return true
		}
		if !yield(fr, nil) {
			return false
		}
	}
}

// lost returns the error of a frame that can't be had.
func lost(c parse.Code, message string) *parse.Error {
	return &parse.Error{Code: c, Index: -1, Message: message}
}

// errTooLong returns the error of the frame at that offset, which has more
// bytes than the limit.
func errTooLong(offset int64, limit int) *parse.Error {
	return lost(parse.ErrLimit, fmt.Sprintf("the frame at byte %d of the stream is longer than the limit of %d bytes", offset, limit))
}

// Unread returns the error of the frame at that offset of the stream that can't
// be read, and why: "is not JSON". Its code is ErrProtocol.
func Unread(offset int64, wrong string) *parse.Error {
	return lost(parse.ErrProtocol, fmt.Sprintf("the frame at byte %d of the stream %s", offset, wrong))
}

// maxLine returns the limit n, or its default.
func maxLine(n int) int {
	if n <= 0 {
		return DefaultMaxLine
	}
	return n
}

// keep is the capacity in bytes up to which a buffer is kept for the next frame.
const keep = 1 << 20

// empty returns b with no bytes in it, or nil if it has grown beyond keep.
func empty(b []byte) []byte {
	if cap(b) > keep {
		return nil
	}
	return b[:0]
}
