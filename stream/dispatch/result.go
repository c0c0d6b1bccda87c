package dispatch

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/schema"
)

// Outcome is how a call ended.
type Outcome uint8

const (
	OK          Outcome = iota // the tool ran and returned a value
	ToolError                  // the tool ran and returned an error
	Invalid                    // the call or its arguments are wrong: Err is a *parse.Error
	UnknownTool                // no tool has that name: Err is a *parse.Error
	Timeout                    // the tool's time was up
	Panic                      // the tool panicked: Err is a *PanicError
	Cancelled                  // the context ended, or nobody wanted results any more
	Conflict                   // the reply contradicted the call after it was out
	Duplicate                  // the call's key has been claimed before: Err is ErrDuplicate or ErrReused
	Skipped                    // the tool was not run; Err says why
)

var outcomes = [...]string{
	"ok", "tool-error", "invalid", "unknown-tool", "timeout", "panic", "cancelled", "conflict", "duplicate", "skipped",
}

// String returns the outcome's name: "tool-error".
func (o Outcome) String() string {
	if int(o) < len(outcomes) {
		return outcomes[o]
	}
	return "unknown"
}

var (
	// ErrTimeout is the cause of a context that ended at the tool's timeout.
	ErrTimeout = errors.New("earlycall: the tool's time is up")
	// ErrRetries says that a limit of failed calls is reached, see [Retries].
	ErrRetries = errors.New("earlycall: too many failed calls")
	// ErrStopped is the cause of a context that ended because nobody takes
	// results any more.
	ErrStopped = errors.New("earlycall: the results are not wanted any more")
	// ErrIncomplete says that a tool that waits was skipped since the reply
	// did not end well.
	ErrIncomplete = errors.New("earlycall: the reply did not end well")
	// ErrDuplicate says that the call's key has been claimed before, and that
	// the result is not known: the call still runs, or its result was lost.
	ErrDuplicate = errors.New("earlycall: the call has been taken on before")
	// ErrReused says that the key of the reply was used before, for a reply
	// with other calls.
	ErrReused = errors.New("earlycall: the key of the reply names another reply")
	// ErrStore says that the store could not claim the call's key.
	ErrStore = errors.New("earlycall: the call's key could not be claimed")
)

// PanicError is a tool's panic.
type PanicError struct {
	Value any
	Stack []byte // of the goroutine that panicked
}

// Error returns the value, and not the stack.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Unwrap returns the value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Result is what became of one call.
type Result struct {
	Call      parse.Call        // as the model made it; of a call that failed what is known of it
	Key       string            // that the call was claimed under; "" if it never was
	Outcome   Outcome           // how it ended
	Earlier   bool              // it ended so when the key was claimed before; nothing ran now
	Value     any               // what the tool returned
	Err       error             // what went wrong; nil only if the outcome is OK
	Text      string            // what the model reads
	Arguments json.RawMessage   // as the tool got them; nil if it did not run
	Coercions []schema.Coercion // what was coerced in them
	Stripped  []string          // pointers of the members that were taken out
	Wait      time.Duration     // from the event that closed the call to the start of the tool
	Ran       time.Duration     // from the start of the tool to its end

	tool    string // "" if none is registered under the call's name
	custom  bool
	started bool            // the tool was started, now or before
	checked json.RawMessage // what the checks made of the arguments, whether or not the tool started
	mark    *atomic.Pointer[parse.Error]
}

// Code returns what the histogram counts: the outcome's name, or of an
// invalid call the name of its [parse.Code]: "schema", "truncated".
func (r Result) Code() string {
	if e, ok := errors.AsType[*parse.Error](r.Err); ok && r.Outcome == Invalid {
		return e.Code.String()
	}
	return r.Outcome.String()
}

// Tool returns the name of the call's tool, and "(unknown)" if no tool has the
// name: a label of which a model cannot make any number.
func (r Result) Tool() string { return cmp.Or(r.tool, "(unknown)") }

// Conflict returns how the reply contradicted the call, and nil if it did
// not. That may become known after the result was handed out; [Messages]
// looks at it again.
func (r Result) Conflict() *parse.Error {
	if r.mark == nil {
		return nil
	}
	return r.mark.Load()
}
