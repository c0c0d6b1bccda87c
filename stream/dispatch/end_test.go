package dispatch

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earlycall/earlycall/stream"
)

func TestContextEnds(t *testing.T) {
	tests := []struct {
		name string
		tool Tool
	}{
		{"a tool that listens", simple("t", sleeps(time.Hour))},
		{"a tool that takes a while", simple("t", func(ctx context.Context, _ json.RawMessage) (any, error) {
			<-ctx.Done()
			time.Sleep(time.Second)
			return nil, ctx.Err()
		})},
		{"a tool that does not listen", simple("t", func(context.Context, json.RawMessage) (any, error) {
			time.Sleep(time.Hour)
			return "late", nil
		})},
		{"a tool that waits", Tool{Name: "t", Waits: true, Run: sleeps(0)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				cause := errors.New("the user left")
				ctx, cancel := context.WithCancelCause(t.Context())
				begin := time.Now()
				c := conversation(t, Options{Parallel: 2}, tt.tool)
				time.AfterFunc(time.Minute, func() { cancel(cause) })
				var got []Result
				var failed error
				for r, err := range c.Run(ctx, "", seq(call(0, "t", "{}"), call(1, "t", "{}"), call(2, "t", "{}"), 2*time.Minute, call(3, "t", "{}"), end(true))) {
					if err != nil {
						failed = err
						continue
					}
					if r.Outcome != Cancelled || !errors.Is(r.Err, cause) {
						t.Errorf("call %d: got %v: %v", r.Call.Index, r.Outcome, r.Err)
					}
					got = append(got, r)
				}
				if len(got) != 3 || !errors.Is(failed, cause) {
					t.Errorf("got %d results and %v, want 3 and the cause", len(got), failed)
				}
				if took := time.Since(begin) - time.Minute; took != 2*time.Second { // the source is deaf, too
					t.Errorf("Run returned %v after the context's end", took)
				}
				time.Sleep(2 * time.Hour) // let the deaf tool end
			})
		})
	}
}

// A context that has ended already runs nothing. The end of the context and
// the beginning of the reply race in every round.
func TestContextEndsBefore(t *testing.T) {
	cause := errors.New("the user has left")
	c := conversation(t, Options{}, simple("t", func(context.Context, json.RawMessage) (any, error) {
		t.Error("the tool ran")
		return nil, nil
	}))
	for range 5000 {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(cause)
		r := c.Reply(ctx, "")
		r.Event(call(0, "t", "{}"))
		if result, ok := r.take(); ok {
			t.Fatalf("got %s", told([]Result{result}))
		}
		for result, err := range c.Run(ctx, "", seq(call(0, "t", "{}"), end(true))) {
			if !errors.Is(err, cause) {
				t.Fatalf("got %s, %v", told([]Result{result}), err)
			}
		}
	}
}

// What comes after the reply's end is ignored, and is not an error.
func TestEventsAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := conversation(t, Options{}, simple("t", sleeps(0)))
		want(t, collect(t, c.Run(t.Context(), "", seq(call(0, "t", "{}"), end(true), time.Second, call(1, "t", "{}"), conflict(0)))), "0 ok slept 0s")
	})
}

// Run returns, though the source of events is blocked and knows no context.
func TestContextEndsWhileReading(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		c := conversation(t, Options{}, simple("t", sleeps(time.Hour)))
		begin := time.Now()
		time.AfterFunc(time.Minute, cancel)
		n := 0
		for range c.Run(ctx, "", seq(call(0, "t", "{}"), time.Hour, end(true))) {
			n++
		}
		if took := time.Since(begin); n != 2 || took != time.Minute+2*time.Second {
			t.Errorf("Run returned %d pairs after %v, want the result and the error after a minute and Grace", n, took)
		}
		time.Sleep(2 * time.Hour) // let the source end
	})
}

func TestConsumerStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cancelled := make(chan error, 1)
		c := conversation(t, Options{}, simple("fast", sleeps(0)), simple("slow", func(ctx context.Context, _ json.RawMessage) (any, error) {
			<-ctx.Done()
			cancelled <- context.Cause(ctx)
			return nil, nil
		}))
		for range c.Run(t.Context(), "", seq(call(0, "slow", "{}"), call(1, "fast", "{}"), time.Second, call(2, "fast", "{}"), time.Second, end(true))) {
			break
		}
		if cause := <-cancelled; !errors.Is(cause, ErrStopped) {
			t.Errorf("the cause is %v, want ErrStopped", cause)
		}
		synctest.Wait()
	})
}

func TestTransportError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reset := errors.New("connection reset")
		c := conversation(t, Options{}, simple("t", sleeps(time.Second)))
		for name, events := range map[string]iter.Seq2[stream.Event, error]{
			"with an end":    seq(call(0, "t", "{}"), end(false), reset),
			"without an end": seq(call(0, "t", "{}"), reset),
			"late":           seq(call(0, "t", "{}"), end(false), time.Minute, reset),
		} {
			var results, failures int
			for r, err := range c.Run(t.Context(), "", events) {
				switch {
				case errors.Is(err, reset):
					failures++
				case r.Outcome == OK:
					results++
				}
			}
			if results != 1 || failures != 1 {
				t.Errorf("%s: got %d results and the error %d times, want 1 of each", name, results, failures)
			}
		}
	})
}

func TestPanicOfTheSource(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := conversation(t, Options{}, simple("t", sleeps(0)))
		defer func() {
			if p := recover(); p != "bad source" {
				t.Errorf("got %v, want the source's panic in the consumer's goroutine", p)
			}
		}()
		for range c.Run(t.Context(), "", func(func(stream.Event, error) bool) { panic("bad source") }) {
		}
	})
}
