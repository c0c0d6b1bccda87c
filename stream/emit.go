package stream

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/earlycall/earlycall/parse"
)

// startCall emits the call's start.
func (r *reply) startCall() {
	e := &r.env
	if e.started {
		return
	}
	e.started = true
	r.p.events = append(r.p.events, Event{Kind: KindCallStart, Choice: int16(r.choice),
		Index: e.index, Offset: e.start, Text: e.name, ID: e.id})
}

// delta emits the next piece of the arguments.
func (r *reply) delta(text string, off int64) {
	if text == "" {
		return
	}
	r.p.textEvent(KindCallDelta, r.choice, r.env.index, off, text)
}

// emitDeltas emits the arguments that have been read and not emitted, but for
// a cut character at their end. What has been read ends before in[i].
func (r *reply) emitDeltas(in string, i int) {
	e := &r.env
	if !e.started {
		return
	}
	switch e.arguments {
	case kindObject:
		end := len(r.obj.raw)
		if e.closed {
			end = e.to
		} else if r.obj.raw[end-1] >= 0x80 {
			end -= cutRuneBytes(r.obj.raw[e.sent:])
		}
		r.emitRaw(in, i, end)
	case kindString, kindWritten:
		r.emitWritten(len(r.written()))
	case kindNull:
		if e.closed && e.sent == e.from {
			r.delta("{}", e.start+int64(e.from))
			e.sent++
		}
	}
}

// emitWritten emits the arguments up to that index that are no raw bytes of
// the reply, but for a cut character.
func (r *reply) emitWritten(end int) {
	e := &r.env
	raw := r.written()[e.sent:end]
	raw = raw[:len(raw)-cutRuneBytes(raw)]
	r.delta(r.arena.concat(raw, ""), e.start+int64(e.from))
	e.sent += len(raw)
}

// emitRaw emits the arguments up to that index in the raw bytes. What of them
// stands in the string being read is not copied.
func (r *reply) emitRaw(in string, i, end int) {
	e := &r.env
	if end <= e.sent {
		return
	}
	shift := i - len(r.obj.raw) // from an index in raw to one in the string
	first := e.sent
	if first+shift < 0 {
		first = r.emitKept(first, end, -shift)
	}
	if first < end {
		r.delta(in[first+shift:end+shift], e.start+int64(len(r.held)+first))
	}
	e.sent = end
}

// emitKept emits the arguments from first on that an earlier string has
// brought, those before the index begin in the raw bytes, and returns up to
// where. If they are no more than a cut character, it is completed.
func (r *reply) emitKept(first, end, begin int) int {
	split := min(end, begin)
	for split < end && r.obj.raw[split]&0xc0 == 0x80 {
		split++
	}
	if begin-first > 3 {
		split = end
	}
	r.delta(r.arena.concat(r.obj.raw[first:split], ""), r.env.start+int64(len(r.held)+first))
	return split
}

// endCallAt emits the call, or that its tool is not known. end is the offset
// after its last byte.
func (r *reply) endCallAt(end int64) {
	e := &r.env
	r.startCall()
	var repairs []parse.Repair
	var args json.RawMessage
	switch e.arguments {
	case kindObject:
		args = bytes.Clone(r.obj.raw[e.from:e.to])
	case kindString, kindWritten:
		args = bytes.Clone(r.written())
	case kindNull:
		args = json.RawMessage("{}")
		repairs = []parse.Repair{{Kind: parse.NullArguments, Offset: e.start + int64(e.from)}}
	case kindNone:
		args = json.RawMessage("{}")
		repairs = []parse.Repair{{Kind: parse.EmptyArguments, Offset: e.emptyAt(end)}}
		r.delta("{}", end)
	}
	if e.unknown >= 0 {
		r.emitEnd(nil, r.unknownTool(args))
	} else {
		r.emitEnd(&Call{Index: int(e.index), Choice: r.choice, ID: e.id, Name: e.name, Arguments: args,
			Repairs: repairs, Start: e.start, End: end}, nil)
	}
	r.held = r.held[:0]
	r.state = r.afterCallState()
}

// written returns the arguments where they are not raw bytes of the reply.
func (r *reply) written() []byte {
	if r.env.arguments == kindWritten {
		return r.tag.out
	}
	return r.env.text.obj.raw
}

// emptyAt returns where arguments that are missing were missed.
func (e *envelope) emptyAt(end int64) int64 {
	if e.start+int64(len(e.name)) == end {
		return end // a bare name
	}
	return end - 1
}

func (r *reply) emitEnd(call *Call, err *Error) {
	if call != nil && r.p.native.reply != nil && len(r.handed) < maxNativeCalls {
		r.hand(call)
	}
	off := r.env.start
	r.p.events = append(r.p.events, Event{Kind: KindCallEnd, Choice: int16(r.choice),
		Index: r.env.index, Offset: off, Call: call, Err: err})
}

// hand remembers a call that is out. What it is called is forgotten where the
// ids and names of a reply are too long to be kept; its index says enough.
func (r *reply) hand(call *Call) {
	h := handed{index: r.env.index}
	if size := len(call.ID) + len(call.Name); size <= maxHandedKeys-r.handedKeys {
		r.handedKeys += size
		h.id, h.name = call.ID, call.Name
	}
	r.handed = append(r.handed, h)
}

// afterCallState returns the state after a call, or a failed one.
func (r *reply) afterCallState() state {
	switch {
	case !r.env.forced:
		if bytes.IndexByte(r.obj.raw, '\n') >= 0 {
			r.fence.info = false
		}
		return r.afterCall()
	case r.inArray:
		r.behind()
		return stateElements
	}
	r.behind()
	r.root = r.env.arguments != kindWritten
	return stateBehind
}

// unknownTool makes the error of a name that is not declared.
func (r *reply) unknownTool(args json.RawMessage) *Error {
	e := &r.env
	return &Error{Code: parse.ErrUnknownTool, Choice: r.choice, Index: int(e.index), ID: e.id, Name: e.name,
		Offset: e.start + int64(e.unknown), Raw: r.rawTo(e.unknown+1, "", 0), Arguments: args,
		Message: "no tool of that name is offered"}
}

// rawTo returns the call's first n bytes; if it has fewer, the byte in[i] is
// the last.
func (r *reply) rawTo(n int, in string, i int) string {
	var b strings.Builder
	b.Grow(min(n, len(r.held)+len(r.obj.raw)+1))
	b.Write(r.held[:min(n, len(r.held))])
	b.Write(r.obj.raw[:min(n-b.Len(), len(r.obj.raw))])
	if b.Len() < n && i < len(in) {
		b.WriteByte(in[i])
	}
	return b.String()
}

// failObject fails a call, or makes an object that is not committed text. The
// guilty byte is the last one read, or the next one.
func (r *reply) failObject(in string, i int, f fail) int {
	if r.env.committed {
		return r.failCall(in, i, f)
	}
	return r.disownAt(i, f.at)
}

// failCall ends a committed call with an error and skips the rest of it.
func (r *reply) failCall(in string, i int, f fail) int {
	if f.at == len(r.obj.raw)-1 && i > 0 {
		r.obj.raw = r.obj.raw[:f.at]
		i--
	}
	r.tellError(in, i, f)
	r.skip = walk(r.obj.raw)
	if r.state == stateRoot {
		r.skip.between(string(trailingSpace(r.held)))
		r.skip.opens = bytes.IndexByte(trailingSpace(r.held), '\n') >= 0
	}
	r.p.visited += int64(len(r.obj.raw))
	r.skip.failed = true
	r.held = r.held[:0]
	r.state, r.from = stateSkip, i
	return i
}

// trailingSpace returns the white space that b ends in.
func trailingSpace(b []byte) []byte { return b[len(bytes.TrimRight(b, " \t\r\n")):] }

// tellError emits the call's end with an error.
func (r *reply) tellError(in string, i int, f fail) {
	e := &r.env
	r.startCall()
	r.emitRest(in, i, f.at)
	if e.unknown >= 0 && e.unknown < f.at+len(r.held) {
		r.emitEnd(nil, r.unknownTool(nil))
		return
	}
	at := f.at + len(r.held)
	r.emitEnd(nil, &Error{Code: f.code, Choice: r.choice, Index: int(e.index), ID: e.id, Name: e.name,
		Offset: e.start + int64(at), Pointer: r.pointer(f), Raw: r.rawTo(at+1, in, i), Message: f.message})
}

// emitRest emits the arguments before the guilty byte that have not been
// emitted.
func (r *reply) emitRest(in string, i, at int) {
	e := &r.env
	switch e.arguments {
	case kindObject:
		end := min(at, len(r.obj.raw))
		if e.closed {
			end = e.to
		}
		r.emitRaw(in, i, end)
	case kindString, kindWritten:
		r.delta(r.arena.concat(r.written()[e.sent:], ""), e.start+int64(e.from))
		e.sent = len(r.written())
	default:
		r.emitDeltas(in, i)
	}
}

// disownAt makes an object text and skips the rest of it. Its bytes from at
// on are read again.
func (r *reply) disownAt(i, at int) int {
	if at < len(r.obj.raw) {
		i -= len(r.obj.raw) - at
		r.obj.raw = r.obj.raw[:at]
	}
	r.from = i
	r.disown()
	return i
}

// disown makes an object text so far and skips the rest of it.
func (r *reply) disown() {
	r.skip = walk(r.obj.raw)
	r.p.visited += int64(len(r.obj.raw))
	r.textSoFar()
	r.state = stateSkip
}

// disownDone makes an object text that has just closed.
func (r *reply) disownDone(i int) int {
	r.textSoFar()
	r.from = i
	r.used('}')
	r.state = stateText
	return i
}

// textSoFar emits what has been read of an object as text.
func (r *reply) textSoFar() {
	raw := r.obj.raw
	prefix := int64(len(r.held))
	if bytes.IndexByte(raw, '\n') >= 0 {
		r.fence.info = false
	}
	r.array = false
	n := cutRuneBytes(raw)
	r.emit(KindText, r.arena.concat(r.held, ""), r.env.start-prefix)
	r.emit(KindText, string(raw[:len(raw)-n]), r.env.start)
	r.ncut = copy(r.cut[:], raw[len(raw)-n:])
	r.held = r.held[:0]
}

// endObject settles an object that the end has cut.
func (r *reply) endObject() bool {
	if r.env.committed {
		return r.endCall()
	}
	r.textSoFar()
	r.state = stateText
	return true
}

// endCall settles a call that the end has cut.
func (r *reply) endCall() bool {
	f := fail{parse.ErrTruncated, len(r.obj.raw), "the reply ended before the call was complete"}
	if e := &r.env; e.arguments == kindString && !e.closed {
		e.text.flushHigh()
		if e.text.bad.code != 0 {
			f = e.text.bad
		}
	}
	r.tellError("", 0, f)
	r.held = r.held[:0]
	r.state = stateText
	return false
}
