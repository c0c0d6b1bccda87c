package stream

import (
	"strings"

	"github.com/earlycall/earlycall/parse"
)

// reply is the machine over the text of one choice.
//
// It reads strings: chunks, and bytes that were held and turned out to be
// something else. Three indexes into the string that is being read matter.
// The bytes from r.from up to the first byte that is held are text that has
// not been emitted. In a state that holds back, the bytes from r.hold on are
// held, after those in r.held, which came in earlier strings. What is after
// the current index has not been looked at.
type reply struct {
	p       *Parser
	choice  int
	calls   int32 // committed calls so far, native ones included
	state   state
	rereads uint8 // how many strings that were held are being read again, one in the other
	pos     int64 // length of the text so far; while a string is read: offset after its end
	base    int64 // offset of the first byte of the string being read

	from  int    // first byte of the string that is neither emitted, held nor part of a call
	hold  int    // first byte of the string that is held, in a state that holds back
	held  []byte // held bytes of earlier strings; in a call the bytes before its JSON
	again string // what drive reads next, before it goes on: bytes that were held
	cut   [4]byte
	ncut  int  // bytes in cut: the beginning of a character, held back at the end of a string
	deaf  bool // text is missing: what follows may lie inside of anything, and is not searched

	prose
	opener
	env  envelope
	obj  object
	skip skip
	tag  *tagged
	whole
	arena      arena
	handed     []handed // the calls that are out, where the text comes over a wire
	handedKeys int      // bytes of their ids and names
}

// handed is a call that is out.
type handed struct {
	index    int32
	id, name string
}

// maxHandedKeys is how many bytes of the ids and names of such calls are kept.
const maxHandedKeys = 1 << 20

// arena makes strings of bytes that the machine held. It takes memory in
// blocks, so that many small strings cost few allocations.
type arena struct{ block strings.Builder }

// The first block's size, and the largest one's, in bytes.
const (
	arenaBlock    = 1 << 10
	arenaMaxBlock = 16 << 10
)

// concat returns x + y as one string.
func (a *arena) concat(x []byte, y string) string {
	n := len(x) + len(y)
	if n == 0 {
		return ""
	}
	if used := a.block.Cap(); n > used-a.block.Len() {
		a.block.Reset()
		a.block.Grow(max(n, min(max(2*used, arenaBlock), arenaMaxBlock)))
	}
	start := a.block.Len()
	a.block.Write(x)
	a.block.WriteString(y)
	return a.block.String()[start:]
}

// start makes the zero value, or a reset one, ready.
func (r *reply) start(p *Parser, choice int) {
	r.p, r.choice = p, choice
	r.kind = KindText
	r.lead = true
	if p.InReasoning && p.row.reasons() {
		r.kind = KindReasoning
	}
	if p.row.has(parse.ShapeFirstObject|parse.ShapeToolKey) && !p.Tools.None() {
		r.state, r.kind = stateWhole, KindText
	}
}

func (r *reply) reset() {
	r.obj.drop()
	if r.tag != nil {
		r.tag.drop()
	}
	if cap(r.held) > keepBytes {
		r.held = nil
	}
	if r.arena.block.Cap() > keepBytes {
		r.arena = arena{}
	}
	*r = reply{held: r.held[:0], obj: r.obj, tag: r.tag, arena: r.arena}
}

// feed reads the next chunk.
func (r *reply) feed(in string) {
	if in == "" {
		return
	}
	if r.deaf {
		r.pass(KindText, in)
		return
	}
	base := r.pos
	r.pos += int64(len(in))
	if r.state == stateObject || r.state == stateArguments {
		r.base, r.from, r.hold = base, 0, 0
		r.p.visited += int64(len(in))
		if r.inArguments(in) {
			return
		}
		i := states[r.state].read(r, in, 0)
		if i < len(in) || r.again != "" {
			r.driveFrom(in, i)
		}
		return
	}
	if r.state == stateText && len(in) <= shortChunk && r.plainText(in, base) {
		return
	}
	r.drive(in, base)
}

// shortChunk is how long a chunk may be to be looked at twice.
const shortChunk = 64

// plainText takes a chunk in which nothing begins, as most of the text is, and
// reports whether it is one.
func (r *reply) plainText(in string, base int64) bool {
	stops := stopsText
	if r.inReasoning() {
		stops = stopsReason
	}
	if r.ncut > 0 || r.fence.info || in[len(in)-1] >= 0x80 || r.p.row.next(in, 0, stops) < len(in) {
		return false
	}
	r.p.visited += int64(len(in))
	r.note(in)
	r.p.textEvent(r.kind, r.choice, -1, base, in)
	return true
}

// inArguments takes a chunk that lies inside arguments, as most of a call's
// do, and reports whether it is one.
func (r *reply) inArguments(in string) bool {
	e := &r.env
	if e.arguments != kindObject || e.closed || !e.started || !r.obj.through(in) {
		return false
	}
	if n := len(r.obj.raw); in[len(in)-1] < 0x80 && e.sent == n-len(in) {
		r.p.textEvent(KindCallDelta, r.choice, e.index, e.start+int64(len(r.held)+e.sent), in)
		e.sent = n
		return true
	}
	r.emitDeltas(in, len(in))
	return true
}

// pass emits text that is not searched.
func (r *reply) pass(kind Kind, text string) {
	if text == "" {
		return
	}
	off := r.pos
	if kind == KindText {
		r.pos += int64(len(text))
	}
	r.emit(kind, text, off)
}

// drive reads a string to its end. base is the offset of its first byte.
func (r *reply) drive(in string, base int64) {
	r.p.visited += int64(len(in))
	r.base, r.from, r.hold = base, 0, 0
	r.driveFrom(in, 0)
}

// driveFrom reads the string from in[i] on.
func (r *reply) driveFrom(in string, i int) {
	base := r.base
	for {
		for r.again != "" {
			s := r.again
			r.again = ""
			r.rereads++
			r.drive(s, base+int64(i-len(s)))
			r.rereads--
			r.base, r.from, r.hold = base, i, i
		}
		switch {
		case i == len(in):
			r.rest(in)
			return
		case r.ncut > 0:
			i = r.joinCut(in, i)
		default:
			i = states[r.state].read(r, in, i)
		}
	}
}

// rest deals with what is unsettled at the end of a string.
func (r *reply) rest(in string) {
	switch states[r.state].rest {
	case restText:
		r.flushCut(in)
	case restHold:
		if len(r.held) == 0 {
			r.flush(in, r.hold)
		}
		if r.inTagged() {
			r.emitDeltas(in, len(in))
		}
		r.held = append(r.held, in[r.hold:]...)
	case restDeltas:
		if r.rereads == 0 {
			r.emitDeltas(in, len(in))
		}
	}
}

// inTagged reports whether what is held may be part of a tagged call.
func (r *reply) inTagged() bool {
	return r.rereads == 0 && (r.state == stateTagClose || r.state == stateMarker && r.back == stateTagBody)
}

// offset returns the offset of in[i].
func (r *reply) offset(i int) int64 { return r.base + int64(i) }

// emit gives out text, reasoning or a marker.
func (r *reply) emit(kind Kind, text string, off int64) {
	if text == "" {
		return
	}
	r.p.textEvent(kind, r.choice, -1, off, text)
}

// flush emits the text up to in[i].
func (r *reply) flush(in string, i int) {
	if r.from < i {
		r.emit(r.kind, in[r.from:i], r.offset(r.from))
		r.from = i
	}
}

// flushCut emits the text up to the end of in, but for a cut character.
func (r *reply) flushCut(in string) {
	if r.from == len(in) {
		return
	}
	n := cutRune(in[r.from:])
	r.flush(in, len(in)-n)
	r.ncut = copy(r.cut[:], in[len(in)-n:])
}

// joinCut completes the cut character with the bytes at in[i], and emits it
// once it is whole or can't become valid any more.
func (r *reply) joinCut(in string, i int) int {
	for i < len(in) && in[i]&0xc0 == 0x80 && cutRune(string(r.cut[:r.ncut])) > 0 {
		r.cut[r.ncut] = in[i]
		r.ncut++
		i++
	}
	if i == len(in) && cutRune(string(r.cut[:r.ncut])) > 0 {
		r.from = i
		return i
	}
	n := r.ncut
	r.ncut = 0
	r.emit(r.kind, r.arena.concat(r.cut[:n], ""), r.offset(i-n))
	r.from, r.hold = i, i
	return i
}

// size returns how many bytes are held before in[i].
func (r *reply) size(i int) int { return len(r.held) + i - r.hold }

// take returns the held bytes up to in[i] and holds nothing any more.
func (r *reply) take(in string, i int) string {
	s := r.arena.concat(r.held, in[r.hold:i])
	r.held = r.held[:0]
	r.from, r.hold = i, i
	return s
}

// release makes the first k of the held bytes text; the others are read again
// in state next. It returns the index to go on at.
func (r *reply) release(in string, i, k int, next state) int {
	r.state = next
	if len(r.held) == 0 {
		r.p.visited += int64(i - r.hold - k)
		return r.hold + k
	}
	s := r.take(in, i)
	n := k - cutRune(s[:k])
	r.emit(r.kind, s[:n], r.offset(i-len(s)))
	r.ncut = copy(r.cut[:], s[n:k])
	r.again = s[k:]
	return i
}

// accept makes the first k of the held bytes a marker, as release does.
func (r *reply) accept(in string, i, k int, next state) int {
	r.state = next
	if len(r.held) == 0 {
		j := r.hold + k
		r.flush(in, r.hold)
		r.emit(KindMarker, in[r.hold:j], r.offset(r.hold))
		r.from = j
		return j
	}
	s := r.take(in, i)
	r.emit(KindMarker, s[:k], r.offset(i-len(s)))
	r.again = s[k:]
	return i
}

// finish settles what only the end can settle, and reports whether no call
// was cut.
func (r *reply) finish() bool {
	whole := true
	for {
		if r.ncut > 0 {
			r.emit(r.kind, r.arena.concat(r.cut[:r.ncut], ""), r.pos-int64(r.ncut))
			r.ncut = 0
		}
		settle := states[r.state].finish
		if settle == nil {
			return whole
		}
		r.base, r.from, r.hold = r.pos, 0, 0
		whole = settle(r) && whole
		for r.again != "" {
			s := r.again
			r.again = ""
			r.drive(s, r.pos-int64(len(s)))
			r.base, r.from, r.hold = r.pos, 0, 0
		}
	}
}

// pending returns what is held back.
func (r *reply) pending() string {
	switch {
	case r.ncut > 0:
		return string(r.cut[:r.ncut])
	case r.state == stateObject && !r.env.committed:
		return string(r.held) + string(r.obj.raw)
	case r.state == stateTagClose:
		return r.pendingClose()
	case r.state == stateMarker && r.back == stateTagBody:
		return r.pendingMark(r.held)
	case states[r.state].rest == restHold || r.state == stateWhole:
		return string(r.held)
	}
	return ""
}

// pendingClose returns what is held of what may follow a tagged value's close.
func (r *reply) pendingClose() string {
	if t := r.tag; t.phase == closingFollow && t.part >= 0 {
		return r.pendingMark(r.held[t.part:])
	}
	return ""
}

// pendingMark returns mark, the beginning of a marker in a tagged call, if it is
// held back: if the call is broken, and the marker may end it and be none of
// its own. All else that is read of a call belongs to it.
func (r *reply) pendingMark(mark []byte) string {
	if !r.tag.broken {
		return ""
	}
	if _, _, more := r.p.row.match(mark, "", roleOpen|roleClose|roleTagOpen, 0); !more {
		return ""
	}
	return string(mark)
}

// interrupt settles what is open, because text is missing or begins anew: a
// call is cut there. If it begins anew, the next text is read from the start.
// If text is missing, the next may lie inside an object or a string that began
// in it: no call is looked for any more.
func (r *reply) interrupt(lost bool) {
	r.finish()
	p, choice := r.p, r.choice
	*r = reply{calls: r.calls, pos: r.pos, held: r.held[:0], obj: r.obj, tag: r.tag, arena: r.arena, handed: r.handed, handedKeys: r.handedKeys, deaf: lost}
	r.start(p, choice)
}

// takeBack reports a conflict with each call that is out.
func (r *reply) takeBack() {
	for _, h := range r.handed {
		r.p.events = append(r.p.events, Event{Kind: KindConflict, Choice: int16(r.choice), Index: h.index, Offset: r.pos,
			Err: &Error{Code: parse.ErrConflict, Choice: r.choice, Index: int(h.index), ID: h.id, Name: h.name,
				Offset: r.pos, Message: "the reply that the call came from began anew"}})
	}
	r.handed, r.handedKeys = nil, 0
}
