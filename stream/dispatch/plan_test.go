package dispatch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"pgregory.net/rapid"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// behaviour is what a tool does when it is called.
type behaviour struct {
	kind   string        // ok, fail, panic, deaf, goexit; wait; unknown, invalid, broken
	checks time.Duration // the tool's own check takes
	takes  time.Duration
	id     string
}

// step is one event of a random reply, some time after the one before.
type step struct {
	after time.Duration
	kind  stream.Kind
	call  int
}

type plan struct {
	calls    []behaviour
	steps    []step
	complete bool
	ends     bool
	cancel   time.Duration // 0: never; below 0: before the reply begins
	stop     int           // results after which the consumer stops; -1: never
	options  Options
}

func millis(rt *rapid.T, most int, label string) time.Duration {
	return time.Duration(rapid.IntRange(0, most).Draw(rt, label)) * time.Millisecond
}

func drawPlan(rt *rapid.T) plan {
	kinds := []string{"ok", "ok", "fail", "panic", "deaf", "goexit", "wait", "wait", "unknown", "invalid", "broken"}
	p := plan{
		complete: rapid.Bool().Draw(rt, "complete"),
		ends:     rapid.Bool().Draw(rt, "ends"),
		stop:     -1,
		options: Options{
			Parallel: rapid.IntRange(1, 4).Draw(rt, "parallel"),
			Open:     rapid.SampledFrom([]int{0, 2, 5}).Draw(rt, "open"),
			InOrder:  rapid.Bool().Draw(rt, "in order"),
			Grace:    time.Second,
			Retries:  Retries{Tool: -1, Total: -1},
			Store:    new(Memory),
		},
	}
	if rapid.IntRange(0, 2).Draw(rt, "cancelled") == 0 {
		p.cancel = millis(rt, 3000, "cancel") + time.Microsecond
		if rapid.IntRange(0, 3).Draw(rt, "cancelled before") == 0 {
			p.cancel = -1
		}
	}
	if rapid.IntRange(0, 4).Draw(rt, "stopped") == 0 {
		p.stop = rapid.IntRange(0, 3).Draw(rt, "stop")
	}
	for i := range rapid.IntRange(0, 8).Draw(rt, "calls") {
		b := behaviour{kind: rapid.SampledFrom(kinds).Draw(rt, "kind"), checks: max(0, millis(rt, 3000, "checks")-2*time.Second), takes: millis(rt, 5000, "takes"), id: fmt.Sprint("id", i)}
		if i > 0 && rapid.IntRange(0, 2).Draw(rt, "same id") == 0 {
			b.id = p.calls[i-1].id
		}
		p.calls = append(p.calls, b)
	}
	p.steps = drawSteps(rt, len(p.calls))
	return p
}

// drawSteps begins the calls in order, ends them in any, and contradicts some.
func drawSteps(rt *rapid.T, calls int) []step {
	var steps []step
	var open []int
	add := func(kind stream.Kind, call int) {
		steps = append(steps, step{millis(rt, 700, "gap"), kind, call})
	}
	closeOne := func() {
		i := rapid.IntRange(0, len(open)-1).Draw(rt, "which")
		add(stream.KindCallEnd, open[i])
		if rapid.IntRange(0, 5).Draw(rt, "conflict") == 0 {
			add(stream.KindConflict, open[i])
		}
		open = slices.Delete(open, i, i+1)
	}
	for call := range calls {
		add(stream.KindCallStart, call)
		open = append(open, call)
		for len(open) > 0 && rapid.Bool().Draw(rt, "close") {
			closeOne()
		}
	}
	for len(open) > 0 && rapid.IntRange(0, 9).Draw(rt, "cut") > 0 {
		closeOne()
	}
	return steps
}

// trace is what happened.
type trace struct {
	mu        sync.Mutex
	runs      map[int][]run // by call
	running   int
	most      int
	results   []Result
	at        []time.Duration // when the results came
	closed    map[int]time.Duration
	contra    map[int]bool
	ended     time.Duration // when the end came, or the context's
	cancelled bool
	finished  time.Duration
	accepted  int // calls that closed while the reply was listening
}

type run struct {
	from, to time.Duration
	ended    bool // the context had ended when the run did
}

// execute plays a plan in virtual time.
func execute(ctx context.Context, p plan) *trace {
	t := &trace{runs: map[int][]run{}, closed: map[int]time.Duration{}, contra: map[int]bool{}}
	begin := time.Now()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if p.cancel < 0 {
		cancel()
	}
	r := New(t.registry(p, begin), p.options).Reply(ctx, "reply")
	if p.cancel > 0 {
		time.AfterFunc(p.cancel, cancel)
	}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		t.consume(r, p, begin)
	}()
	for _, s := range p.steps {
		time.Sleep(s.after)
		t.play(ctx, r, p, s, begin)
	}
	t.mu.Lock()
	t.cancelled = ctx.Err() != nil
	t.ended = time.Since(begin)
	t.mu.Unlock()
	if p.ends {
		r.Event(end(p.complete))
	}
	r.Finish()
	<-stopped
	t.finished = time.Since(begin)
	return t
}

func (t *trace) play(ctx context.Context, r *Reply, p plan, s step, begin time.Time) {
	b := p.calls[s.call]
	ev := stream.Event{Kind: s.kind, Index: int32(s.call)}
	switch s.kind {
	case stream.KindCallEnd:
		name, arguments := b.kind, fmt.Sprintf(`{"call":%d}`, s.call)
		if b.kind == "invalid" {
			arguments = `{"call":"x"}`
		}
		ev.Call = &parse.Call{Index: s.call, ID: b.id, Name: name, Arguments: json.RawMessage(arguments)}
		if b.kind == "broken" {
			ev.Call, ev.Err = nil, &parse.Error{Code: parse.ErrSyntax, Index: s.call, Name: "ok"}
		}
	case stream.KindConflict:
		ev.Err = &parse.Error{Code: parse.ErrTrailing, Index: s.call}
	}
	t.mu.Lock()
	if listening := ctx.Err() == nil && !t.stopping(p); listening && s.kind == stream.KindCallEnd {
		t.closed[s.call] = time.Since(begin)
		t.accepted++
	} else if listening && s.kind == stream.KindConflict {
		t.contra[s.call] = true
	}
	t.mu.Unlock()
	r.Event(ev)
}

// stopping reports whether the consumer has left.
func (t *trace) stopping(p plan) bool { return p.stop >= 0 && len(t.results) > p.stop }

func (t *trace) consume(r *Reply, p plan, begin time.Time) {
	for result := range r.Results() {
		t.mu.Lock()
		t.results = append(t.results, result)
		t.at = append(t.at, time.Since(begin))
		left := t.stopping(p)
		t.mu.Unlock()
		if left {
			return
		}
	}
}

func (t *trace) registry(p plan, begin time.Time) *Registry {
	var tools []Tool
	for _, kind := range []string{"ok", "fail", "panic", "deaf", "goexit", "wait", "invalid"} {
		tools = append(tools, Tool{Name: kind, Waits: kind == "wait", Schema: json.RawMessage(`{"properties":{"call":{"type":"integer"}}}`),
			Check: func(ctx context.Context, arguments json.RawMessage) error {
				call, err := number(arguments)
				if err == nil {
					_, err = sleeps(p.calls[call].checks)(ctx, nil)
				}
				return err
			},
			Run: func(ctx context.Context, arguments json.RawMessage) (any, error) {
				call, err := number(arguments)
				if err != nil {
					return nil, err
				}
				return t.run(ctx, p.calls[call], call, begin)
			}})
	}
	r, err := NewRegistry(tools...)
	if err != nil {
		panic(err)
	}
	return r
}

// number returns which call of the plan the arguments are of.
func number(arguments json.RawMessage) (int, error) {
	var in struct{ Call int }
	err := json.Unmarshal(arguments, &in)
	return in.Call, err
}

func (t *trace) run(ctx context.Context, b behaviour, call int, begin time.Time) (any, error) {
	from := time.Since(begin)
	t.mu.Lock()
	t.running++
	t.most = max(t.most, t.running)
	t.mu.Unlock()
	defer func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.running--
		t.runs[call] = append(t.runs[call], run{from, time.Since(begin), ctx.Err() != nil})
	}()
	if b.kind == "deaf" {
		time.Sleep(b.takes)
		return "done", nil
	}
	if _, err := sleeps(b.takes)(ctx, nil); err != nil {
		return nil, err
	}
	switch b.kind {
	case "fail":
		return nil, errors.New("failed")
	case "panic":
		panic("panicked")
	case "goexit":
		runtimeGoexit()
	}
	return "done", nil
}
