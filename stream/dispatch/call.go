package dispatch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/schema"
)

// arguments are a call's arguments on their way to the tool.
type arguments struct {
	raw       json.RawMessage
	coercions []schema.Coercion
	stripped  []string
}

// do brings a job on its way as far as it can go now: claim the key, look up
// the tool, normalize, extra arguments, coerce, validate; and then the tool,
// unless it waits for the end of the reply.
func (r *Reply) do(ctx context.Context, j *job) (v verdict) {
	ctx = context.WithValue(ctx, callKey{}, callValue{j.call, j.key})
	around := r.c.options.Around
	if around == nil {
		return r.protect(ctx, j)
	}
	if j.tool != nil && j.tool.Waits && !j.claimed {
		if v = r.protect(ctx, j); v.wait {
			return v // the hook is called when the tool's turn comes
		}
		_, after := around(ctx, j.call, j.key)
		after(j.complement(v.result))
		return v
	}
	ctx, after := around(ctx, j.call, j.key)
	v = verdict{result: exited()} // stands if the tool ends the goroutine
	defer func() { after(j.complement(v.result)) }()
	return r.protect(ctx, j)
}

// complement adds to a result what the job knows.
func (j *job) complement(r Result) Result {
	r.Call, r.mark = j.call, &j.mark
	if j.tool != nil {
		r.tool, r.custom = j.tool.Name, j.tool.Custom
	}
	r.checked = j.ready.raw
	if j.began.IsZero() {
		return r
	}
	r.started = true
	r.Arguments, r.Coercions, r.Stripped = j.ready.raw, j.ready.coercions, j.ready.stripped
	r.Wait, r.Ran = j.began.Sub(j.closed), time.Since(j.began)
	if !j.left.IsZero() {
		r.Ran = j.left.Sub(j.began)
	}
	return r
}

// exited is the result of a tool that ended its goroutine.
func exited() Result {
	return Result{Outcome: Panic, Err: &PanicError{Value: "runtime.Goexit was called"}}
}

// protect makes a panic of a hook or tool its result.
func (r *Reply) protect(ctx context.Context, j *job) (v verdict) {
	defer func() {
		if p := recover(); p != nil {
			v = verdict{result: Result{Outcome: Panic, Err: &PanicError{p, debug.Stack()}}}
			r.save(j, &v.result)
		}
	}()
	waited := j.claimed
	v = r.check(ctx, j)
	if v.wait && (waited || !j.tool.Waits) {
		v = verdict{result: r.run(ctx, j)}
	}
	return v
}

// check does what comes before the tool. Its verdict waits if the tool may
// run.
func (r *Reply) check(ctx context.Context, j *job) verdict {
	if j.claimed {
		if j.skip == nil {
			return verdict{wait: true}
		}
		r.giveBack(j)
		return verdict{result: ended(j.skip)}
	}
	if result, refused := r.claim(ctx, j); refused {
		return verdict{result: result}
	}
	var result Result
	if e := r.prepare(ctx, j); e != nil {
		result = r.c.refused(e)
		if ctx.Err() != nil { // the hooks may have failed for that reason
			result = ended(context.Cause(ctx))
		}
		r.save(j, &result)
		return verdict{result: result}
	}
	if ctx.Err() != nil {
		r.giveBack(j)
		return verdict{result: ended(context.Cause(ctx))}
	}
	return verdict{wait: true}
}

// claim takes the job's key. If the call is not to go on, it returns the
// result.
func (r *Reply) claim(ctx context.Context, j *job) (result Result, refused bool) {
	if j.barred != nil {
		return Result{Outcome: Skipped, Err: j.barred}, true
	}
	if ctx.Err() != nil {
		return ended(context.Cause(ctx)), true
	}
	key, digest := j.key, digestOf(j.call)
	won, earlier, err := r.c.options.Store.Claim(ctx, key, digest)
	switch {
	case err != nil:
		return Result{Outcome: Skipped, Err: fmt.Errorf("%w: %w", ErrStore, err)}, true
	case won:
		j.claimed = true
		return Result{}, false
	case earlier != nil && earlier.Digest == digest:
		return earlier.result(j), true
	case earlier != nil:
		return Result{Key: key, Outcome: Duplicate, Err: ErrReused}, true
	}
	return Result{Key: key, Outcome: Duplicate, Err: ErrDuplicate}, true
}

// prepare makes the arguments that the tool gets from those of the call. It
// returns what is wrong with them.
func (r *Reply) prepare(ctx context.Context, j *job) *parse.Error {
	t, call := j.tool, j.call
	if t == nil {
		return &parse.Error{
			Code: parse.ErrUnknownTool, Choice: call.Choice, Index: call.Index, ID: call.ID, Name: call.Name,
			Offset: call.Start, Raw: string(call.Arguments), Arguments: call.Arguments,
		}
	}
	args := json.RawMessage(bytes.Clone(call.Arguments))
	if t.Normalize != nil {
		var err error
		if args, err = t.Normalize(ctx, args); err != nil {
			return own(call, err)
		}
	}
	j.ready = arguments{raw: args}
	found := t.look(ctx, &j.ready)
	if call.Arguments = j.ready.raw; len(found) > 0 {
		e := found.Of(call)
		if !bytes.Equal(call.Arguments, j.call.Arguments) { // its offset is not one in what the model wrote
			e.Offset = max(j.call.End, int64(len(j.call.Arguments))) - 1
		}
		return e
	}
	if t.Check != nil {
		if err := t.Check(ctx, call.Arguments); err != nil {
			return own(call, err)
		}
	}
	return nil
}

// own makes an error of what a tool's own hook says. Its message can be logged;
// the hook's words, which may hold values, are the cause.
func own(call parse.Call, err error) *parse.Error {
	return &parse.Error{
		Code: parse.ErrSchema, Choice: call.Choice, Index: call.Index, ID: call.ID, Name: call.Name,
		Offset: max(call.Start, call.End-1), Message: "the tool's own check refused the arguments", Raw: string(call.Arguments), Err: err,
	}
}

// look does with arguments what the tool asks for, and returns all that is
// wrong with them.
func (t *tool) look(ctx context.Context, a *arguments) schema.Violations {
	if trimmed := bytes.TrimSpace(a.raw); !json.Valid(a.raw) || trimmed[0] != '{' {
		return schema.Violations{{Keyword: "json", Message: "must be one JSON object"}}
	}
	found, hidden := t.extras(a)
	if t.Coerce {
		a.raw, a.coercions = t.schema.Coerce(a.raw)
	}
	return append(found, t.schema.ValidateUntil(ctx.Done(), t.schema.Strip(a.raw, hidden))...)
}

// extras does with the members that the schema does not declare what the tool
// asks for. It returns those that it refuses, and the pointers of those that
// the schema is not to see: they are refused already, or ignored.
func (t *tool) extras(a *arguments) (refused schema.Violations, hidden []string) {
	for _, e := range t.schema.Extras(a.raw) {
		switch {
		case t.Extra == ExtraStrip:
			a.stripped = append(a.stripped, e.Pointer)
			continue
		case e.Like != "":
			refused = append(refused, schema.Violation{Pointer: e.Pointer, Keyword: "properties", Message: "differs only in case from " + quote(e.Like) + ": write it exactly so"})
		case t.Extra == ExtraReject:
			refused = append(refused, schema.Violation{Pointer: e.Pointer, Keyword: "properties", Message: "is no member that the tool takes: leave it out"})
		case t.Extra == ExtraBySchema:
			continue
		}
		hidden = append(hidden, e.Pointer)
	}
	a.raw = t.schema.Strip(a.raw, a.stripped)
	return refused, hidden
}

// run runs the tool.
func (r *Reply) run(ctx context.Context, j *job) (result Result) {
	if ctx.Err() != nil {
		r.giveBack(j)
		return ended(context.Cause(ctx))
	}
	r.passed(j)
	value, err := r.call(ctx, j)
	result = r.judge(ctx, j, value, err)
	r.save(j, &result)
	return result
}

// call calls the tool's Run and notes when it returned or panicked.
func (r *Reply) call(ctx context.Context, j *job) (any, error) {
	defer func() { r.locked(func() { j.left = time.Now() }) }()
	return j.tool.Run(ctx, bytes.Clone(j.ready.raw))
}

// judge returns the result of a call whose tool has returned.
func (r *Reply) judge(ctx context.Context, j *job, value any, err error) (result Result) {
	if err == nil {
		result.Value = value
		if result.Text, err = render(value); err == nil {
			return result
		}
	}
	if m, ok := errors.AsType[*mismatch](err); ok {
		e := own(j.call, m)
		e.Pointer, e.Message = m.pointer, schema.Violation{Pointer: m.pointer, Message: m.message}.String()
		return Result{Outcome: Invalid, Err: e}
	}
	if ctx.Err() != nil {
		result = ended(context.Cause(ctx))
		result.Err = fmt.Errorf("%w: %w", result.Err, err)
		return result
	}
	return Result{Outcome: ToolError, Err: err}
}

// ended returns the result of a call that ended for a reason that lies
// outside of it.
func ended(why error) Result {
	result := Result{Outcome: Cancelled, Err: why}
	switch {
	case errors.Is(why, parse.ErrConflict):
		result.Outcome = Conflict
	case errors.Is(why, ErrTimeout):
		result.Outcome = Timeout
	case errors.Is(why, ErrIncomplete):
		result.Outcome = Skipped
	}
	return result
}

// afterwards is a context to write down what happened, though the call's own
// may have ended.
func (r *Reply) afterwards() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(r.ctx), r.c.options.Grace)
}

// save keeps the result under the job's key.
func (r *Reply) save(j *job, result *Result) {
	if !j.claimed {
		return
	}
	result.Key = j.key
	ctx, cancel := r.afterwards()
	defer cancel()
	completed := j.complement(*result)
	err := r.c.options.Store.Save(ctx, j.key, Record{Digest: digestOf(j.call), Outcome: result.Outcome, Code: completed.Code(), Text: r.c.word(completed)})
	if err != nil {
		r.c.options.Log.ErrorContext(ctx, "a result was not saved", "tool", j.label(), "key", clip(j.key, 256), "error", shape(err))
	}
}

// giveBack releases the key of a job whose tool was not started.
func (r *Reply) giveBack(j *job) {
	ctx, cancel := r.afterwards()
	defer cancel()
	if err := r.c.options.Store.Release(ctx, j.key); err != nil {
		r.c.options.Log.ErrorContext(ctx, "a key was not given back", "tool", j.label(), "key", clip(j.key, 256), "error", shape(err))
	}
	j.claimed = false
}

// callKey is the key of a call in its context.
type callKey struct{}

type callValue struct {
	call parse.Call
	key  string
}

// CallFrom returns the call that a tool runs for, and the key that names it
// in all retries: hand it on to services that take an idempotency key.
func CallFrom(ctx context.Context) (call parse.Call, key string, ok bool) {
	v, ok := ctx.Value(callKey{}).(callValue)
	return v.call, v.key, ok
}
