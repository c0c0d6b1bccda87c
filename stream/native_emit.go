package stream

import (
	"bytes"
	"encoding/json"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/scan"
)

// answerID returns the id that the call is answered under.
func (c *nativeCall) answerID() string {
	if c.callID != "" {
		return c.callID
	}
	return c.id
}

// emit emits an event of a call.
func (n *nativeReply) emit(c *nativeCall, e Event) {
	e.Choice, e.Index = c.choice, c.index
	n.p.events = append(n.p.events, e)
}

// start emits the call's start, once.
func (n *nativeReply) start(c *nativeCall) {
	if !c.started {
		c.started = true
		if c.index < 0 {
			c.index = n.p.nextIndex(int(c.choice))
		}
		n.emit(c, Event{Kind: KindCallStart, Offset: c.offset, Text: c.name, ID: c.answerID()})
	}
}

// delta emits the next piece of the arguments.
func (n *nativeReply) delta(c *nativeCall, text string) {
	if text != "" {
		n.emit(c, Event{Kind: KindCallDelta, Offset: c.offset, Text: text})
	}
}

// show emits what has become known of a call: its start, once it has a name and
// its arguments have begun, and of them all but a character that is cut and
// what may be a placeholder. run is what has been read last; the part of it
// that goes out is not copied.
func (n *nativeReply) show(c *nativeCall, run string) {
	a := c.args
	if c.name == "" || a.state == argBefore || c.held {
		return
	}
	n.start(c)
	if a.hollow() {
		return
	}
	raw := a.value().raw
	end := len(raw) - cutRuneBytes(raw[a.sent:])
	if a.sent >= end {
		return
	}
	first := len(raw) // index in raw where run begins
	if !a.quoted {
		first -= len(run)
	}
	if a.sent < first {
		split := first
		for split < end && raw[split]&0xc0 == 0x80 {
			split++
		}
		split = min(split, end)
		n.delta(c, n.arena.concat(raw[a.sent:split], ""))
		a.sent = split
	}
	if a.sent < end {
		n.delta(c, run[a.sent-first:end-first])
		a.sent = end
	}
}

// flush emits the rest of what has been read of the arguments.
func (n *nativeReply) flush(c *nativeCall) {
	a := c.args
	raw := a.value().raw
	if rest := raw[a.sent:]; string(rest) == "{}" {
		n.delta(c, "{}")
	} else {
		n.delta(c, n.arena.concat(rest, ""))
	}
	a.sent = len(raw)
}

// complete hands out a call whose arguments are complete, or says that there
// is no such tool.
func (n *nativeReply) complete(c *nativeCall) {
	a := c.args
	c.digest = n.digestOf(a)
	if c.held && n.repeats(c) {
		n.silence(c)
		return
	}
	n.start(c)
	n.flush(c)
	args := a.value().handOver()
	if !n.p.Tools.Declares(c.name) {
		err := n.unknownTool(c)
		err.Arguments = args
		n.endCall(c, callUnknown)
		n.emit(c, Event{Kind: KindCallEnd, Offset: c.offset, Err: err})
		return
	}
	call := &Call{
		Index: int(c.index), Choice: int(c.choice), ID: c.answerID(), Name: c.name,
		Namespace: c.space(), Arguments: args, Start: c.offset, End: c.offset,
	}
	if a.made != "" {
		call.Repairs = []parse.Repair{{Kind: a.made, Offset: c.offset}}
	}
	n.endCall(c, callOut)
	n.emit(c, Event{Kind: KindCallEnd, Offset: c.offset, Call: call})
}

// handOver returns the object's bytes for keeping.
func (o *object) handOver() json.RawMessage {
	if len(o.raw) <= keepBytes {
		return bytes.Clone(o.raw)
	}
	raw := o.raw[:len(o.raw):len(o.raw)]
	o.raw = nil
	return raw
}

// fail ends an open call with an error at the offset bad.at of its argument
// text. guilty is the byte there, if there is one.
func (n *nativeReply) fail(c *nativeCall, bad fail, guilty string) {
	a := c.args
	n.start(c)
	if c.held {
		c.held = false
		n.show(c, "")
	}
	if bad.code != parse.ErrTruncated {
		n.flush(c)
	}
	err := n.callError(c, bad.code, int64(bad.at), bad.message)
	switch {
	case c.begun() && c.name != "" && !n.p.Tools.Declares(c.name) && ofArguments(bad.code):
		err = n.unknownTool(c)
	case guilty != "" || bad.code == parse.ErrTruncated:
		raw := a.value().raw
		err.Raw = string(raw) + guilty
		if bad.code == parse.ErrDuplicateKey {
			raw = []byte(err.Raw) // the name's closing quote is guilty
		}
		err.Pointer = scan.Pointer(raw)
	}
	n.endCall(c, callFailed)
	n.emit(c, Event{Kind: KindCallEnd, Offset: c.offset, Err: err})
}

// ofArguments reports whether an error with that code is about the arguments.
// The name stands before them: that it is not known was the first error.
func ofArguments(code Code) bool {
	switch code {
	case parse.ErrSyntax, parse.ErrArguments, parse.ErrDuplicateKey, parse.ErrTrailing, parse.ErrTruncated, parse.ErrLimit:
		return true
	}
	return false
}

// callError makes the error of a call.
func (n *nativeReply) callError(c *nativeCall, code Code, at int64, message string) *Error {
	return &Error{
		Code: code, Choice: int(c.choice), Index: int(c.index), ID: c.answerID(), Name: c.name,
		Offset: at, Message: message,
	}
}

// unknownTool makes the error of a name that is not declared.
func (n *nativeReply) unknownTool(c *nativeCall) *Error {
	return n.callError(c, parse.ErrUnknownTool, 0, "no tool of that name is offered")
}

// conflict reports that something claims to belong to a call that is out, once
// for each call.
func (n *nativeReply) conflict(c *nativeCall, code Code, at int64, message string) {
	if c.state != callOut || c.conflicted {
		return
	}
	c.conflicted = true
	n.emit(c, Event{Kind: KindConflict, Offset: at, Err: n.callError(c, code, at, message)})
}
