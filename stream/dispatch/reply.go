package dispatch

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// Reply dispatches the calls of one reply. Event and Finish take what the
// stream says and never block; Results hands out what becomes of the calls.
// They may be used from different goroutines, Event and Finish from one at a
// time. Take the results while the reply is being read: those that are not
// taken count towards [Options.Open].
type Reply struct {
	c      *Conversation
	keys   keys
	ctx    context.Context
	cancel context.CancelCauseFunc
	unhook func() bool // stops waiting for the end of the context

	mu      sync.Mutex // guards what follows; see lock.go
	changed sync.Cond  // a result is ready, or was taken, or nothing more comes

	tally         tally
	jobs          []*job         // in call order
	at            map[place]*job // the same, by place
	queue         []*job         // wait for a place in the pool, in call order
	unlogged      []*job         // have results that are not yet logged
	ready         []*job         // results to be handed out, in the order asked for
	head          int            // with InOrder: the jobs before this one are ready or out
	running       int            // jobs that have a place in the pool
	waitingForEnd int            // jobs that are checked and wait for the end of the reply
	open          int            // calls that wait or run
	undelivered   int            // calls whose results are not handed out
	counted       int            // those of them that are not trimmed; at most Options.Open
	logging       int            // results that are being logged
	ended         bool           // no more events
	stopped       time.Time      // when the context ended; zero before
	endedWell     bool           // the reply ended complete, and nothing went wrong outside of calls
	failedOutside bool           // something went wrong outside of calls
}

// place names a call among those of its reply.
type place struct{ choice, index int }

// job is one call on its way. All but mark is guarded by the reply's mutex,
// or belongs to the job's goroutine while it is running.
type job struct {
	place   place
	call    parse.Call
	tool    *tool // nil if unknown
	state   state
	checked bool      // the checks are over
	sound   bool      // and found nothing wrong with the call
	barred  error     // ErrRetries: a limit was reached before the reply began
	skip    error     // the tool is not to be run: why
	trimmed bool      // one too many: neither arguments nor raw bytes are kept
	claimed bool      // the key is this job's
	key     string    // "" for a call that failed in the reply
	ready   arguments // what the checks made of them
	closed  time.Time // when its event came
	began   time.Time // when its tool started; zero if it has not
	left    time.Time // when its tool returned or panicked; zero if it has not
	mark    atomic.Pointer[parse.Error]

	cancel   context.CancelCauseFunc // of its context, while it is running
	returned chan struct{}           // closed when its goroutine has done its work
	result   Result
}

// state is how far a job has come.
type state uint8

const (
	begun         state = iota // {"name":…¦  its call has started, and not ended
	queued                     // …}¦         it waits for a place in the pool
	running                    //             it is being checked, or its tool runs
	waitingForEnd              //             it is checked, and waits for the end of the reply
	settled                    //             it has a result
	logged                     //             its result is logged and can be handed out
	gone                       //             nothing more comes of it
)

// Reply begins the dispatch of one reply. The key names the reply: a retry or
// a replay of it under the same key, with the same store, runs nothing twice.
// With an empty key, nothing is known of earlier runs.
//
// When the context ends, the calls' contexts end, and further events are
// ignored. Unless Finish is called and all results are taken, [Reply.Close]
// has to be called.
func (c *Conversation) Reply(ctx context.Context, key string) *Reply {
	if key == "" {
		key = rand.Text()
	}
	r := &Reply{c: c, keys: keys{reply: key}, at: map[place]*job{}}
	r.tally = c.failures.begin()
	r.changed.L = &r.mu
	r.ctx, r.cancel = context.WithCancelCause(ctx)
	r.locked(func() { // if the context has ended, stop is called before AfterFunc returns
		r.unhook = context.AfterFunc(r.ctx, r.stop)
	})
	return r
}

// Event takes the next event of the reply. A call that it closes starts
// before Event returns, if there is a place in the pool.
func (r *Reply) Event(ev stream.Event) {
	switch ev.Kind {
	case stream.KindText, stream.KindReasoning, stream.KindMarker, stream.KindCallDelta:
		return
	}
	r.update(func() {
		if !r.ended && r.ctx.Err() == nil {
			r.event(ev)
		}
	})
}

func (r *Reply) event(ev stream.Event) {
	p := place{int(ev.Choice), int(ev.Index)}
	switch ev.Kind {
	case stream.KindCallStart:
		r.job(p)
	case stream.KindCallEnd:
		r.close(p, ev)
	case stream.KindConflict:
		r.conflict(p, ev.Err)
	case stream.KindError:
		r.failedOutside = true
	case stream.KindEnd:
		r.end(ev.Complete && !r.failedOutside)
	}
}

// Finish says that no more events come. Without a KindEnd before it the reply
// counts as cut off.
func (r *Reply) Finish() {
	r.update(func() {
		if !r.ended {
			r.end(false)
		}
	})
}

// job returns the job at p, a new one if necessary.
func (r *Reply) job(p place) *job {
	j := r.at[p]
	if j == nil {
		j = &job{place: p}
		r.at[p] = j
		r.jobs = append(r.jobs, j)
	}
	return j
}

// close takes a call that has closed or failed. A second end of a call is
// ignored: nothing may run for it.
func (r *Reply) close(p place, ev stream.Event) {
	j := r.job(p)
	if j.state != begun || ev.Call == nil && ev.Err == nil {
		return
	}
	j.closed = time.Now()
	key := r.keys.next(callOf(ev))
	r.open++
	r.undelivered++
	if limit := r.c.options.Open; r.counted < limit {
		r.counted++
	} else {
		j.trimmed = true
		ev.Call, ev.Err = nil, r.c.trimmed(ev, limit)
	}
	if e := ev.Err; ev.Call == nil {
		j.call = callOf(ev)
		j.tool = r.c.tools.named[e.Name]
		r.finish(j, r.c.refused(e))
		return
	}
	j.key = key
	j.call, j.tool = *ev.Call, r.c.tools.named[ev.Call.Name]
	j.barred = r.tally.bar(r.c.tools.counted(j.call.Name))
	j.state = queued
	r.queue = append(r.queue, j)
}

// callOf returns the call that an event ends; of a failed one what is known
// of it.
func callOf(ev stream.Event) parse.Call {
	if ev.Call != nil {
		call := *ev.Call
		call.Choice, call.Index = int(ev.Choice), int(ev.Index)
		return call
	}
	return parse.Call{Index: int(ev.Index), Choice: int(ev.Choice), ID: ev.Err.ID, Name: ev.Err.Name, Arguments: ev.Err.Arguments}
}

// conflict takes back a call that is already out.
func (r *Reply) conflict(p place, err *parse.Error) {
	j := r.at[p]
	if j == nil || err == nil || j.state == begun {
		return
	}
	j.mark.CompareAndSwap(nil, err)
	j.sound = false
	cause := fmt.Errorf("%w: %w", parse.ErrConflict, err)
	switch j.state {
	case running:
		j.cancel(cause)
	case queued, waitingForEnd:
		r.drop(j, cause)
	}
}

// drop takes a job that waits off its way. One that is waitingForEnd has claimed its
// key, and gives it back in a goroutine of its own.
func (r *Reply) drop(j *job, why error) {
	if j.state == waitingForEnd {
		j.skip = why
		r.start(j)
		return
	}
	r.finish(j, ended(why))
}

// end says that nothing follows. Calls that never ended are no calls.
func (r *Reply) end(well bool) {
	r.ended, r.endedWell = true, well
	for _, j := range r.jobs {
		if j.state == begun {
			j.state = gone
		}
	}
}

// stop ends all that goes on: the context has ended.
func (r *Reply) stop() {
	r.update(func() {
		r.stopped = time.Now()
		if !r.ended {
			r.end(false)
		}
		for _, j := range r.jobs {
			if j.state == queued || j.state == waitingForEnd {
				r.drop(j, context.Cause(r.ctx))
			}
		}
	})
}

// finish gives a job its result.
func (r *Reply) finish(j *job, result Result) {
	result = j.complement(result)
	if e := j.mark.Load(); e != nil {
		result.Text = conflictText(result)
		result.Outcome, result.Err = Conflict, e
	}
	started := !j.began.IsZero()
	if started {
		result.Key = j.key
	}
	r.c.conclude(&r.tally, j.label(), started, &result)
	j.result, j.state, j.checked = result, settled, true
	switch result.Outcome {
	case Invalid, UnknownTool, Conflict, Duplicate, Skipped:
		j.sound = false
	default:
		j.sound = started || result.Earlier
	}
	r.open--
	r.unlogged = append(r.unlogged, j)
}
