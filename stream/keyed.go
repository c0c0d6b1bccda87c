package stream

import (
	"strings"

	"github.com/earlycall/earlycall/parse"
)

// readKeyed reads a reply whose call is an object with the key "tool": text up
// to the first brace or run of three backticks, which is emitted, and from
// there on bytes that are held until the fence closes, or to the end.
func (r *reply) readKeyed(in string, i int) int {
	for ; i < len(in); i++ {
		c := in[i]
		r.say(c)
		switch {
		case r.stage == wholeText && (c == '{' || c == '`'):
			r.flush(in, i)
			r.stage = wholeHeld
			if c == '`' {
				r.stage = wholeTick
			}
			r.ticks = 0
		case r.stage == wholeTick && c != '`':
			r.emit(KindText, r.arena.concat(r.held, ""), r.offset(i-len(r.held)))
			r.held = r.held[:0]
			r.stage, r.from, r.ticks = wholeText, i, 0
			if c == '{' {
				r.stage = wholeHeld
			}
		}
		if r.stage == wholeText {
			continue
		}
		r.held = append(r.held, c)
		if r.tick(c) && r.shutFence(in, i+1) {
			return i + 1
		}
		if len(r.held) > max(maxHeld, 2*r.p.limits.call) {
			return r.tooMuch(in, i+1)
		}
	}
	return i
}

// say remembers whether the text holds "tool", quotes included.
func (r *reply) say(c byte) {
	switch {
	case c == toolKey[r.said]:
		r.said++
	case c == '"':
		r.said = 1
	default:
		r.said = 0
	}
	if r.said == len(toolKey) {
		r.found, r.said = true, 1
	}
}

// tick counts backticks. It reports whether the second run of three is whole.
func (r *reply) tick(c byte) bool {
	if c != '`' {
		r.ticks = 0
		return false
	}
	if r.ticks++; r.ticks < len(backticks) || r.shut > 0 {
		return false
	}
	r.ticks = 0
	if r.open == 0 {
		r.open, r.stage = len(r.held), wholeHeld
		return false
	}
	r.shut = len(r.held) - len(backticks)
	return true
}

// shutFence settles a reply at the end of its fence, before in[i], if the fence
// holds the key.
func (r *reply) shutFence(in string, i int) bool {
	if !strings.Contains(string(r.held[r.open:r.shut]), toolKey) {
		return false
	}
	s := r.arena.concat(r.held, "")
	r.held = r.held[:0]
	r.settleKeyed(s, r.offset(i)-int64(len(s)))
	r.stage, r.from = wholeRest, i
	return true
}

// tooMuch gives up on a reply that holds too much before in[i].
func (r *reply) tooMuch(in string, i int) int {
	r.emit(KindText, string(r.held), r.offset(i)-int64(len(r.held)))
	r.held = r.held[:0]
	r.p.emitErrorAt(parse.ErrLimit, r.offset(i), "the reply is too long to look for its object")
	r.stage, r.from = wholeRest, i
	return i
}

// endKeyed settles a reply at its end. s are the bytes that are held.
func (r *reply) endKeyed(s string, start int64) {
	switch {
	case r.stage == wholeRest:
	case !r.found:
		r.emit(KindText, s, start)
	default:
		r.settleKeyed(s, start)
	}
}

// settleKeyed says what the bytes that were held are.
func (r *reply) settleKeyed(s string, start int64) {
	from, to := strings.IndexByte(s, '{'), strings.LastIndexByte(s, '}')+1
	first, outerFrom, outerTo := from, from, to
	switch {
	case r.shut > 0:
		outerFrom, outerTo = r.open-len(backticks), r.shut+len(backticks)
		from, to, first = r.fenced(s)
	case from < 0:
		r.emit(KindText, s, start)
		r.p.emitErrorAt(parse.ErrSyntax, r.pos, "the reply must hold one JSON object")
		return
	case to <= from:
		to, outerTo = len(s), len(s)
	}
	r.emit(KindText, s[:outerFrom], start)
	r.emit(KindMarker, s[outerFrom:from], start+int64(outerFrom))
	r.settleSpan(s, from, to, first, start)
	r.emit(KindMarker, s[to:outerTo], start+int64(to))
	r.emit(KindText, s[outerTo:], start+int64(outerTo))
}

// fenced returns where the JSON lies in the fence: its bytes, and where its
// brace must stand. If there is none, the error stands on what is there.
func (r *reply) fenced(s string) (from, to, first int) {
	inside := s[r.open:r.shut]
	trimmed := strings.TrimLeft(strings.TrimPrefix(inside, "json"), " \t\r\n")
	switch {
	case inside == "":
		return r.shut, r.shut + len(backticks), r.shut
	case trimmed == "":
		return r.open, r.shut, r.shut
	}
	from = r.shut - len(trimmed)
	return from, from + len(strings.TrimRight(trimmed, " \t\r\n")), from
}

// settleSpan says what the JSON is that must fill s[from:to].
func (r *reply) settleSpan(s string, from, to, first int, start int64) {
	if first >= to || s[first] != '{' {
		r.failWhole(s[from:], fail{parse.ErrSyntax, first - from, "the reply must hold one JSON object"}, "", start+int64(first))
		return
	}
	all := s[first:to]
	if len(all) > r.p.limits.call {
		all = all[:r.p.limits.call]
		if r.isCut(all) {
			f := fail{parse.ErrLimit, len(all), "the call is too long"}
			r.failWhole(s[from:], f, "", start+int64(first+len(all)))
			r.lastError().Pointer = argumentsPointer(all, f)
			return
		}
		all = s[first:to]
	}
	r.settle(s[from:], to-from, all, start+int64(from))
}

// isCut reports whether s is the beginning of an object that goes on.
func (r *reply) isCut(s string) bool {
	_, f := r.plain(s, "tool")
	return f.code == parse.ErrSyntax && f.at == len(s)
}
