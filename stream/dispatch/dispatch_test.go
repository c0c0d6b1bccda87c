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

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

func TestOutcomes(t *testing.T) {
	city := Func("weather", "", func(_ context.Context, in struct {
		City string `json:"city"`
		Days int8   `json:"days,omitempty"`
	}) (any, error) {
		switch in.City {
		case "Atlantis":
			return nil, errors.New("no such city")
		case "Babel":
			return nil, fmt.Errorf("the service is down: %w", errors.New("dial tcp 10.0.0.7: refused"))
		case "Chaos":
			panic("boom")
		case "Dis":
			return nil, Tell("Dis has no weather.", errors.New("internal 17"))
		case "Eden":
			return make(chan int), nil
		}
		return map[string]any{"city": in.City, "sky": "<blue>"}, nil
	})
	slow := simple("slow", sleeps(time.Hour))
	slow.Timeout = time.Second
	tests := []struct {
		name string
		ev   stream.Event
		want string
	}{
		{"ok", call(0, "weather", `{"city":"Oslo"}`), `0 ok {"city":"Oslo","sky":"<blue>"}`},
		{"tool error", call(0, "weather", `{"city":"Atlantis"}`), `0 tool-error Tool "weather" failed (tool-error): no such city.`},
		{"wrapped error", call(0, "weather", `{"city":"Babel"}`), `0 tool-error Tool "weather" failed (tool-error): the service is down: dial tcp 10.0.0.7: refused.`},
		{"told error", call(0, "weather", `{"city":"Dis"}`), `0 tool-error Tool "weather" failed (tool-error): Dis has no weather.`},
		{"value that is no JSON", call(0, "weather", `{"city":"Eden"}`), `0 tool-error Tool "weather" failed (tool-error): its value can't be written as JSON.`},
		{"panic", call(0, "weather", `{"city":"Chaos"}`), `0 panic Tool "weather" failed (panic): an error within the tool. The same call again will not help.`},
		{"schema", call(0, "weather", `{"City":"Oslo","zip":1}`), `0 schema The call of tool "weather" was not run (schema): /City: differs only in case from "city": write it exactly so; /zip: is no member that the schema knows; it knows "city", "days"; the arguments: the required member "city" is missing. Correct the arguments and call it again.`},
		{"beyond the Go type", call(0, "weather", `{"city":"Oslo","days":1.0}`), `0 schema The call of tool "weather" was not run (schema): /days: must be a value that fits Go's int8, which this number does not. Correct the arguments and call it again.`},
		{"syntax", broken(0, "weather", parse.ErrSyntax), `0 syntax The call of tool "weather" was not run (syntax): something is wrong. Write the call again, as one valid JSON object.`},
		{"truncated", broken(0, "weather", parse.ErrTruncated), `0 truncated The call of tool "weather" was not run (truncated): the reply ended inside it. Write the whole call again, shorter if it can be.`},
		{"no name", broken(0, "", parse.ErrNoName), `0 no-name The call was not run (no-name): something is wrong. Write the call again, as one valid JSON object.`},
		{"unknown", call(0, "Get-Weather", `{}`), `0 unknown-tool There is no tool "Get-Weather" (unknown-tool): did you mean "weather"? Names are matched exactly.`},
		{"case", call(0, "Weather", `{"city":"Oslo"}`), `0 unknown-tool There is no tool "Weather" (unknown-tool): did you mean "weather"? Names are matched exactly.`},
		{"unknown to the parser", broken(0, "wether", parse.ErrUnknownTool), `0 unknown-tool There is no tool "wether" (unknown-tool): did you mean "weather"? Names are matched exactly.`},
		{"timeout", call(0, "slow", `{}`), `0 timeout Tool "slow" was stopped (timeout): it took too long. What it had begun may have happened.`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := conversation(t, Options{}, city, slow)
				got := collect(t, c.Run(t.Context(), "", seq(start(0, "x"), tt.ev, end(true))))
				want(t, got, tt.want)
			})
		})
	}
}

func TestErrorsOfResults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cause := errors.New("boom")
		c := conversation(t, Options{},
			simple("panics", func(context.Context, json.RawMessage) (any, error) { panic(cause) }),
			simple("fails", func(context.Context, json.RawMessage) (any, error) { return nil, fmt.Errorf("no: %w", cause) }))
		got := collect(t, c.Run(t.Context(), "", seq(call(0, "panics", "{}"), call(1, "fails", "{}"), call(2, "gone", "{}"), end(true))))
		slices.SortFunc(got, func(a, b Result) int { return a.Call.Index - b.Call.Index })
		p, ok := errors.AsType[*PanicError](got[0].Err)
		if !ok || !errors.Is(got[0].Err, cause) || !strings.Contains(string(p.Stack), "TestErrorsOfResults") {
			t.Errorf("got %v, want the panic with its stack", got[0].Err)
		}
		if !errors.Is(got[1].Err, cause) {
			t.Errorf("got %v, want the tool's error", got[1].Err)
		}
		if !errors.Is(got[2].Err, parse.ErrUnknownTool) {
			t.Errorf("got %v, want ErrUnknownTool", got[2].Err)
		}
	})
}

// A call starts in the Event that closes it, while the stream goes on.
func TestEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		var started time.Duration
		c := conversation(t, Options{}, simple("t", func(ctx context.Context, _ json.RawMessage) (any, error) {
			started = time.Since(begin)
			return sleeps(time.Second)(ctx, nil)
		}))
		var came time.Duration
		for r, err := range c.Run(t.Context(), "", seq(time.Second, call(0, "t", "{}"), 5*time.Second, end(true))) {
			if err != nil || r.Wait != 0 || r.Ran != time.Second {
				t.Errorf("got %v, wait %v, ran %v", err, r.Wait, r.Ran)
			}
			came = time.Since(begin)
		}
		if started != time.Second || came != 2*time.Second {
			t.Errorf("the tool started after %v and its result came after %v, want 1s and 2s", started, came)
		}
	})
}

func TestPool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		running, most := 0, 0
		var order []string
		c := conversation(t, Options{Parallel: 2}, simple("t", func(_ context.Context, arguments json.RawMessage) (any, error) {
			mu.Lock()
			running++
			most = max(most, running)
			order = append(order, string(arguments))
			mu.Unlock()
			time.Sleep(time.Second)
			mu.Lock()
			running--
			mu.Unlock()
			return nil, nil
		}))
		r := c.Reply(t.Context(), "")
		for i := range 5 {
			r.Event(call(i, "t", fmt.Sprintf(`{"n":%d}`, i)))
			time.Sleep(time.Millisecond)
		}
		r.Event(end(true))
		n := 0
		for range r.Results() {
			n++
		}
		if n != 5 || most != 2 || !slices.IsSorted(order) {
			t.Errorf("got %d results, at most %d at once, in order %v", n, most, order)
		}
	})
}

func TestOpenLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := conversation(t, Options{Parallel: 1, Open: 2}, simple("t", sleeps(time.Second)))
		got := collect(t, c.Run(t.Context(), "", seq(call(0, "t", "{}"), call(1, "t", "{}"), call(2, "t", "{}"), 2*time.Minute, call(3, "t", "{}"), end(true))))
		want(t, got,
			`2 limit The call of tool "t" was not run (limit): more than 2 calls are open at once. Make the call smaller, or make fewer calls at once.`,
			"0 ok slept 1s", "1 ok slept 1s", "3 ok slept 1s")
	})
}

func TestOrder(t *testing.T) {
	tool := simple("t", func(ctx context.Context, arguments json.RawMessage) (any, error) {
		var in struct{ S int }
		if err := json.Unmarshal(arguments, &in); err != nil {
			return nil, err
		}
		return sleeps(time.Duration(in.S)*time.Second)(ctx, nil)
	})
	events := seq(start(0, "t"), start(1, "t"), call(1, "t", `{"s":1}`), call(0, "t", `{"s":3}`), broken(2, "t", parse.ErrSyntax), call(3, "t", `{"s":2}`), end(true))
	for _, tt := range []struct {
		inOrder bool
		want    []int
	}{{false, []int{2, 1, 3, 0}}, {true, []int{0, 1, 2, 3}}} {
		synctest.Test(t, func(t *testing.T) {
			c := conversation(t, Options{InOrder: tt.inOrder}, tool)
			var got []int
			for _, r := range collect(t, c.Run(t.Context(), "", events)) {
				got = append(got, r.Call.Index)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("in order %v: got %v, want %v", tt.inOrder, got, tt.want)
			}
		})
	}
}

func TestWaiting(t *testing.T) {
	const skipped = `Tool "send" was not run (skipped): it runs only after a complete reply without a wrong call before it. Call it again if it is still wanted.`
	tests := []struct {
		name   string
		events []any
		want   []string
	}{
		{"ends well", []any{call(0, "send", "{}"), call(1, "read", "{}"), time.Minute, end(true)}, []string{"0 ok sent after 1m0s", "1 ok slept 1s"}},
		{"cut off", []any{call(0, "send", "{}"), end(false)}, []string{"0 skipped " + skipped}},
		{"no end", []any{call(0, "send", "{}")}, []string{"0 skipped " + skipped}},
		{"provider's error", []any{call(0, "send", "{}"), stream.Event{Kind: stream.KindError, Index: -1, Err: &parse.Error{Code: parse.ErrProvider}}, end(true)}, []string{"0 skipped " + skipped}},
		{"wrong call before", []any{broken(0, "read", parse.ErrSyntax), call(1, "send", "{}"), end(true)}, []string{
			`0 syntax The call of tool "read" was not run (syntax): something is wrong. Write the call again, as one valid JSON object.`, "1 skipped " + skipped}},
		{"wrong call behind", []any{call(0, "send", "{}"), broken(1, "read", parse.ErrNoName), end(true)}, []string{
			"0 ok sent after 0s", `1 no-name The call of tool "read" was not run (no-name): something is wrong. Write the call again, as one valid JSON object.`}},
		{"unknown tool before", []any{call(0, "nothing", "{}"), call(1, "send", "{}"), end(true)}, []string{
			`0 unknown-tool There is no tool "nothing" (unknown-tool): the tools are "send", "read", "picky".`, "1 skipped " + skipped}},
		{"slow check before", []any{call(0, "picky", "{}"), call(1, "send", "{}"), end(true)}, []string{
			`0 schema The call of tool "picky" was not run (schema): not so. Correct the arguments and call it again.`, "1 skipped " + skipped}},
		{"conflict before", []any{call(0, "read", "{}"), time.Millisecond, call(1, "send", "{}"), conflict(0), end(true)}, []string{
			"0 conflict " + conflictOf("read", true, Cancelled), "1 skipped " + skipped}},
		{"conflict of its own", []any{call(0, "send", "{}"), time.Second, conflict(0), end(true)}, []string{"0 conflict " + conflictOf("send", false, Cancelled)}},
		{"failed tool before", []any{call(0, "read", `{"fail":true}`), call(1, "send", "{}"), time.Minute, end(true)}, []string{
			`0 tool-error Tool "read" failed (tool-error): it failed.`, "1 ok sent after 1m0s"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				send := simple("send", func(context.Context, json.RawMessage) (any, error) {
					return "sent after " + time.Since(begin).String(), nil
				})
				send.Waits = true
				read := simple("read", func(ctx context.Context, arguments json.RawMessage) (any, error) {
					if strings.Contains(string(arguments), "fail") {
						return nil, errors.New("it failed")
					}
					return sleeps(time.Second)(ctx, nil)
				})
				picky := simple("picky", sleeps(0))
				picky.Check = func(context.Context, json.RawMessage) error {
					time.Sleep(time.Hour)
					return errors.New("not so")
				}
				store := new(Memory)
				c := conversation(t, Options{Store: store, InOrder: true}, send, read, picky)
				got := collect(t, c.Run(t.Context(), "k", seq(tt.events...)))
				want(t, got, tt.want...)
				for _, r := range got { // a tool that was not run can be run by a retry
					won, _, _ := store.Claim(t.Context(), firstKey("k", r.Call), "")
					if r.Call.Name == "send" && won != (r.Outcome != OK) {
						t.Errorf("%s: the key is free: %v", r.Code(), won)
					}
				}
			})
		})
	}
}

func TestConflict(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		causes := make(chan error, 1)
		c := conversation(t, Options{InOrder: true},
			simple("slow", func(ctx context.Context, _ json.RawMessage) (any, error) {
				<-ctx.Done()
				causes <- context.Cause(ctx)
				return nil, ctx.Err()
			}),
			simple("fast", sleeps(0)))
		r := c.Reply(t.Context(), "")
		r.Event(start(0, "slow"))
		r.Event(call(1, "fast", "{}"))
		r.Event(call(0, "slow", "{}"))
		r.Event(call(2, "fast", "{}"))
		synctest.Wait()
		r.Event(conflict(0)) // it runs
		r.Event(conflict(1)) // it has finished, and its result is not out
		synctest.Wait()
		r.Event(conflict(7)) // no such call
		r.Event(end(true))
		if cause := <-causes; !errors.Is(cause, parse.ErrConflict) || !errors.Is(cause, parse.ErrTrailing) {
			t.Errorf("the cause is %v, want ErrConflict", cause)
		}
		got := slices.Collect(r.Results())
		want(t, got, "0 conflict "+conflictOf("slow", true, Cancelled), "1 conflict "+conflictOf("fast", true, OK), "2 ok slept 0s")
	})
}

// A result that was handed out before its call was contradicted is marked.
func TestConflictAfterResult(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := conversation(t, Options{}, simple("fast", sleeps(0)))
		r := c.Reply(t.Context(), "")
		r.Event(call(0, "fast", "{}"))
		result, ok := r.take()
		if !ok || result.Conflict() != nil {
			t.Fatalf("got %v, %v", result, ok)
		}
		r.Event(conflict(0))
		r.Event(end(true))
		if e := result.Conflict(); e == nil || e.Code != parse.ErrTrailing {
			t.Errorf("got %v, want the conflict", e)
		}
		got := string(Messages(OpenAIChat, []Result{result})[0])
		if !strings.Contains(got, "(conflict)") {
			t.Errorf("the model is told %s", got)
		}
	})
}

func TestSecondEndOfACall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := conversation(t, Options{}, simple("t", sleeps(0)))
		got := collect(t, c.Run(t.Context(), "", seq(call(0, "t", "{}"), call(0, "t", "{}"), broken(0, "t", parse.ErrSyntax), start(1, "t"), end(true), call(2, "t", "{}"))))
		want(t, got, "0 ok slept 0s")
	})
}

func TestGoexit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := conversation(t, Options{}, simple("t", func(context.Context, json.RawMessage) (any, error) {
			runtimeGoexit()
			return nil, nil
		}))
		got := collect(t, c.Run(t.Context(), "", seq(call(0, "t", "{}"), end(true))))
		if len(got) != 1 || got[0].Outcome != Panic {
			t.Errorf("got %s", told(got))
		}
	})
}
