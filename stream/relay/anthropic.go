package relay

import "github.com/earlycall/earlycall/stream"

// anthropicDialect writes the events of Messages.
type anthropicDialect struct {
	next int         // the index of the next block
	text int         // the block of text or reasoning that is open, or noBlock
	kind stream.Kind // what it holds
}

// noBlock is the index of no block.
const noBlock = -1

// event appends the start of an event, up to the members behind its type.
func (*anthropicDialect) event(w *Writer, typ string) {
	w.str("event: ", typ, "\ndata: {\"type\":\"", typ, `"`)
}

// block appends the start of an event of a block, up to the members behind its
// index.
func (d *anthropicDialect) block(w *Writer, typ string, index int) {
	d.event(w, typ)
	w.str(`,"index":`)
	w.num(index)
}

func (d *anthropicDialect) begin(w *Writer) {
	if w.ID == "" {
		w.ID = "msg_0"
	}
	d.event(w, "message_start")
	w.str(`,"message":{"id":`)
	w.quote(w.ID)
	w.str(`,"type":"message","role":"assistant","model":`)
	w.quote(w.Model)
	w.str(`,"content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":0,"output_tokens":0}}}`, "\n\n")
}

func (d *anthropicDialect) prose(w *Writer, kind stream.Kind, _ int, text string) {
	block, delta, member := "text", "text_delta", "text"
	if kind == stream.KindReasoning {
		block, delta, member = "thinking", "thinking_delta", "thinking"
	}
	if d.text == noBlock || d.kind != kind {
		d.leave(w)
		d.text, d.kind = d.next, kind
		d.next++
		d.block(w, "content_block_start", d.text)
		w.str(`,"content_block":{"type":"`, block, `","`, member, `":""`)
		if kind == stream.KindReasoning {
			w.str(`,"signature":""`)
		}
		w.str("}}\n\n")
	}
	d.block(w, "content_block_delta", d.text)
	w.str(`,"delta":{"type":"`, delta, `","`, member, `":`)
	w.quote(text)
	w.str("}}\n\n")
}

// leave appends the end of the block of text that is open.
func (d *anthropicDialect) leave(w *Writer) {
	if d.text != noBlock {
		d.stop(w, d.text)
		d.text = noBlock
	}
}

func (d *anthropicDialect) stop(w *Writer, index int) {
	d.block(w, "content_block_stop", index)
	w.str("}\n\n")
}

func (d *anthropicDialect) call(w *Writer, c *outCall) {
	d.leave(w)
	c.block = d.next
	d.next++
	d.block(w, "content_block_start", c.block)
	w.str(`,"content_block":{"type":"tool_use","id":`)
	w.quote(c.id)
	w.str(`,"name":`)
	w.quote(c.name)
	w.str(`,"input":{}}}`, "\n\n")
}

func (d *anthropicDialect) arguments(w *Writer, c *outCall, text string) {
	d.block(w, "content_block_delta", c.block)
	w.str(`,"delta":{"type":"input_json_delta","partial_json":`)
	w.quote(text)
	w.str("}}\n\n")
}

func (d *anthropicDialect) close(w *Writer, c *outCall) { d.stop(w, c.block) }

func (d *anthropicDialect) fail(w *Writer, message string) {
	d.event(w, "error")
	w.str(`,"error":{"type":"api_error","message":`)
	w.quote(message)
	w.str("}}\n\n")
}

func (d *anthropicDialect) end(w *Writer, reason stopReason) {
	d.leave(w)
	d.event(w, "message_delta")
	stop := "end_turn"
	switch {
	case reason == stopLength:
		stop = "max_tokens"
	case reason == stopFilter:
		stop = "refusal"
	case w.choice(0).calls > 0:
		stop = "tool_use"
	}
	w.str(`,"delta":{"stop_reason":"`, stop, `","stop_sequence":null},"usage":`)
	if w.Usage == nil {
		w.str(`{"output_tokens":0}`)
	} else {
		w.usage()
	}
	w.str("}\n\n")
	d.event(w, "message_stop")
	w.str("}\n\n")
}
