package wire

import (
	"fmt"
	"io"
	"iter"

	"github.com/earlycall/earlycall/stream"
)

// Options configure a decoder. The zero value is right for most.
type Options struct {
	MaxLine int    // limit on a line or frame, in bytes; 0: DefaultMaxLine
	Name    string // of the wire "args": the name of the tool that is called
}

// wire is one row of the table of wires.
type wire struct {
	name    string
	framer  func(Options) Framer
	adapter func(Options) adapter
	plain   bool // there are no frames, and the end of the stream is the terminal event
}

var wires = [...]wire{
	{name: "text", framer: chunked, adapter: func(Options) adapter { return plainText{} }, plain: true},
	{name: "openai-chat", framer: sse, adapter: func(Options) adapter { return &openAIChat{} }},
	{name: "openai-responses", framer: sse, adapter: func(Options) adapter { return &openAIResponses{} }},
	{name: "anthropic", framer: sse, adapter: func(Options) adapter { return &anthropic{} }},
	{name: "gemini", framer: sse, adapter: func(Options) adapter { return &gemini{} }},
	{name: "gemini-interactions", framer: sse, adapter: func(Options) adapter { return &interactions{} }},
	{name: "ollama", framer: ndjson, adapter: func(Options) adapter { return &ollama{} }},
	{name: "bedrock", framer: eventStream, adapter: func(Options) adapter { return &bedrock{} }},
	{name: "cohere", framer: sse, adapter: func(Options) adapter { return &cohere{} }},
	{name: "mistral", framer: sse, adapter: func(Options) adapter { return &openAIChat{mistral: true} }},
	{name: "args", framer: chunked, adapter: func(o Options) adapter { return &args{name: o.Name} }, plain: true},
}

func chunked(Options) Framer       { return &whole{} }
func sse(o Options) Framer         { return &SSE{MaxLine: o.MaxLine} }
func ndjson(o Options) Framer      { return &NDJSON{MaxLine: o.MaxLine} }
func eventStream(o Options) Framer { return &EventStream{MaxLine: o.MaxLine} }

// find returns the wire of that name, or nil.
func find(name string) *wire {
	for i := range wires {
		if wires[i].name == name {
			return &wires[i]
		}
	}
	return nil
}

// Names returns the names of the wires that New knows, "auto" last.
func Names() []string {
	names := make([]string, 0, len(wires)+1)
	for i := range wires {
		names = append(names, wires[i].name)
	}
	return append(names, "auto")
}

// New returns a decoder for the wire of that name, one of [Names]. "auto" looks
// at the first bytes of the stream to tell the wire, and takes what looks like
// none for text. The error says that there is no such wire.
func New(name string, o Options) (*Decoder, error) {
	d := &Decoder{}
	if name == "auto" {
		d.auto = &auto{o: o}
		return d, nil
	}
	w := find(name)
	if w == nil {
		return nil, fmt.Errorf("wire: no wire is named %q", name)
	}
	d.use(w, o)
	return d, nil
}

// deltas returns the deltas of the stream r on the wire of that name.
func deltas(name string, r io.Reader, o Options) iter.Seq2[stream.Delta, error] {
	d, err := New(name, o)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return Deltas(r, d)
}

// Text returns the deltas of a model's bare text, in which the parser looks for
// calls, in its format.
func Text(r io.Reader) iter.Seq2[stream.Delta, error] { return deltas("text", r, Options{}) }

// OpenAIChat returns the deltas of a stream of OpenAI's Chat Completions, or of
// a server that imitates it: server-sent events.
//
// Token usage is available only from a Decoder; see [Deltas].
func OpenAIChat(r io.Reader) iter.Seq2[stream.Delta, error] {
	return deltas("openai-chat", r, Options{})
}

// OpenAIResponses returns the deltas of a stream of OpenAI's Responses:
// server-sent events.
//
// Token usage is available only from a Decoder; see [Deltas].
func OpenAIResponses(r io.Reader) iter.Seq2[stream.Delta, error] {
	return deltas("openai-responses", r, Options{})
}

// Anthropic returns the deltas of a stream of Anthropic's Messages: server-sent
// events.
//
// Token usage is available only from a Decoder; see [Deltas].
func Anthropic(r io.Reader) iter.Seq2[stream.Delta, error] {
	return deltas("anthropic", r, Options{})
}

// Gemini returns the deltas of a stream of Gemini's streamGenerateContent:
// server-sent events, or, without alt=sse, a JSON array.
//
// Token usage is available only from a Decoder; see [Deltas].
func Gemini(r io.Reader) iter.Seq2[stream.Delta, error] { return deltas("gemini", r, Options{}) }

// GeminiInteractions returns the deltas of a stream of Gemini's Interactions:
// server-sent events.
//
// Token usage is available only from a Decoder; see [Deltas].
func GeminiInteractions(r io.Reader) iter.Seq2[stream.Delta, error] {
	return deltas("gemini-interactions", r, Options{})
}

// Ollama returns the deltas of a stream of Ollama's chat: NDJSON.
func Ollama(r io.Reader) iter.Seq2[stream.Delta, error] { return deltas("ollama", r, Options{}) }

// Bedrock returns the deltas of a stream of Bedrock's ConverseStream, or of its
// InvokeModelWithResponseStream with a model of Anthropic's: an AWS event stream.
//
// Token usage is available only from a Decoder; see [Deltas].
func Bedrock(r io.Reader) iter.Seq2[stream.Delta, error] { return deltas("bedrock", r, Options{}) }

// Cohere returns the deltas of a stream of Cohere's chat, version 2:
// server-sent events.
//
// Token usage is available only from a Decoder; see [Deltas].
func Cohere(r io.Reader) iter.Seq2[stream.Delta, error] { return deltas("cohere", r, Options{}) }

// Mistral returns the deltas of a stream of Mistral's chat completions:
// server-sent events.
//
// Token usage is available only from a Decoder; see [Deltas].
func Mistral(r io.Reader) iter.Seq2[stream.Delta, error] { return deltas("mistral", r, Options{}) }

// Args returns the deltas of the bare argument text of one call of the tool of
// that name. The end of the stream is the end of the call.
func Args(r io.Reader, name string) iter.Seq2[stream.Delta, error] {
	return deltas("args", r, Options{Name: name})
}

// Auto returns the deltas of a stream whose wire its first bytes tell. See [New].
//
// Token usage is available only from a Decoder; see [Deltas].
func Auto(r io.Reader) iter.Seq2[stream.Delta, error] { return deltas("auto", r, Options{}) }
