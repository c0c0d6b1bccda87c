package relay

import (
	"errors"

	"github.com/earlycall/earlycall/stream"
)

// anthropicDialect writes the events of Messages.
type anthropicDialect struct {
	next  int         // the index of the next block
	text  int         // the block of text or reasoning that is open, or noBlock
	kind  stream.Kind // what it holds
	open  *outCall    // the call whose block is open
	queue []*block    // what has come since
	held  int         // bytes in the queue
}

// block is a block that waits until the call that is open has ended: blocks of
// Messages come one after the other.
type block struct {
	call *outCall    // nil for text
	kind stream.Kind // of text
	text []byte      // the text, or the arguments so far
	done bool        // the call has ended
}

// maxHeld is how much can wait, in bytes.
const maxHeld = 16 << 20

// errHeld says that a call stays open while too much else comes.
var errHeld = errors.New("relay: more than 16 MiB of a reply wait for a call to end")

func (*anthropicDialect) ids() idStyle { return anthropicIDs }

func (d *anthropicDialect) refuse(ev stream.Event) error {
	if ev.Choice != 0 {
		return errChoice
	}
	n := len(ev.Text)
	if ev.Call != nil {
		n += len(ev.Call.Arguments)
	}
	if d.open != nil && d.open.event != ev.Index && d.held+n > maxHeld {
		return errHeld
	}
	return nil
}

// noBlock is the index of no block.
const noBlock = -1

// event appends the start of an event, up to the members after its type.
func (*anthropicDialect) event(w *Writer, typ string) {
	w.str("event: ", typ, "\ndata: {\"type\":\"", typ, `"`)
}

// block appends the start of an event of a block, up to the members after its
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
	if d.open != nil {
		d.wait(kind, text)
		return
	}
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

// wait puts text into the queue.
func (d *anthropicDialect) wait(kind stream.Kind, text string) {
	d.held += len(text)
	if n := len(d.queue); n > 0 && d.queue[n-1].call == nil && d.queue[n-1].kind == kind {
		d.queue[n-1].text = append(d.queue[n-1].text, text...)
		return
	}
	d.queue = append(d.queue, &block{kind: kind, text: []byte(text)})
}

func (d *anthropicDialect) call(w *Writer, c *outCall) {
	if d.open != nil {
		c.queued = &block{call: c}
		d.queue = append(d.queue, c.queued)
		return
	}
	d.leave(w)
	d.open = c
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
	if c.queued != nil {
		d.held += len(text)
		c.queued.text = append(c.queued.text, text...)
		return
	}
	d.block(w, "content_block_delta", c.block)
	w.str(`,"delta":{"type":"input_json_delta","partial_json":`)
	w.quote(text)
	w.str("}}\n\n")
}

func (d *anthropicDialect) close(w *Writer, c *outCall) {
	if c.queued != nil {
		c.queued.done = true
		return
	}
	d.stop(w, c.block)
	d.open = nil
	d.drain(w)
}

// drain writes what waits, up to the next call that has not ended.
func (d *anthropicDialect) drain(w *Writer) {
	for len(d.queue) > 0 && d.open == nil {
		b := d.queue[0]
		d.queue = d.queue[1:]
		d.held -= len(b.text)
		if b.call == nil {
			d.prose(w, b.kind, 0, string(b.text))
			continue
		}
		b.call.queued = nil
		d.call(w, b.call)
		if len(b.text) > 0 {
			d.arguments(w, b.call, string(b.text))
		}
		if b.done {
			d.stop(w, b.call.block)
			d.open = nil
		}
	}
}

func (d *anthropicDialect) fail(w *Writer, message string) {
	d.event(w, "error")
	w.str(`,"error":{"type":"api_error","message":`)
	w.quote(message)
	w.str("}}\n\n")
}

func (d *anthropicDialect) end(w *Writer) {
	d.leave(w)
	d.event(w, "message_delta")
	c := w.choice(0)
	w.str(`,"delta":{"stop_reason":"`, anthropicReason(c.reason, c.calls), `","stop_sequence":null},"usage":`)
	usage := messagesUsage(w.Usage)
	if usage == nil {
		usage = []byte(`{"output_tokens":0}`)
	}
	w.str(string(usage), "}\n\n")
	d.event(w, "message_stop")
	w.str("}\n\n")
}
