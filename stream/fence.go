package stream

import "strings"

// infoBytes are the bytes of an info line after which a call may stand.
const infoBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+ \t\r-"

// maxInfo is how many of them there may be.
const maxInfo = 24

// readRun reads a run of a fence's characters: one that may open a fence, or,
// in an open fence, one that may close it.
func (r *reply) readRun(in string, i int) int {
	c := in[r.hold]
	if len(r.held) > 0 {
		c = r.held[0]
	}
	for ; i < len(in) && in[i] == c; i++ {
		if r.fence.n > 0 && r.size(i)+1 == r.fence.n {
			return r.closeFence(in, i+1)
		}
	}
	n := r.size(i)
	switch {
	case i == len(in) && !r.tooLong(i, 0):
		return i
	case r.fence.n == 0 && n >= 3 && !r.tooLong(i, 0):
		r.fence = fence{c: c, n: n, info: true}
		r.state = stateInfo
		r.used(c)
		return i
	}
	next, closing := stateText, r.fence.n > 0
	if !closing && n >= 3 {
		r.fence = fence{c: c, n: n, info: true}
	}
	if i == len(in) && (closing || n >= 3) { // too long to be held
		next = stateRunOn
		r.prefix = 0
		if closing {
			r.prefix = n
		}
	}
	r.used(c)
	return r.release(in, i, n, next)
}

// readRunOn goes on with a run that is text, because it is too long to be held:
// one that has opened a fence, or, with prefix bytes so far, may close one.
// prev is its character.
func (r *reply) readRunOn(in string, i int) int {
	for ; i < len(in) && in[i] == r.prev; i++ {
		if r.prefix == 0 {
			r.fence.n++
			continue
		}
		if r.prefix++; r.prefix == r.fence.n {
			r.fence, r.state = fence{}, stateText
			return i + 1
		}
	}
	if i < len(in) {
		r.state = stateText
	}
	return i
}

// closeFence ends the fence with the run before in[i].
func (r *reply) closeFence(in string, i int) int {
	ours, c := r.fence.ours, r.fence.c
	r.fence = fence{}
	r.used(c)
	if !ours {
		return r.release(in, i, r.size(i), stateText)
	}
	r.prev = c
	return r.accept(in, i, r.size(i), stateRunTail)
}

// readRunTail reads the rest of the run that has closed our fence. prev is
// its character.
func (r *reply) readRunTail(in string, i int) int {
	r.from = i
	for i < len(in) && in[i] == r.prev {
		i++
	}
	next := stateText
	if i == len(in) {
		next = stateRunTail
	}
	return r.leaveAfter(in, i, next)
}

// readInfo reads the info line of a fence that may be ours.
func (r *reply) readInfo(in string, i int) int {
	for ; i < len(in); i++ {
		switch c := in[i]; {
		case c == '\n':
			r.newline()
			r.prefix = r.size(i) + 1
			r.state = stateFenced
			return i + 1
		case r.size(i)-r.fence.n >= maxInfo || strings.IndexByte(infoBytes, c) < 0 || r.tooLong(i, 0):
			return r.failInfo(in, i)
		default:
			r.note(in[i : i+1])
		}
	}
	return i
}

// failInfo makes the run that has opened a fence text: the fence is not ours.
// What follows is read again, as a marker of reasoning may stand there.
func (r *reply) failInfo(in string, i int) int {
	r.blank = false
	r.used(r.fence.c)
	r.fence.info = true
	return r.release(in, i, r.fence.n, stateText)
}

func (r *reply) endInfo() bool {
	r.failInfo("", 0)
	return true
}

// readFenced reads from the info line's end to the object or array that makes
// the fence ours.
func (r *reply) readFenced(in string, i int) int {
	for ; i < len(in); i++ {
		switch c := in[i]; {
		case r.tooLong(i, 0):
			return r.failInfo(in, i)
		case c == '{':
			r.prefix, r.phase, r.state = r.size(i), phaseOpen, stateBrace
			return i + 1
		case c == '[':
			r.prefix, r.state = r.size(i), stateBracket
			r.used(c)
			return i + 1
		case c == '\n':
			r.newline()
		case isSpace(c):
			r.note(in[i : i+1])
		default:
			return r.release(in, i, r.size(i), stateText)
		}
	}
	return i
}
