package dispatch

import (
	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// The mutex of a [Reply] guards its fields from mu on, and those of its jobs,
// but for call, ready, claimed and key of a job that is running: these belong
// to the job's goroutine. It is locked and unlocked in this file alone, each
// time by one function.
//
// Whenever nobody holds it:
//
//   - no job is queued while there is a place in the pool;
//   - after the reply's end no job waits for it that may run, or that is to be
//     skipped, as far as the calls before it are checked;
//   - unlogged is empty: results are ready, or counted in logging while update
//     logs them;
//   - counted ≤ undelivered, and open ≤ undelivered;
//   - once the reply has ended and no call is open, its context has ended, or the
//     last update is about to end it.
//
// Nothing that belongs to the caller runs under the mutex: no tool, hook,
// store, log or consumer.

// update changes the reply by f and restores what holds of it: calls that
// waited for its end run or are skipped, queued ones start, and new results
// are logged and then ready.
func (r *Reply) update(f func()) {
	results := r.change(f)
	for _, j := range results {
		r.c.log(r.ctx, j)
	}
	r.release(results)
}

// change calls f under the mutex and returns the jobs that have new results.
func (r *Reply) change(f func()) []*job {
	r.mu.Lock()
	defer r.mu.Unlock()
	f()
	if r.ended {
		r.decideWaiting()
	}
	r.fill()
	results := r.unlogged
	r.unlogged = nil
	r.logging += len(results)
	return results
}

// release makes results ready, in the order asked for.
func (r *Reply) release(results []*job) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.logging -= len(results)
	for _, j := range results {
		j.state = logged
		if !r.c.options.InOrder {
			r.ready = append(r.ready, j)
		}
	}
	for ; r.c.options.InOrder && r.head < len(r.jobs); r.head++ {
		j := r.jobs[r.head]
		if j.state == logged {
			r.ready = append(r.ready, j)
		} else if j.state != gone {
			break
		}
	}
	if r.ended && r.open == 0 {
		r.unhook()
		r.cancel(nil)
	}
	r.changed.Broadcast()
}

// locked calls f, which changes nothing that lets a job go on, under the
// mutex.
func (r *Reply) locked(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f()
}

// take waits for the next result; ok is false if none will come.
func (r *Reply) take() (result Result, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.ready) == 0 {
		if r.ended && r.undelivered == 0 {
			return Result{}, false
		}
		r.changed.Wait()
	}
	j := r.ready[0]
	r.ready[0] = nil
	r.ready = r.ready[1:]
	r.undelivered--
	if !j.trimmed {
		r.counted--
	}
	result = j.result.marked()
	j.state = gone
	j.result = Result{}
	if j.returned == nil { // else its goroutine does
		j.call = parse.Call{}
	}
	r.changed.Broadcast()
	return result, true
}

// room waits until there is room for what an event brings, and reports whether
// events are still wanted. Only the end of a call brings anything to keep; a
// conflict must not wait.
func (r *Reply) room(ev stream.Event) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for ev.Kind == stream.KindCallEnd && r.crowded() && !r.ended {
		r.changed.Wait()
	}
	return r.stopped.IsZero() && (r.ended || r.ctx.Err() == nil)
}

// crowded reports whether reading has to wait before one more call: as many
// calls as may be are open or have results that are not out, and one of those
// results can be taken, so that waiting comes to an end. Where none can, since
// all calls still run, or the one that is next in order waits for more of the
// reply, reading goes on.
func (r *Reply) crowded() bool {
	return r.counted >= r.c.options.Open && (len(r.ready) > 0 || r.logging > 0)
}
