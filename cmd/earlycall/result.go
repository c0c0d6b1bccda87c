package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// result is what came out of a reply.
type result struct {
	calls       []outCall
	errors      []outError
	conflicts   []outError
	content     perChoice
	reasoning   perChoice
	complete    bool
	unsupported string // why the record could not be replayed
}

// outCall is a call, and the chunk that closed it: the number of chunks if it
// was the end.
type outCall struct {
	*parse.Call
	chunk int
}

// outError is an error, and the chunk in which it came.
type outError struct {
	*parse.Error
	chunk int
}

// perChoice is the text of each choice.
type perChoice map[int16]*strings.Builder

func (p *perChoice) add(choice int16, text string) {
	if *p == nil {
		*p = perChoice{}
	}
	if (*p)[choice] == nil {
		(*p)[choice] = &strings.Builder{}
	}
	(*p)[choice].WriteString(text)
}

// String returns the texts of all choices, one after the other.
func (p perChoice) String() string {
	var b strings.Builder
	for _, choice := range slices.Sorted(maps.Keys(p)) {
		b.WriteString(p[choice].String())
	}
	return b.String()
}

// add adds the events that a chunk gave.
func (r *result) add(events []stream.Event, tools *toolset, chunk int) {
	for _, ev := range events {
		ev = tools.check(ev)
		switch {
		case ev.Kind == stream.KindConflict:
			r.conflicts = append(r.conflicts, outError{ev.Err, chunk})
		case ev.Err != nil:
			r.errors = append(r.errors, outError{ev.Err, chunk})
		case ev.Call != nil:
			r.calls = append(r.calls, outCall{ev.Call, chunk})
		case ev.Kind == stream.KindText:
			r.content.add(ev.Choice, ev.Text)
		case ev.Kind == stream.KindReasoning:
			r.reasoning.add(ev.Choice, ev.Text)
		case ev.Kind == stream.KindEnd:
			r.complete = ev.Complete
		}
	}
}

// line returns the result as one line of JSON.
func (r *result) line(id json.RawMessage) []byte {
	var l jsonLine
	l.open("", '{')
	l.raw("id", id)
	l.open("calls", '[')
	for _, c := range r.calls {
		l.outCall(c)
	}
	l.shut(']')
	l.outErrors("errors", r.errors)
	l.outErrors("conflicts", r.conflicts)
	l.str("content", r.content.String())
	l.str("reasoning", r.reasoning.String())
	l.truth("complete", r.complete)
	l.strIf("unsupported", r.unsupported)
	l.shut('}')
	return append(l, '\n')
}

func (l *jsonLine) outCall(c outCall) {
	l.open("", '{')
	l.num("index", int64(c.Index))
	l.num("choice", int64(c.Choice))
	l.str("id", c.ID)
	l.str("name", c.Name)
	l.raw("arguments", c.Arguments)
	l.num("chunk", int64(c.chunk))
	l.shut('}')
}

func (l *jsonLine) outErrors(key string, errs []outError) {
	l.open(key, '[')
	for _, e := range errs {
		l.open("", '{')
		l.str("code", e.Code.String())
		l.num("index", int64(e.Index))
		l.str("name", e.Name)
		l.num("offset", e.Offset)
		l.str("message", e.Message)
		l.num("chunk", int64(e.chunk))
		if e.Arguments != nil {
			l.raw("arguments", e.Arguments)
		}
		l.shut('}')
	}
	l.shut(']')
}
