package wire

import (
	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// openAIResponses reads the events of Responses.
type openAIResponses struct {
	begun   bool            // a response.created has come
	skipped map[int]bool    // output indexes of items that the provider runs itself
	custom  map[int]bool    // output indexes of custom calls whose text has begun
	told    map[[2]int]bool // output and content indexes whose text is out

	items []responseItem // what the frame holds
	parts []text         // texts of their contents
}

// maxItems is how many output items are followed. With one more, fragments
// can't be told apart any longer: all open calls are lost.
const maxItems = 1 << 14

// responseFrame is what an event holds.
type responseFrame struct {
	typ            text
	index, content number // output_index, content_index
	item           responseItem
	delta, text    text
	response       response
	plain          fault
}

// responseItem is an item, or what an event tells of one.
type responseItem struct {
	typ, id, callID, name text
	arguments             argument
	input                 text
	status                text
	parts                 span
}

type response struct {
	object, status, reason text
	items                  span
	usage                  []byte
	err                    fault
}

func (a *openAIResponses) frame(f *Frame, r *reader, e *emit) bool {
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
			m.text = r.text()
		case "response":
			for name := range r.members {
				a.response(&m.response, name, r)
			}
		case "message", "code":
			m.plain.member(name, r)
		case "item_id":
			m.item.id = r.text()
		case "call_id", "name", "arguments", "input":
			a.itemMember(&m.item, name, r)
		default:
			a.response(&m.response, name, r)
		}
	}
	if !r.end() {
		return false
	}
	if m.typ.empty() {
		m.typ = text{raw: f.Event}
	}
	e.setUsage(m.response.usage)
	a.emit(&m, e)
	return true
}

// response reads a member of a response.
func (a *openAIResponses) response(p *response, name []byte, r *reader) {
	switch string(name) {
	case "object":
		p.object = r.text()
	case "status":
		p.status = r.text()
	case "usage":
		p.usage = r.raw()
	case "error":
		p.err = r.fault()
	case "incomplete_details":
		for name := range r.members {
			if string(name) == "reason" {
				p.reason = r.text()
			}
		}
	case "output":
		p.items.from = len(a.items)
		for range r.elements {
			a.items = append(a.items, a.item(r))
		}
		p.items.to = len(a.items)
	}
}

// item reads an output item.
func (a *openAIResponses) item(r *reader) (m responseItem) {
	for name := range r.members {
		a.itemMember(&m, name, r)
	}
	return m
}

func (a *openAIResponses) itemMember(m *responseItem, name []byte, r *reader) {
	switch string(name) {
	case "type":
		m.typ = r.text()
	case "id":
		m.id = r.text()
	case "call_id":
		m.callID = r.text()
	case "name":
		m.name = r.text()
	case "arguments":
		m.arguments = r.argument()
	case "input":
		m.input = r.text()
	case "status":
		m.status = r.text()
	case "content":
		m.parts.from = len(a.parts)
		for range r.elements {
			a.parts = append(a.parts, contentText(r))
		}
		m.parts.to = len(a.parts)
	}
}

// contentText reads a part of a message's content.
func contentText(r *reader) (t text) {
	for name := range r.members {
		switch string(name) {
		case "text", "refusal":
			t = r.text()
		}
	}
	return t
}

// emit adds the deltas of an event.
func (a *openAIResponses) emit(m *responseFrame, e *emit) {
	switch string(m.typ.raw) {
	case "response.created":
		if a.begun {
			e.restart()
			clear(a.skipped)
			clear(a.custom)
			clear(a.told)
		}
		a.begun = true
	case "response.output_text.delta", "response.refusal.delta":
		a.tell(m.index.n, m.content.n, e)
		e.prose(stream.DeltaText, 0, m.delta)
	case "response.output_text.done", "response.refusal.done":
		a.whole(m.index.n, m.content.n, m.text, e)
	case "response.reasoning_text.delta", "response.reasoning_summary_text.delta":
		e.prose(stream.DeltaReasoning, 0, m.delta)
	case "response.output_item.added":
		a.added(&m.item, m.index, e)
	case "response.function_call_arguments.delta":
		m.item.arguments.text = m.delta
		a.fragment(&m.item, m.index, e)
	case "response.function_call_arguments.done":
		a.snapshot(&m.item, m.index, e)
	case "response.custom_tool_call_input.delta":
		a.customDelta(&m.item, m.index, m.delta, e)
	case "response.custom_tool_call_input.done":
		a.customDone(&m.item, m.index, e)
	case "response.output_item.done":
		a.done(&m.item, m.index, e)
	case "response.completed", "response.incomplete", "response.failed", "response.cancelled":
		a.end(&m.response, string(m.typ.raw[len("response."):]), e)
		return
	case "":
		if m.response.object.is("response") && !m.response.status.empty() { // a response in one piece
			a.end(&m.response, m.response.status.string(), e)
			return
		}
	}
	m.report(e)
}

// report adds the error that an event tells, if it does.
func (m *responseFrame) report(e *emit) {
	if m.typ.is("error") || m.response.object.is("error") {
		m.plain.set = !m.response.err.set
	}
	e.fault(m.response.err)
	e.fault(m.plain)
}

// tell notes that a content's text is out, and reports whether it was not yet.
func (a *openAIResponses) tell(index, content int, e *emit) bool {
	k := [2]int{index, content}
	if a.told[k] {
		return false
	}
	if a.told == nil {
		a.told = make(map[[2]int]bool)
	}
	if len(a.told) < maxItems {
		a.told[k] = true
	}
	return true
}

// whole adds a content's text, if it is not out yet.
func (a *openAIResponses) whole(index, content int, t text, e *emit) {
	if !t.empty() && a.tell(index, content, e) {
		e.prose(stream.DeltaText, 0, t)
	}
}

// delta returns a delta of a call, without its text.
func (m *responseItem) delta(kind stream.DeltaKind, index number) stream.Delta {
	d := stream.Delta{Kind: kind, ID: m.id.string(), CallID: m.callID.string(), Index: index.n, Indexed: index.ok, Name: m.name.string()}
	if d.ID == "" {
		d.ID, d.CallID = d.CallID, ""
	}
	return d
}

// added adds the start of an item.
func (a *openAIResponses) added(m *responseItem, index number, e *emit) {
	delete(a.skipped, index.n)
	delete(a.custom, index.n)
	switch string(m.typ.raw) {
	case "function_call":
		a.fragment(m, index, e)
	case "custom_tool_call":
		a.customDelta(m, index, m.input, e)
	case "message", "reasoning":
	default:
		note(&a.skipped, index.n, e)
	}
}

// note adds an index to a set, unless the set is full.
func note(set *map[int]bool, index int, e *emit) {
	if *set == nil {
		*set = make(map[int]bool)
	}
	if len(*set) == maxItems && !(*set)[index] {
		e.lose(lost(parse.ErrLimit, "the reply has too many output items"))
		return
	}
	(*set)[index] = true
}

// skips reports whether the item is one that the provider runs itself.
func (a *openAIResponses) skips(index number) bool { return index.ok && a.skipped[index.n] }

// fragment adds argument text, or at least who the call is.
func (a *openAIResponses) fragment(m *responseItem, index number, e *emit) {
	if a.skips(index) || m.arguments.text.empty() && m.name.empty() && m.id.empty() && m.callID.empty() {
		return
	}
	d := m.delta(stream.DeltaFragment, index)
	d.Text = m.arguments.string()
	e.add(d)
}

// snapshot adds the final arguments of a call, if it tells them.
func (a *openAIResponses) snapshot(m *responseItem, index number, e *emit) {
	if a.skips(index) || m.arguments.text.empty() {
		return
	}
	d := m.delta(stream.DeltaSnapshot, index)
	d.Text = m.arguments.string()
	e.add(d)
}

// done adds the end of an item: what the fragments did not tell, and what its
// status says.
func (a *openAIResponses) done(m *responseItem, index number, e *emit) {
	switch string(m.typ.raw) {
	case "function_call":
		delete(a.skipped, index.n)
		if m.arguments.text.empty() {
			a.fragment(m, index, e)
		} else {
			a.snapshot(m, index, e)
		}
	case "custom_tool_call":
		delete(a.skipped, index.n)
		if ended, ok := m.ending(); ok && ended == stream.EndingNormal && m.input.ok {
			a.customDone(m, index, e)
		}
	case "message":
		for i, t := range a.parts[m.parts.from:m.parts.to] {
			a.whole(index.n, i, t, e)
		}
		return
	default:
		return
	}
	if m.status.empty() && m.typ.is("function_call") && m.arguments.text.empty() {
		return // the response's status tells whether there are none or they were cut
	}
	if ended, ok := m.ending(); ok {
		d := m.delta(stream.DeltaClose, index)
		d.Name, d.Ending = "", ended
		e.add(d)
	}
}

// ending returns what an item's status says of its end, if anything.
func (m *responseItem) ending() (ending stream.Ending, ok bool) {
	switch string(m.status.raw) {
	case "", "completed":
		return stream.EndingNormal, true
	case "in_progress":
		return stream.EndingNormal, false
	}
	return stream.EndingCut, true
}

// end adds the end of a response: the items that its snapshot holds, unless it
// failed, and what its status means.
func (a *openAIResponses) end(p *response, status string, e *emit) {
	if status != "failed" {
		for i := range a.items[p.items.from:p.items.to] {
			a.done(&a.items[p.items.from+i], number{i, true}, e)
		}
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
	e.add(d)
	if status != "cancelled" {
		e.done()
	}
}

func (a *openAIResponses) finish(*emit) {}
