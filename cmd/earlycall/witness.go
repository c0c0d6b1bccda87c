package main

import (
	"bufio"
	"fmt"
	"io"
	"iter"

	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire"
)

// witness reads a provider's stream, hands out all that is known before it
// waits for more, and remembers enough to say why a reply did not end as it
// should.
type witness struct {
	in    io.Reader
	out   *bufio.Writer
	first []byte // the first bytes of the stream, headBytes at most
	bytes int64
	told  bool // a frame told something
	done  bool // the provider's terminal event has come
}

// headBytes is how many bytes of a stream are shown that holds no reply.
const headBytes = 40

// Read reads the next chunk.
func (w *witness) Read(p []byte) (int, error) {
	if err := w.out.Flush(); err != nil {
		return 0, err
	}
	n, err := w.in.Read(p)
	w.bytes += int64(n)
	w.first = append(w.first, p[:min(n, headBytes-len(w.first))]...)
	return n, err
}

// deltas returns the deltas of the stream.
func (w *witness) deltas(d *wire.Decoder) iter.Seq2[stream.Delta, error] {
	return func(yield func(stream.Delta, error) bool) {
		for delta, err := range wire.Deltas(w, d) {
			w.told = w.told || err == nil && delta.Kind != stream.DeltaLost
			switch delta.Kind {
			case stream.DeltaDone:
				w.done = true
			case stream.DeltaRestart:
				w.done = false
			}
			if !yield(delta, err) {
				return
			}
		}
	}
}

// why returns in a sentence why a reply over the wire of that name is not
// complete, which was asked for as asked; "" if the events have told it.
func (w *witness) why(name, asked string) string {
	switch {
	case w.done, name == "text", name == "args":
		return ""
	case w.told:
		return "the stream ended before the provider's terminal event"
	case w.bytes == 0:
		return "no byte came: check the response's status"
	}
	try := "try -wire auto"
	if asked == "auto" {
		try = "name the wire by -wire"
	}
	count := fmt.Sprintf("%d bytes came, but they hold", w.bytes)
	if w.bytes == 1 {
		count = "1 byte came, but it holds"
	}
	more := ""
	if w.bytes > int64(len(w.first)) {
		more = "…"
	}
	return fmt.Sprintf("%s no frame of the wire %s that tells anything: %q%s; %s, or check the response's status",
		count, name, w.first, more, try)
}
