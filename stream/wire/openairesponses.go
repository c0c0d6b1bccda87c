package wire

import (
	"bytes"
	"fmt"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// openAIResponses reads the events of Responses.
type openAIResponses struct {
	begun   bool               // a response.created has come
	skipped map[itemKey]bool   // items that the provider runs itself
	custom  map[itemKey]bool   // custom calls whose text has begun
	told    map[partKey]bool   // texts that are out
	spaces  map[itemKey][]byte // the namespaces of calls that have one
	last    string             // the type of the last item, if it is an unknown one

	items []responseItem // what the frame holds
	parts []text         // texts of their contents and summaries
}

// itemKey is what an item is known by: its output index, or else its id.
type itemKey struct {
	index int
	id    string
}

// partKey is what a text of an item is known by.
type partKey struct {
	item itemKey
	kind textKind
	part int // content_index
}

// textKind says which of an item's texts one is.
type textKind uint8

const (
	contentText   textKind = iota // of a message
	reasoningText                 // of a reasoning item: all of it is one text
)

// maxItems is how many output items are followed. With one more, fragments
// can't be told apart any longer: all open calls are lost.
const maxItems = 1 << 14

// maxItemID is how long the id of an item can be that is followed, in bytes.
const maxItemID = 1 << 10

// responseFrame is what an event holds.
type responseFrame struct {
	typ            text
	index, content number // output_index, content_index
	item           responseItem
	delta, text    text
	response       response
	plain          fault
}

// responseItem is an item, or what an event says of one.
type responseItem struct {
	typ, id, callID, name text
	arguments             argument
	input                 text
	status                text
	namespace             text
	action                argument // what an item of the caller's asks for
	actions               []byte   // a list of such
	hosted                bool     // the item runs in the provider's environment
	parts, summary        span
}

type response struct {
	object, status, reason text
	items                  span
	usage                  []byte
	err                    fault
}

func (a *openAIResponses) frame(f *Frame, r *reader, e *emit) verdict {
	a.items, a.parts = a.items[:0], a.parts[:0]
	var m responseFrame
	for name := range r.members {
		switch string(name) {
		case "type":
			m.typ = r.text()
		case "output_index":
			m.index = r.number()
		case "content_index":
			m.content = r.number()
		case "item":
			m.item = a.item(r)
		case "delta":
			m.delta = r.text()
		case "text", "refusal":
			if t := r.text(); !t.empty() {
				m.text = t
			}
		case "response":
			for name := range r.members {
				a.response(&m.response, name, r)
			}
		case "message", "code":
			m.plain.member(name, r)
		case "item_id":
			m.item.id = r.text()
		case "call_id", "name", "namespace", "arguments", "input":
			a.itemMember(&m.item, name, r)
		default:
			a.response(&m.response, name, r)
		}
	}
	if !r.end() {
		return frameBroken
	}
	if m.typ.empty() {
		m.typ = text{raw: f.Event}
	}
	known := a.emit(&m, e)
	e.setUsage(m.response.usage)
	return know(known)
}

// response reads a member of a response.
func (a *openAIResponses) response(p *response, name []byte, r *reader) {
	switch string(name) {
	case "object":
		r.keepText(&p.object)
	case "status":
		r.keepText(&p.status)
	case "usage":
		r.keepRaw(&p.usage)
	case "error":
		r.keepFault(&p.err)
	case "incomplete_details":
		for name := range r.members {
			if string(name) == "reason" {
				r.keepText(&p.reason)
			}
		}
	case "output":
		if r.peek() != '[' {
			return
		}
		p.items.from = len(a.items)
		for range r.elements {
			a.items = append(a.items, a.item(r))
		}
		p.items.to = len(a.items)
	}
}

// emit adds the deltas of an event, and reports whether the wire has such events.
func (a *openAIResponses) emit(m *responseFrame, e *emit) bool {
	key := itemOf(m.index, m.item.id)
	switch string(m.typ.raw) {
	case "response.created":
		if a.begun {
			e.restart()
			*a = openAIResponses{items: a.items, parts: a.parts}
		}
		a.begun = true
	case "response.output_text.delta", "response.refusal.delta":
		a.tell(key, contentText, m.content.n)
		e.prose(stream.DeltaText, 0, m.delta)
	case "response.output_text.done", "response.refusal.done":
		a.whole(key, m.content.n, m.text, e)
	case "response.reasoning_text.delta", "response.reasoning_summary_text.delta":
		a.tell(key, reasoningText, 0)
		e.prose(stream.DeltaReasoning, 0, m.delta)
	case "response.output_item.added":
		a.space(&m.item, key)
		a.added(&m.item, m.index, e)
	case "response.function_call_arguments.delta":
		m.item.arguments.text = m.delta
		a.fragment(&m.item, m.index, e)
	case "response.function_call_arguments.done":
		a.space(&m.item, key)
		a.snapshot(&m.item, m.index, e)
	case "response.custom_tool_call_input.delta":
		a.customDelta(&m.item, m.index, m.delta, e)
	case "response.custom_tool_call_input.done":
		a.space(&m.item, key)
		a.customDone(&m.item, m.index, e)
	case "response.output_item.done":
		a.space(&m.item, key)
		a.done(&m.item, m.index, e)
	case "response.completed", "response.incomplete", "response.failed", "response.cancelled":
		a.end(&m.response, string(m.typ.raw[len("response."):]), e)
		return true
	case "":
		if m.response.object.is("response") && !m.response.status.empty() { // a response in one piece
			a.end(&m.response, m.response.status.string(), e)
			return true
		}
	}
	return m.report(e) || m.response.object.is("response") || bytes.HasPrefix(m.typ.raw, []byte("response."))
}

// report adds the error of an event, and reports whether there was one.
func (m *responseFrame) report(e *emit) bool {
	if m.typ.is("error") || m.response.object.is("error") {
		m.plain.set = !m.response.err.set
	}
	e.fault(m.response.err)
	e.fault(m.plain)
	return m.response.err.set || m.plain.set
}

// end adds the end of a response: the items that its snapshot holds, unless it
// failed, and what its status means.
func (a *openAIResponses) end(p *response, status string, e *emit) {
	if status != "failed" {
		for i := range a.items[p.items.from:p.items.to] {
			a.done(&a.items[p.items.from+i], number{i, true}, e)
		}
	}
	if a.last != "" {
		e.lose(lost(parse.ErrProtocol, fmt.Sprintf("the reply ends with an item of the type %q, which is not known here: read it yourself", a.last)))
		a.last = ""
	}
	if status == "failed" && !p.err.set {
		p.err.set = true
	}
	e.fault(p.err)
	reason := status
	if !p.reason.empty() {
		reason = p.reason.string()
	}
	d := stream.Delta{Kind: stream.DeltaFinish, Text: reason, Ending: stream.EndingCut}
	if status == "completed" {
		d.Ending = stream.EndingNormal
	}
	e.flushAll()
	e.end(d)
	if status != "cancelled" {
		e.done()
	}
}

func (a *openAIResponses) finish(*emit) {}
