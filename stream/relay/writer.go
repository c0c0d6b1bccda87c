package relay

import (
	"bytes"
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
// that is written is right. It is made by [NewOpenAIChat] or
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
	// nil for none. It is JSON in the shape of the provider that is written for:
	// what [wire.Decoder.Usage] returns is right only if that read the same provider.
	Usage json.RawMessage

	// Deltas writes a call's arguments as they arrive. A call that fails then
	// leaves an error in the stream behind it, since what is out is out. A call
	// whose id is not known at its start gets one as a call without an id does:
	// "call_0_1" for the second call of choice 0, the same in each reply.
	Deltas bool

	out     io.Writer
	dialect dialect
	buf     []byte
	begun   bool
	ended   bool // the KindEnd has been written
	choices []outChoice
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
	end(w *Writer, reason stopReason)
}

// outChoice is a choice that has been written.
type outChoice struct {
	choice int
	calls  int  // how many of its calls have been written
	begun  bool // of Chat Completions: its role has been written
}

type outKey struct {
	choice int16
	index  int32
}

// outCall is a call as it is written.
type outCall struct {
	choice   int
	index    int // among the calls that are written, from 0
	block    int // of Anthropic: the index of its block
	id, name string
}

// stopReason is why a reply ended.
type stopReason uint8

const (
	stopNormal stopReason = iota
	stopLength
	stopFilter
)

// errChoice tells that a stream of Anthropic's has no room for another choice.
var errChoice = errors.New("relay: a stream of Anthropic's has one choice only")

// errUnmade tells that a Writer is no constructor's.
var errUnmade = errors.New("relay: a Writer is made by NewOpenAIChat or NewAnthropic")

// errEnded tells that the stream has its end already.
var errEnded = errors.New("relay: an event behind the end of the reply; a Writer writes one reply")

// errUsage tells that a usage is no JSON.
var errUsage = errors.New("relay: the usage is not JSON")

// NewOpenAIChat returns a Writer of OpenAI's Chat Completions.
func NewOpenAIChat(w io.Writer) *Writer {
	return &Writer{out: w, dialect: chatDialect{}}
}

// NewAnthropic returns a Writer of Anthropic's Messages. Such a stream
// has one choice; events of others are an error.
func NewAnthropic(w io.Writer) *Writer {
	return &Writer{out: w, dialect: &anthropicDialect{text: noBlock}}
}

// Write writes what an event adds to the stream, in one call of the underlying
// writer at most. The error is the underlying writer's, or tells what can't be
// written; then nothing is: an event of another choice where the stream has room
// for one, a Usage that is not JSON, an event behind the KindEnd, or any event to
// a Writer that none of the constructors has made.
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

// refuse tells why an event can't be written, if it can't.
func (w *Writer) refuse(ev stream.Event) error {
	_, one := w.dialect.(*anthropicDialect)
	switch {
	case w.dialect == nil:
		return errUnmade
	case w.ended:
		return errEnded
	case one && ev.Choice != 0:
		return errChoice
	case ev.Kind == stream.KindEnd && ev.Complete && w.Usage != nil && !json.Valid(w.Usage):
		return errUsage
	}
	return nil
}

func (w *Writer) event(ev stream.Event) {
	switch ev.Kind {
	case stream.KindText, stream.KindReasoning:
		w.choice(int(ev.Choice))
		w.dialect.prose(w, ev.Kind, int(ev.Choice), ev.Text)
	case stream.KindCallStart:
		if w.Deltas {
			w.open(ev, ev.ID, ev.Text)
		}
	case stream.KindCallDelta:
		if c := w.calls[keyOf(ev)]; c != nil {
			w.dialect.arguments(w, c, ev.Text)
		}
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

// callEnd writes a call, or what is left to write of it.
func (w *Writer) callEnd(ev stream.Event) {
	key := keyOf(ev)
	c := w.calls[key]
	switch {
	case ev.Call == nil && c == nil:
		w.comment("call " + strconv.Itoa(int(ev.Index)) + " left out: " + ev.Err.Code.String())
		return
	case ev.Call == nil:
		w.dialect.fail(w, "call "+strconv.Itoa(c.index)+" failed: "+ev.Err.Code.String())
	case c == nil:
		c = w.open(ev, ev.Call.ID, ev.Call.Name)
		w.dialect.arguments(w, c, string(ev.Call.Arguments))
	}
	w.dialect.close(w, c)
	delete(w.calls, key)
}

// end writes the end of the reply.
func (w *Writer) end(ev stream.Event) {
	w.ended = true
	if !ev.Complete {
		w.dialect.fail(w, "the reply ended early")
		return
	}
	w.choice(0)
	w.dialect.end(w, reasonOf(ev.Text))
}

func keyOf(ev stream.Event) outKey { return outKey{ev.Choice, ev.Index} }

// open writes the start of a call.
func (w *Writer) open(ev stream.Event, id, name string) *outCall {
	k := w.choice(int(ev.Choice))
	c := &outCall{choice: int(ev.Choice), index: k.calls, id: id, name: name}
	if c.id == "" {
		c.id = "call_" + strconv.Itoa(c.choice) + "_" + strconv.Itoa(c.index)
	}
	k.calls++
	if w.calls == nil {
		w.calls = make(map[outKey]*outCall)
	}
	w.calls[keyOf(ev)] = c
	w.dialect.call(w, c)
	return c
}

// choice returns the choice of that number, and notes it.
func (w *Writer) choice(n int) *outChoice {
	for i := range w.choices {
		if w.choices[i].choice == n {
			return &w.choices[i]
		}
	}
	w.choices = append(w.choices, outChoice{choice: n})
	return &w.choices[len(w.choices)-1]
}

// reasonOf tells what any provider's finish reason means.
func reasonOf(reason string) stopReason {
	switch strings.ToLower(reason) {
	case "content_filter", "content_filtered", "safety", "refusal", "guardrail_intervened",
		"recitation", "prohibited_content", "blocklist", "spii":
		return stopFilter
	case "":
		return stopNormal
	}
	if normal[strings.ToLower(reason)] {
		return stopNormal
	}
	return stopLength
}

// normal are the finish reasons of a reply that ended as its model wanted.
var normal = map[string]bool{
	"stop": true, "stop_sequence": true, "end_turn": true, "pause_turn": true, "tool_calls": true,
	"tool_call": true, "tool_use": true, "function_call": true, "complete": true, "completed": true,
	"requires_action": true, "eos": true, "eos_token": true,
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

// usage appends the usage, which is JSON, on one line.
func (w *Writer) usage() {
	var b bytes.Buffer
	if err := json.Compact(&b, w.Usage); err != nil {
		panic("BUG: " + err.Error())
	}
	w.buf = append(w.buf, b.Bytes()...)
}

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
