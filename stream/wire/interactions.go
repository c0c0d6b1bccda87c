package wire

import "github.com/earlycall/earlycall/stream"

// interactions reads the events of Gemini's Interactions, under the names that
// they have (step.start) and had (content.start).
type interactions struct {
	blocks blocks
	begun  bool // an interaction.created has come
}

// interactionFrame is what an event holds.
type interactionFrame struct {
	typ         text
	index       number
	step, delta interactionStep
	status      text
	usage       []byte
	err         fault
}

// interactionStep is a step, or what a delta tells of one.
type interactionStep struct {
	typ, id, name text
	text          text
	arguments     argument
}

func (a *interactions) frame(f *Frame, r *reader, e *emit) bool {
	var m interactionFrame
	for name := range r.members {
		switch string(name) {
		case "event_type", "type":
			m.typ = r.text()
		case "index":
			m.index = r.number()
		case "step", "content":
			m.step.read(r)
		case "delta":
			m.delta.read(r)
		case "interaction":
			for name := range r.members {
				switch string(name) {
				case "status":
					m.status = r.text()
				case "usage":
					m.usage = r.raw()
				}
			}
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

func (s *interactionStep) read(r *reader) {
	for name := range r.members {
		switch string(name) {
		case "type":
			s.typ = r.text()
		case "id":
			s.id = r.text()
		case "name":
			s.name = r.text()
		case "text":
			s.text = r.text()
		case "content":
			s.text = contentText(r)
		case "arguments", "partial_arguments":
			s.arguments = r.argument()
		}
	}
}

// emit adds the deltas of an event.
func (a *interactions) emit(m *interactionFrame, e *emit) {
	switch string(m.typ.raw) {
	case "interaction.created", "interaction.start":
		if a.begun {
			e.restart()
			a.blocks.reset()
		}
		a.begun = true
	case "step.start", "content.start":
		a.start(m, e)
	case "step.delta", "content.delta":
		a.delta(m, e)
	case "step.stop", "content.stop":
		a.blocks.stop(m.index, e)
	case "interaction.completed", "interaction.complete":
		if m.status.empty() {
			m.status = text{raw: []byte("completed")}
		}
		a.blocks.finish(m.status, e)
		a.blocks.done(e)
	case "error":
		m.err.set = true
	}
	e.fault(m.err)
}

// start begins a step. Of all that can be called, only function_call is ours.
func (a *interactions) start(m *interactionFrame, e *emit) {
	s := &m.step
	switch string(s.typ.raw) {
	case "function_call":
		k := a.blocks.call(m.index, s.id, s.name, e)
		k.input = startInput(s.arguments)
		a.blocks.put(k, e)
	case "model_output", "text", "thought", "":
		a.blocks.prose(m.index, e)
		s.prose(e)
	default:
		a.blocks.other(m.index, e)
	}
}

// prose adds the text or reasoning that a step or delta holds.
func (s *interactionStep) prose(e *emit) {
	switch string(s.typ.raw) {
	case "text":
		e.prose(stream.DeltaText, 0, s.text)
	case "thought", "thought_summary":
		e.prose(stream.DeltaReasoning, 0, s.text)
	}
}

func (a *interactions) delta(m *interactionFrame, e *emit) {
	d := &m.delta
	switch string(d.typ.raw) {
	case "arguments_delta":
		a.blocks.fragment(m.index, d.arguments, e)
	case "function_call":
		e.add(stream.Delta{Kind: stream.DeltaWhole, ID: d.id.string(), Name: d.name.string(), Text: d.arguments.string()})
	default:
		a.blocks.touch(m.index, e)
		d.prose(e)
	}
}

func (a *interactions) finish(*emit) {}
