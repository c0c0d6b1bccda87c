package wire

import (
	"github.com/earlycall/earlycall/stream"
)

// openAIChat reads the chunks of Chat Completions, and of the many servers that
// imitate them.
type openAIChat struct {
	mistral bool // an id of "null" is none

	ends ends

	// What the frame holds, until all of it is known to be JSON.
	choices []chatChoice
	parts   []chatPart
	calls   []chatCall
}

type chatChoice struct {
	index          number
	delta, message chatDelta // of a stream; of a reply in one piece
	finish         text
}

type chatDelta struct {
	ok                          bool
	reasoningContent, reasoning text
	content, refusal            text
	parts, calls                span // of a content that is a list; of tool_calls
	function                    chatCall
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
	null      bool // arguments are null, which says something in a whole call only
}

// functionIndex is the index of a choice's one function_call. No number in a
// frame is read as it.
const functionIndex = -maxNumber - 1

func (a *openAIChat) frame(f *Frame, r *reader, e *emit) bool {
	a.choices, a.parts, a.calls = a.choices[:0], a.parts[:0], a.calls[:0]
	var err, top fault
	var object text
	var usage []byte
	for name := range r.members {
		switch string(name) {
		case "choices":
			a.choices = a.choices[:0]
			for range r.elements {
				a.choices = append(a.choices, a.choice(r))
			}
		case "error":
			err = r.fault()
		case "usage":
			usage = r.raw()
		case "object":
			object = r.text()
		default:
			top.member(name, r)
		}
	}
	if !r.end() {
		return false
	}
	for i := range a.choices {
		a.emit(&a.choices[i], e)
	}
	e.setUsage(usage)
	if !err.set && (object.is("error") || reports(f, top.typ)) {
		err, err.set = top, true
	}
	e.fault(err)
	return true
}

// choice reads one element of choices.
func (a *openAIChat) choice(r *reader) (c chatChoice) {
	for name := range r.members {
		switch string(name) {
		case "index":
			c.index = r.number()
		case "delta":
			c.delta = a.delta(r)
		case "message":
			c.message = a.delta(r)
		case "finish_reason":
			c.finish = r.text()
		}
	}
	return c
}

// delta reads the delta or message of a choice.
func (a *openAIChat) delta(r *reader) (d chatDelta) {
	for name := range r.members {
		d.ok = true
		switch string(name) {
		case "content":
			d.parts.from = len(a.parts)
			d.content = a.content(r)
			d.parts.to = len(a.parts)
		case "reasoning_content":
			d.reasoningContent = r.text()
		case "reasoning":
			d.reasoning = r.text()
		case "refusal":
			d.refusal = r.text()
		case "tool_calls":
			d.calls.from = len(a.calls)
			a.toolCalls(r)
			d.calls.to = len(a.calls)
		case "function_call":
			a.function(r, &d.function)
		}
	}
	return d
}

// content reads a content: text, or a list of parts, which are appended to parts.
func (a *openAIChat) content(r *reader) text {
	if r.peek() != '[' {
		return r.text()
	}
	for range r.elements {
		for name := range r.members {
			switch string(name) {
			case "text", "refusal":
				a.parts = append(a.parts, chatPart{stream.DeltaText, r.text()})
			case "thinking":
				a.thinking(r)
			}
		}
	}
	return text{}
}

// thinking reads a part of reasoning: text, or a list of parts with text.
func (a *openAIChat) thinking(r *reader) {
	if r.peek() != '[' {
		a.parts = append(a.parts, chatPart{stream.DeltaReasoning, r.text()})
		return
	}
	for range r.elements {
		for name := range r.members {
			if string(name) == "text" {
				a.parts = append(a.parts, chatPart{stream.DeltaReasoning, r.text()})
			}
		}
	}
}

// toolCalls reads a list of calls, or one call.
func (a *openAIChat) toolCalls(r *reader) {
	if r.peek() == '{' {
		a.calls = append(a.calls, a.toolCall(r))
		return
	}
	for range r.elements {
		a.calls = append(a.calls, a.toolCall(r))
	}
}

func (a *openAIChat) toolCall(r *reader) (c chatCall) {
	for name := range r.members {
		switch string(name) {
		case "index":
			c.index = r.number()
		case "id":
			c.id = r.scalar()
		case "function":
			a.function(r, &c)
		}
	}
	if a.mistral && c.id.is("null") {
		c.id = text{}
	}
	return c
}

func (a *openAIChat) function(r *reader, c *chatCall) {
	for name := range r.members {
		switch string(name) {
		case "name":
			c.name = r.text()
		case "arguments":
			c.arguments = r.argument()
		}
	}
}

// emit adds the deltas of a choice: text and calls, then its end.
func (a *openAIChat) emit(c *chatChoice, e *emit) {
	choice := c.index.n
	d := &c.delta
	if !d.ok {
		d = &c.message
	}
	if d.reasoningContent.empty() {
		d.reasoningContent = d.reasoning
	}
	e.prose(stream.DeltaReasoning, choice, d.reasoningContent)
	e.prose(stream.DeltaText, choice, d.content)
	for _, p := range a.parts[d.parts.from:d.parts.to] {
		e.prose(p.kind, choice, p.text)
	}
	e.prose(stream.DeltaText, choice, d.refusal)
	for i := range a.calls[d.calls.from:d.calls.to] {
		e.fragment(choice, &a.calls[d.calls.from+i])
	}
	d.function.index = number{functionIndex, true}
	e.fragment(choice, &d.function)
	e.finish(choice, c.finish)
	a.ends.watch(choice, !c.finish.empty())
}

// fragment adds a fragment of a call, unless it says nothing.
func (e *emit) fragment(choice int, c *chatCall) {
	if c.id.empty() && c.name.empty() && c.arguments.text.empty() {
		return
	}
	e.add(stream.Delta{
		Kind: stream.DeltaFragment, Choice: choice, Text: c.arguments.string(),
		ID: c.id.string(), Index: c.index.n, Indexed: c.index.ok, Name: c.name.string(),
	})
}

// finish tells that the reply is complete, if each choice has finished: [DONE]
// may be missing.
func (a *openAIChat) finish(e *emit) { a.ends.finish(e) }
