package dispatch

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/earlycall/earlycall/parse"
)

// Retries bound how often in a row the model may fail in one conversation:
// with tool errors, invalid calls, unknown tools, timeouts and panics. What
// this package refuses by itself does not count: limits, skipped calls,
// duplicates, cancelled calls.
//
// Replies are counted: one in which a tool fails, however often, and never
// succeeds, counts once for the tool. A success of the tool begins its count
// anew, and one of any tool that of all. Each unknown name is counted by
// itself.
//
// A result that reaches a limit carries [ErrRetries] and asks the model to
// stop. Calls of the same reply still run; those of the replies that begin
// after it are skipped.
type Retries struct {
	Tool  int // of one tool; 0: 8; below 0: no limit
	Total int // of all tools; 0: 32; below 0: no limit
}

// maxUnknown is how many unknown names are counted, in a conversation and in a
// reply. The oldest is forgotten then; the count of all tools goes on.
const maxUnknown = 64

// counted names a tool whose failures are counted, or an unknown name.
type counted struct {
	known bool
	name  string // an unknown one that is long is its digest
}

func (r *Registry) counted(name string) counted {
	if r.named[name] != nil {
		return counted{true, name}
	}
	if len(name) > 64 {
		name = fmt.Sprintf("%x", sha256.Sum256([]byte(name)))
	}
	return counted{false, name}
}

// failures counts the replies in a row that failed. It is safe for concurrent
// use.
type failures struct {
	limits Retries

	mu      sync.Mutex
	tools   map[counted]int
	unknown []counted // those of tools that are not known, the oldest first
	total   int
}

// tally is what one reply has added to the failures of its conversation, and
// the limits that were reached before it began. It is guarded by the reply.
type tally struct {
	barred    map[counted]*retriesError
	all       *retriesError // bars all tools
	failed    map[counted]bool
	succeeded map[counted]bool
	unknown   int  // names of failed that are not known
	anyFailed bool // and was counted, or a success came before it
	anyOK     bool
}

// begin returns the tally of a new reply.
func (f *failures) begin() tally {
	f.mu.Lock()
	defer f.mu.Unlock()
	t := tally{barred: map[counted]*retriesError{}, failed: map[counted]bool{}, succeeded: map[counted]bool{}, all: f.inAll()}
	for tool, n := range f.tools {
		if limit := f.limits.Tool; limit > 0 && n >= limit {
			t.barred[tool] = &retriesError{tool: tool.name, count: n}
		}
	}
	return t
}

// bar returns the limit that was reached for a tool before the reply began.
func (t *tally) bar(tool counted) error {
	if t.all != nil {
		return t.all
	}
	if e := t.barred[tool]; e != nil {
		return e
	}
	return nil
}

// inAll returns the limit of all tools if it is reached.
func (f *failures) inAll() *retriesError {
	if limit := f.limits.Total; limit > 0 && f.total >= limit {
		return &retriesError{count: f.total}
	}
	return nil
}

// add counts a result, and returns the limit that a failure has reached.
func (f *failures) add(t *tally, tool counted, r *Result) *retriesError {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case r.Earlier:
		return nil
	case r.Outcome == OK:
		t.anyOK, t.succeeded[tool] = true, true
		f.total = 0
		delete(f.tools, tool)
		return nil
	case !r.failed():
		return nil
	}
	if !t.anyFailed && !t.anyOK {
		t.anyFailed = true
		f.total++
	}
	f.fail(t, tool)
	if e := f.inAll(); e != nil {
		return e
	}
	if n, limit := f.tools[tool], f.limits.Tool; limit > 0 && n >= limit {
		return &retriesError{tool: tool.name, count: n}
	}
	return nil
}

// fail counts the reply for a tool, unless it is counted or the tool has
// succeeded in it.
func (f *failures) fail(t *tally, tool counted) {
	if t.failed[tool] || t.succeeded[tool] {
		return
	}
	if !tool.known {
		if t.unknown++; t.unknown > maxUnknown {
			return
		}
		if f.tools[tool] == 0 {
			f.unknown = append(f.unknown, tool)
		}
		if len(f.unknown) > maxUnknown {
			delete(f.tools, f.unknown[0])
			f.unknown = slices.Delete(f.unknown, 0, 1)
		}
	}
	t.failed[tool] = true
	f.tools[tool]++
}

// failed reports whether the model or the tool did something wrong.
func (r *Result) failed() bool {
	switch r.Outcome {
	case ToolError, UnknownTool, Timeout, Panic:
		return true
	case Invalid:
		return !errors.Is(r.Err, parse.ErrLimit)
	}
	return false
}

// retriesError is the error of a call that reached a limit, or is barred by
// it.
type retriesError struct {
	tool  string // "" if the limit is that of all tools
	count int    // replies in a row
	err   error
}

func (e *retriesError) Error() string {
	of := "in all"
	if e.tool != "" {
		of = "of " + quote(e.tool)
	}
	return fmt.Sprintf("%v: in %s %s", ErrRetries, inARow(e.count), of)
}

func (e *retriesError) Unwrap() []error {
	if e.err == nil {
		return []error{ErrRetries}
	}
	return []error{ErrRetries, e.err}
}

// advice asks the model to stop.
func (e *retriesError) advice() string {
	if e.tool == "" {
		return fmt.Sprintf("Calls have failed in %s: call no more tools, and answer with what is known.", inARow(e.count))
	}
	return fmt.Sprintf("Calls of it have failed in %s: do not call it again, and go on without it.", inARow(e.count))
}

// inARow returns a number of replies in words.
func inARow(n int) string {
	if n == 1 {
		return "1 reply"
	}
	return fmt.Sprintf("%d replies in a row", n)
}
