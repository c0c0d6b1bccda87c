package stream

import (
	"bytes"
	"hash/maphash"
	"math/bits"
	"unicode/utf8"
)

// digester sums JSON up in a number. Texts that are equal JSON have the same
// sum: the order of members, white space and the spelling of strings don't
// count; numbers are equal if they are written alike. The sums depend on a seed
// of the digester's own, so that nobody can choose texts that collide.
type digester struct {
	seed   maphash.Seed
	seeded bool
	mask   [2]uint64
	open   []digestFrame // the open objects and arrays
	text   []byte        // a string, unescaped
}

// digestFrame is an open object or array.
type digestFrame struct {
	object bool
	keyed  bool   // of an object: the latest string was a member's name
	key    uint64 // the sum of that
	sum    uint64 // of the elements, in order; of the members, in any
}

// What a sum is of.
const (
	sumString uint64 = iota + 1
	sumPlain
	sumObject
	sumArray
)

// sum returns the sum of raw, which is valid JSON.
func (g *digester) sum(raw []byte) uint64 {
	if !g.seeded {
		g.seed, g.seeded = maphash.MakeSeed(), true
		g.mask = [2]uint64{maphash.String(g.seed, "a"), maphash.String(g.seed, "b")}
	}
	g.open = append(g.open[:0], digestFrame{})
	for i := 0; i < len(raw); {
		switch c := raw[i]; c {
		case ' ', '\t', '\r', '\n', ',', ':':
			i++
		case '{', '[':
			g.open = append(g.open, digestFrame{object: c == '{'})
			i++
		case '}', ']':
			last := g.open[len(g.open)-1]
			g.open = g.open[:len(g.open)-1]
			g.value(g.mix(last.sum, sumObject+uint64(c&0x20>>5^1)))
			i++
		case '"':
			end := closingQuote(raw, i+1)
			g.string(raw[i+1 : end])
			i = end + 1
		default:
			end := i + 1
			for end < len(raw) && isPlain(raw[end]) {
				end++
			}
			g.value(g.mix(maphash.Bytes(g.seed, raw[i:end]), sumPlain))
			i = end
		}
	}
	sum := g.open[0].sum
	if cap(g.text) > keepBytes {
		g.text = nil
	}
	return sum
}

// string adds a string, a member's name or a value.
func (g *digester) string(raw []byte) {
	if bytes.IndexByte(raw, '\\') >= 0 {
		g.text = appendUnescaped(g.text[:0], raw)
		raw = g.text
	}
	sum := g.mix(maphash.Bytes(g.seed, raw), sumString)
	top := &g.open[len(g.open)-1]
	if top.object && !top.keyed {
		top.keyed, top.key = true, sum
		return
	}
	g.value(sum)
}

// value adds a value to the innermost open object or array.
func (g *digester) value(sum uint64) {
	top := &g.open[len(g.open)-1]
	if top.object {
		top.sum += g.mix(top.key, sum)
		top.keyed = false
		return
	}
	top.sum = g.mix(top.sum, sum)
}

// mix makes one sum of two, whose order counts.
func (g *digester) mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a^g.mask[0], bits.RotateLeft64(b, 32)^g.mask[1])
	return high ^ low
}

// isPlain reports whether c can be part of a number, true, false or null.
func isPlain(c byte) bool { return c > ',' && c != ':' && c != ']' && c != '}' || c == '+' }

// closingQuote returns the index of the quote that ends the string whose
// content begins at raw[i].
func closingQuote(raw []byte, i int) int {
	for {
		i += bytes.IndexByte(raw[i:], '"')
		back := i
		for raw[back-1] == '\\' {
			back--
		}
		if (i-back)%2 == 0 {
			return i
		}
		i++
	}
}

// appendUnescaped appends the text of a JSON string, given without its quotes.
// Half a surrogate pair is written as if it were a character: as three bytes
// that no valid string holds.
func appendUnescaped(out, s []byte) []byte {
	for i := 0; i < len(s); {
		switch {
		case s[i] != '\\':
			end := bytes.IndexByte(s[i:], '\\')
			if end < 0 {
				end = len(s) - i
			}
			out = append(out, s[i:i+end]...)
			i += end
			continue
		case s[i+1] != 'u':
			out = append(out, plainEscape(s[i+1]))
			i += 2
			continue
		}
		r := rune(hex4(s[i+2:]))
		i += 6
		if isHigh(r) && i+6 <= len(s) && s[i] == '\\' && s[i+1] == 'u' && isLow(rune(hex4(s[i+2:]))) {
			r = joinSurrogates(r, rune(hex4(s[i+2:])))
			i += 6
		}
		if isHigh(r) || isLow(r) {
			out = append(out, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0x3f, 0x80|byte(r)&0x3f)
			continue
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}
