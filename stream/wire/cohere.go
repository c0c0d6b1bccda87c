package wire

import "github.com/earlycall/earlycall/stream"

// cohere reads the events of Cohere's chat, version 2.
type cohere struct {
	blocks blocks
	begun  bool // a message-start has come
}

// cohereFrame is what an event holds.
type cohereFrame struct {
	typ            text
	index          number
	text, thinking text
	plan           text
	call           chatCall
	finish         text
	usage          []byte
	err, plain     fault
}

func (a *cohere) frame(f *Frame, r *reader, e *emit) bool {
	var m cohereFrame
	for name := range r.members {
		switch string(name) {
		case "type":
			m.typ = r.text()
		case "index":
			m.index = r.number()
		case "delta":
			m.delta(r)
		case "message":
			m.plain.message = r.text()
		case "error":
			m.err = r.fault()
		}
	}
	if !r.end() {
		return false
	}
	if m.typ.empty() {
		m.typ = text{raw: f.Event}
	}
	e.setUsage(m.usage)
	a.emit(&m, e)
	return true
}

func (m *cohereFrame) delta(r *reader) {
	for name := range r.members {
		switch string(name) {
		case "message":
			for name := range r.members {
				m.message(name, r)
			}
		case "finish_reason":
			m.finish = r.text()
		case "usage":
			m.usage = r.raw()
		case "error":
			m.err = r.fault()
		}
	}
}

// message reads a member of a delta's message.
func (m *cohereFrame) message(name []byte, r *reader) {
	switch string(name) {
	case "content":
		for name := range r.members {
			switch string(name) {
			case "text":
				m.text = r.text()
			case "thinking":
				m.thinking = r.text()
			}
		}
	case "tool_plan":
		m.plan = r.text()
	case "tool_calls":
		if r.peek() != '[' {
			m.toolCall(r)
			return
		}
		for range r.elements {
			m.toolCall(r)
		}
	}
}

func (m *cohereFrame) toolCall(r *reader) {
	for name := range r.members {
		switch string(name) {
		case "id":
			m.call.id = r.text()
		case "function":
			for name := range r.members {
				switch string(name) {
				case "name":
					m.call.name = r.text()
				case "arguments":
					m.call.arguments = r.argument()
				}
			}
		}
	}
}

// emit adds the deltas of an event.
func (a *cohere) emit(m *cohereFrame, e *emit) {
	switch string(m.typ.raw) {
	case "message-start":
		if a.begun {
			e.restart()
			a.blocks.reset()
		}
		a.begun = true
	case "tool-plan-delta":
		e.prose(stream.DeltaText, 0, m.plan)
	case "content-start", "content-delta":
		a.blocks.settle(e, stream.EndingNormal)
		e.prose(stream.DeltaReasoning, 0, m.thinking)
		e.prose(stream.DeltaText, 0, m.text)
	case "tool-call-start":
		k := a.blocks.call(m.index, m.call.id, m.call.name, e)
		a.blocks.put(k, e)
		a.blocks.fragment(number{k.index, true}, m.call.arguments, e)
	case "tool-call-delta":
		a.blocks.fragment(m.index, m.call.arguments, e)
	case "tool-call-end":
		a.blocks.stop(m.index, e)
	case "message-end":
		a.blocks.finish(m.finish, e)
		e.fault(m.err)
		a.blocks.done(e)
		return
	case "error":
		if !m.err.set {
			m.err, m.err.set = m.plain, true
		}
	case "":
		m.plain.set = !m.plain.message.empty()
		e.fault(m.plain)
	}
	e.fault(m.err)
}

func (a *cohere) finish(*emit) {}
