package dispatch

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/schema"
)

// log logs a result: what went well at Info, what failed at Warn.
func (c *Conversation) log(ctx context.Context, j *job) {
	level, r := slog.LevelInfo, &j.result
	if r.Outcome != OK {
		level = slog.LevelWarn
	}
	if !c.options.Log.Enabled(ctx, level) {
		return
	}
	shown, hidden := c.redact(r.Call.Name, r.Call.Arguments)
	_, more := c.redact(r.Call.Name, r.checked)
	hidden = append(hidden, more...)
	attrs := []slog.Attr{
		slog.String("tool", j.label()), slog.Int("choice", r.Call.Choice), slog.Int("index", r.Call.Index),
		slog.String("id", clip(r.Call.ID, 64)), slog.String("code", r.Code()), slog.String("arguments", clip(string(shown), 4096)),
	}
	if !j.began.IsZero() {
		attrs = append(attrs, slog.Duration("wait", r.Wait), slog.Duration("ran", r.Ran))
	}
	if r.Earlier {
		attrs = append(attrs, slog.Bool("earlier", true))
	}
	if r.Err != nil {
		attrs = append(attrs, slog.String("error", c.loggable(r, hidden)))
	}
	if p, ok := errors.AsType[*PanicError](r.Err); ok {
		attrs = append(attrs, slog.String("stack", hide(bareStack(p.Stack), hidden)))
	}
	c.options.Log.LogAttrs(ctx, level, "tool call", attrs...)
}

// ours reports whether the message of an error with that cause is written by
// this module, and so holds no values.
func ours(cause error) bool {
	switch cause.(type) {
	case nil, schema.Violations, *mismatch:
		return true
	}
	return false
}

// written are errors whose text is written by this module.
var written = []error{ErrIncomplete, ErrStopped, ErrTimeout, ErrDuplicate, ErrReused, context.Canceled, context.DeadlineExceeded}

// loggable returns the text of a result's error as it may be logged: in full
// where this module has written it; of others the type and length, unless there
// is a Redactor, which takes hidden values out of it.
func (c *Conversation) loggable(r *Result, hidden []string) string {
	err, before := r.Err, ""
	if limit, ok := err.(*retriesError); ok {
		if limit.err == nil {
			return clip(limit.Error(), maxText)
		}
		err, before = limit.err, limit.Error()+": "
	}
	return clip(before+c.loggableError(err, r.Outcome, hidden), maxText) // a name that the model made up has any length
}

func (c *Conversation) loggableError(err error, outcome Outcome, hidden []string) string {
	text := err.Error()
	switch e := err.(type) {
	case *earlierError:
		return text
	case *parse.Error: // one that a tool returned is not ours
		if outcome == ToolError {
			break
		}
		if ours(e.Err) {
			return text
		}
		text += ": " + e.Err.Error()
	}
	if slices.Contains(written, err) {
		return text
	}
	if c.options.Redactor == nil {
		return shape(err)
	}
	return hide(text, hidden)
}
