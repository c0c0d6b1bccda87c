package wire

import (
	"bytes"
	"encoding/json"
	"io"
	"iter"

	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire/frame"
)

// adapter reads the frames of one provider.
type adapter interface {
	// frame reads the frame f, whose JSON is in r, and adds its deltas to e. It
	// reports whether the frame is JSON; if not, it has added and noted nothing.
	frame(f *Frame, r *reader, e *emit) bool
	// finish adds what only the end of the stream tells.
	finish(e *emit)
}

// Decoder turns the bytes of a provider's stream into deltas. It is made by
// [New], and reads one reply.
type Decoder struct {
	wire    *wire
	auto    *auto // until the wire is known
	framer  Framer
	adapter adapter
	f       Frame // the frame that is read
	r       reader
	e       emit
	done    bool // the terminal event of this reply has come
}

// use makes d read the wire w.
func (d *Decoder) use(w *wire, o Options) {
	d.wire, d.framer, d.adapter = w, w.framer(o), w.adapter(o)
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
	if d.auto != nil {
		if p = d.sniff(p); p == nil {
			return nil
		}
	}
	d.framer.Write(p)
	d.frames()
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
	if !d.done {
		d.adapter.finish(&d.e)
	}
	d.watch(d.e.out)
	return d.e.out
}

// Abort ends a stream that the transport has cut, in place of Finish. The
// stream's end then completes nothing.
func (d *Decoder) Abort() []stream.Delta {
	d.cut()
	if !d.done && !d.wire.plain {
		d.adapter.finish(&d.e)
	}
	d.watch(d.e.out)
	return d.e.out
}

// cut reads what the framer has kept.
func (d *Decoder) cut() {
	d.e.reset()
	if d.auto != nil {
		d.framer.Write(d.known(d.auto.finish()))
		d.frames()
	}
	d.framer.Finish()
	d.frames()
	d.e.flushAll()
}

// Usage returns the last account of tokens that the provider gave; nil if there
// was none, as always on the wires ollama, text and args. It is all there when
// the stream has ended. It is JSON in the provider's own shape, so that a
// [Writer] can pass it on only if it writes for the same provider.
func (d *Decoder) Usage() json.RawMessage { return bytes.Clone(d.e.usage) }

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
	case f.Err != nil:
		d.e.lose(f.Err)
	case d.wire.plain:
		d.adapter.frame(f, nil, &d.e)
	case f.Exception:
		d.e.exception(f, &d.r)
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
		if d.wire.mark {
			d.e.done()
		}
		return
	}
	d.r.reset(payload)
	switch {
	case d.adapter.frame(&d.f, &d.r, &d.e):
	case string(d.f.Event) == "error":
		d.e.fail(&ProviderError{Message: string(payload)})
	case d.f.Early: // cut off by the end of the stream, which says enough
	default:
		d.e.lose(frame.Unread(d.f.Offset, "is not JSON"))
	}
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
// leaves the caller the decoder, whose [Decoder.Usage] tells the tokens.
func Deltas(r io.Reader, d *Decoder) iter.Seq2[stream.Delta, error] {
	return func(yield func(stream.Delta, error) bool) {
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

// hand yields deltas, and reports whether to go on.
func hand(deltas []stream.Delta, yield func(stream.Delta, error) bool) bool {
	for _, d := range deltas {
		if !yield(d, nil) {
			return false
		}
	}
	return true
}
