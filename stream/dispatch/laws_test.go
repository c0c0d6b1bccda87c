package dispatch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// The laws of dispatch, for random replies, tools and ends:
//
//  1. Each call that closes gives exactly one result, and nothing else does.
//  2. Each key runs at most once, also across a replay of the reply.
//  3. A result says what happened: OK only after one run that ended, and
//     invalid, unknown, duplicate or skipped only without a run.
//  4. At most Parallel tools run at once, and a call starts in the Event that
//     closes it if there is a place for it.
//  5. In order, results come as the calls began.
//  6. A tool that waits runs only after a good end, with no wrong call before.
//  7. A conflict marks the result, and ends the context of a tool that runs.
//  8. After the context's end all results are out within Grace.
//  9. No goroutine is left.

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
	cancel   time.Duration // 0: never
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
	}
	if rapid.IntRange(0, 4).Draw(rt, "stopped") == 0 {
		p.stop = rapid.IntRange(0, 3).Draw(rt, "stop")
	}
	for i := range rapid.IntRange(0, 8).Draw(rt, "calls") {
		b := behaviour{kind: rapid.SampledFrom(kinds).Draw(rt, "kind"), checks: max(0, millis(rt, 3000, "checks")-2*time.Second), takes: millis(rt, 5000, "takes"), id: fmt.Sprint("id", i)}
		if i > 0 && rapid.IntRange(0, 9).Draw(rt, "same id") == 0 {
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

func TestLaws(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPlan(rt)
		var first, replay *trace
		synctest.Test(t, func(t *testing.T) {
			first = execute(t.Context(), p)
			time.Sleep(time.Minute) // the deaf tools end
			replay = execute(t.Context(), plan{calls: p.calls, steps: p.steps, complete: true, ends: true, stop: -1, options: p.options})
			time.Sleep(time.Minute)
		})
		if first == nil || replay == nil {
			rt.Fatal("the bubble failed")
		}
		for _, broken := range []string{
			oneResultACall(p, first), oneResultACall(p, replay), onceAKey(p, first, replay), truth(p, first), pool(p, first),
			order(p, first), waiting(p, first), contradicted(p, first), grace(p, first),
		} {
			if broken != "" {
				rt.Fatal(broken)
			}
		}
	})
}

func oneResultACall(p plan, t *trace) string {
	seen := map[int]bool{}
	for _, r := range t.results {
		if _, closed := t.closed[r.Call.Index]; !closed || seen[r.Call.Index] {
			return fmt.Sprintf("law 1: call %d has a result too many: %s", r.Call.Index, told(t.results))
		}
		seen[r.Call.Index] = true
	}
	if p.stop < 0 && len(t.results) != t.accepted {
		return fmt.Sprintf("law 1: %d calls closed and %d results came: %s", t.accepted, len(t.results), told(t.results))
	}
	return ""
}

func onceAKey(p plan, traces ...*trace) string {
	runs := map[string]int{}
	for _, t := range traces {
		for call, list := range t.runs {
			runs[p.calls[call].id] += len(list)
		}
	}
	for id, n := range runs {
		if n > 1 {
			return fmt.Sprintf("law 2: the call %s ran %d times", id, n)
		}
	}
	return ""
}

func truth(p plan, t *trace) string {
	for _, r := range t.results {
		ran := len(t.runs[r.Call.Index])
		switch r.Outcome {
		case OK, ToolError, Panic:
			if ran != 1 && !r.Earlier {
				return fmt.Sprintf("law 3: call %d is %v after %d runs", r.Call.Index, r.Outcome, ran)
			}
		case Invalid, UnknownTool, Duplicate, Skipped:
			if ran != 0 {
				return fmt.Sprintf("law 3: call %d is %v and has run", r.Call.Index, r.Outcome)
			}
		}
		if kind := p.calls[r.Call.Index].kind; r.Outcome == OK && !r.Earlier && kind != "ok" && kind != "deaf" && kind != "wait" {
			return fmt.Sprintf("law 3: a call of %s is ok", kind)
		}
	}
	return ""
}

func pool(p plan, t *trace) string {
	deaf := slices.ContainsFunc(p.calls, func(b behaviour) bool { return b.kind == "deaf" })
	if t.most > p.options.Parallel && !deaf { // a deaf tool that is given up has no place any more
		return fmt.Sprintf("law 4: %d tools ran at once, and %d may", t.most, p.options.Parallel)
	}
	for call, list := range t.runs {
		if free := len(p.calls) <= p.options.Parallel; free && p.calls[call].kind != "wait" && list[0].from != t.closed[call]+p.calls[call].checks {
			return fmt.Sprintf("law 4: call %d closed at %v and started at %v", call, t.closed[call], list[0].from)
		}
	}
	return ""
}

func order(p plan, t *trace) string {
	if p.options.InOrder && !slices.IsSortedFunc(t.results, func(a, b Result) int { return a.Call.Index - b.Call.Index }) {
		return "law 5: out of order: " + told(t.results)
	}
	return ""
}

func waiting(p plan, t *trace) string {
	for _, r := range t.results {
		if r.Outcome == Skipped && p.ends && p.complete && !t.cancelled && t.wrongBefore(p, r.Call.Index) < 0 {
			return fmt.Sprintf("law 6: call %d was skipped without a reason: %v", r.Call.Index, r.Err)
		}
	}
	for call, list := range t.runs {
		if p.calls[call].kind != "wait" {
			continue
		}
		if !p.ends || !p.complete || t.cancelled || list[0].from < t.ended {
			return fmt.Sprintf("law 6: call %d ran at %v, though the reply did not end well before", call, list[0].from)
		}
		if before := t.wrongBefore(p, call); before >= 0 {
			return fmt.Sprintf("law 6: call %d ran after call %d, which was wrong", call, before)
		}
	}
	return ""
}

// wrongBefore returns a wrong call before call, -1 if there is none.
func (t *trace) wrongBefore(p plan, call int) int {
	for before := range call {
		_, closed := t.closed[before]
		kind := p.calls[before].kind
		wrong := kind == "unknown" || kind == "invalid" || kind == "broken" || t.contra[before]
		for _, r := range t.results {
			wrong = wrong || r.Call.Index == before && (r.Outcome == Invalid || r.Outcome == Duplicate || r.Outcome == Skipped)
		}
		if closed && wrong {
			return before
		}
	}
	return -1
}

func contradicted(p plan, t *trace) string {
	for _, r := range t.results {
		if t.contra[r.Call.Index] != (r.Conflict() != nil) && !t.stopping(p) {
			return fmt.Sprintf("law 7: call %d was contradicted: %v, and is marked: %v", r.Call.Index, t.contra[r.Call.Index], r.Conflict() != nil)
		}
		if r.Outcome == Conflict && !strings.Contains(r.Text, "(conflict)") {
			return "law 7: the model is not told: " + r.Text
		}
		for _, run := range t.runs[r.Call.Index] {
			kind := p.calls[r.Call.Index].kind
			if r.Outcome == Conflict && kind == "ok" && !run.ended && run.to-run.from < p.calls[r.Call.Index].takes {
				return fmt.Sprintf("law 7: call %d was not cancelled", r.Call.Index)
			}
		}
	}
	return ""
}

func grace(p plan, t *trace) string {
	last := slices.Max(append(t.at, 0))
	if p.cancel > 0 && last > p.cancel+p.options.Grace && p.stop < 0 {
		return fmt.Sprintf("law 8: the context ended at %v and a result came at %v", p.cancel, last)
	}
	return ""
}
