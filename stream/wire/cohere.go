package wire

import "github.com/earlycall/earlycall/stream"

// cohere reads the events of Cohere's chat, version 2, and its replies that were
// not streamed.
type cohere struct {
	blocks blocks

	// What the frame holds, until all of it is known to be JSON.
	parts []chatPart
	calls []chatCall
}

// cohereFrame is what an event, or a reply in one piece, holds.
type cohereFrame struct {
	typ        text
	index      number
	whole      bool // there is a message that is no delta's: a reply in one piece
	plan       text
	finish     text
	usage      []byte
	err, plain fault
}

func (a *cohere) frame(f *Frame, r *reader, e *emit) verdict {
	var m cohereFrame
	a.parts, a.calls = a.parts[:0], a.calls[:0]
	for name := range r.members {
		switch string(name) {
		case "type":
			m.typ = r.text()
		case "index":
			m.index = r.number()
		case "delta":
			for name := range r.members {
				a.end(&m, name, r)
			}
		case "message":
			if m.whole = r.peek() == '{'; !m.whole {
				m.plain.message = r.text()
				continue
			}
			a.end(&m, name, r)
		default:
			a.end(&m, name, r)
		}
	}
	if !r.end() {
		return frameBroken
	}
	if m.typ.empty() {
		m.typ = text{raw: f.Event}
	}
	known := a.emit(&m, e)
	e.setUsage(m.usage)
	return know(known || m.err.set)
}

// end reads a member of a delta, or of a reply in one piece.
func (a *cohere) end(m *cohereFrame, name []byte, r *reader) {
	switch string(name) {
	case "message":
		a.parts, a.calls = a.parts[:0], a.calls[:0]
		for name := range r.members {
			a.message(m, name, r)
		}
	case "finish_reason":
		r.keepText(&m.finish)
	case "usage":
		r.keepRaw(&m.usage)
	case "error":
		r.keepFault(&m.err)
	}
}

// message reads a member of a message.
func (a *cohere) message(m *cohereFrame, name []byte, r *reader) {
	switch string(name) {
	case "content":
		if r.peek() == '"' {
			a.parts = append(a.parts, chatPart{stream.DeltaText, r.text()})
			return
		}
		r.each(func() { a.part(r) })
	case "tool_plan":
		m.plan = r.text()
	case "tool_calls":
		r.each(func() { a.calls = append(a.calls, nestedCall(r)) })
	}
}

// part reads a part of a message's content.
func (a *cohere) part(r *reader) {
	for name := range r.members {
		switch string(name) {
		case "text":
			a.parts = append(a.parts, chatPart{stream.DeltaText, r.text()})
		case "thinking":
			a.parts = append(a.parts, chatPart{stream.DeltaReasoning, r.text()})
		}
	}
}

// emit adds the deltas of an event, and reports whether the wire has such events.
func (a *cohere) emit(m *cohereFrame, e *emit) bool {
	switch string(m.typ.raw) {
	case "message-start":
		a.blocks.begin(e)
	case "tool-plan-delta":
		e.prose(stream.DeltaText, 0, m.plan)
	case "content-start", "content-delta":
		a.blocks.settle(e, stream.EndingNormal)
		a.prose(e)
	case "tool-call-start", "tool-call-delta":
		a.toolCall(m, e)
	case "tool-call-end":
		a.blocks.stop(m.index, e)
	case "message-end":
		a.blocks.finish(m.finish, text{}, m.err.set, e)
		e.fault(m.err)
		a.blocks.done(e)
		return true
	case "content-end", "citation-start", "citation-end", "debug":
	case "error":
		if !m.err.set {
			m.err, m.err.set = m.plain, true
		}
	case "":
		return a.untyped(m, e)
	default:
		e.fault(m.err)
		return false
	}
	e.fault(m.err)
	return true
}

// untyped adds the deltas of a frame without a type: an error, or a reply in
// one piece.
func (a *cohere) untyped(m *cohereFrame, e *emit) bool {
	if !m.whole {
		m.plain.set = !m.plain.message.empty()
		e.fault(m.plain)
		e.fault(m.err)
		return m.plain.set
	}
	e.prose(stream.DeltaText, 0, m.plan)
	a.prose(e)
	for i := range a.calls {
		c := &a.calls[i]
		d := c.delta(stream.DeltaWhole, 0)
		d.Slot, d.Text = stream.SlotStart, c.arguments.string()
		e.add(d)
	}
	a.blocks.finish(m.finish, text{}, m.err.set, e)
	e.fault(m.err)
	a.blocks.done(e)
	return true
}

// prose adds the parts of a message's content.
func (a *cohere) prose(e *emit) {
	for _, p := range a.parts {
		e.prose(p.kind, 0, p.text)
	}
}

// toolCall adds the start of a call, or a piece of its arguments.
func (a *cohere) toolCall(m *cohereFrame, e *emit) {
	var c chatCall
	if n := len(a.calls); n > 0 {
		c = a.calls[n-1]
	}
	index := m.index
	if m.typ.is("tool-call-start") {
		k := a.blocks.call(m.index, c.id, text{}, c.name, e)
		a.blocks.put(k, e)
		index = number{k.index, true}
	}
	a.blocks.fragment(index, c.arguments, e)
}

func (a *cohere) finish(*emit) {}
