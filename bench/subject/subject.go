// Package subject holds what the benchmarks compare: the scanner and the
// parser, and other ways to read the same replies.
package subject

import (
	"encoding/json"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/earlycall/earlycall/bench/corpus"
)

// Feeder reads a reply in chunks.
type Feeder interface {
	Feed(chunk string)
	End() // of the reply
}

// Feed gives f all replies of a corpus in chunks of size bytes, or whole if
// size is 0.
func Feed(f Feeder, c corpus.Corpus, size int) {
	for _, d := range c.Docs {
		text := d.Text
		for size > 0 && len(text) > size {
			f.Feed(text[:size])
			text = text[size:]
		}
		f.Feed(text)
		f.End()
	}
}

// Appender appends each chunk to a buffer and does nothing else.
type Appender struct{ buf []byte }

func (a *Appender) Feed(chunk string) { a.buf = append(a.buf, chunk...) }
func (a *Appender) End()              { a.buf = a.buf[:0] }

// Naive appends each chunk and then asks encoding/json about all so far, as
// one does who wants to know at once when a call is complete.
type Naive struct {
	Calls int
	buf   []byte
}

func (n *Naive) Feed(chunk string) {
	n.buf = append(n.buf, chunk...)
	if json.Valid(n.buf) {
		n.Calls++
	}
}

func (n *Naive) End() { n.buf = n.buf[:0] }

// Calls returns the calls of a corpus as bytes.
func Calls(c corpus.Corpus) (calls [][]byte) {
	for _, d := range c.Docs {
		if d.Call != "" {
			calls = append(calls, []byte(d.Call))
		}
	}
	return calls
}

// Valid asks encoding/json about each call, once and whole.
func Valid(calls [][]byte) {
	for _, call := range calls {
		if !json.Valid(call) {
			panic("BUG: the corpus holds a call that isn't JSON")
		}
	}
}

// Unmarshal decodes each call, once and whole, into a struct.
func Unmarshal(calls [][]byte) {
	for _, call := range calls {
		var v struct {
			Name      string
			Arguments json.RawMessage
		}
		if err := json.Unmarshal(call, &v); err != nil {
			panic("BUG: " + err.Error())
		}
	}
}

// pieces is a Reader that gives size bytes at a time.
type pieces struct {
	rest []byte
	size int
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.rest[:min(p.size, len(p.rest))])
	p.rest = p.rest[n:]
	return n, nil
}

// Pull reads each call with a new jsontext.Decoder that pulls size bytes at a
// time from a Reader.
func Pull(calls [][]byte, size int) {
	for _, call := range calls {
		if _, err := jsontext.NewDecoder(&pieces{call, size}).ReadValue(); err != nil {
			panic("BUG: " + err.Error())
		}
	}
}

// Pipe reads each call with a jsontext.Decoder on a goroutine of its own, to
// which an io.Pipe brings size bytes at a time: what it takes to push chunks
// into a parser that pulls.
func Pipe(calls [][]byte, size int) {
	for _, call := range calls {
		r, w := io.Pipe()
		done := make(chan error)
		go func() {
			_, err := jsontext.NewDecoder(r).ReadValue()
			r.Close()
			done <- err
		}()
		for len(call) > 0 {
			n := min(size, len(call))
			w.Write(call[:n])
			call = call[n:]
		}
		w.Close()
		if err := <-done; err != nil {
			panic("BUG: " + err.Error())
		}
	}
}
