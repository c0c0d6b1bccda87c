package dispatch

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

// The laws of dispatch, for random replies, tools and ends:
//
//  1. Each call that closes gives exactly one result, and nothing else does.
//  2. Each call runs at most once, also across a replay of the reply, and no
//     call of a reply is taken for another one, though they have one id.
//  3. A result says what happened: OK only after one run that ended, and
//     invalid, unknown, duplicate or skipped only without a run.
//  4. At most Parallel tools run at once, and a call starts in the Event that
//     closes it if there is a place for it.
//  5. In order, results come as the calls began.
//  6. A tool that waits runs only after a good end, with no wrong call before.
//  7. A conflict marks the result, and ends the context of a tool that runs.
//  8. After the context's end all results are out within Grace.
//  9. No goroutine is left.

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
	runs := map[int]int{}
	for _, t := range traces {
		for call, list := range t.runs {
			runs[call] += len(list)
		}
	}
	for call, n := range runs {
		if n > 1 {
			return fmt.Sprintf("law 2: call %d ran %d times", call, n)
		}
	}
	for _, r := range traces[0].results { // nothing is known of it before
		if r.Earlier || r.Outcome == Duplicate {
			return fmt.Sprintf("law 2: call %d was taken for another call of the reply: %s", r.Call.Index, told(traces[0].results))
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
