package stream

import (
	"bytes"
	"math"
	"strings"

	"github.com/earlycall/earlycall/parse"
)

// tagged is what the machine remembers of a call with XML-like parameters.
// The call's bytes are in the reply's obj.raw, the JSON that is written from
// them in out.
type tagged struct {
	out    []byte
	most   int // bytes of the longest out since the last reset
	keys   keySet
	value  []byte      // of a parameter that is no string, as written
	types  parse.Types // of the parameter
	from   int         // where the name, or the key, begins in raw
	end    int         // after the last of the call's bytes that are not white space
	runes  runes
	first  bool // directly after the > of a key: a line feed is no part of the value
	broken bool // the error is out: the rest is read for its end, and nothing of it is kept but the word that is being read
	closing
}

// drop gives buffers back to the garbage collector that are much larger than
// the last reply needed.
func (t *tagged) drop() {
	most := max(t.most, len(t.out))
	if cap(t.out) > keepBytes && cap(t.out) > 4*most {
		t.out = nil
	}
	if cap(t.value) > keepBytes && cap(t.value) > 4*most {
		t.value = nil
	}
	t.out, t.most = t.out[:0], 0
	t.keys.drop()
}

// closing is what is known of bytes that may be the end of a value.
type closing struct {
	phase  closingPhase
	feed   bool    // a line feed stands before the marker
	noKey  bool    // what follows it is known to be no key
	closer *marker // ValueClose, Close, or the next Key
	spaces int     // bytes of white space after it
	key    int     // held bytes up to the end of the next Key marker
	part   int     // held bytes before a marker that has begun; -1: none has
}

// closingPhase says how far they have come.
type closingPhase uint8

const (
	closingMark   closingPhase = iota // ^⏎^</parameter>
	closingSpace                      // </parameter>^ ^
	closingFollow                     // </parameter> ^<param^eter=
	closingKey                        // ⏎<parameter=^ci^ty>
)

// readOpenTag reads the name of a tagged call that has no opener. The call is
// committed if its tool is declared.
func (r *reply) readOpenTag(in string, i int) int {
	end := r.p.row.format.Tagged.OpenEnd
	for ; i < len(in); i++ {
		c, n := in[i], r.size(i)-r.part
		switch {
		case r.tooLong(i, 0):
			return r.failOpenTag(in, i)
		case c == end[len(end)-1] && n >= len(end)-1 && r.runes.need == 0 && r.heldEnds(in, i, end[:len(end)-1]):
			return r.atOpenTag(in, i+1)
		case c < 0x20 || c == '<' || n >= maxName+len(end)-1 || !r.runes.step(c):
			return r.failOpenTag(in, i)
		}
	}
	return i
}

// heldEnds reports whether the held bytes before in[i] end in s.
func (r *reply) heldEnds(in string, i int, s string) bool {
	if len(s) == 0 {
		return true
	}
	if i-r.hold >= len(s) {
		return strings.HasSuffix(in[r.hold:i], s)
	}
	return strings.HasSuffix(string(r.held)+in[r.hold:i], s)
}

// atOpenTag looks at the name that is held with its marker before in[i].
func (r *reply) atOpenTag(in string, i int) int {
	all := string(r.held) + in[r.hold:i]
	name := all[r.part : len(all)-len(r.p.row.format.Tagged.OpenEnd)]
	if name == "" || len(name) > maxName || !r.p.Tools.Declares(name) {
		return r.failOpenTag(in, i)
	}
	return r.release(in, i, 0, stateTagged)
}

// failOpenTag makes the marker of a tagged call text.
func (r *reply) failOpenTag(in string, i int) int {
	r.used(r.lastOf(in, r.part))
	return r.release(in, i, r.part, stateText)
}

func (r *reply) endOpenTag() bool {
	r.failOpenTag("", 0)
	return true
}

// readTagged begins a tagged call with its first marker, which stands in in.
func (r *reply) readTagged(in string, i int) int {
	r.flush(in, i)
	if r.tag == nil {
		r.tag = new(tagged)
	}
	t := r.tag
	t.keys.clear()
	most := max(t.most, len(t.out))
	*t = tagged{out: append(t.out[:0], '{'), most: most, keys: t.keys, value: t.value}
	r.obj.start(&r.p.limits, false)
	r.env = envelope{start: r.offset(i), forced: true, unknown: -1, text: r.env.text, arguments: kindWritten}
	r.commit()
	open := r.p.row.format.Tagged.Open
	r.state = stateTagName
	r.keepOrBreak(open)
	r.beginWord()
	return i + len(open)
}

// room returns how many bytes more the call may have.
func (r *reply) room() int {
	if r.tag.broken {
		return math.MaxInt
	}
	return r.p.limits.call - len(r.obj.raw)
}

// keep makes bytes part of the call.
func (r *reply) keep(s string) {
	if !r.tag.broken {
		r.obj.raw = append(r.obj.raw, s...)
	}
}

// breakTag fails a tagged call at in[i], which belongs to it: the call goes on
// to its end as if it were whole, and nothing in it is searched.
func (r *reply) breakTag(in string, i int, code Code, message string) {
	if !r.tag.broken {
		r.tellError(in, i, fail{code, len(r.obj.raw), message})
		r.tag.broken = true
	}
}

// breakFull breaks a tagged call that is too long at in[i].
func (r *reply) breakFull(in string, i int) {
	r.breakTag(in, i, parse.ErrLimit, "the call is too long")
}

// failTag fails a tagged call at in[i], where its grammar ends: what follows is
// skipped.
func (r *reply) failTag(in string, i int, code Code, message string) int {
	r.breakTag(in, i, code, message)
	r.skip = skip{failed: true, tagged: true}
	r.held = r.held[:0]
	r.state, r.from = stateSkip, i
	return i
}

// readTagWord reads a name or a key up to the end of its end marker. It reports
// whether it is complete, or has failed.
func (r *reply) readTagWord(in string, i int, end string) (next int, done bool) {
	t := r.tag
	for ; i < len(in); i++ {
		c := in[i]
		if r.room() == 0 {
			r.breakFull(in, i)
		}
		ends := c == end[len(end)-1] && r.wordEnds(end[:len(end)-1])
		switch {
		case ends && (t.runes.need == 0 || t.broken):
			return i, true
		case c < 0x20 || c == '<':
			return r.failTag(in, i, parse.ErrSyntax, "the name is not followed by "+end), false
		case !t.broken && (r.wordTooLong(c, end) || !t.runes.step(c)):
			r.breakTag(in, i, parse.ErrSyntax, "the name is not followed by "+end)
			if ends {
				return i, true
			}
		}
		if t.broken && len(r.obj.raw)-t.from > maxName {
			r.obj.raw = append(r.obj.raw[:t.from], r.obj.raw[len(r.obj.raw)-len(end):]...)
		}
		r.obj.raw = append(r.obj.raw, c)
	}
	return i, false
}

// wordTooLong reports whether the name or key that goes on with c is longer
// than a name may be, wherever its end marker begins.
func (r *reply) wordTooLong(c byte, end string) bool {
	word := r.obj.raw[r.tag.from:]
	for n := len(word) - maxName; n < len(end); n++ {
		if n < 0 || c == end[n] && bytes.HasSuffix(word, []byte(end[:n])) {
			return false
		}
	}
	return true
}

// wordEnds reports whether the name or key so far ends in s.
func (r *reply) wordEnds(s string) bool {
	return bytes.HasSuffix(r.obj.raw[r.tag.from:], []byte(s))
}

// beginWord begins a name or a key after the marker that has been read.
func (r *reply) beginWord() {
	if r.tag.broken {
		r.obj.raw = r.obj.raw[:0]
	}
	r.tag.from, r.tag.runes = len(r.obj.raw), runes{}
}

// word returns the name or key that has ended.
func (r *reply) word(end string) []byte {
	return r.obj.raw[r.tag.from : len(r.obj.raw)-len(end)+1]
}

// readTagName reads a tagged call's name.
func (r *reply) readTagName(in string, i int) int {
	end := r.p.row.format.Tagged.OpenEnd
	i, done := r.readTagWord(in, i, end)
	if !done {
		return i
	}
	if len(r.word(end)) == 0 {
		r.breakTag(in, i, parse.ErrNoName, "the call has no name")
	}
	if !r.tag.broken {
		r.nameTagged(string(r.word(end)))
	}
	r.keep(in[i : i+1])
	r.endPiece()
	r.state = stateTagBody
	return i + 1
}

// endPiece notes that a piece of the call has ended, at which it may end.
func (r *reply) endPiece() {
	if r.tag.broken {
		r.obj.raw = r.obj.raw[:0]
	}
	r.tag.end = len(r.obj.raw)
}

// nameTagged starts a tagged call, whose name is known.
func (r *reply) nameTagged(name string) {
	e := &r.env
	e.named, e.name = true, r.declaredName([]byte(name))
	if !r.p.Tools.Declares(e.name) {
		e.unknown = len(r.obj.raw)
	}
	r.startCall()
}

// rolesBody are the markers that can stand between parameters.
const rolesBody = roleKey | roleTagClose | roleClose | roleOpen | roleTagOpen

// readTagBody reads between parameters.
func (r *reply) readTagBody(in string, i int) int {
	for ; i < len(in) && isSpace(in[i]); i++ {
		if r.room() == 0 {
			r.breakFull(in, i)
		}
		r.keep(in[i : i+1])
	}
	if i == len(in) {
		return i
	}
	r.from = i
	if next, ok := r.expect(in, i, rolesBody, stateTagBody); ok {
		return next
	}
	return r.notTag(in, i)
}

// notTag fails a tagged call at what stands between parameters and is no
// marker. The held bytes before in[i] begin one.
func (r *reply) notTag(in string, i int) int {
	n := r.p.row.common(r.held, in[i:], rolesBody)
	s := string(r.held) + in[i:]
	if n <= len(r.held) {
		n = len(r.held)
	}
	i += n - len(r.held)
	r.held = r.held[:0]
	r.keepOrBreak(s[:n])
	if r.room() == 0 {
		r.breakFull(in, i)
	}
	return r.failTag(in, i, parse.ErrSyntax, "a parameter, or the end of the call, is expected")
}

// keepOrBreak makes bytes part of the call, which they break if it becomes too
// long with them.
func (r *reply) keepOrBreak(s string) {
	k := min(len(s), r.room())
	r.keep(s[:k])
	if k < len(s) {
		r.breakFull(s, k)
	}
}

// atTagMarker acts on a marker between parameters, held before in[i].
func (r *reply) atTagMarker(in string, i int, m *marker) int {
	if m.role&(roleKey|roleTagClose) == 0 {
		return r.endBefore(in, i, m)
	}
	r.swallow(in, i, len(m.text), stateTagKey)
	r.from = i
	r.keepOrBreak(m.text)
	if m.role == roleTagClose {
		r.endPiece()
		r.closeTagged(r.offset(i))
		return i
	}
	r.endPiece()
	r.beginWord()
	return i
}

// endBefore ends a call whose own close is missing before the marker that is
// held before in[i], which is read again. That the call has ended is known
// only after the marker: the call may be no longer than that.
func (r *reply) endBefore(in string, i int, m *marker) int {
	if n := r.room(); n < len(m.text) {
		raw := r.obj.raw
		r.obj.raw = append(raw, m.text[:n]...)
		held := r.held
		r.held = nil
		r.breakFull(m.text, n)
		r.obj.raw, r.held = raw, held
	}
	at := r.offset(i) - int64(len(m.text))
	if len(r.held) == 0 {
		r.closeTagged(at)
		return r.hold
	}
	s := r.take(in, i)
	r.closeTagged(at)
	r.again = s
	return i
}

// closeTagged ends a tagged call before that offset. The white space that its
// raw bytes end in is a marker; of a broken call it is part, as it can't be held.
func (r *reply) closeTagged(before int64) {
	t := r.tag
	if t.broken {
		r.held = r.held[:0]
		r.state = r.afterCallState()
		r.lost = true
		return
	}
	rest := string(r.obj.raw[t.end:])
	end := before - int64(len(rest))
	if len(t.out) > 1 {
		t.out = append(t.out, '}')
	} else {
		t.out = append(t.out[:0], "{}"...)
	}
	r.emitDeltas("", 0)
	r.endCallAt(end)
	r.emit(KindMarker, rest, end)
}

// endTaggedHold settles a marker between parameters that the end has cut.
func (r *reply) endTaggedHold() bool {
	held := string(r.held)
	r.held = r.held[:0]
	r.keepOrBreak(held)
	return r.endTagged()
}

// endTagged settles a tagged call that the end has cut.
func (r *reply) endTagged() bool {
	if r.tag.broken {
		r.state = stateText
		return true
	}
	return r.endCall()
}

// readTagKey reads a parameter's name.
func (r *reply) readTagKey(in string, i int) int {
	t := r.tag
	end := r.p.row.format.Tagged.KeyEnd
	i, done := r.readTagWord(in, i, end)
	if !done {
		return i
	}
	key := string(r.word(end))
	if key == "" {
		r.breakTag(in, i, parse.ErrSyntax, "the parameter has no name")
	}
	if !t.broken && !t.beginMember(key) {
		r.breakTag(in, i, parse.ErrDuplicateKey, "the parameter is given twice; give it once")
	}
	r.keep(in[i : i+1])
	r.beginValue(key)
	return i + 1
}

// beginMember writes a parameter's name, and reports whether it is new.
func (t *tagged) beginMember(key string) bool {
	before := len(t.out)
	if before > 1 {
		t.out = append(t.out, ',')
	}
	at := len(t.out)
	t.out = append(appendEscaped(append(t.out, '"'), key), '"')
	if !t.keys.add(&source{raw: t.out}, at, len(t.out)-1, 1) {
		t.out = t.out[:before]
		return false
	}
	t.out = append(t.out, ':')
	return true
}

// appendEscaped appends the text of a JSON string that holds s.
func appendEscaped(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	return append(b, s[from:]...)
}
