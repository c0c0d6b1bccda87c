package stream

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/earlycall/earlycall/parse"
)

const otherArguments = "the final arguments differ from those that came before"

// whole applies a call that comes with all of its arguments. Without a known id
// it is a new one.
func (n *nativeReply) whole(d *Delta) {
	if !d.hasID() && d.Name == "" && d.Text == "" {
		return
	}
	c := n.placeWhole(d)
	if c == nil || !n.learn(c, d) {
		return
	}
	if c.state == callOpen && !c.begun() {
		c.args.final = true
	}
	n.repeat(c, d.Text)
	if c.state == callOpen {
		n.settle(c, endNormal)
	}
}

// placeWhole returns the call of a whole one: the open call of its id, or else
// a new one, which is a candidate if the id is known.
func (n *nativeReply) placeWhole(d *Delta) *nativeCall {
	at, found := n.choice(d.Choice).findID(d)
	if !found || d.Slot == SlotStart {
		return n.openCall(d, 0)
	}
	at = n.original(at)
	if c := &n.calls[at]; c.state == callOpen || c.state == callFailed || d.Name == "" {
		return c
	}
	return n.openCall(d, n.claim(at))
}

// snapshot applies the final arguments of a call, which may have come before in
// part or as a whole, or not at all.
func (n *nativeReply) snapshot(d *Delta) {
	if d.Name == "" && isBlank(d.Text) {
		return
	}
	if c := n.place(d); c != nil && n.learn(c, d) {
		n.repeat(c, d.Text)
	}
}

// repeat takes all the arguments of a call: they complete an open call, and
// must equal those of a call that is out. Nothing but white space says nothing.
func (n *nativeReply) repeat(c *nativeCall, text string) {
	switch {
	case isBlank(text):
	case c.state == callOut && !c.conflicted:
		if sum, ok := n.sum(text); !ok || sum != c.digest && !n.hasTwin(c, sum) {
			n.conflict(c, parse.ErrConflict, 0, otherArguments)
		}
	case c.state == callOpen:
		rest, ok := n.rest(c.args, text)
		if !ok {
			n.fail(c, fail{parse.ErrConflict, int(c.read), otherArguments}, "")
			return
		}
		n.readText(c, rest, true)
	}
}

// rest returns what all, the whole argument text, adds to what has been read of
// it. It reports whether all begins with that, or may replace it.
func (n *nativeReply) rest(a *argText, all string) (rest string, ok bool) {
	all = all[spaces(all):]
	switch a.state {
	case argBefore:
		return all, a.tree == nil
	case argNull:
		return strings.CutPrefix(all, "null"[:a.null])
	case argHeld:
		if isHollow(all) {
			return "", true
		}
		return all, true
	case argDone:
		sum, ok := n.sum(all)
		return "", ok && sum == n.digestOf(a)
	case argString:
		return "", false
	}
	n.p.visited += int64(min(len(all), len(a.raw)))
	return cutRead(all, a.raw)
}

// cutRead returns what follows in all after read. A character in all equals
// the two halves of it in read that came as escapes, in two frames; if the
// second one has not come yet, it begins the rest.
func cutRead(all string, read []byte) (rest string, ok bool) {
	if len(all) >= len(read) && all[:len(read)] == string(read) {
		return all[len(read):], true
	}
	for len(read) > 0 {
		switch {
		case all == "":
			return "", false
		case all[0] == read[0]:
			all, read = all[1:], read[1:]
			continue
		}
		r, size := utf8.DecodeRuneInString(all)
		high, low := utf16.EncodeRune(r)
		if high == utf8.RuneError || !isEscapeOf(read, high) {
			return "", false
		}
		all, read = all[size:], read[6:]
		switch {
		case len(read) == 0:
			return fmt.Sprintf(`\u%04x`, low) + all, true
		case !isEscapeOf(read, low):
			return "", false
		}
		read = read[6:]
	}
	return all, true
}

// isEscapeOf reports whether s begins with the escape of half a surrogate pair.
func isEscapeOf(s []byte, half rune) bool {
	return len(s) >= 6 && s[0] == '\\' && s[1] == 'u' && isHex4(s[2:6]) && rune(hex4(s[2:6])) == half
}

func isHex4(s []byte) bool {
	for _, c := range s {
		if !('0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f') {
			return false
		}
	}
	return true
}

// digestOf returns the digest of a complete value, which it reads once.
func (n *nativeReply) digestOf(a *argText) uint64 {
	if !a.summed {
		a.sum, a.summed = n.digest.sum(a.value().raw), true
		n.p.visited += int64(len(a.value().raw))
	}
	return a.sum
}

// sum returns the digest of the arguments that text holds. It reports whether
// text holds such.
func (n *nativeReply) sum(text string) (sum uint64, ok bool) {
	a := &n.compare
	a.start(&n.p.limits)
	a.final = true
	for at := 0; at < len(text); {
		k, bad := a.take(text[at:], int64(at), &n.p.limits, n.p.DecodeStrings)
		if bad.code != 0 {
			return 0, false
		}
		at += k
	}
	n.p.visited += 2 * int64(len(text))
	if ok = a.state == argDone; ok {
		sum = n.digest.sum(a.value().raw)
	}
	a.drop()
	return sum, ok
}
