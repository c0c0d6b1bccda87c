package dispatch

import (
	"context"
	"errors"
	"log/slog"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/schema"
)

// tell logs a result: what went well at Info, what failed at Warn.
func (c *Conversation) tell(ctx context.Context, j *job) {
	level, r := slog.LevelInfo, &j.result
	if r.Outcome != OK {
		level = slog.LevelWarn
	}
	if !c.options.Log.Enabled(ctx, level) {
		return
	}
	shown, hidden := c.redact(r.Call.Name, r.Call.Arguments)
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
		attrs = append(attrs, slog.String("error", c.loggable(r.Err, hidden)))
	}
	if p, ok := errors.AsType[*PanicError](r.Err); ok {
		attrs = append(attrs, slog.String("stack", scrub(string(p.Stack), hidden)))
	}
	c.options.Log.LogAttrs(ctx, level, "tool call", attrs...)
}

// ours reports whether the message of an error with that cause is written by
// this module, and so tells no values.
func ours(cause error) bool {
	_, found := cause.(schema.Violations)
	return cause == nil || found
}

// loggable returns the text of an error as it may be logged: in full where
// this module has written it; of others only the type and length, unless there is a
// Redactor, which takes hidden values out of it.
func (c *Conversation) loggable(err error, hidden []string) string {
	if e, ok := errors.AsType[*parse.Error](err); ok && ours(e.Err) {
		return clip(e.Error(), maxTold) // a name that the model made up has any length
	}
	for _, known := range []error{ErrRetries, ErrIncomplete, ErrStopped, context.Canceled, context.DeadlineExceeded} {
		if err == known {
			return err.Error()
		}
	}
	if c.options.Redactor == nil {
		return shape(err)
	}
	return clip(scrub(err.Error(), hidden), maxTold)
}
