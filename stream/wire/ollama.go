package wire

import "github.com/earlycall/earlycall/stream"

// ollama reads the lines of Ollama's chat, whose calls come whole.
type ollama struct {
	calls []chatCall // what the line holds
}

// ollamaLine is what a line holds.
type ollamaLine struct {
	content, thinking, response text
	known                       bool // a member is the wire's
	done                        bool
	reason                      text
	err                         fault
}

func (a *ollama) frame(_ *Frame, r *reader, e *emit) verdict {
	a.calls = a.calls[:0]
	var m ollamaLine
	for name := range r.members {
		at, word := r.i, r.peek() == '"'
		switch string(name) {
		case "message":
			a.message(&m, r)
		case "response":
			m.response = r.text()
		case "thinking":
			m.thinking = r.text()
		case "done":
			m.done = r.flag()
		case "done_reason":
			r.keepText(&m.reason)
		case "error":
			r.keepFault(&m.err)
		}
		m.known = m.known || r.i > at && !(word && string(name) == "message")
	}
	if !r.end() {
		return frameBroken
	}
	a.emit(&m, e)
	return know(m.known)
}

func (a *ollama) message(m *ollamaLine, r *reader) {
	for name := range r.members {
		switch string(name) {
		case "content":
			m.content = r.text()
		case "thinking":
			m.thinking = r.text()
		case "tool_calls":
			a.calls = a.calls[:0]
			for range r.elements {
				a.calls = append(a.calls, nestedCall(r))
			}
		}
	}
}

// nestedCall reads a call whose name and arguments stand in a member function.
func nestedCall(r *reader) (c chatCall) {
	for name := range r.members {
		switch string(name) {
		case "id":
			c.id = r.scalar()
		case "function":
			for name := range r.members {
				switch string(name) {
				case "name":
					c.name = r.text()
				case "arguments":
					c.null = r.peek() == 'n'
					c.arguments = r.argument()
				}
			}
		}
	}
	return c
}

// emit adds the deltas of a line: text and calls, then the end.
func (a *ollama) emit(m *ollamaLine, e *emit) {
	e.prose(stream.DeltaReasoning, 0, m.thinking)
	e.prose(stream.DeltaText, 0, m.content)
	e.prose(stream.DeltaText, 0, m.response)
	for i := range a.calls {
		c := &a.calls[i]
		if c.silent() {
			continue
		}
		s := c.arguments.string()
		if c.null {
			s = "null"
		}
		e.add(stream.Delta{Kind: stream.DeltaWhole, ID: c.id.string(), Name: c.name.string(), Text: s})
	}
	e.fault(m.err)
	if m.done {
		if m.reason.empty() {
			m.reason = text{raw: []byte("stop")}
		}
		e.failure(m.reason, text{}, m.err.set)
		e.finish(0, m.reason)
		e.done()
	}
}

func (a *ollama) finish(*emit) {}
