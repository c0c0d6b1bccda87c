package wire

import (
	"encoding/base64"

	"github.com/earlycall/earlycall/stream"
)

// bedrock reads the messages of ConverseStream, whose type is a header, and
// those of InvokeModelWithResponseStream, whose payload wraps an event of
// Anthropic's.
type bedrock struct {
	blocks  blocks
	wrapped anthropic
	inner   reader
	event   Frame  // the wrapped event
	payload []byte // its bytes
}

// bedrockFrame is what a message holds.
type bedrockFrame struct {
	index       number
	tool        bedrockTool
	text, think text
	stop        text
	usage       []byte
	bytes       text
	err         fault
}

// bedrockTool is the start of a call, or a piece of its input.
type bedrockTool struct {
	set           bool
	id, name, typ text
	input         argument
}

func (a *bedrock) frame(f *Frame, r *reader, e *emit) verdict {
	var m bedrockFrame
	typ := string(f.Event)
	for name := range r.members {
		if !bedrockTypes[string(name)] {
			m.member(name, r)
			continue
		}
		typ = string(name)
		for name := range r.members {
			m.member(name, r)
		}
	}
	if !r.end() {
		return frameBroken
	}
	if m.bytes.ok {
		return a.unwrap(f, m.bytes, e)
	}
	known := a.emit(typ, &m, e)
	e.setUsage(m.usage)
	e.fault(m.err)
	return know(known || m.err.set)
}

// bedrockTypes are the types of messages. A message that has no header with its
// type, as a client hands it on, is an object with one member of that name.
var bedrockTypes = map[string]bool{
	"messageStart": true, "contentBlockStart": true, "contentBlockDelta": true,
	"contentBlockStop": true, "messageStop": true, "metadata": true,
}

// member reads a member of a message.
func (m *bedrockFrame) member(name []byte, r *reader) {
	switch string(name) {
	case "contentBlockIndex":
		m.index = r.number()
	case "start":
		for name := range r.members {
			if string(name) == "toolUse" {
				m.tool.read(r)
			}
		}
	case "delta":
		m.delta(r)
	case "stopReason":
		m.stop = r.text()
	case "usage":
		r.keepRaw(&m.usage)
	case "bytes":
		m.bytes = r.text()
	case "error":
		r.keepFault(&m.err)
	}
}

// unwrap reads the event that a message wraps.
func (a *bedrock) unwrap(f *Frame, t text, e *emit) verdict {
	var err error
	a.payload, err = base64.StdEncoding.AppendDecode(empty(a.payload), []byte(t.string()))
	if err != nil {
		return frameBroken
	}
	a.inner.reset(a.payload)
	a.event = Frame{Payload: a.payload, Offset: f.Offset, End: f.End}
	return a.wrapped.frame(&a.event, &a.inner, e)
}

func (m *bedrockFrame) delta(r *reader) {
	for name := range r.members {
		switch string(name) {
		case "text":
			m.text = r.text()
		case "toolUse":
			m.tool.read(r)
		case "reasoningContent":
			m.think = partText(r)
		}
	}
}

func (t *bedrockTool) read(r *reader) {
	t.set = r.peek() == '{'
	for name := range r.members {
		switch string(name) {
		case "toolUseId":
			t.id = r.text()
		case "name":
			t.name = r.text()
		case "type":
			t.typ = r.text()
		case "input":
			t.input = r.argument()
		}
	}
}

// emit adds the deltas of a message of the type, and reports whether the wire
// has such messages.
func (a *bedrock) emit(typ string, m *bedrockFrame, e *emit) bool {
	switch typ {
	case "messageStart":
		a.blocks.begin(e)
	case "contentBlockStart":
		a.start(m, e)
	case "contentBlockDelta":
		if m.tool.set {
			a.blocks.fragment(m.index, m.tool.input, e)
			return true
		}
		a.blocks.touch(m.index, e)
		e.prose(stream.DeltaReasoning, 0, m.think)
		e.prose(stream.DeltaText, 0, m.text)
	case "contentBlockStop":
		a.blocks.stop(m.index, e)
	case "messageStop":
		a.blocks.finish(m.stop, text{}, m.err.set, e)
		a.blocks.done(e)
	default:
		return typ == "metadata"
	}
	return true
}

// start begins a block. Of all that can be called, only a tool use is ours.
func (a *bedrock) start(m *bedrockFrame, e *emit) {
	switch {
	case !m.tool.set:
		a.blocks.prose(m.index, e)
	case m.tool.typ.empty() || m.tool.typ.is("tool_use"):
		a.blocks.put(a.blocks.call(m.index, m.tool.id, text{}, m.tool.name, e), e)
	default:
		a.blocks.other(m.index, e)
	}
}

func (a *bedrock) finish(*emit) {}
