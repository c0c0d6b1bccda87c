package stream

import (
	"errors"

	"github.com/earlycall/earlycall/parse"
)

// native is the part of a Parser that takes the native calls of a provider's
// stream. It costs one word as long as there are none.
type native struct{ reply *nativeReply }

// nativeReply is what is known of a reply's native calls.
//
// A call is opened by the first delta that speaks of it, and takes its index
// then. It ends once: handed out at the byte that closes its arguments, or at
// the end that its provider tells, or failed. What stays of it until the next
// reply are its keys, its name and a digest.
type nativeReply struct {
	p       *Parser
	calls   []nativeCall    // in order of their opening
	choices []*nativeChoice // by number; nil: not seen
	open    int             // calls that have not ended
	faults  int             // errors that the provider has reported
	keys    int             // bytes of ids and names
	full    bool            // the error of too many calls is out
	seen    bool            // a delta has come
	done    bool            // DeltaDone has come
	lossy   bool            // a frame has been lost
	steps   int64           // see Parser.Steps
	reason  string          // the last finish reason

	twins map[twin]bool // the candidates that became calls

	free    []*argText // of calls that have ended
	compare argText    // reads a snapshot to compare it with a call that is out
	digest  digester
	arena   arena
}

// nativeCall is a call of the stream, open or ended.
type nativeCall struct {
	id, callID string // what identifies it; callID, if there is one, is what it is answered under
	name       string
	namespace  string   // the part of the name before the tool's own
	args       *argText // nil once it has ended
	read       int64    // bytes of argument text that came for it
	offset     int64    // length of the choice's text when it was opened
	digest     uint64   // of its arguments, once it is out
	choice     int16
	state      callState
	started    bool  // KindCallStart is out
	conflicted bool  // its KindConflict is out
	held       bool  // it is a candidate: nothing of it is out
	stray      bool  // it stands for pieces whose beginning was lost
	index      int32 // its order in its choice
	first      int32 // of a call that began as a candidate: the first call of its id, as an index in calls + 1; else 0
	number     int32 // its own, as an index in calls + 1
	prev, next int32 // neighbours among the open calls of its choice, as an index in calls + 1
}

// callState says what has become of a call. What is after callOut takes
// nothing any more.
type callState uint8

const (
	callOpen    callState = iota // more may come
	callOut                      // it has been handed out
	callUnknown                  // its arguments are complete, but no such tool is offered
	callFailed                   // it ended with another error
	callSilent                   // it was a candidate that repeats a call
)

// begun reports whether anything of the arguments of an open call has come.
func (c *nativeCall) begun() bool { return c.read > 0 || c.args.tree != nil }

// nativeChoice is one of the parallel choices.
type nativeChoice struct {
	byID        map[string]int32 // indexes in calls
	byIndex     map[int]int32
	first, last int32 // the open calls in order of their opening, as an index in calls + 1
	latest      int32 // the call opened last, likewise
	open        int   // how many they are
	cut         bool  // its finish reason says that it was cut off
	faults      int   // how many errors the provider had reported at its last finish
}

// What a reply's table of calls may hold.
const (
	maxNativeCalls = 1 << 16
	maxNativeKeys  = 16 << 20 // bytes of all ids and names
	maxNativeName  = 1 << 10  // bytes
)

// nativeDelta applies a delta that is neither text nor reasoning.
func (p *Parser) nativeDelta(d Delta) {
	p.nativeSee()
	n := p.native.reply
	switch d.Kind {
	case DeltaFragment:
		n.fragment(&d)
	case DeltaWhole:
		n.whole(&d)
	case DeltaSnapshot:
		n.snapshot(&d)
	case DeltaPath:
		n.path(&d)
	case DeltaClose:
		n.close(&d)
	case DeltaFinish:
		n.finish(&d)
	case DeltaError:
		n.fault(&d, parse.ErrProvider, "the provider reported an error in the stream")
		n.faults++
	case DeltaLost:
		n.lost(&d)
	case DeltaRestart:
		n.restart()
	case DeltaDone:
		n.done = true
		if d.Ending == EndingCut {
			n.settleAll(endInput)
		} else {
			n.settleAll(endNormal)
		}
	}
}

// nativeSee notes that the reply comes as deltas: without a DeltaDone it is
// not complete.
func (p *Parser) nativeSee() {
	if p.native.reply == nil {
		p.native.reply = &nativeReply{p: p}
	}
	p.native.reply.p = p
	p.native.reply.seen = true
}

// nativeFinish settles the calls that are open at the end of the input.
func (p *Parser) nativeFinish() {
	if n := p.native.reply; n != nil {
		n.settleAll(endInput)
	}
}

// nativeComplete reports whether the reply ended as its provider ends one, and
// the last finish reason. A reply in which the provider reported an error is
// not complete. A reply that did not come as deltas is complete.
func (p *Parser) nativeComplete() (complete bool, reason string) {
	n := p.native.reply
	if n == nil || !n.seen {
		return true, ""
	}
	return n.done && n.faults == 0, n.reason
}

// nativeReset forgets the calls. It keeps small buffers.
func (p *Parser) nativeReset() {
	n := p.native.reply
	if n == nil {
		return
	}
	for i := range n.calls {
		if a := n.calls[i].args; a != nil {
			n.recycle(a)
		}
	}
	n.forget()
	*n = nativeReply{p: p, calls: n.calls, choices: n.choices, free: n.free, compare: n.compare, digest: n.digest, arena: n.arena}
}

// forget empties the table. No call is open.
func (n *nativeReply) forget() {
	clear(n.calls)
	const keep = 1 << 10 // calls
	if cap(n.calls) > keep {
		n.calls = nil
	}
	for i, ch := range n.choices {
		n.steps++
		switch {
		case ch == nil:
		case i > 0 || len(ch.byID) > keep || len(ch.byIndex) > keep:
			n.choices[i] = nil
		default:
			clear(ch.byID)
			clear(ch.byIndex)
			*ch = nativeChoice{byID: ch.byID, byIndex: ch.byIndex}
		}
	}
	n.calls, n.choices = n.calls[:0], n.choices[:min(len(n.choices), 1)]
	n.keys, n.open, n.faults, n.full, n.done, n.lossy = 0, 0, 0, false, false, false
	n.twins = nil
}

// Steps returns how often a call or a choice was looked at so far that no delta
// names: at the end of a choice or reply, at a loss, where a reply begins anew.
// They grow in proportion to the deltas.
func (p *Parser) Steps() int64 {
	if p.native.reply == nil {
		return 0
	}
	return p.native.reply.steps
}

// choice returns what is known of a choice.
func (n *nativeReply) choice(number int) *nativeChoice {
	for number >= len(n.choices) {
		n.choices = append(n.choices, nil)
	}
	if n.choices[number] == nil {
		n.choices[number] = new(nativeChoice)
	}
	return n.choices[number]
}

// openCall opens a call for a delta that speaks of no known one. If first is not
// 0, it is a candidate for the call with that index in calls + 1. It returns nil
// if that can't be.
func (n *nativeReply) openCall(d *Delta, first int32) *nativeCall {
	size := len(d.ID) + len(d.CallID) + len(d.Name)
	if n.full || len(n.calls) >= maxNativeCalls || size > maxNativeKeys-n.keys {
		if !n.full {
			n.full = true
			n.report(d.Choice, &Error{Code: parse.ErrLimit, Message: "the reply has too many calls"})
		}
		return nil
	}
	ch := n.choice(d.Choice)
	at := int32(len(n.calls))
	n.calls = append(n.calls, nativeCall{
		choice: int16(d.Choice), index: -1, offset: n.p.textLen(d.Choice), held: first > 0, first: first, number: at + 1,
	})
	c := &n.calls[at]
	if !c.held {
		c.index = n.p.nextIndex(d.Choice)
	}
	c.args = n.newArgs()
	c.prev, ch.last, ch.latest = ch.last, at+1, at+1
	if c.prev == 0 {
		ch.first = at + 1
	} else {
		n.calls[c.prev-1].next = at + 1
	}
	ch.open++
	n.open++
	n.learnKeys(ch, at, d, true)
	n.learnSpace(c, d)
	if len(d.Name) > maxNativeName {
		n.fail(c, fail{parse.ErrLimit, 0, longName}, "")
		return c
	}
	c.name = n.keepName(d.Name)
	if limit := n.p.MaxOpen; n.open > limit && (limit > 0 || n.open > DefaultMaxOpen) {
		n.fail(c, fail{parse.ErrLimit, 0, "too many calls are open at once"}, "")
	}
	return c
}

// endCall takes a call out of the open ones.
func (n *nativeReply) endCall(c *nativeCall, s callState) {
	ch := n.choices[c.choice]
	if c.prev == 0 {
		ch.first = c.next
	} else {
		n.calls[c.prev-1].next = c.next
	}
	if c.next == 0 {
		ch.last = c.prev
	} else {
		n.calls[c.next-1].prev = c.prev
	}
	ch.open--
	n.open--
	n.recycle(c.args)
	c.args, c.state = nil, s
}

// fault reports what went wrong outside of calls. Its code is that of the
// delta's cause, if that has one.
func (n *nativeReply) fault(d *Delta, code Code, message string) {
	if cause, ok := errors.AsType[*Error](d.Err); ok {
		code, message = cause.Code, cause.Message
	} else if cause, ok := errors.AsType[Code](d.Err); ok {
		code = cause
	}
	n.report(d.Choice, &Error{Code: code, Raw: d.Text, Message: message, Err: d.Err})
}

// report emits an error outside of calls.
func (n *nativeReply) report(choice int, err *Error) {
	err.Choice, err.Index = choice, -1
	n.p.events = append(n.p.events, Event{Kind: KindError, Choice: int16(choice), Index: -1, Offset: n.p.textLen(choice), Err: err})
}
