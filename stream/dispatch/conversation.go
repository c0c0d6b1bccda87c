package dispatch

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"github.com/earlycall/earlycall/parse"
)

// Options say how calls are dispatched. The zero value has the defaults.
type Options struct {
	Parallel int // calls of one reply that run at once; 0: 8

	// Open is how many calls of one reply may be open at once: they wait, run,
	// or have a result that has not been taken; 0: 128. Run waits with one more
	// while results are there to be taken. If none are, as all calls run or,
	// with InOrder, are held back by one before them, it is refused with
	// ErrLimit. What is kept of a reply is bounded so: the result of a refused
	// call, and of one that failed beyond the limit, has no arguments and no
	// raw bytes, its name is clipped to 256 bytes and its id to 4,096.
	Open int

	InOrder   bool          // results come in the order of the calls, not as they finish; see Open
	Grace     time.Duration // how long a tool may take to return once its context has ended; 0: 2 s
	Retries   Retries       // how often the model may fail in a row
	Store     Store         // remembers keys; nil: a Memory of the conversation's own
	Histogram *Histogram    // counts outcomes; nil: not counted
	Log       *slog.Logger  // nil: silent; the first log of a Registry gets its unchecked patterns, see [schema.Schema.Skipped]
	Redactor  Redactor      // which arguments the log may show; nil: none

	// Around, if set, is called before each call's way through the checks and
	// the tool, in its goroutine, and what it returns after it: for a span. A
	// call that failed in the reply, or that never gets its turn, is left out.
	Around func(ctx context.Context, call parse.Call, key string) (context.Context, func(Result))
}

// Conversation dispatches the calls of one conversation's replies and counts
// those that fail. It is safe for concurrent use.
type Conversation struct {
	tools   *Registry
	options Options

	failures failures
}

// New begins a conversation with those tools.
func New(tools *Registry, o Options) *Conversation {
	o.Parallel = cmp.Or(max(o.Parallel, 0), 8)
	o.Open = cmp.Or(max(o.Open, 0), 128)
	o.Grace = cmp.Or(max(o.Grace, 0), 2*time.Second)
	o.Retries.Tool = cmp.Or(o.Retries.Tool, 8)
	o.Retries.Total = cmp.Or(o.Retries.Total, 32)
	if o.Store == nil {
		o.Store = new(Memory)
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	tools.report(o.Log)
	return &Conversation{tools: tools, options: o, failures: failures{limits: o.Retries, tools: map[counted]int{}}}
}

// Exhausted returns an error that is [ErrRetries] once the limit of all tools
// is reached: a loop ends there.
func (c *Conversation) Exhausted() error {
	c.failures.mu.Lock()
	defer c.failures.mu.Unlock()
	if e := c.failures.inAll(); e != nil {
		return e
	}
	return nil
}
