package dispatch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// Reading waits once as many results wait as calls may be open.
func TestBackPressure(t *testing.T) {
	for _, inOrder := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			c := conversation(t, Options{Open: 4, InOrder: inOrder}, simple("t", sleeps(0)))
			var read atomic.Int64
			events := func(yield func(stream.Event, error) bool) {
				for i := range 100 {
					time.Sleep(time.Millisecond)
					read.Store(int64(i) + 1)
					if !yield(call(i, "t", "{}"), nil) {
						return
					}
				}
				yield(end(true), nil)
			}
			n := 0
			for r, err := range c.Run(t.Context(), "", events) {
				if err != nil || r.Outcome != OK {
					t.Fatalf("got %v, %v", r.Outcome, err)
				}
				if n == 0 {
					time.Sleep(time.Hour)
					if got := read.Load(); got != 6 { // one is taken, four wait to be, and one to be let in
						t.Errorf("in order %v: %d events were read though nobody takes results, want 6", inOrder, got)
					}
				}
				n++
			}
			if n != 100 {
				t.Errorf("in order %v: got %d results, want 100", inOrder, n)
			}
		})
	}
}

// Only the next end of a call waits for a slow consumer: a conflict before it
// is seen at once.
func TestConflictBeforeBackPressure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		var cancelled time.Duration
		c := conversation(t, Options{Open: 2}, simple("fast", sleeps(0)), simple("slow", func(ctx context.Context, _ json.RawMessage) (any, error) {
			<-ctx.Done()
			cancelled = time.Since(begin)
			return nil, ctx.Err()
		}))
		var got []Result
		for r, err := range c.Run(t.Context(), "", seq(call(0, "slow", "{}"), call(1, "fast", "{}"), time.Second, call(2, "fast", "{}"), time.Second, conflict(0), call(3, "fast", "{}"), end(true))) {
			if err != nil {
				t.Fatal(err)
			}
			if len(got) == 0 {
				time.Sleep(time.Hour)
			}
			got = append(got, r)
		}
		if cancelled != 2*time.Second {
			t.Errorf("the tool was cancelled after %v, want 2s", cancelled)
		}
		want(t, got, "1 ok slept 0s", "2 ok slept 0s", "0 conflict "+conflictOf("slow", true, Cancelled), "3 ok slept 0s")
	})
}

// More calls than may be open stand after one whose result comes first and
// needs more of the reply: reading goes on, and what is too much is refused.
func TestHeadOfTheOrder(t *testing.T) {
	const open, calls = 4, 20
	tests := []struct {
		name        string
		first, last []any
		want        string
	}{
		{"a tool that waits", []any{call(0, "send", "{}")}, nil, "ok"},
		{"a tool that runs", []any{call(0, "slow", "{}")}, nil, "ok"},
		{"a call that is not closed", []any{start(0, "fast")}, []any{call(0, "fast", "{}")}, "limit"},
		{"a call that never closes", []any{start(0, "fast")}, nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				send := simple("send", sleeps(0))
				send.Waits = true
				c := conversation(t, Options{Open: open, InOrder: true, Retries: Retries{-1, -1}}, send, simple("fast", sleeps(0)), simple("slow", sleeps(time.Minute)))
				steps, codes, full := tt.first, []string{}, 0
				if tt.want != "" {
					codes = append(codes, "0 "+tt.want)
				}
				if tt.want == "ok" {
					full++
				}
				for i := range calls {
					steps = append(steps, call(i+1, "fast", "{}"), time.Millisecond)
					code := "limit"
					if full++; full <= open {
						code = "ok"
					}
					codes = append(codes, fmt.Sprint(i+1, " ", code))
				}
				steps = append(append(steps, tt.last...), end(true))
				begin := time.Now()
				var got []string
				for _, r := range collect(t, c.Run(t.Context(), "", seq(steps...))) {
					got = append(got, fmt.Sprint(r.Call.Index, " ", r.Code()))
				}
				if diff := cmp.Diff(codes, got); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
				if took := time.Since(begin); took > time.Minute {
					t.Errorf("it took %v", took)
				}
			})
		})
	}
}

// Results that were taken leave exactly the room that they had, refused ones
// none.
func TestRoomAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := Options{Open: 2, InOrder: true, Retries: Retries{-1, -1}}
		r := conversation(t, o, simple("fast", sleeps(0)), simple("slow", sleeps(time.Minute))).Reply(t.Context(), "")
		var codes []string
		for round := range 3 {
			r.Event(call(5*round, "slow", "{}"))
			for i := range 4 {
				r.Event(call(5*round+i+1, "fast", "{}"))
				synctest.Wait()
			}
			for range 5 {
				result, _ := r.take()
				codes = append(codes, result.Code())
			}
		}
		r.Finish()
		round := []string{"ok", "ok", "limit", "limit", "limit"}
		if diff := cmp.Diff(slices.Concat(round, round, round), codes); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	})
}

// slowLog takes a second for a record.
type slowLog struct{ slog.Handler }

func (slowLog) Enabled(context.Context, slog.Level) bool { return true }

func (slowLog) Handle(context.Context, slog.Record) error {
	time.Sleep(time.Second)
	return nil
}

// A call whose result is just being logged has nothing refused.
func TestRoomAfterLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := conversation(t, Options{Open: 1, Log: slog.New(slowLog{slog.DiscardHandler})}, simple("t", sleeps(0)))
		got := collect(t, c.Run(t.Context(), "", seq(call(0, "t", "{}"), time.Millisecond, call(1, "t", "{}"), end(true))))
		want(t, got, "0 ok slept 0s", "1 ok slept 0s")
	})
}

// heap returns the bytes of the heap that are reachable.
func heap() int64 {
	runtime.GC()
	runtime.GC() // what the first one found only finalizers or pools to hold
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// What is kept of calls whose results are not taken is bounded, whatever is
// wrong with them: by the size of those that may be open, and by a small
// constant for each of the others.
func TestRetainedBytes(t *testing.T) {
	const open, calls, size = 8, 200, 64 << 10
	const copies, each = 5, 8 << 10 // of a full call's arguments or name; of a refused call, in bytes
	arguments := func() string { return `{"a":"` + strings.Repeat("x", size) + `"}` }
	long := func(i int) string { return fmt.Sprintf("%d%s", i, strings.Repeat("n", size)) }
	tests := []struct {
		name string
		code string // beyond the limit
		ev   func(i int) stream.Event
	}{
		{"right", "limit", func(i int) stream.Event { return call(i, "fast", arguments()) }},
		{"unknown", "limit", func(i int) stream.Event { return call(i, "nothing", arguments()) }},
		{"long name", "limit", func(i int) stream.Event { return call(i, long(i), "{}") }},
		{"long id", "limit", func(i int) stream.Event {
			ev := call(i, "fast", "{}")
			ev.Call.ID = long(i)
			return ev
		}},
		{"part of a long string", "limit", func(i int) stream.Event {
			ev := call(i, long(i)[:20], "{}")
			ev.Call.ID = long(i)[:20]
			return ev
		}},
		{"broken", "syntax", func(i int) stream.Event {
			ev := broken(i, long(i), parse.ErrSyntax)
			ev.Err.Raw, ev.Err.Message, ev.Err.Pointer, ev.Err.Err = long(i), long(i), long(i), errors.New(long(i))
			return ev
		}},
		{"unknown to the parser", "unknown-tool", func(i int) stream.Event {
			ev := broken(i, "nothing", parse.ErrUnknownTool)
			ev.Err.Raw, ev.Err.Arguments = arguments(), json.RawMessage(arguments())
			return ev
		}},
	}
	for _, tt := range tests {
		for _, inOrder := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, in order %v", tt.name, inOrder), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					o := Options{Open: open, InOrder: inOrder, Retries: Retries{-1, -1}}
					r := conversation(t, o, simple("fast", sleeps(0)), simple("slow", sleeps(time.Hour))).Reply(t.Context(), "")
					before := heap()
					r.Event(call(0, "slow", "{}"))
					for i := 1; i < calls; i++ {
						r.Event(tt.ev(i))
						synctest.Wait()
					}
					if got, most := heap()-before, int64(open*size*copies+calls*each); got > most {
						t.Errorf("%d bytes are kept, want at most %d", got, most)
					}
					r.Event(end(true))
					results := slices.Collect(r.Results())
					if len(results) != calls {
						t.Fatalf("got %d results, want %d", len(results), calls)
					}
					for _, result := range results {
						trimmed(t, result, result.Call.Index >= open, tt.code)
					}
					runtime.KeepAlive(r)
				})
			})
		}
	}
}

// trimmed checks a result for what is kept of its call.
func trimmed(t *testing.T, r Result, beyond bool, code string) {
	t.Helper()
	if !beyond {
		if errors.Is(r.Err, parse.ErrLimit) {
			t.Errorf("call %d was refused", r.Call.Index)
		}
		return
	}
	e, ok := errors.AsType[*parse.Error](r.Err)
	if !ok || r.Code() != code && r.Outcome.String() != code || e.Message == "" || !strings.Contains(r.Text, code) {
		t.Errorf("call %d: got %s: %v: %s", r.Call.Index, r.Code(), r.Err, r.Text)
		return
	}
	if r.Call.Arguments != nil || r.Arguments != nil || e.Raw != "" || e.Arguments != nil || e.Err != nil {
		t.Errorf("call %d holds arguments or raw bytes", r.Call.Index)
	}
	if len(r.Call.Name) > maxTrimmedName+len("…") || r.Call.Name == "" || len(r.Call.ID) > maxTrimmedID+len("…") || r.Call.ID == "" {
		t.Errorf("call %d has a name of %d bytes and an id of %d", r.Call.Index, len(r.Call.Name), len(r.Call.ID))
	}
}
