package dispatch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// switchable returns a tool that fails if its arguments say so.
func switchable(name string, runs *int) Tool {
	return simple(name, func(_ context.Context, arguments json.RawMessage) (any, error) {
		*runs++
		if strings.Contains(string(arguments), "fail") {
			return nil, errors.New("no")
		}
		return "yes", nil
	})
}

const fails, works = `{"fail":1}`, `{}`

func TestRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ran := 0
		c := conversation(t, Options{Parallel: 1, InOrder: true, Retries: Retries{Tool: 2, Total: 3}}, switchable("bad", &ran), switchable("good", &ran))
		reply := func(events ...any) []Result {
			return collect(t, c.Run(t.Context(), "", seq(append(events, end(true))...)))
		}
		// A batch counts once.
		want(t, reply(call(0, "bad", fails), call(1, "bad", fails), call(2, "bad", fails)),
			`0 tool-error Tool "bad" failed (tool-error): no.`, `1 tool-error Tool "bad" failed (tool-error): no.`, `2 tool-error Tool "bad" failed (tool-error): no.`)
		// What reaches the limit says so, and the rest of the reply runs.
		const stop = ` Calls of it have failed in 2 replies in a row: do not call it again, and go on without it.`
		got := reply(call(0, "bad", fails), call(1, "bad", fails), call(2, "good", works))
		want(t, got, `0 tool-error Tool "bad" failed (tool-error): no.`+stop, `1 tool-error Tool "bad" failed (tool-error): no.`+stop, "2 ok yes")
		if !errors.Is(got[0].Err, ErrRetries) || ran != 6 {
			t.Errorf("the tools ran %d times, and the error is %v", ran, got[0].Err)
		}
		// The next replies are barred, and do not count.
		for range 3 {
			got = reply(call(0, "bad", works), call(1, "good", works))
			want(t, got, `0 skipped Tool "bad" was not run (skipped): too many calls failed.`+stop, "1 ok yes")
			if !errors.Is(got[0].Err, ErrRetries) || c.Exhausted() != nil {
				t.Errorf("got %v, exhausted: %v", got[0].Err, c.Exhausted())
			}
		}
		// All tools are barred after three replies without a success.
		for i := range 3 {
			got = reply(call(0, fmt.Sprint("made up ", i), works), broken(1, "good", parse.ErrSyntax))
		}
		const none = ` Calls have failed in 3 replies in a row: call no more tools, and answer with what is known.`
		if !strings.HasSuffix(got[0].Text, none) || !strings.HasSuffix(got[1].Text, none) || !errors.Is(c.Exhausted(), ErrRetries) || !errors.Is(got[1].Err, parse.ErrSyntax) {
			t.Errorf("got %s, exhausted: %v", told(got), c.Exhausted())
		}
		want(t, reply(call(0, "good", works)), `0 skipped Tool "good" was not run (skipped): too many calls failed.`+none)
	})
}

// Own refusals never count.
func TestRetriesOfRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		send := Tool{Name: "send", Waits: true, Run: sleeps(0)}
		c := conversation(t, Options{Parallel: 1, Open: 1, Retries: Retries{Tool: 1, Total: 1}, Store: new(Memory)}, send)
		for range 3 {
			collect(t, c.Run(t.Context(), "", seq(call(0, "send", "{}"), call(1, "send", "{}"), end(false)))) // skipped, limit
			collect(t, c.Run(t.Context(), "", seq(broken(0, "send", parse.ErrLimit), end(true))))
			collect(t, c.Run(t.Context(), "", seq(call(0, "send", "{}"), conflict(0), end(true))))
		}
		if err := c.Exhausted(); err != nil {
			t.Error(err)
		}
		want(t, collect(t, c.Run(t.Context(), "", seq(call(0, "send", "{}"), end(true)))), "0 ok slept 0s")
	})
}

// A failure that was counted before does not count in a retry.
func TestRetriesOfARetry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ran := 0
		c := conversation(t, Options{Retries: Retries{Tool: 2, Total: 2}}, switchable("t", &ran))
		for range 5 {
			collect(t, c.Run(t.Context(), "k", seq(call(0, "t", fails), end(true))))
		}
		if err := c.Exhausted(); err != nil || ran != 1 {
			t.Errorf("the tool ran %d times: %v", ran, err)
		}
		collect(t, c.Run(t.Context(), "other", seq(call(0, "t", fails), end(true))))
		collect(t, c.Run(t.Context(), "k", seq(call(0, "t", fails), end(true))))
		if c.Exhausted() == nil {
			t.Error("two replies in a row have failed")
		}
	})
}

// A tool that fails now and then is never barred, however long it is used.
func TestRetriesInARow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ran := 0
		c := conversation(t, Options{Retries: Retries{Tool: 2, Total: 2}}, switchable("t", &ran))
		for i := range 100 {
			arguments := works
			if i%2 == 1 {
				arguments = fails
			}
			collect(t, c.Run(t.Context(), "", seq(call(0, "t", arguments), end(true))))
		}
		if ran != 100 {
			t.Errorf("the tool ran %d times of 100", ran)
		}
	})
}

// Unknown names are counted each by itself, and memory is bounded.
func TestRetriesOfUnknownNames(t *testing.T) {
	c := conversation(t, Options{Retries: Retries{Tool: 2, Total: -1}}, simple("t", sleeps(0)))
	run := func(name string) Result {
		return collect(t, c.Run(t.Context(), "", seq(call(0, name, "{}"), end(true))))[0]
	}
	for i := range 10 * maxUnknown {
		if r := run(fmt.Sprint("name ", i, strings.Repeat("n", 1000))); errors.Is(r.Err, ErrRetries) {
			t.Fatalf("name %d was never called before: %v", i, r.Err)
		}
	}
	if r := run("again"); errors.Is(r.Err, ErrRetries) {
		t.Error(r.Err)
	}
	if r := run("again"); !errors.Is(r.Err, ErrRetries) || r.Outcome != UnknownTool {
		t.Errorf("got %v after two calls of one name", r.Err)
	}
	var events []any
	for i := range 10 * maxUnknown {
		events = append(events, call(i, fmt.Sprint("other ", i), "{}"))
	}
	reply := c.Reply(t.Context(), "")
	for _, ev := range append(events, end(true)) {
		reply.Event(ev.(stream.Event))
	}
	for range reply.Results() {
	}
	if n := len(reply.tally.failed); n > maxUnknown {
		t.Errorf("a reply keeps %d names", n)
	}
	for tool := range c.failures.tools {
		if len(tool.name) > 64 {
			t.Errorf("a name of %d bytes is kept", len(tool.name))
		}
	}
	if n := len(c.failures.tools); n > maxUnknown || len(c.failures.unknown) != n {
		t.Errorf("%d names are kept, and %d in order", n, len(c.failures.unknown))
	}
}

// Which calls are barred follows from how the replies before ended, and never
// from the order in which the tools of one reply finish.
func TestRetriesLaw(t *testing.T) {
	names := []string{"a", "b", "unknown"}
	rapid.Check(t, func(rt *rapid.T) {
		limits := Retries{Tool: rapid.IntRange(-1, 4).Draw(rt, "tool"), Total: rapid.IntRange(-1, 6).Draw(rt, "total")}
		ran := 0
		c := conversation(t, Options{Parallel: 1, InOrder: true, Retries: limits}, switchable("a", &ran), switchable("b", &ran))
		limits = c.options.Retries
		row, total := map[string]int{}, 0
		for range rapid.IntRange(1, 12).Draw(rt, "replies") {
			barred := map[string]bool{}
			for _, name := range names {
				barred[name] = limits.Total > 0 && total >= limits.Total || limits.Tool > 0 && row[name] >= limits.Tool
			}
			var events []any
			failed, fine := map[string]bool{}, map[string]bool{}
			for i := range rapid.IntRange(0, 4).Draw(rt, "calls") {
				name, arguments := rapid.SampledFrom(names).Draw(rt, "name"), rapid.SampledFrom([]string{works, fails}).Draw(rt, "arguments")
				events = append(events, call(i, name, arguments))
				if ok := arguments == works && name != "unknown"; !barred[name] {
					failed[name], fine[name] = failed[name] || !ok, fine[name] || ok
				}
			}
			for _, r := range collect(t, c.Run(t.Context(), "", seq(append(events, end(true))...))) {
				if barred[r.Call.Name] != (r.Outcome == Skipped) || barred[r.Call.Name] && !errors.Is(r.Err, ErrRetries) {
					rt.Fatalf("barred: %v, and got %s", barred, told([]Result{r}))
				}
			}
			anyFailed, anyFine := false, false
			for _, name := range names {
				anyFailed, anyFine = anyFailed || failed[name], anyFine || fine[name]
				if fine[name] {
					row[name] = 0
				} else if failed[name] {
					row[name]++
				}
			}
			if anyFine {
				total = 0
			} else if anyFailed {
				total++
			}
			if got := c.Exhausted() != nil; got != (limits.Total > 0 && total >= limits.Total) {
				rt.Fatalf("exhausted: %v after %d replies in a row", got, total)
			}
		}
	})
}
