package stream

import (
	"strings"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/scan"
)

// beginValue begins a parameter's value.
func (r *reply) beginValue(key string) {
	t := r.tag
	t.value, t.runes, t.first = t.value[:0], runes{}, true
	r.state = stateTagValue
	if t.broken {
		return
	}
	t.types = r.p.parameterTypes(r.env.name)[key]
	if t.isText() {
		t.out = append(t.out, '"')
	}
}

// isText reports whether the value is a string whatever it looks like.
func (t *tagged) isText() bool { return t.types&^parse.TypeString == 0 }

// parameterTypes returns the types of a tool's parameters.
func (p *Parser) parameterTypes(name string) map[string]parse.Types {
	types, ok := p.types[name]
	if ok {
		return types
	}
	tool, ok := p.Tools.Lookup(name)
	if !ok {
		return nil
	}
	if p.types == nil {
		p.types = make(map[string]map[string]parse.Types)
	}
	types = tool.ParameterTypes()
	p.types[name] = types
	return types
}

// readTagValue reads a parameter's value up to what may be its end.
func (r *reply) readTagValue(in string, i int) int {
	t := r.tag
	if t.first && in[i] == '\n' {
		return r.beginClose(in, i)
	}
	t.first = false
	for i < len(in) {
		j := r.p.row.next(in, i, stopsValue)
		r.valueBytes(in, i, j, r.rereads == 0 && j-i == len(in) && j-i <= shortChunk)
		if i = j; i < len(in) {
			return r.beginClose(in, i)
		}
	}
	return i
}

// beginClose holds what may be the end of the value, from in[i] on. Whatever it
// is, it can't complete a character.
func (r *reply) beginClose(in string, i int) int {
	switch {
	case r.tag.runes.need == 0:
	case r.room() == 0:
		r.breakFull(in, i)
	default:
		r.breakTag(in, i, parse.ErrSyntax, notUTF8)
	}
	r.tag.runes = runes{}
	r.from, r.hold, r.state = i, i, stateTagClose
	r.tag.closing = closing{part: -1}
	return i
}

const notUTF8 = "the value is not valid UTF-8"

// valueBytes takes in[i:j] as bytes of the value. If they can't be, they break
// the call. Are they a short chunk of their own, they may be a delta at once.
func (r *reply) valueBytes(in string, i, j int, chunk bool) {
	t := r.tag
	if t.broken {
		return
	}
	room := r.room()
	short := j-i > room
	if short {
		j = i + room
	}
	n := t.runes.check(in[i:j])
	r.keep(in[i : i+n])
	if t.isText() {
		r.valueText(in[i:i+n], chunk && n == j-i)
	} else {
		t.value = append(t.value, in[i:i+n]...)
	}
	switch {
	case i+n < j:
		r.breakTag(in, i+n, parse.ErrSyntax, notUTF8)
	case short:
		r.breakFull(in, j)
	}
}

// valueText writes text of a string value. The text of a short chunk in which
// nothing is escaped is its own delta, without a copy; a longer one's goes out
// in one piece at its end.
func (r *reply) valueText(text string, short bool) {
	t := r.tag
	before := len(t.out)
	t.out = appendEscaped(t.out, text)
	if !short || len(t.out)-before != len(text) || text == "" {
		return
	}
	if r.env.sent < before {
		r.emitWritten(before)
	}
	if n := len(text) - cutRune(text); r.env.sent == before && r.env.started {
		r.delta(text[:n], r.env.start)
		r.env.sent += n
	}
}

// readTagClose reads what may be the end of a value, from the line feed or
// the marker on that begins it.
func (r *reply) readTagClose(in string, i int) int {
	if room := r.room() - r.size(i); len(in)-i > room {
		i = r.readClosing(in[:i+room], i)
		if r.state == stateTagClose && r.again == "" {
			r.breakClose(in, i)
		}
		return i
	}
	return r.readClosing(in, i)
}

// readClosing is readTagClose for bytes that the call may have.
func (r *reply) readClosing(in string, i int) int {
	t := r.tag
	for i < len(in) {
		c := in[i]
		switch t.phase {
		case closingMark:
			if c == '\n' && !t.feed && r.size(i) == 0 {
				t.feed = true
				i++
				continue
			}
			m, n, more := r.closeMarker(in, i, r.rolesClose())
			if m == nil {
				if more {
					return len(in)
				}
				return r.notClose(in, i)
			}
			i += n
			t.closer, t.phase = m, closingSpace
			if m.role == roleKey {
				t.phase, t.key = closingKey, r.size(i)
			}
		case closingSpace:
			if isSpace(c) {
				if t.spaces++; t.spaces > maxSpaces {
					return r.notClose(in, i)
				}
				i++
				continue
			}
			t.phase = closingFollow
		case closingFollow:
			m, n, more := r.closeMarker(in, i, t.rolesFollow())
			if m == nil {
				if more {
					return len(in)
				}
				return r.notClose(in, i)
			}
			return r.valueEnds(in, i+n)
		case closingKey:
			end := r.p.row.format.Tagged.KeyEnd
			n := r.size(i) - t.key - len(end) + 1 // bytes of the key, if its end marker ends here
			switch {
			case c == end[len(end)-1] && n >= 0 && t.runes.need == 0 && r.heldEnds(in, i, end[:len(end)-1]):
				if n == 0 || n > maxName {
					return r.notClose(in, i)
				}
				return r.valueEnds(in, i+1)
			case c < 0x20 || c == '<' || n >= maxName || !t.runes.step(c):
				return r.notClose(in, i)
			}
			i++
		}
	}
	return i
}

// rolesClose returns the markers that may end the value.
func (r *reply) rolesClose() role {
	set := roleValueClose | roleTagClose
	if r.tag.feed && !r.tag.noKey && r.p.row.format.Tagged.OpenValue {
		set |= roleKey
	}
	return set
}

// rolesFollow returns the markers one of which must follow the closer.
func (t *tagged) rolesFollow() role {
	if t.closer.role == roleTagClose {
		return roleClose | roleOpen | roleTagOpen
	}
	return rolesBody
}

// closeMarker looks for a marker in what may be the end of a value.
func (r *reply) closeMarker(in string, i int, roles role) (m *marker, n int, more bool) {
	t := r.tag
	var head []byte
	if t.part >= 0 {
		head = r.held[t.part:]
	}
	m, n, more = r.p.row.match(head, in[i:], roles, 0)
	if more && t.part < 0 {
		t.part = r.size(i)
	}
	if m != nil {
		t.part = -1
	}
	return m, n, more
}

// notClose makes the first held byte part of the value; the others are read
// again.
func (r *reply) notClose(in string, i int) int {
	if r.tag.closer != nil && r.tag.closer.role == roleKey {
		return r.notKey(in, i)
	}
	first := r.firstHeld(in)
	i = r.swallow(in, i, 1, stateTagValue)
	if r.tag.first {
		r.tag.first = false
		r.keepOrBreak(first)
		return i
	}
	r.valueBytes(first, 0, 1, false)
	return i
}

// notKey goes on where a key has begun after a line feed and is none: the
// line feed may still stand before the value's close. What follows is
// read again.
func (r *reply) notKey(in string, i int) int {
	s := r.take(in, i)
	r.held = append(r.held, s[0])
	r.tag.closing, r.tag.runes = closing{part: -1, feed: true, noKey: true}, runes{}
	r.again = s[1:]
	return i
}

// firstHeld returns the first held byte.
func (r *reply) firstHeld(in string) string {
	if len(r.held) > 0 {
		return string(r.held[:1])
	}
	return in[r.hold : r.hold+1]
}

// breakClose breaks a call that becomes too long in what may be the end of a
// value, which it still may be: reading goes on as if the string ended here.
func (r *reply) breakClose(in string, i int) {
	held := append(r.held, in[r.hold:i]...)
	r.obj.raw = append(r.obj.raw, held...)
	r.held = nil
	r.breakFull(in, i)
	r.held, r.hold, r.from = held, i, i
}

// valueEnds ends the value with the held bytes before in[i]: a line feed, the
// closer, and what follows it, which is read again.
func (r *reply) valueEnds(in string, i int) int {
	t := r.tag
	k := 0
	if t.feed {
		k = 1
	}
	if t.closer.role == roleValueClose {
		k += len(t.closer.text)
	}
	if t.closer.role == roleTagClose && !r.p.row.format.Tagged.OpenValue {
		return r.missingClose(in, i)
	}
	r.endValue()
	s := (string(r.held) + in[r.hold:i])[:k]
	i = r.swallow(in, i, k, stateTagBody)
	r.keep(s)
	if t.closer.role == roleValueClose {
		r.endPiece()
	}
	return i
}

// missingClose fails a call whose value has no close before the call's own.
func (r *reply) missingClose(in string, i int) int {
	s := r.take(in, i)
	if r.tag.feed {
		r.keep("\n")
		s = s[1:]
	}
	r.failTag(s, 0, parse.ErrSyntax, "the value's close marker is missing")
	r.again = s
	r.from = i
	return i
}

// endValue writes the value out.
func (r *reply) endValue() {
	t := r.tag
	switch {
	case t.broken:
		return
	case t.isText():
		t.out = append(t.out, '"')
		return
	}
	t.out = append(t.out, r.p.typed(string(t.value), t.types)...)
}

// typed returns the JSON of a value as written, by the types that it may have.
func (p *Parser) typed(text string, types parse.Types) string {
	v := strings.Trim(text, " \t\r\n")
	switch {
	case types&parse.TypeNull != 0 && (strings.EqualFold(v, "null") || v == "None"):
		return "null"
	case types&parse.TypeInteger != 0 && isNumber(v) && isIntegral(v):
		return v
	case types&parse.TypeNumber != 0 && isNumber(v):
		return v
	case types&parse.TypeBoolean != 0 && strings.EqualFold(v, "true"):
		return "true"
	case types&parse.TypeBoolean != 0 && strings.EqualFold(v, "false"):
		return "false"
	case types&parse.TypeObject != 0 && strings.HasPrefix(v, "{") && p.isStrict(v):
		return v
	case types&parse.TypeArray != 0 && strings.HasPrefix(v, "[") && p.isStrict(v):
		return v
	}
	return string(append(appendEscaped([]byte{'"'}, text), '"'))
}

// isNumber reports whether s is a JSON number.
func isNumber(s string) bool {
	if s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') {
		return false
	}
	var n scan.Scanner
	i, why := n.Scan(s)
	return why == scan.More && i == len(s) && n.Finish() == scan.Done
}

// isIntegral reports whether a JSON number has no exponent and no fraction
// but zeros.
func isIntegral(s string) bool {
	whole, fraction, _ := strings.Cut(s, ".")
	return !strings.ContainsAny(whole, "eE") && strings.Trim(fraction, "0") == ""
}

// isStrict reports whether s is one strict JSON value without duplicate keys,
// an object or an array, that may stand in the arguments.
func (p *Parser) isStrict(s string) bool {
	inside := limits{p.limits.call, p.limits.depth - 1}
	if inside.depth == 0 {
		return false
	}
	var o object
	o.start(&inside, false)
	for i := 0; i < len(s); {
		n, why := o.read(s[i:])
		i += n
		switch why {
		case scan.Fail:
			return false
		case scan.Done:
			return i == len(s)
		}
	}
	return false
}

// endTagClose settles what may be the end of a value at the end of the reply:
// the call's close is one where the value's own may be missing; else the bytes
// belong to the value.
func (r *reply) endTagClose() bool {
	t := r.tag
	switch {
	case t.closer != nil && t.closer.role == roleTagClose && t.part < 0:
		r.endMissing()
	case t.broken:
		r.held, r.state = r.held[:0], stateText
	default:
		r.notClose("", 0)
	}
	return true
}

// endMissing takes the call's close at the end of the reply, in a value whose
// own close is missing.
func (r *reply) endMissing() {
	if r.p.row.format.Tagged.OpenValue {
		r.valueEnds("", 0)
		return
	}
	r.missingClose("", 0)
}
