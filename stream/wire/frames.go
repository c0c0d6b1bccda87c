package wire

import (
	"io"
	"iter"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/wire/frame"
)

// The frames of a stream, and what cuts it into them, are package frame's.
type (
	Frame       = frame.Frame
	Framer      = frame.Framer
	SSE         = frame.SSE
	NDJSON      = frame.NDJSON
	JSON        = frame.JSON
	EventStream = frame.EventStream
)

// DefaultMaxLine is the limit on a line, or on a frame's payload, in bytes.
const DefaultMaxLine = frame.DefaultMaxLine

// Frames returns the frames of r. See [frame.Frames].
func Frames(r io.Reader, f Framer) iter.Seq2[Frame, error] { return frame.Frames(r, f) }

// reports reports whether the frame f is an error, by the JSON's type or else
// by its event field.
func reports(f *Frame, typ text) bool {
	if typ.empty() {
		return string(f.Event) == "error"
	}
	return typ.is("error")
}

// lost returns an error that loses part of the stream, with that message.
func lost(c parse.Code, message string) *parse.Error {
	return &parse.Error{Code: c, Index: -1, Message: message}
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
