package wire

import (
	"bytes"
	"maps"
	"slices"

	"github.com/earlycall/earlycall/stream"
)

// openAIChat reads the chunks of Chat Completions, and of the many servers that
// imitate them.
type openAIChat struct {
	mistral bool // an id of "null" is none

	ends    ends
	replies map[int]*chatReply // by choice
	texts   map[int]*chatReply // those with an open text of a custom tool

	// What the frame holds, until all of it is known to be JSON.
	choices []chatChoice
	parts   []chatPart
	calls   []chatCall
}

type chatChoice struct {
	index          number
	delta, message chatDelta // of a stream; of a reply in one piece
	finish         text
	err            fault // of the choice, or of its content filter
}

type chatDelta struct {
	ok               bool
	reasoningContent text
	plainReasoning   text
	reasoning        text // the one of these that counts
	content, refusal text
	parts, calls     span // of a content that is a list; of tool_calls
	function         chatCall
}

// span is a range of a slice.
type span struct{ from, to int }

type chatPart struct {
	kind stream.DeltaKind
	text text
}

type chatCall struct {
	index     number
	id, name  text
	arguments argument
	custom    bool // of a custom tool, whose text is input
	input     text
	null      bool // arguments are null, which says something in a whole call only
}

// functionIndex is the index of a choice's one function_call. No number in a
// frame is read as it.
const functionIndex = -maxNumber - 1

func (a *openAIChat) frame(f *Frame, r *reader, e *emit) verdict {
	a.choices, a.parts, a.calls = a.choices[:0], a.parts[:0], a.calls[:0]
	var err, groq, top fault
	var object text
	var usage []byte
	known := false
	for name := range r.members {
		switch string(name) {
		case "choices":
			known = true
			a.choices = a.choices[:0]
			for range r.elements {
				a.choices = append(a.choices, a.choice(r))
			}
		case "error":
			r.keepFault(&err)
		case "usage":
			r.keepRaw(&usage)
		case "x_groq":
			groq = groqFault(r, &usage)
		case "object":
			object = r.text()
		default:
			top.member(name, r)
		}
	}
	if !r.end() {
		return frameBroken
	}
	if !err.set && (object.is("error") || reports(f, top.typ)) {
		err, err.set = top, true
	}
	for i := range a.choices {
		a.emit(&a.choices[i], err.set, e)
	}
	e.setUsage(usage)
	e.fault(err)
	e.fault(groq)
	return know(known || err.set || groq.set || usage != nil || bytes.HasPrefix(object.raw, []byte("chat.completion")))
}

// groqFault reads the member x_groq, which may hold an error or the usage.
func groqFault(r *reader, usage *[]byte) (f fault) {
	for name := range r.members {
		switch string(name) {
		case "error":
			f = r.fault()
		case "usage":
			if raw := r.raw(); *usage == nil {
				*usage = raw
			}
		}
	}
	return f
}

// chatReply is what is known of a choice.
type chatReply struct {
	text, reasoning, calls bool     // a delta has had some
	custom                 []custom // the calls of custom tools whose text is open, in order
	byIndex                map[int]int
}

// reply returns what is known of a choice. Of choices over the limit nothing is.
func (a *openAIChat) reply(choice int) *chatReply {
	p := a.replies[choice]
	if p == nil {
		p = new(chatReply)
		if a.replies == nil {
			a.replies = make(map[int]*chatReply)
		}
		if len(a.replies) < maxChoices {
			a.replies[choice] = p
		}
	}
	return p
}

// emit adds the deltas of a choice: text and calls, then its end. A message in a
// choice that has had deltas is a snapshot, which adds only what is missing.
func (a *openAIChat) emit(c *chatChoice, told bool, e *emit) {
	choice := c.index.n
	p := a.reply(choice)
	if d := &c.delta; d.ok || !c.message.ok {
		a.delta(choice, d, e)
		p.note(a, d)
	} else {
		a.message(choice, p, &c.message, e)
	}
	e.fault(c.err)
	e.failure(c.finish, text{}, told || c.err.set)
	if !c.finish.empty() {
		a.endCustoms(choice, p, ending(c.finish.string()), e)
	}
	e.finish(choice, c.finish)
	a.ends.watch(choice, !c.finish.empty())
}

// note notes what a delta has had.
func (p *chatReply) note(a *openAIChat, d *chatDelta) {
	p.text = p.text || !d.content.empty() || !d.refusal.empty()
	p.reasoning = p.reasoning || !d.reasoning.empty()
	p.calls = p.calls || d.calls.to > d.calls.from || !d.function.silent()
	for _, part := range a.parts[d.parts.from:d.parts.to] {
		if part.kind == stream.DeltaText {
			p.text = p.text || !part.text.empty()
		} else {
			p.reasoning = p.reasoning || !part.text.empty()
		}
	}
}

// delta adds a piece of a choice.
func (a *openAIChat) delta(choice int, d *chatDelta, e *emit) {
	a.prose(choice, d, true, true, e)
	for i := range a.calls[d.calls.from:d.calls.to] {
		a.call(choice, &a.calls[d.calls.from+i], e)
	}
	d.function.index = number{functionIndex, true}
	e.fragment(choice, &d.function)
}

// prose adds text and reasoning. Reasoning stands in one field only, the first
// of reasoning_content, reasoning and the parts of the content that has any.
func (a *openAIChat) prose(choice int, d *chatDelta, withText, withReasoning bool, e *emit) {
	if d.reasoning = d.reasoningContent; d.reasoning.empty() {
		d.reasoning = d.plainReasoning
	}
	if withReasoning {
		e.prose(stream.DeltaReasoning, choice, d.reasoning)
	}
	if withText {
		e.prose(stream.DeltaText, choice, d.content)
	}
	for _, p := range a.parts[d.parts.from:d.parts.to] {
		if isText := p.kind == stream.DeltaText; isText && withText || !isText && withReasoning && d.reasoning.empty() {
			e.prose(p.kind, choice, p.text)
		}
	}
	if withText {
		e.prose(stream.DeltaText, choice, d.refusal)
	}
}

// message adds what a choice's message has: all of a reply in one piece, or what
// the deltas before it left out.
func (a *openAIChat) message(choice int, p *chatReply, d *chatDelta, e *emit) {
	if !p.text && !p.reasoning && !p.calls {
		a.delta(choice, d, e)
		return
	}
	a.prose(choice, d, !p.text, !p.reasoning, e)
	for i := range a.calls[d.calls.from:d.calls.to] {
		c := &a.calls[d.calls.from+i]
		if c.id.empty() && !c.index.ok {
			c.index = number{i, true}
		}
		if at, ok := p.find(c); ok && c.custom {
			p.custom[at].done = true
		}
		e.snapshot(choice, c)
	}
	d.function.index = number{functionIndex, true}
	e.snapshot(choice, &d.function)
}

// silent reports whether an entry says nothing.
func (c *chatCall) silent() bool {
	return c.id.empty() && c.name.empty() && c.arguments.text.empty() && c.input.empty()
}

// delta returns a delta of a call, without its text.
func (c *chatCall) delta(kind stream.DeltaKind, choice int) stream.Delta {
	return stream.Delta{
		Kind: kind, Choice: choice,
		ID: c.id.string(), Index: c.index.n, Indexed: c.index.ok, Name: c.name.string(),
	}
}

// fragment adds a fragment of a call, unless it says nothing.
func (e *emit) fragment(choice int, c *chatCall) {
	if c.silent() {
		return
	}
	d := c.delta(stream.DeltaFragment, choice)
	d.Text = c.arguments.string()
	e.add(d)
}

// snapshot adds the final arguments of a call.
func (e *emit) snapshot(choice int, c *chatCall) {
	d := c.delta(stream.DeltaSnapshot, choice)
	switch d.Text = c.arguments.string(); {
	case c.custom:
		d.Text = customOpen + quoted(c.input.string()) + customClose
	case d.Text == "":
		e.fragment(choice, c)
		return
	}
	e.add(d)
}

// done adds the terminal event, after which the text of custom calls is whole,
// unless their choice was cut.
func (a *openAIChat) done(e *emit) {
	if len(a.texts) > 0 {
		for _, choice := range slices.Sorted(maps.Keys(a.texts)) {
			a.endCustoms(choice, a.texts[choice], stream.EndingNormal, e)
		}
	}
	e.done()
}

// finish says that the reply is complete, if each choice has finished: [DONE]
// may be missing.
func (a *openAIChat) finish(e *emit) { a.ends.finish(e) }
