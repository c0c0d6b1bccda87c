package wire

import "github.com/earlycall/earlycall/stream"

// anthropic reads the events of Messages.
type anthropic struct {
	blocks blocks
	said   bool // text or reasoning has come in blocks
	called bool // a call has come in blocks

	content []anthropicBlock // of a message in one piece
}

// anthropicFrame is what an event holds.
type anthropicFrame struct {
	typ        text
	index      number
	block      anthropicBlock
	delta      anthropicDelta
	stop       text   // stop_reason of a message in one piece
	usage      []byte // of the event, or of the message that it begins
	err, plain fault
}

type anthropicBlock struct {
	typ, id, name  text
	toolset        text // the set of tools that the name belongs to
	text, thinking text
	input          argument
}

type anthropicDelta struct {
	typ, text, thinking text
	partial             argument
	stop                text
}

func (a *anthropic) frame(f *Frame, r *reader, e *emit) verdict {
	var m anthropicFrame
	a.content = a.content[:0]
	for name := range r.members {
		switch string(name) {
		case "type":
			m.typ = r.text()
		case "index":
			m.index = r.number()
		case "content_block":
			m.block.read(r)
		case "delta":
			m.delta.read(r)
		case "message":
			if r.peek() == '"' {
				m.plain.message = r.text()
			} else {
				if u := messageUsage(r); u != nil {
					m.usage = u
				}
			}
		case "content":
			a.content = a.content[:0]
			for range r.elements {
				var b anthropicBlock
				b.read(r)
				a.content = append(a.content, b)
			}
		case "stop_reason":
			m.stop = r.text()
		case "usage":
			r.keepRaw(&m.usage)
		case "error":
			r.keepFault(&m.err)
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

// messageUsage reads the message of a message_start.
func messageUsage(r *reader) (usage []byte) {
	for name := range r.members {
		if string(name) == "usage" {
			r.keepRaw(&usage)
		}
	}
	return usage
}

func (b *anthropicBlock) read(r *reader) {
	for name := range r.members {
		switch string(name) {
		case "type":
			b.typ = r.text()
		case "id":
			b.id = r.text()
		case "name":
			b.name = r.text()
		case "text":
			b.text = r.text()
		case "thinking":
			b.thinking = r.text()
		case "toolset_name":
			b.toolset = r.text()
		case "input":
			b.input = r.argument()
		}
	}
}

func (d *anthropicDelta) read(r *reader) {
	for name := range r.members {
		switch string(name) {
		case "type":
			d.typ = r.text()
		case "text":
			d.text = r.text()
		case "thinking":
			d.thinking = r.text()
		case "partial_json":
			d.partial = r.argument()
		case "stop_reason":
			d.stop = r.text()
		}
	}
}

// emit adds the deltas of an event, and reports whether the wire has such events.
func (a *anthropic) emit(m *anthropicFrame, e *emit) bool {
	switch string(m.typ.raw) {
	case "message_start":
		a.blocks.begin(e)
		a.said, a.called = false, false
	case "content_block_start":
		a.start(m, e)
	case "content_block_delta":
		a.delta(m, e)
	case "content_block_stop":
		a.blocks.stop(m.index, e)
	case "message_delta":
		a.blocks.finish(m.delta.stop, text{}, m.err.set, e)
	case "message_stop":
		a.blocks.done(e)
	case "message":
		a.message(m, e)
	case "error":
		if !m.err.set {
			m.err, m.err.set = m.plain, true
		}
	case "ping":
	default:
		return false
	}
	return true
}

// start begins a block. Of all that can be called, only tool_use is ours.
func (a *anthropic) start(m *anthropicFrame, e *emit) {
	b := &m.block
	switch string(b.typ.raw) {
	case "tool_use":
		a.called = true
		k := a.blocks.call(m.index, b.id, b.toolset, b.name, e)
		k.input = startInput(b.input)
		a.blocks.put(k, e)
	case "text", "thinking":
		a.blocks.prose(m.index, e)
		a.prose(b, e)
	case "fallback":
		a.blocks.seam(m.index, e)
	default:
		a.blocks.other(m.index, e)
	}
}

// prose adds the text or reasoning that the start of a block holds.
func (a *anthropic) prose(b *anthropicBlock, e *emit) {
	a.said = a.said || !b.text.empty() || !b.thinking.empty()
	a.block(b, e)
}

// block adds the text or reasoning of a block.
func (a *anthropic) block(b *anthropicBlock, e *emit) {
	switch string(b.typ.raw) {
	case "text":
		e.prose(stream.DeltaText, 0, b.text)
	case "thinking":
		e.prose(stream.DeltaReasoning, 0, b.thinking)
	}
}

func (a *anthropic) delta(m *anthropicFrame, e *emit) {
	d := &m.delta
	a.said = a.said || !d.text.empty() || !d.thinking.empty()
	switch string(d.typ.raw) {
	case "text_delta":
		a.blocks.touch(m.index, e)
		e.prose(stream.DeltaText, 0, d.text)
	case "thinking_delta":
		a.blocks.touch(m.index, e)
		e.prose(stream.DeltaReasoning, 0, d.thinking)
	case "input_json_delta":
		a.blocks.fragment(m.index, d.partial, e)
	}
}

// message adds the deltas of a message in one piece. In a stream that has had
// blocks it is a snapshot: its text is out, its calls are known by their place.
func (a *anthropic) message(m *anthropicFrame, e *emit) {
	snapshot := a.said || a.called
	for i := range a.content {
		b := &a.content[i]
		switch {
		case !b.typ.is("tool_use"):
			if !snapshot {
				a.block(b, e)
			}
		case !snapshot:
			d := b.delta(stream.DeltaWhole)
			d.Slot = stream.SlotStart
			e.add(d)
		case !b.input.text.empty():
			d := b.delta(stream.DeltaSnapshot)
			d.Slot, d.Index, d.Indexed = stream.SlotBlock, i, true
			e.add(d)
		}
	}
	if !a.blocks.told {
		a.blocks.finish(m.stop, text{}, m.err.set, e)
	}
	a.blocks.done(e)
}

// delta returns a delta of the call that a block is.
func (b *anthropicBlock) delta(kind stream.DeltaKind) stream.Delta {
	return stream.Delta{Kind: kind, ID: b.id.string(), Name: fullName(b.toolset, b.name), Namespace: b.toolset.string(), Text: b.input.string()}
}

func (a *anthropic) finish(*emit) {}

// restart adds the beginning of another reply.
func (e *emit) restart() {
	e.flushAll()
	e.usage, e.reasons = usage{}, nil
	e.add(stream.Delta{Kind: stream.DeltaRestart})
}
