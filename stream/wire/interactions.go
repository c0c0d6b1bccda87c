package wire

import "github.com/earlycall/earlycall/stream"

// interactions reads the events of Gemini's Interactions, under the names that
// they have (step.start) and had (content.start), and its replies that were not
// streamed.
type interactions struct {
	blocks blocks

	steps []interactionStep // of a reply in one piece
}

// interactionFrame is what an event, or a reply in one piece, holds.
type interactionFrame struct {
	typ         text
	index       number
	step, delta interactionStep
	status      text
	whole       bool // there are steps
	usage       []byte
	err         fault
}

// interactionStep is a step, or what a delta says of one.
type interactionStep struct {
	typ, id, name text
	text          text
	arguments     argument
}

func (a *interactions) frame(f *Frame, r *reader, e *emit) verdict {
	var m interactionFrame
	a.steps = a.steps[:0]
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
				a.interaction(&m, name, r)
			}
		case "steps", "outputs":
			m.whole = true
			a.steps = a.steps[:0]
			for range r.elements {
				a.step(r)
			}
		default:
			a.interaction(&m, name, r)
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
	e.fault(m.err)
	return know(known || m.err.set)
}

// interaction reads a member of an interaction.
func (a *interactions) interaction(m *interactionFrame, name []byte, r *reader) {
	switch string(name) {
	case "status":
		r.keepText(&m.status)
	case "usage":
		r.keepRaw(&m.usage)
	case "error":
		r.keepFault(&m.err)
	}
}

// step reads a step of a reply in one piece. The parts of a step's content are
// steps of their own.
func (a *interactions) step(r *reader) {
	var s interactionStep
	from := len(a.steps)
	for name := range r.members {
		if string(name) != "content" {
			s.member(name, r)
			continue
		}
		for range r.elements {
			var part interactionStep
			part.read(r)
			a.steps = append(a.steps, part)
		}
	}
	switch string(s.typ.raw) {
	case "function_call", "text", "thought":
		a.steps = append(a.steps, s)
	case "model_output", "":
	default:
		a.steps = a.steps[:from] // what the provider runs itself
	}
}

func (s *interactionStep) read(r *reader) {
	for name := range r.members {
		s.member(name, r)
	}
}

func (s *interactionStep) member(name []byte, r *reader) {
	switch string(name) {
	case "type":
		s.typ = r.text()
	case "id":
		s.id = r.text()
	case "name":
		s.name = r.text()
	case "text":
		s.text = r.text()
	case "content", "summary":
		r.each(func() {
			if t := partText(r); s.text.empty() {
				s.text = t
			}
		})
	case "arguments", "partial_arguments":
		s.arguments = r.argument()
	}
}

// emit adds the deltas of an event, and reports whether the wire has such events.
func (a *interactions) emit(m *interactionFrame, e *emit) bool {
	switch string(m.typ.raw) {
	case "interaction.created", "interaction.start":
		a.blocks.begin(e)
	case "step.start", "content.start":
		a.start(m, e)
	case "step.delta", "content.delta":
		a.delta(m, e)
	case "step.stop", "content.stop":
		a.blocks.stop(m.index, e)
	case "interaction.completed", "interaction.complete":
		a.end(m, e)
	case "interaction.failed", "interaction.cancelled", "interaction.incomplete":
		m.status = text{raw: m.typ.raw[len("interaction."):]}
		a.end(m, e)
	case "interaction.in_progress", "interaction.requires_action", "interaction.status_update":
	case "error":
		m.err.set = true
	default:
		if !m.whole && !m.typ.empty() || !m.whole && !statuses[string(m.status.raw)] {
			return false
		}
		a.all(e)
		a.end(m, e)
	}
	return true
}

// statuses are what an interaction's status can be.
var statuses = map[string]bool{
	"completed": true, "requires_action": true, "incomplete": true, "failed": true, "cancelled": true,
}

// end adds the end of the reply, as its status gives it.
func (a *interactions) end(m *interactionFrame, e *emit) {
	if m.status.empty() {
		m.status = text{raw: []byte("completed")}
	}
	a.blocks.finish(m.status, text{}, m.err.set, e)
	a.blocks.done(e)
}

// all adds the deltas of a reply in one piece.
func (a *interactions) all(e *emit) {
	for i := range a.steps {
		if s := &a.steps[i]; s.typ.is("function_call") {
			d := s.whole()
			d.Slot = stream.SlotStart
			e.add(d)
		} else {
			s.prose(e)
		}
	}
}

// whole returns the delta of a call that came whole.
func (s *interactionStep) whole() stream.Delta {
	return stream.Delta{Kind: stream.DeltaWhole, ID: s.id.string(), Name: s.name.string(), Text: s.arguments.string()}
}

// start begins a step. Of all that can be called, only function_call is ours.
func (a *interactions) start(m *interactionFrame, e *emit) {
	s := &m.step
	switch string(s.typ.raw) {
	case "function_call":
		k := a.blocks.call(m.index, s.id, text{}, s.name, e)
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
		e.add(d.whole())
	default:
		a.blocks.touch(m.index, e)
		d.prose(e)
	}
}

func (a *interactions) finish(*emit) {}
