package main

import (
	"io"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// linePrinter prints one JSON object a line to out.
func linePrinter(out io.Writer) func(*stream.Event) {
	var l jsonLine
	return func(ev *stream.Event) {
		l = l[:0]
		l.event(ev)
		l = append(l, '\n')
		out.Write(l) // a bufio.Writer keeps its error for Flush
	}
}

// event writes an event.
func (l *jsonLine) event(ev *stream.Event) {
	l.open("", '{')
	switch {
	case ev.Kind == stream.KindCallEnd && ev.Call != nil:
		l.str("event", "call")
		l.call(ev.Call)
	case ev.Kind == stream.KindConflict:
		l.str("event", "conflict")
		l.failure(ev.Err, ev.Kind)
	case ev.Err != nil:
		l.str("event", "error")
		l.failure(ev.Err, ev.Kind)
	case ev.Kind == stream.KindEnd:
		l.str("event", "end")
		l.truth("complete", ev.Complete)
		l.strIf("reason", ev.Text)
	default:
		l.piece(ev)
	}
	l.shut('}')
}

// piece writes an event that holds a piece of the reply, or a call's start.
func (l *jsonLine) piece(ev *stream.Event) {
	l.str("event", ev.Kind.String())
	l.numIf("choice", int64(ev.Choice))
	switch ev.Kind {
	case stream.KindCallStart:
		l.num("index", int64(ev.Index))
		l.strIf("id", ev.ID)
		l.str("name", ev.Text)
	case stream.KindCallDelta:
		l.num("index", int64(ev.Index))
		l.str("text", ev.Text)
	default:
		l.str("text", ev.Text)
	}
}

// call writes the members of a call.
func (l *jsonLine) call(c *parse.Call) {
	l.numIf("choice", int64(c.Choice))
	l.num("index", int64(c.Index))
	l.strIf("id", c.ID)
	l.str("name", c.Name)
	l.raw("arguments", c.Arguments)
	l.open("offset", '[')
	l.num("", c.Start)
	l.num("", c.End)
	l.shut(']')
	if len(c.Repairs) > 0 {
		l.open("repairs", '[')
		for _, r := range c.Repairs {
			l.open("", '{')
			l.str("kind", string(r.Kind))
			l.num("offset", r.Offset)
			l.shut('}')
		}
		l.shut(']')
	}
}

// failure writes the members of an error.
func (l *jsonLine) failure(e *parse.Error, kind stream.Kind) {
	l.str("code", e.Code.String())
	l.numIf("choice", int64(e.Choice))
	if kind != stream.KindError {
		l.num("index", int64(e.Index))
		l.strIf("id", e.ID)
		l.str("name", e.Name)
	}
	l.num("offset", e.Offset)
	l.strIf("pointer", e.Pointer)
	l.str("message", e.Message)
	if e.Arguments != nil {
		l.raw("arguments", e.Arguments)
	}
}
