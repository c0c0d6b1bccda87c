package relay

import (
	"strconv"

	"github.com/earlycall/earlycall/stream"
)

// chatDialect writes the chunks of Chat Completions, and of those that imitate it.
type chatDialect struct{ style idStyle }

func (d chatDialect) ids() idStyle { return d.style }

func (chatDialect) refuse(stream.Event) error { return nil }

func (chatDialect) begin(w *Writer) {
	if w.ID == "" {
		w.ID = "chatcmpl-0"
	}
}

// chunk appends the start of a chunk, up to its choices.
func (chatDialect) chunk(w *Writer) {
	w.str(`data: {"id":`)
	w.quote(w.ID)
	w.str(`,"object":"chat.completion.chunk","created":`, strconv.FormatInt(w.Created, 10), `,"model":`)
	w.quote(w.Model)
	w.str(`,"choices":[`)
}

// delta appends a chunk up to the delta of its one choice. The first of a
// choice has its role.
func (d chatDialect) delta(w *Writer, choice int) {
	d.chunk(w)
	w.str(`{"index":`)
	w.num(choice)
	w.str(`,"delta":{`)
}

// role appends a chunk with the role of a choice, if it is the choice's first.
func (d chatDialect) role(w *Writer, choice int) {
	c := w.choice(choice)
	if c.begun {
		return
	}
	c.begun = true
	d.delta(w, choice)
	w.str(`"role":"assistant","content":""`)
	d.done(w, "null")
}

// done appends the end of a chunk.
func (chatDialect) done(w *Writer, finish string) {
	w.str(`},"finish_reason":`, finish, "}]}\n\n")
}

func (d chatDialect) prose(w *Writer, kind stream.Kind, choice int, text string) {
	d.role(w, choice)
	d.delta(w, choice)
	if kind == stream.KindReasoning {
		w.str(`"reasoning_content":`)
	} else {
		w.str(`"content":`)
	}
	w.quote(text)
	d.done(w, "null")
}

func (d chatDialect) call(w *Writer, c *outCall) {
	d.role(w, c.choice)
	d.toolCall(w, c)
	w.str(`,"id":`)
	w.quote(c.id)
	w.str(`,"type":"function","function":{"name":`)
	w.quote(c.name)
	w.str(`,"arguments":""}}]`)
	d.done(w, "null")
}

func (d chatDialect) arguments(w *Writer, c *outCall, text string) {
	d.toolCall(w, c)
	w.str(`,"function":{"arguments":`)
	w.quote(text)
	w.str(`}}]`)
	d.done(w, "null")
}

// toolCall appends a chunk up to the index of its one call.
func (d chatDialect) toolCall(w *Writer, c *outCall) {
	d.delta(w, c.choice)
	w.str(`"tool_calls":[{"index":`)
	w.num(c.index)
}

func (chatDialect) close(*Writer, *outCall) {}

func (chatDialect) fail(w *Writer, message string) {
	w.str(`data: {"error":{"message":`)
	w.quote(message)
	w.str(`,"type":"upstream_error","code":null}}`, "\n\n")
}

func (d chatDialect) end(w *Writer) {
	for _, c := range w.choices {
		d.role(w, c.choice)
		d.delta(w, c.choice)
		d.done(w, `"`+chatReason(c.reason, c.calls)+`"`)
	}
	if usage := chatUsage(w.Usage); usage != nil {
		d.chunk(w)
		w.str(`],"usage":`, string(usage), "}\n\n")
	}
	w.str("data: [DONE]\n\n")
}
