package wire

import "github.com/earlycall/earlycall/stream"

// whole is the framer of wires without frames: each chunk is one.
type whole struct {
	chunk []byte
	base  int64
	ready bool
}

func (w *whole) Write(p []byte) {
	w.base += int64(len(w.chunk))
	w.chunk, w.ready = p, len(p) > 0
}

func (w *whole) Next() (Frame, bool) {
	if !w.ready {
		return Frame{}, false
	}
	w.ready = false
	return Frame{Payload: w.chunk, Offset: w.base, End: w.base + int64(len(w.chunk))}, true
}

func (w *whole) Finish() (early bool) { return false }

// plainText hands on the text of a model.
type plainText struct{}

func (plainText) frame(f *Frame, _ *reader, e *emit) verdict {
	e.add(stream.Delta{Kind: stream.DeltaFeed, Text: string(f.Payload)})
	return frameKnown
}

func (plainText) finish(e *emit) { e.done() }

// args hands on the argument text of one call. The end of the stream is the
// call's own end.
type args struct {
	name  string
	begun bool
}

func (a *args) frame(f *Frame, _ *reader, e *emit) verdict {
	e.add(a.delta(stream.DeltaFragment, string(f.Payload)))
	a.begun = true
	return frameKnown
}

// delta returns a delta of the call; the first has its name.
func (a *args) delta(kind stream.DeltaKind, text string) stream.Delta {
	d := stream.Delta{Kind: kind, Indexed: true, Text: text}
	if !a.begun {
		d.Name = a.name
	}
	return d
}

func (a *args) finish(e *emit) {
	if !a.begun {
		e.add(a.delta(stream.DeltaFragment, ""))
		a.begun = true
	}
	e.add(a.delta(stream.DeltaClose, ""))
	e.done()
}
