package dispatch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// counter counts the runs of a tool.
type counter struct {
	mu   sync.Mutex
	runs int
}

func (c *counter) tool(d time.Duration) Tool {
	return simple("t", func(ctx context.Context, _ json.RawMessage) (any, error) {
		c.mu.Lock()
		c.runs++
		n := c.runs
		c.mu.Unlock()
		if _, err := sleeps(d)(ctx, nil); err != nil {
			return nil, err
		}
		return fmt.Sprintf("run %d", n), nil
	})
}

func TestReplayRunsNothingTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var count counter
		store := new(Memory)
		events := seq(call(0, "t", `{"a":1}`), call(1, "t", `{"a":2}`), broken(2, "t", parse.ErrSyntax), call(3, "gone", "{}"), end(true))
		first := collect(t, conversation(t, Options{Store: store, InOrder: true}, count.tool(0)).Run(t.Context(), "reply 7", events))
		// On another machine, which has the store in common.
		second := collect(t, conversation(t, Options{Store: store, InOrder: true}, count.tool(0)).Run(t.Context(), "reply 7", events))
		if count.runs != 2 {
			t.Errorf("the tool ran %d times, want 2", count.runs)
		}
		if told(first) != told(second) {
			t.Errorf("got\n%s\nthen\n%s", told(first), told(second))
		}
		for i, r := range second {
			if r.Earlier != (i != 2) || first[i].Earlier {
				t.Errorf("call %d: earlier is %v, then %v", i, first[i].Earlier, r.Earlier)
			}
		}
		third := collect(t, conversation(t, Options{Store: store}, count.tool(0)).Run(t.Context(), "reply 8", events))
		if count.runs != 4 || len(third) != 4 {
			t.Errorf("under another key the tool ran %d times in all, want 4", count.runs)
		}
	})
}

// A machine that died after the first of two calls is replaced by another.
func TestReplayRunsWhatIsMissing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var count counter
		store := new(Memory)
		send := simple("send", sleeps(0))
		send.Waits = true
		first := collect(t, conversation(t, Options{Store: store, InOrder: true}, count.tool(0), send).Run(t.Context(), "k", seq(call(0, "t", "{}"), call(1, "send", "{}"))))
		want(t, first, "0 ok run 1", `1 skipped Tool "send" was not run (skipped): it runs only after a complete reply without a wrong call before it. Call it again if it is still wanted.`)
		second := collect(t, conversation(t, Options{Store: store, InOrder: true}, count.tool(0), send).Run(t.Context(), "k", seq(call(0, "t", "{}"), call(1, "send", "{}"), end(true))))
		want(t, second, "0 ok run 1", "1 ok slept 0s")
	})
}

func TestReplayWhileRunning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var count counter
		c := conversation(t, Options{}, count.tool(time.Hour))
		first := c.Reply(t.Context(), "k")
		first.Event(call(0, "t", "{}"))
		synctest.Wait()
		got := collect(t, c.Run(t.Context(), "k", seq(call(0, "t", "{}"), end(true))))
		want(t, got, `0 duplicate Tool "t" was not run again (duplicate): this call was started before, and its result is not known. It may have had its effect: find that out before you call it again.`)
		first.Close()
		if count.runs != 1 {
			t.Errorf("the tool ran %d times, want 1", count.runs)
		}
		// What was cut short is not run again.
		got = collect(t, c.Run(t.Context(), "k", seq(call(0, "t", "{}"), end(true))))
		want(t, got, `0 cancelled Tool "t" was stopped (cancelled). What it had begun may have happened.`)
	})
}

func TestSameIDInOneReply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var count counter
		c := conversation(t, Options{InOrder: true, Parallel: 1}, count.tool(0))
		with := func(index int, arguments string) stream.Event {
			ev := call(index, "t", arguments)
			ev.Call.ID = "same"
			return ev
		}
		got := collect(t, c.Run(t.Context(), "k", seq(with(0, `{"a":1}`), time.Second, with(1, `{"a":1}`), with(2, `{"a":2}`), end(true))))
		want(t, got, "0 ok run 1", "1 ok run 2", "2 ok run 3")
		for i, key := range []string{`"k"/0/="same"`, `"k"/0/="same"/1`, `"k"/0/="same"/2`} {
			if got[i].Key != key {
				t.Errorf("call %d has the key %s, want %s", i, got[i].Key, key)
			}
		}
		again := collect(t, c.Run(t.Context(), "k", seq(with(0, `{"a":1}`), with(1, `{"a":1}`), with(2, `{"a":9}`), end(true))))
		want(t, again, "0 ok run 1", "1 ok run 2", `2 duplicate Tool "t" was not run (duplicate): another call was recorded in its place. Call it again if it is still wanted.`)
		if !errors.Is(again[2].Err, ErrReused) {
			t.Errorf("got %v, want ErrReused", again[2].Err)
		}
	})
}

// firstKey returns the key of the first call of its id.
func firstKey(reply string, call parse.Call) string {
	k := keys{reply: reply}
	return k.next(call)
}

// The calls of one reply never share a key, whatever their ids, and have the
// same keys in every retry.
func TestKeysOfOneReply(t *testing.T) {
	parts := []string{"", "a", "b", "/", "#", "=", "~", `"`, "0", "1", `\`, "\xff", "\ufffd", strings.Repeat("x", maxKeyID)}
	rapid.Check(t, func(rt *rapid.T) {
		var calls []parse.Call
		for i := range rapid.IntRange(1, 12).Draw(rt, "calls") {
			id := rapid.SampledFrom(parts).Draw(rt, "first") + rapid.SampledFrom(parts).Draw(rt, "second") + rapid.SampledFrom(parts).Draw(rt, "third")
			calls = append(calls, parse.Call{Index: i, Choice: rapid.IntRange(0, 1).Draw(rt, "choice"), ID: id})
		}
		reply := rapid.SampledFrom(parts).Draw(rt, "reply")
		first, retry, seen := keys{reply: reply}, keys{reply: reply}, map[string]bool{}
		for _, call := range calls {
			key := first.next(call)
			if seen[key] {
				rt.Fatalf("two calls have the key %s", key)
			}
			if again := retry.next(call); again != key {
				rt.Fatalf("the key is %s, and %s in a retry", key, again)
			}
			seen[key] = true
		}
	})
}

// A failure that was known before carries an error of the type that it had.
func TestEarlierErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := simple("slow", sleeps(time.Hour))
		slow.Timeout = time.Second
		strict := Tool{Name: "strict", Schema: json.RawMessage(`{"required":["a"]}`), Run: sleeps(0)}
		c := conversation(t, Options{InOrder: true, Store: new(Memory)}, slow, strict,
			simple("fails", func(context.Context, json.RawMessage) (any, error) { return nil, errors.New("no") }),
			simple("panics", func(context.Context, json.RawMessage) (any, error) { panic("no") }),
			simple("fast", sleeps(0)))
		events := seq(call(0, "slow", "{}"), call(1, "strict", "{}"), call(2, "fails", "{}"), call(3, "panics", "{}"), call(4, "gone", "{}"), call(5, "fast", "{}"), end(true))
		first := collect(t, c.Run(t.Context(), "k", events))
		for i, r := range collect(t, c.Run(t.Context(), "k", events)) {
			if !r.Earlier || r.Code() != first[i].Code() || r.Text != first[i].Text || (r.Err == nil) != (r.Outcome == OK) {
				t.Errorf("got %s: %v, want %s", r.Code(), r.Err, first[i].Code())
			}
			for _, kind := range []error{ErrTimeout, parse.ErrSchema, parse.ErrUnknownTool} {
				if errors.Is(r.Err, kind) != errors.Is(first[i].Err, kind) {
					t.Errorf("%s: %v is not as %v before", r.Code(), r.Err, first[i].Err)
				}
			}
			_, panicked := errors.AsType[*PanicError](r.Err)
			if panicked != (r.Outcome == Panic) {
				t.Errorf("%s: got %T", r.Code(), r.Err)
			}
		}
	})
}

// A call without an id has its place as key.
func TestKeys(t *testing.T) {
	calls := []struct {
		reply string
		call  parse.Call
	}{
		{"k", parse.Call{}}, {"k", parse.Call{Index: 1}}, {"k", parse.Call{Choice: 1}}, {"k", parse.Call{ID: "#0"}}, {"k", parse.Call{ID: "0"}},
		{"k", parse.Call{ID: "1/0/=2"}}, {`k"/0/=1`, parse.Call{ID: "2"}}, {"k/0", parse.Call{ID: "2"}},
	}
	seen := map[string]bool{}
	for _, c := range calls {
		key := firstKey(c.reply, c.call)
		if seen[key] {
			t.Errorf("the key %s is that of two calls", key)
		}
		seen[key] = true
	}
	if firstKey("k", parse.Call{ID: "a", Index: 1}) != firstKey("k", parse.Call{ID: "a", Index: 2}) {
		t.Error("the key of a call with an id depends on its place")
	}
}

// faulty is a store that is out of order.
type faulty struct {
	Memory
	claim, save error
}

func (f *faulty) Claim(ctx context.Context, key, digest string) (bool, *Record, error) {
	if f.claim != nil {
		return false, nil, f.claim
	}
	return f.Memory.Claim(ctx, key, digest)
}

func (f *faulty) Save(context.Context, string, Record) error { return f.save }

func TestFaultyStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var count counter
		down := errors.New("the store is down")
		c := conversation(t, Options{Store: &faulty{claim: down}}, count.tool(0))
		got := collect(t, c.Run(t.Context(), "k", seq(call(0, "t", "{}"), end(true))))
		want(t, got, `0 skipped Tool "t" was not run (skipped): the system that keeps track of calls can't be reached. Call it again later.`)
		if count.runs != 0 || !errors.Is(got[0].Err, down) || !errors.Is(got[0].Err, ErrStore) {
			t.Errorf("the tool ran %d times, and the error is %v", count.runs, got[0].Err)
		}
		c = conversation(t, Options{Store: &faulty{save: down}}, count.tool(0))
		want(t, collect(t, c.Run(t.Context(), "k", seq(call(0, "t", "{}"), end(true)))), "0 ok run 1")
	})
}

func TestMemoryForgets(t *testing.T) {
	m := Memory{Limit: 2}
	ctx := t.Context()
	claim := func(key string) bool {
		won, _, err := m.Claim(ctx, key, "")
		if err != nil {
			t.Fatal(err)
		}
		return won
	}
	if !claim("a") || claim("a") || !claim("b") {
		t.Error("a key is claimed twice, or not once")
	}
	_ = m.Release(ctx, "a")
	if !claim("a") || !claim("c") {
		t.Error("a released or new key can't be claimed")
	}
	if !claim("b") || claim("c") {
		t.Error("b is the oldest and should be forgotten, c is not")
	}
	_ = m.Save(ctx, "gone", Record{})
	if _, earlier, _ := m.Claim(ctx, "gone", ""); earlier != nil {
		t.Error("a record was saved under a key that nobody has")
	}
}

func TestEmptyKeyKnowsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var count counter
		c := conversation(t, Options{}, count.tool(0))
		for range 2 {
			collect(t, c.Run(t.Context(), "", seq(call(0, "t", "{}"), end(true))))
		}
		if count.runs != 2 {
			t.Errorf("the tool ran %d times, want 2", count.runs)
		}
	})
}

func TestCallFrom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tool := simple("t", func(ctx context.Context, _ json.RawMessage) (any, error) {
			call, key, ok := CallFrom(ctx)
			return fmt.Sprint(call.ID, " ", key, " ", ok, " ", ctx.Value(callerKey{})), nil
		})
		c := conversation(t, Options{}, tool)
		ctx := context.WithValue(t.Context(), callerKey{}, "the caller's")
		want(t, collect(t, c.Run(ctx, "k", seq(call(0, "t", "{}"), end(true)))), `0 ok id0 "k"/0/="id0" true the caller's`)
		if _, _, ok := CallFrom(t.Context()); ok {
			t.Error("a call in a context without one")
		}
	})
}

type callerKey struct{}

// A long id is in the key as its digest, and still tells calls apart.
func TestLongID(t *testing.T) {
	long := strings.Repeat("x", maxKeyID+1)
	a, b := firstKey("r", parse.Call{ID: long}), firstKey("r", parse.Call{ID: long + "y"})
	if a == b || len(a) > 100 {
		t.Errorf("keys of long ids: %q and %q", a, b)
	}
	if got, want := firstKey("r", parse.Call{ID: long[:maxKeyID]}), `"r"/0/="`+long[:maxKeyID]+`"`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
