package relay

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire"
)

// Writer writes the events of a reply as a provider's stream of server-sent
// events, so that a gateway can hand on a reply that it has read: whatever the
// upstream server got wrong, and whatever provider or model it was, the stream
// that is written is right. It is made by [NewOpenAIChat], [NewMistral] or
// [NewAnthropic], and writes one reply.
//
// A call is written when it is done, in one piece, unless Deltas is set. A call
// that failed is left out, and a comment in the stream says why. Markers are
// left out. A provider's error, a Conflict, and a reply that ended early become
// an error in the stream; after an early end the stream has no terminal event.
//
// Check the status of the upstream response before its body is read: a body that
// is no stream, such as a page of HTML, reads as a reply that ended early, and
// says nothing else to the client.
type Writer struct {
	// ID, Model and Created are of the reply, to be set before the first Write.
	ID      string // "" stands for "chatcmpl-0" or "msg_0", the same in each reply: set it to tell replies apart
	Model   string // the model's name
	Created int64  // when the reply was made, in Unix seconds, written by Chat Completions only; 0 is written as 0, the year 1970

	// Usage is the account of tokens, to be set before the KindEnd is written;
	// nil for none. It is what [wire.Decoder.Usage] returns, whatever provider the
	// decoder read: one of another provider is translated. What can't be
	// translated is left out.
	Usage json.RawMessage

	// FinishReason returns the finish reason of a choice, as any provider spells
	// it: [wire.Decoder.FinishReason]. Nil means that all choices have the reason
	// of the KindEnd, which is right for a reply of one choice.
	FinishReason func(choice int) string

	// IDs are those of the conversation that the reply is part of. Nil means that
	// the reply stands alone: its ids are unique within it.
	IDs *IDs

	// Deltas writes a call's arguments as they arrive. A call that fails then
	// leaves an error in the stream, and its arguments without their last brace,
	// so that no client takes it for a call.
	Deltas bool

	out     io.Writer
	dialect dialect
	buf     []byte
	begun   bool
	ended   bool // the KindEnd has been written
	choices []*outChoice
	calls   map[outKey]*outCall // that are open
}

// dialect is how a provider writes. Its methods append frames to the Writer's
// buffer.
type dialect interface {
	begin(w *Writer)
	prose(w *Writer, kind stream.Kind, choice int, text string)
	call(w *Writer, c *outCall)
	arguments(w *Writer, c *outCall, text string)
	close(w *Writer, c *outCall)
	fail(w *Writer, message string)
	end(w *Writer)
	refuse(ev stream.Event) error // why an event can't be written, nil if it can
	ids() idStyle                 // what the provider takes as an id
}

// outChoice is a choice that has been written.
type outChoice struct {
	choice int
	calls  int        // how many of its calls have been written
	begun  bool       // of Chat Completions: its role has been written
	reason stopReason // when the reply has ended
}

type outKey struct {
	choice int16
	index  int32
}

// outCall is a call as it is written.
type outCall struct {
	choice   int
	index    int   // among the calls that are written, from 0; -1 while none of it is
	event    int32 // the index of its events
	block    int   // of Anthropic: the index of its block
	id, name string
	unnamed  bool   // the upstream provider gave no id at its start
	brace    bool   // the last byte so far is a brace, which is not written yet
	queued   *block // of Anthropic: where it waits for its turn
}

// errChoice says that a stream of Anthropic's has no room for another choice.
var errChoice = errors.New("relay: a stream of Anthropic's has one choice only")

// errUnmade says that a Writer is no constructor's.
var errUnmade = errors.New("relay: a Writer is made by NewOpenAIChat, NewMistral or NewAnthropic")

// errEnded says that the stream has its end already.
var errEnded = errors.New("relay: an event after the end of the reply; a Writer writes one reply")

// errUsage says that a usage is not JSON.
var errUsage = errors.New("relay: the usage is not JSON")

// NewOpenAIChat returns a Writer of OpenAI's Chat Completions. They have no end of
// a call: in a reply that was cut, package wire reads a call whose arguments are {}
// as one that was cut too.
func NewOpenAIChat(w io.Writer) *Writer {
	return &Writer{out: w, dialect: chatDialect{anyIDs}}
}

// NewMistral returns a Writer of Mistral's chat completions, whose ids are nine
// letters and digits.
func NewMistral(w io.Writer) *Writer {
	return &Writer{out: w, dialect: chatDialect{mistralIDs}}
}

// NewAnthropic returns a Writer of Anthropic's Messages. Such a stream has one
// choice; events of others are an error. Its blocks come one after the other: what
// comes while a call is open waits until that call ends, 16 MiB at most.
func NewAnthropic(w io.Writer) *Writer {
	return &Writer{out: w, dialect: &anthropicDialect{text: noBlock}}
}

// Write writes what an event adds to the stream, in one call of the underlying
// writer at most. The error is the underlying writer's, or says what can't be
// written; then nothing is: an event of another choice where the stream has room
// for one, more than 16 MiB that wait for a call of Anthropic's to end, a Usage
// that is not JSON, an event after the KindEnd, or any event to a Writer that none
// of the constructors has made.
func (w *Writer) Write(ev stream.Event) error {
	if err := w.refuse(ev); err != nil {
		return err
	}
	w.buf = w.buf[:0]
	if !w.begun {
		w.begun = true
		w.dialect.begin(w)
	}
	w.event(ev)
	if len(w.buf) == 0 {
		return nil
	}
	_, err := w.out.Write(w.buf)
	return err
}

// refuse returns why an event can't be written, nil if it can.
func (w *Writer) refuse(ev stream.Event) error {
	switch {
	case w.dialect == nil:
		return errUnmade
	case w.ended:
		return errEnded
	case ev.Kind == stream.KindEnd && ev.Complete && w.Usage != nil && !json.Valid(w.Usage):
		return errUsage
	}
	return w.dialect.refuse(ev)
}

func (w *Writer) event(ev stream.Event) {
	switch ev.Kind {
	case stream.KindText, stream.KindReasoning:
		w.choice(int(ev.Choice))
		if ev.Text != "" {
			w.dialect.prose(w, ev.Kind, int(ev.Choice), ev.Text)
		}
	case stream.KindCallStart:
		w.callStart(ev)
	case stream.KindCallDelta:
		w.callDelta(ev)
	case stream.KindCallEnd:
		w.callEnd(ev)
	case stream.KindConflict:
		w.dialect.fail(w, "a call that is out already was contradicted: "+ev.Err.Code.String())
	case stream.KindError:
		w.report(ev.Err)
	case stream.KindEnd:
		w.end(ev)
	}
}

// report writes an error outside of calls: the provider's own in the stream,
// another as a comment.
func (w *Writer) report(err *stream.Error) {
	if err.Code != parse.ErrProvider {
		w.comment(err.Code.String())
		return
	}
	message := err.Message
	if told, ok := errors.AsType[*wire.ProviderError](err.Err); ok {
		message = told.Error()
	}
	w.dialect.fail(w, message)
}

// callStart notes a call. It is written with its first argument byte: one that
// gets none and fails must not look like a call without arguments.
func (w *Writer) callStart(ev stream.Event) {
	w.choice(int(ev.Choice))
	if !w.Deltas {
		return
	}
	if w.calls == nil {
		w.calls = make(map[outKey]*outCall)
	}
	w.calls[keyOf(ev)] = &outCall{choice: int(ev.Choice), event: ev.Index, index: -1, id: ev.ID, name: ev.Text}
}

// callDelta writes a piece of arguments, but for a brace at its end: that may be
// the last one, which only a call that has not failed gets.
func (w *Writer) callDelta(ev stream.Event) {
	c := w.calls[keyOf(ev)]
	if c == nil || ev.Text == "" {
		return
	}
	if c.index < 0 {
		w.open(c)
	}
	if c.brace {
		w.dialect.arguments(w, c, "}")
	}
	var text string
	if text, c.brace = strings.CutSuffix(ev.Text, "}"); text != "" {
		w.dialect.arguments(w, c, text)
	}
}

// callEnd writes a call, or what is left to write of it.
func (w *Writer) callEnd(ev stream.Event) {
	w.choice(int(ev.Choice))
	c := w.calls[keyOf(ev)]
	delete(w.calls, keyOf(ev))
	out := c != nil && c.index >= 0
	switch {
	case ev.Call == nil && !out:
		w.comment("call " + strconv.Itoa(int(ev.Index)) + " left out: " + ev.Err.Code.String())
		return
	case ev.Call == nil:
		w.dialect.fail(w, "call "+strconv.Itoa(c.index)+" failed: "+ev.Err.Code.String())
	case !out:
		c = &outCall{choice: int(ev.Choice), event: ev.Index, id: ev.Call.ID, name: ev.Call.Name}
		w.open(c)
		w.dialect.arguments(w, c, string(ev.Call.Arguments))
	default:
		if c.brace {
			w.dialect.arguments(w, c, "}")
		}
		if c.unnamed && ev.Call.ID != "" { // the id came after the start
			w.IDs.note(c.id, ev.Call.ID)
		}
	}
	w.dialect.close(w, c)
}

// open writes the start of a call.
func (w *Writer) open(c *outCall) {
	k := w.choice(c.choice)
	c.index = k.calls
	k.calls++
	if w.IDs == nil {
		w.IDs = &IDs{}
	}
	c.unnamed = c.id == ""
	c.id = w.IDs.write(c.id, w.dialect.ids())
	w.dialect.call(w, c)
}

// end writes the end of the reply.
func (w *Writer) end(ev stream.Event) {
	w.ended = true
	if !ev.Complete {
		w.dialect.fail(w, "the reply ended early")
		return
	}
	w.choice(0)
	for _, c := range w.choices {
		reason := ev.Text
		if w.FinishReason != nil {
			reason = w.FinishReason(c.choice)
		}
		c.reason = reasonOf(reason)
	}
	w.dialect.end(w)
}

func keyOf(ev stream.Event) outKey { return outKey{ev.Choice, ev.Index} }

// choice returns the choice of that number, and notes it.
func (w *Writer) choice(n int) *outChoice {
	for _, c := range w.choices {
		if c.choice == n {
			return c
		}
	}
	c := &outChoice{choice: n}
	w.choices = append(w.choices, c)
	return c
}

// comment appends a comment. It must hold no text of a model or provider.
func (w *Writer) comment(s string) {
	w.str(": ", s, "\n\n")
}

// str appends strings as they are.
func (w *Writer) str(list ...string) {
	for _, s := range list {
		w.buf = append(w.buf, s...)
	}
}

// quote appends s as a JSON string.
func (w *Writer) quote(s string) {
	w.buf = append(w.buf, '"')
	w.buf = appendQuoted(w.buf, strings.ToValidUTF8(s, "\ufffd"))
	w.buf = append(w.buf, '"')
}

// num appends a number.
func (w *Writer) num(n int) { w.buf = strconv.AppendInt(w.buf, int64(n), 10) }

// appendQuoted appends s as the inside of a JSON string.
func appendQuoted(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c < ' ':
			b = append(b, `\u00`...)
			b = append(b, hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
	}
	return b
}
