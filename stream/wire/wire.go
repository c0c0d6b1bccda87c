package wire

import (
	"fmt"
	"io"
	"iter"

	"github.com/earlycall/earlycall/stream"
)

// Options are what a decoder can be told. The zero value is right for most.
type Options struct {
	MaxLine int    // limit on a line or frame, in bytes; 0: DefaultMaxLine
	Name    string // of the wire "args": the name of the tool that is called
}

// wire is one row of the table of wires.
type wire struct {
	name    string
	framer  func(Options) Framer
	adapter func(Options) adapter
	mark    bool // a frame [DONE] is the terminal event
}

var wires = [...]wire{
	{name: "openai-chat", framer: sse, adapter: func(Options) adapter { return &openAIChat{} }, mark: true},
	{name: "openai-responses", framer: sse, adapter: func(Options) adapter { return &openAIResponses{} }},
	{name: "anthropic", framer: sse, adapter: func(Options) adapter { return &anthropic{} }},
	{name: "mistral", framer: sse, adapter: func(Options) adapter { return &openAIChat{mistral: true} }, mark: true},
}

func sse(o Options) Framer { return &SSE{MaxLine: o.MaxLine} }

// Names returns the names of the wires that New knows.
func Names() []string {
	names := make([]string, len(wires))
	for i := range wires {
		names[i] = wires[i].name
	}
	return names
}

// New returns a decoder for the wire of that name. The error says that there is
// no such wire.
func New(name string, o Options) (*Decoder, error) {
	for i := range wires {
		if w := &wires[i]; w.name == name {
			return &Decoder{framer: w.framer(o), adapter: w.adapter(o), mark: w.mark}, nil
		}
	}
	return nil, fmt.Errorf("wire: no wire is named %q", name)
}

// deltas returns the deltas of the stream r on the wire of that name.
func deltas(name string, r io.Reader) iter.Seq2[stream.Delta, error] {
	d, err := New(name, Options{})
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return Deltas(r, d)
}

// OpenAIChat returns the deltas of a stream of OpenAI's Chat Completions, or of
// a server that imitates it: server-sent events.
func OpenAIChat(r io.Reader) iter.Seq2[stream.Delta, error] { return deltas("openai-chat", r) }

// Mistral returns the deltas of a stream of Mistral's chat completions:
// server-sent events.
func Mistral(r io.Reader) iter.Seq2[stream.Delta, error] { return deltas("mistral", r) }
