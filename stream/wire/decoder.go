package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire/frame"
)

// adapter reads the frames of one provider.
type adapter interface {
	// frame reads the frame f, whose JSON is in r, and adds its deltas to e. Of a
	// frame that is not JSON it has added and noted nothing.
	frame(f *Frame, r *reader, e *emit) verdict
	// finish adds what only the end of the stream tells.
	finish(e *emit)
}

// verdict is what an adapter thinks of a frame.
type verdict uint8

const (
	frameBroken  verdict = iota // not JSON
	frameForeign                // JSON, but nothing that the wire has
	frameKnown                  // a frame of the wire
)

// know returns the verdict on a frame that is JSON.
func know(known bool) verdict {
	if known {
		return frameKnown
	}
	return frameForeign
}

// Decoder turns the bytes of a provider's stream into deltas. It is made by
// [New], and reads one reply.
type Decoder struct {
	wire    *wire
	auto    *auto // until the wire is known
	framer  Framer
	adapter adapter
	maxLine int   // limit on a frame, in bytes
	f       Frame // the frame that is read
	r       reader
	e       emit
	done    bool // the terminal event of this reply has come
	said    bool // there has been a delta
	ended   bool // Finish or Abort has been called
	void    bool // the wire "auto" has ended without a byte
	body    bodyLook
}

// use makes d read the wire w.
func (d *Decoder) use(w *wire, o Options) {
	d.wire, d.framer, d.adapter = w, w.framer(o), w.adapter(o)
	if d.maxLine = o.MaxLine; d.maxLine <= 0 {
		d.maxLine = DefaultMaxLine
	}
}

// Wire returns the name of the wire that is read; "" while the wire "auto" has
// not seen enough to tell.
func (d *Decoder) Wire() string {
	if d.wire == nil {
		return ""
	}
	return d.wire.name
}

// Write takes the next chunk and returns the deltas that it completes. The
// slice is valid until the next call, the strings in it for ever. Write reads
// all of p and does not keep it.
func (d *Decoder) Write(p []byte) []stream.Delta {
	d.e.reset()
	if !d.body.known {
		d.body.write(p)
	}
	if d.auto != nil {
		if p = d.sniff(p); p == nil {
			return nil
		}
	}
	d.framer.Write(p)
	d.frames()
	return d.e.out
}

// WriteFrame takes the next frame instead of a chunk, and returns its deltas as
// Write does: the raw JSON of one chunk or event, as a provider's own client has
// it, without the framing ("data: "). A decoder takes chunks or frames, not both.
//
// The wire "auto" drops frames until one shows the wire. On the wires text and
// args a frame is a piece of the text. A frame of Bedrock's ConverseStream is an
// object whose one member is named like the event. A frame over the limit is
// lost.
func (d *Decoder) WriteFrame(payload []byte) []stream.Delta {
	d.e.reset()
	if !d.body.known {
		d.body.write(payload)
	}
	if d.auto != nil {
		name := classify(&Frame{Payload: payload}, true)
		if name == "" {
			return nil
		}
		d.use(find(name), d.auto.o)
		d.auto = nil
	}
	from := d.f.End
	d.f = Frame{Payload: payload, Offset: from, End: from + int64(len(payload))}
	if len(payload) > d.maxLine {
		d.f.Payload, d.f.Err = nil, lost(parse.ErrLimit, fmt.Sprintf("the frame is longer than the limit of %d bytes", d.maxLine))
	}
	d.frame()
	d.watch(d.e.out)
	return d.e.out
}

// sniff asks auto for the wire, and returns all that has come once it is known.
func (d *Decoder) sniff(p []byte) []byte {
	name := d.auto.write(p)
	if name == "" {
		return nil
	}
	return d.known(name)
}

// known makes d read the wire that auto has found.
func (d *Decoder) known(name string) []byte {
	buf := d.auto.buf
	d.use(find(name), d.auto.o)
	d.auto = nil
	return buf
}

// Finish ends the stream, and returns the deltas that only its end tells: those
// of a last frame that is whole but for its own end, and, where the end
// completes a reply on this wire, a DeltaDone.
func (d *Decoder) Finish() []stream.Delta {
	d.cut()
	if !d.done && !d.void {
		d.adapter.finish(&d.e)
	}
	return d.end()
}

// Abort ends a stream that the transport has cut, in place of Finish. The
// stream's end then completes nothing.
func (d *Decoder) Abort() []stream.Delta {
	d.cut()
	if !d.done && !d.wire.plain {
		d.adapter.finish(&d.e)
	}
	return d.end()
}

// cut reads what the framer has kept.
func (d *Decoder) cut() {
	d.e.reset()
	if d.auto != nil {
		d.void = len(d.auto.buf) == 0
		d.framer.Write(d.known(d.auto.finish()))
		d.frames()
	}
	d.framer.Finish()
	d.frames()
	d.e.flushAll()
}

// end adds an error if the stream held nothing of a reply, and returns the
// deltas of the end.
func (d *Decoder) end() []stream.Delta {
	d.watch(d.e.out)
	if !d.ended && (!d.said || !d.body.known && !d.wire.plain) {
		d.e.lose(d.body.err(d.wire.name))
	}
	d.ended = true
	return d.e.out
}

// Usage returns the account of tokens that the provider gave; nil if there was
// none, as always on the wires ollama, text and args. Where several frames report
// parts of it, as Anthropic's message_start and message_delta do, it is one object
// with the members of all, each as it came last. It is all there when the stream
// has ended. It is JSON in the provider's own shape, which package relay
// translates.
func (d *Decoder) Usage() json.RawMessage { return bytes.Clone(d.e.usage.raw) }

// FinishReason returns the finish reason of a choice as the provider spells it,
// "" if none has come: "stop", "length", "tool_use". It is at most 256 bytes long.
// A reply that is not one of several is choice 0. Of more than 1,024 choices the
// later ones have none.
func (d *Decoder) FinishReason(choice int) string { return d.e.reasons[choice] }

// frames reads the frames that the framer has.
func (d *Decoder) frames() {
	for ok := true; ok; {
		if d.f, ok = d.framer.Next(); ok {
			from := len(d.e.out)
			d.frame()
			d.watch(d.e.out[from:])
		}
	}
}

// watch notes whether the deltas end the reply, or begin another.
func (d *Decoder) watch(deltas []stream.Delta) {
	d.said = d.said || len(deltas) > 0
	for i := range deltas {
		switch deltas[i].Kind {
		case stream.DeltaDone:
			d.done = true
		case stream.DeltaRestart:
			d.done = false
		}
	}
}

// frame reads one frame.
func (d *Decoder) frame() {
	switch f := &d.f; {
	case f.Err != nil && f.Err.Code == parse.ErrProtocol && !d.body.known:
		d.body.lost = f.Err // the body may be none of this wire at all: end says so
	case f.Err != nil:
		d.e.lose(f.Err)
	case d.wire.plain:
		d.adapter.frame(f, nil, &d.e)
	case f.Exception:
		from := len(d.e.out)
		d.e.exception(f, &d.r)
		d.know(from)
	default:
		d.json(bytes.TrimSpace(f.Payload))
	}
}

// json reads a frame's payload, which should be JSON.
func (d *Decoder) json(payload []byte) {
	switch {
	case len(payload) == 0:
		return
	case string(payload) == "[DONE]":
		if chat, ok := d.adapter.(*openAIChat); ok {
			from := len(d.e.out)
			chat.done(&d.e)
			d.know(from)
		}
		return
	}
	d.r.reset(payload)
	from := len(d.e.out)
	switch v := d.adapter.frame(&d.f, &d.r, &d.e); {
	case v == frameKnown:
		d.know(from)
	case v == frameForeign:
		d.body.foreign(payload)
	case string(d.f.Event) == "error":
		d.e.fail(&ProviderError{Message: string(payload)})
		d.know(from)
	case d.f.Early: // cut off by the end of the stream, which says enough
	case !d.body.known:
		d.body.unread(d.f.Offset)
	default:
		d.e.lose(frame.Unread(d.f.Offset, "is not JSON"))
	}
}

// know notes that a frame of the wire has come, whose deltas begin at from. A
// frame before it that could not be read was one of the wire too, and is lost.
func (d *Decoder) know(from int) {
	if lost := d.body.lost; !d.body.known && lost != nil {
		d.e.out = slices.Insert(d.e.out, from, lossOf(lost))
	}
	d.body = bodyLook{known: true}
}

// exception adds the error that an AWS exception tells.
func (e *emit) exception(f *Frame, r *reader) {
	var t fault
	r.reset(f.Payload)
	for name := range r.members {
		t.member(name, r)
	}
	err := &ProviderError{Type: string(f.Event)}
	if r.end() {
		err.Message = t.message.string()
	} else {
		err.Message = string(f.Payload)
	}
	e.fail(err)
}

// Deltas returns the deltas of the stream that r delivers, read by d. The error
// is terminal: it is the reader's error, if that is not io.EOF; the deltas that
// the bytes before it gave come first.
//
// It does what the functions of single wires do, such as [OpenAIChat], and
// leaves the caller the decoder, whose [Decoder.Usage] and
// [Decoder.FinishReason] describe the reply. A nil reader or decoder is an error.
func Deltas(r io.Reader, d *Decoder) iter.Seq2[stream.Delta, error] {
	return func(yield func(stream.Delta, error) bool) {
		if d == nil || d.framer == nil && d.auto == nil {
			yield(stream.Delta{}, errUnmadeDecoder)
			return
		}
		switch err := frame.Chunks(r, func(p []byte) bool { return hand(d.Write(p), yield) }); err {
		case frame.ErrStopped:
		case nil:
			hand(d.Finish(), yield)
		default:
			if hand(d.Abort(), yield) {
				yield(stream.Delta{}, err)
			}
		}
	}
}

// errUnmadeDecoder is the error of a decoder that was not made by New.
var errUnmadeDecoder = errors.New("wire: the decoder is not made by New")

// hand yields deltas, and reports whether to go on.
func hand(deltas []stream.Delta, yield func(stream.Delta, error) bool) bool {
	for _, d := range deltas {
		if !yield(d, nil) {
			return false
		}
	}
	return true
}
