package wire

import "github.com/earlycall/earlycall/stream"

// anthropic reads the events of Messages.
type anthropic struct {
	blocks blocks
	begun  bool // a message_start has come

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
	text, thinking text
	input          argument
}

type anthropicDelta struct {
	typ, text, thinking text
	partial             argument
	stop                text
}

func (a *anthropic) frame(f *Frame, r *reader, e *emit) bool {
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
				m.usage = messageUsage(r)
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
			m.usage = r.raw()
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

// messageUsage reads the message of a message_start.
func messageUsage(r *reader) (usage []byte) {
	for name := range r.members {
		if string(name) == "usage" {
			usage = r.raw()
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

// emit adds the deltas of an event.
func (a *anthropic) emit(m *anthropicFrame, e *emit) {
	switch string(m.typ.raw) {
	case "message_start":
		if a.begun {
			e.restart()
			a.blocks.reset()
		}
		a.begun = true
	case "content_block_start":
		a.start(m, e)
	case "content_block_delta":
		a.delta(m, e)
	case "content_block_stop":
		a.blocks.stop(m.index, e)
	case "message_delta":
		a.blocks.finish(m.delta.stop, e)
	case "message_stop":
		a.blocks.done(e)
	case "message":
		a.message(m, e)
	case "error":
		if !m.err.set {
			m.err, m.err.set = m.plain, true
		}
	}
	e.fault(m.err)
}

// start begins a block. Of all that can be called, only tool_use is ours.
func (a *anthropic) start(m *anthropicFrame, e *emit) {
	b := &m.block
	switch string(b.typ.raw) {
	case "tool_use":
		k := a.blocks.call(m.index, b.id, b.name, e)
		k.input = startInput(b.input)
		a.blocks.put(k, e)
	case "text", "thinking":
		a.blocks.prose(m.index, e)
		b.prose(e)
	default:
		a.blocks.other(m.index, e)
	}
}

// prose adds the text or reasoning that a block holds.
func (b *anthropicBlock) prose(e *emit) {
	switch string(b.typ.raw) {
	case "text":
		e.prose(stream.DeltaText, 0, b.text)
	case "thinking":
		e.prose(stream.DeltaReasoning, 0, b.thinking)
	}
}

func (a *anthropic) delta(m *anthropicFrame, e *emit) {
	d := &m.delta
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

// message adds the deltas of a message in one piece.
func (a *anthropic) message(m *anthropicFrame, e *emit) {
	for i := range a.content {
		b := &a.content[i]
		if b.typ.is("tool_use") {
			e.add(stream.Delta{Kind: stream.DeltaWhole, ID: b.id.string(), Name: b.name.string(), Text: b.input.string()})
			continue
		}
		b.prose(e)
	}
	e.finish(0, m.stop)
	e.done()
}

func (a *anthropic) finish(*emit) {}

// restart adds the beginning of another reply.
func (e *emit) restart() {
	e.flushAll()
	e.add(stream.Delta{Kind: stream.DeltaRestart})
}
