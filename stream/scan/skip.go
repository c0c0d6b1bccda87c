package scan

import "math/bits"

// The functions in this file look at eight bytes at once, as the bytes of a
// word, the first one lowest. "Marks" are the high bits of some of the bytes.

const (
	ones  = 0x0101010101010101 // 01 in each byte; times c it has c in each byte
	marks = 0x80 * ones        // all marks
)

// load64 returns the eight bytes from in[i] on.
func load64[T string | []byte](in T, i int) uint64 {
	_ = in[i+7]
	return uint64(in[i]) | uint64(in[i+1])<<8 | uint64(in[i+2])<<16 | uint64(in[i+3])<<24 |
		uint64(in[i+4])<<32 | uint64(in[i+5])<<40 | uint64(in[i+6])<<48 | uint64(in[i+7])<<56
}

// load32 returns the four bytes from in[i] on.
func load32[T string | []byte](in T, i int) uint32 {
	_ = in[i+3]
	return uint32(in[i]) | uint32(in[i+1])<<8 | uint32(in[i+2])<<16 | uint32(in[i+3])<<24
}

// stops marks each byte that can't be skipped inside a string: a quote, a
// backslash, a control character, or what is not ASCII. The lowest mark is
// right; a borrow may set wrong ones above it.
func stops(x uint64) uint64 {
	const two, quote, backslash = 0x02 * ones, 0x21 * ones, '\\' * ones
	return (((x ^ two) - quote) | ((x ^ backslash) - ones) | x) & marks
}

// nondigits marks each byte that is no digit.
func nondigits(x uint64) uint64 {
	x ^= '0' * ones
	return ((x&^marks + (0x80-10)*ones) | x) & marks
}

// skipRunes returns the place after the characters from in[i] on that are not
// ASCII, as far as they are valid and four bytes are left to look at.
func skipRunes[T string | []byte](in T, i int) int {
	for len(in)-i >= 4 {
		x := load32(in, i)
		switch {
		case x&0xC0C0F0 == 0x8080E0:
			if v := x & 0x200F; v == 0 || v == 0x200D { // overlong, surrogate
				return i
			}
			i += 3
		case x&0xC0E0 == 0x80C0:
			if x&0x1E == 0 { // overlong
				return i
			}
			i += 2
		case x&0xC0C0C0F8 == 0x808080F0:
			if v := x & 0x3007; v == 0 || v > 4 && x&7 >= 4 { // overlong, too large
				return i
			}
			i += 4
		default:
			return i
		}
	}
	return i
}

// skipBlocks reads on from in[i], inside a string, 64 bytes at a time; short
// escapes cost it no branches. It returns the place of the first byte that it
// leaves to others, which is never an escaped one: a closing quote, a long
// escape, what is wrong, or what is less than a block before the end.
func skipBlocks[T string | []byte](in T, i int) int {
	for len(in)-i >= 64 {
		b := blockOf(in[i : i+64])
		end := 64
		if b.bad() {
			end = firstBad(in, i)
		}
		backslashes := transpose(^b.noBackslash)
		escaped := escapedBy(backslashes)
		end = min(end, bits.TrailingZeros64(transpose(^b.noQuote)&^escaped))

		escapes := backslashes &^ escaped & (1<<end - 1)
		if escapes>>63 != 0 { // the next block shall begin with this backslash
			end = 63
			escapes &^= 1 << 63
		}
		for ; escapes != 0; escapes &= escapes - 1 {
			p := i + bits.TrailingZeros64(escapes)
			if classes[in[p+1]]&simple == 0 {
				return p
			}
		}
		i += end
		if end < 63 {
			behind := skipRunes(in, i)
			if behind == i {
				return i
			}
			i = behind
		}
	}
	return i
}

// block is what skipBlocks wants to know about 64 bytes, that is, eight words.
type block struct {
	high        uint64 // marked where a byte of any word is not ASCII
	graphic     uint64 // not marked where a byte of any word is a control character
	noQuote     uint64 // bit k of byte j: byte j of word k is no quote
	noBackslash uint64 // likewise
}

// blockOf looks at in[:64]. Where a byte is not ASCII, noQuote and noBackslash
// may be wrong about the bytes after it.
func blockOf[T string | []byte](in T) block {
	b := block{graphic: marks}
	b.add(load64(in, 0))
	b.add(load64(in, 8))
	b.add(load64(in, 16))
	b.add(load64(in, 24))
	b.add(load64(in, 32))
	b.add(load64(in, 40))
	b.add(load64(in, 48))
	b.add(load64(in, 56))
	return b
}

// add adds a word; what earlier ones left moves down by a bit.
func (b *block) add(x uint64) {
	b.high |= x
	b.graphic &= x + (0x80-0x20)*ones
	b.noQuote = b.noQuote>>1 | ((x^'"'*ones)+0x7F*ones)&marks
	b.noBackslash = b.noBackslash>>1 | ((x^'\\'*ones)+0x7F*ones)&marks
}

// bad reports whether a byte is a control character or not ASCII.
func (b *block) bad() bool { return (b.high|^b.graphic)&marks != 0 }

// firstBad returns how far after in[i] the first byte is that is a control
// character or not ASCII. There is one in the 64 bytes.
func firstBad[T string | []byte](in T, i int) int {
	for k := 0; ; k += 8 {
		x := load64(in, i+k)
		if m := (x | (x - 0x20*ones)) & marks; m != 0 {
			return k + bits.TrailingZeros64(m)>>3
		}
	}
}

// transpose swaps bit 8k+j with bit 8j+k, for all k and j below 8.
func transpose(x uint64) uint64 {
	t := (x ^ x>>7) & 0x00AA00AA00AA00AA
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000CCCC0000CCCC
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000F0F0F0F0
	return x ^ t ^ t<<28
}

// escapedBy returns the bits that a backslash escapes, if the bits of the
// backslashes are given and the lowest bit is not escaped. In a run of
// backslashes every other one is escaped, from the second on. Seen as numbers:
// a run that begins at an even place, taken from the odd bits and the bit
// after the run, borrows up to its end, and so on for the odd ones.
func escapedBy(backslashes uint64) uint64 {
	const odd = 0xAAAAAAAAAAAAAAAA
	behind := backslashes << 1
	return ((behind | odd) - backslashes) ^ odd ^ backslashes
}
