package dispatch

import (
	"context"
	"runtime/debug"
	"time"

	"github.com/earlycall/earlycall/parse"
)

// fill starts queued jobs while there are places in the pool.
func (r *Reply) fill() {
	next := 0
	for ; next < len(r.queue) && (r.running < r.c.options.Parallel || r.queue[next].state != queued); next++ {
		if j := r.queue[next]; j.state == queued {
			r.start(j)
		}
	}
	clear(r.queue[:next])
	r.queue = r.queue[next:]
}

// decideWaiting decides on the jobs that wait for the end of the reply. One runs
// once all calls before it in its choice are checked and were found right; it
// is skipped as soon as one was not.
func (r *Reply) decideWaiting() {
	if r.waitingForEnd == 0 {
		return
	}
	wrong, unsure := map[int]bool{}, map[int]bool{}
	for _, j := range r.jobs {
		choice := j.place.choice
		switch {
		case j.state == waitingForEnd && (!r.endedWell || wrong[choice]):
			j.skip = ErrIncomplete
			r.start(j)
		case j.state == waitingForEnd && !unsure[choice]:
			r.waitingForEnd--
			j.state = queued
			r.queue = append(r.queue, j)
		case j.state == begun || j.state == gone && j.closed.IsZero():
		case !j.checked:
			unsure[choice] = true
		case !j.sound:
			wrong[choice] = true
		}
	}
}

// start gives a job its goroutine. One that is only to give back its key
// takes no place in the pool.
func (r *Reply) start(j *job) {
	if j.state == waitingForEnd {
		r.waitingForEnd--
	}
	j.state = running
	j.returned = make(chan struct{})
	ctx, cancel := context.WithCancelCause(r.ctx)
	j.cancel = cancel
	if j.skip == nil {
		r.running++
		if j.tool != nil && j.tool.Timeout > 0 {
			var stop context.CancelFunc
			ctx, stop = context.WithTimeoutCause(ctx, j.tool.Timeout, ErrTimeout)
			j.cancel = func(cause error) { cancel(cause); stop() }
		}
	}
	go r.work(ctx, j)
}

// verdict is what a job's goroutine makes of it: a result, or that it is
// checked and waits for the end of the reply.
type verdict struct {
	wait   bool
	result Result
}

// work is a job's goroutine.
func (r *Reply) work(ctx context.Context, j *job) {
	returned := j.returned
	unhook := context.AfterFunc(ctx, func() { r.abandon(ctx, j, returned) })
	v := verdict{result: exited()}
	defer func() {
		if p := recover(); p != nil { // of the options' Around
			v = verdict{result: Result{Outcome: Panic, Err: &PanicError{p, debug.Stack()}}}
		}
		unhook()
		close(returned)
		r.complete(j, returned, v)
		if !v.wait {
			j.ready, j.call = arguments{}, parse.Call{} // the result has them
		}
	}()
	v = r.do(ctx, j)
}

// abandon gives a job whose context has ended its result if its tool doesn't
// return in time. The tool's goroutine goes on for as long as it likes.
func (r *Reply) abandon(ctx context.Context, j *job, returned <-chan struct{}) {
	t := time.NewTimer(r.c.options.Grace)
	defer t.Stop()
	select {
	case <-returned:
	case <-t.C:
		r.complete(j, returned, verdict{result: ended(context.Cause(ctx))})
	}
}

// complete takes a job's verdict from the goroutine that will close, or has
// closed, returned. If the job has been given up, the verdict is void.
func (r *Reply) complete(j *job, returned <-chan struct{}, v verdict) {
	r.update(func() {
		if j.state == running && j.returned == returned {
			r.leave(j, v)
		}
	})
}

// leave takes a job out of its goroutine with the verdict.
func (r *Reply) leave(j *job, v verdict) {
	j.cancel(nil)
	if j.skip == nil {
		r.running--
	}
	if !v.wait {
		r.finish(j, v.result)
		return
	}
	e := j.mark.Load()
	j.state, j.checked, j.sound = waitingForEnd, true, e == nil
	r.waitingForEnd++
	if e != nil {
		r.drop(j, e)
	} else if r.ctx.Err() != nil {
		r.drop(j, context.Cause(r.ctx))
	}
}

// passed notes that a job's checks found nothing wrong, and that its tool
// starts now.
func (r *Reply) passed(j *job) {
	r.update(func() {
		j.checked, j.sound = true, j.mark.Load() == nil
		j.began = time.Now()
	})
}
