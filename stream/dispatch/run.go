package dispatch

import (
	"context"
	"iter"
	"time"

	"github.com/earlycall/earlycall/stream"
)

// Results hands out the result of each call, as they finish or in the order
// of the calls, and ends when Finish was called, or the reply's end was seen,
// and all are out. Leaving the loop early is the same as [Reply.Close].
func (r *Reply) Results() iter.Seq[Result] {
	return func(yield func(Result) bool) {
		for {
			result, ok := r.take()
			if !ok {
				return
			}
			if !yield(result) {
				r.Close()
				return
			}
		}
	}
}

// Close ends the reply: what runs is cancelled with [ErrStopped] as cause.
// It returns when the tools have returned, or after Grace.
func (r *Reply) Close() {
	r.cancel(ErrStopped)
	for {
		if _, ok := r.take(); !ok {
			return
		}
	}
}

// Run dispatches the calls of a stream of events and hands out their results
// while it is being read. If the stream ends with an error, that comes last.
//
// The events are read in a goroutine of their own. Tools do not hold it up,
// however long they take; a consumer of results that is slow does, before the
// next call that ends, once [Options.Open] calls are open or have results that
// were not taken. When the context ends, or the loop is left, tools are
// cancelled, and Run returns when they have returned or after Grace.
// It waits as long for the stream of events; if its source is still blocked
// then, as a reader that knows nothing of the context can be, the goroutine
// ends as soon as the source does.
//
// key names the reply: the same for the same reply read again, another one for
// any other, such as the id of the request and the number of the turn. With ""
// no reply is known from another; see [Store].
//
// To see the events too, the text for the user above all, wrap the sequence; the
// wrapper runs in that goroutine:
//
//	func tee(events iter.Seq2[stream.Event, error], show func(stream.Event)) iter.Seq2[stream.Event, error] {
//		return func(yield func(stream.Event, error) bool) {
//			for ev, err := range events {
//				show(ev)
//				if !yield(ev, err) {
//					return
//				}
//			}
//		}
//	}
func (c *Conversation) Run(ctx context.Context, key string, events iter.Seq2[stream.Event, error]) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		r := c.Reply(ctx, key)
		read := make(chan reading, 1)
		go r.read(events, read)
		for result := range r.Results() {
			if !yield(result, nil) {
				r.wait(closed, read)
				return
			}
		}
		if err := r.wait(ctx.Done(), read); err != nil {
			yield(Result{}, err)
		}
	}
}

// closed is the channel of a context that has ended.
var closed = func() <-chan struct{} { c := make(chan struct{}); close(c); return c }()

// reading is how the reading of events ended.
type reading struct {
	err      error // the transport's, or the cause of the context's end
	panicked any   // the value that the events' iterator panicked with
}

// read takes all events.
func (r *Reply) read(events iter.Seq2[stream.Event, error], done chan<- reading) {
	var end reading
	defer func() {
		end.panicked = recover()
		r.Finish()
		done <- end
	}()
	for ev, err := range events {
		if err != nil {
			end.err = err
			return
		}
		if !r.room(ev) {
			end.err = context.Cause(r.ctx)
			return
		}
		r.Event(ev)
	}
}

// wait waits for the goroutine that reads events; once ended is closed only
// for what is left of Grace.
func (r *Reply) wait(ended <-chan struct{}, read <-chan reading) error {
	var end reading
	select {
	case end = <-read:
	case <-ended:
		t := time.NewTimer(r.grace())
		defer t.Stop()
		select {
		case end = <-read:
		case <-t.C:
			return context.Cause(r.ctx)
		}
	}
	if end.panicked != nil {
		panic(end.panicked)
	}
	return end.err
}

// grace returns what is left of the time to return after the context's end.
func (r *Reply) grace() time.Duration {
	left := r.c.options.Grace
	r.locked(func() {
		if !r.stopped.IsZero() {
			left -= time.Since(r.stopped)
		}
	})
	return left
}
