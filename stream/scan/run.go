package scan

import "math/bits"

// run is Scan and ScanBytes.
//
// While it reads, the scanner's state is the place in this function: a label
// is a state, or what several have in common. Only where the input ends is the
// state written down, as the value that [state] names, and found again by the
// switch at the top. That, and reading strings eight bytes at a time, makes it
// several times as fast as a plain state machine, which BenchmarkMachines
// compares it with and the tests hold it against.
//
// At a label in[:i] has been read and in[i:] has not. A comment after a label
// says what else holds there.
func run[T string | []byte](s *Scanner, in T) (n int, why Stop) {
	var (
		i       int   // bytes read
		c       byte  // in[i], once it has been looked at
		at      state // the state to write down; set before more and fail
		escapes int   // escapes in this string and chunk; see escape
	)
	if s.why != More {
		return 0, s.why
	}
	at = s.state
	if at == inString && 4 <= len(in) && len(in) <= 8 {
		// A token of text: all of it in one word, zeros after it.
		tail := len(in) - 4
		x := uint64(load32(in, 0)) | uint64(load32(in, tail))<<(8*tail&63)
		i = bits.TrailingZeros64(stops(x)) >> 3
		if i < len(in) {
			c = in[i]
			goto special
		}
		s.offset += int64(len(in))
		return len(in), More
	}
	switch at {
	case inString:
		goto text
	case atValue, atElement:
		goto value
	case atMember:
		goto member
	case atName, atNextName:
		goto name
	case atColon:
		goto colon
	case atAfter:
		goto after
	case inEscape:
		goto escape
	case inHex1, inHex2, inHex3, inHex4:
		goto hex
	case inTail1:
		goto tail1
	case inTail2:
		goto tail2
	case inTail3, inTailE0, inTailED, inTailF0, inTailF4:
		goto tail
	case inMinus:
		goto minus
	case inZero:
		goto zero
	case inInteger, inFraction, inExponent:
		goto digits
	case inPoint:
		goto point
	case inE:
		goto e
	case inSign:
		goto sign
	case inLiteral:
		goto literal
	}
	panic("BUG: unknown state")

member: // at is atMember
	if !s.Members || s.depth != 1 {
		goto value
	}
	for ; i < len(in); i++ {
		switch classes[in[i]] & (white | opening) {
		case opening:
			s.state = atValue
			s.offset += int64(i)
			return i, Begin
		case 0:
			goto fail
		}
	}
	goto more

value: // at is atValue, atMember or atElement
	if i >= len(in) {
		goto more
	}
	c = in[i]
	if c <= ' ' {
		if classes[c]&white == 0 {
			goto fail
		}
		i++
		goto value
	}
	if c-'1' < 9 {
		i++
		at = inInteger
		goto digits
	}
	switch c {
	case '"':
		s.name = false
		goto quote
	case '{', '[':
		if s.depth >= s.limit() {
			s.overflow = true
			goto fail
		}
		i++
		s.push(c == '{')
		if c == '{' {
			at = atName
			goto name
		}
		at = atElement
		goto value
	case ']':
		if at != atElement {
			goto fail
		}
		goto pop
	case '-':
		i++
		goto minus
	case '0':
		i++
		goto zero
	case 't':
		s.literal = inTrue
		i++
		goto literal
	case 'f':
		s.literal = inFalse
		i++
		goto literal
	case 'n':
		s.literal = inNull
		i++
		goto literal
	}
	goto fail

name: // at is atName or atNextName
	if i >= len(in) {
		goto more
	}
	c = in[i]
	if c == '"' {
		s.name = true
		goto quote
	}
	if classes[c]&white != 0 {
		i++
		goto name
	}
	if c != '}' || at != atName {
		goto fail
	}

pop: // c = in[i] closes the innermost container
	i++
	s.pop()

ended: // a value ends here
	if s.depth <= 1 {
		if s.depth == 0 {
			s.state = atAfter
			s.offset += int64(i)
			s.why = Done
			return i, Done
		}
		if s.Members && s.inObject() {
			s.state = atAfter
			s.offset += int64(i)
			return i, End
		}
	}

after:
	at = atAfter
	if i >= len(in) {
		goto more
	}
	c = in[i]
	if c == ',' {
		i++
		if s.inObject() {
			at = atNextName
			goto name
		}
		at = atValue
		goto value
	}
	if c == s.closer() {
		goto pop
	}
	if classes[c]&white == 0 {
		goto fail
	}
	i++
	goto after

colon:
	at = atColon
	if i >= len(in) {
		goto more
	}
	c = in[i]
	if c == ':' {
		i++
		at = atMember
		goto member
	}
	if classes[c]&white == 0 {
		goto fail
	}
	i++
	goto colon

quote: // c = in[i] opens a string
	s.quote = s.offset + int64(i)
	i++
	escapes = 0

text: // in a string
	for len(in)-i >= 8 {
		if m := stops(load64(in, i)); m != 0 {
			i += bits.TrailingZeros64(m) >> 3
			c = in[i]
			goto special
		}
		i += 8
	}
	if len(in) >= 8 && i < len(in) { // what is left, zeros after it
		x := load64(in, len(in)-8) >> (8 * (8 - len(in) + i) & 63)
		i += bits.TrailingZeros64(stops(x)) >> 3
		if i < len(in) {
			c = in[i]
			goto special
		}
	}
	for ; i < len(in); i++ {
		c = in[i]
		if classes[c]&stop != 0 {
			goto special
		}
	}
	at = inString
	goto more

special: // in a string; c = in[i] is a quote, backslash, control character or not ASCII
	if c == '"' {
		i++
		if !s.name {
			goto ended
		}
		if !s.Keys {
			goto colon
		}
		s.state = atColon
		s.offset += int64(i)
		return i, Key
	}
	if c == '\\' {
		i++
		escapes++
		goto escape
	}
	at = inString
	if c < 0x80 {
		goto fail
	}
	if len(in)-i >= 8 {
		if j := skipRunes(in, i); j > i {
			i = j
			goto text
		}
	}
	at = leads[c&0x7F]
	if at == inString {
		goto fail
	}
	i++
	if at == inTail2 {
		goto tail2
	}
	if at == inTail1 {
		goto tail1
	}

tail: // at is inTail3 or one of the four after it
	if i >= len(in) {
		goto more
	}
	c = in[i]
	if c < tails[at].low || tails[at].high < c {
		goto fail
	}
	i++
	at = tails[at].next
	if at == inTail1 {
		goto tail1
	}

tail2:
	at = inTail2
	if i >= len(in) {
		goto more
	}
	if in[i]&0xC0 != 0x80 {
		goto fail
	}
	i++

tail1:
	at = inTail1
	if i >= len(in) {
		goto more
	}
	if in[i]&0xC0 != 0x80 {
		goto fail
	}
	i++
	goto text

escape: // the backslash has been read
	at = inEscape
	if i >= len(in) {
		goto more
	}
	c = in[i]
	if classes[c]&simple == 0 {
		if c != 'u' {
			goto fail
		}
		i++
		at = inHex1
		goto hex
	}
	i++
	if escapes > 3 && len(in)-i >= 64 { // many more are likely: try blocks
		was := i
		if i = skipBlocks(in, i); i < was+32 {
			escapes = -16 // not soon again
		}
	}
	goto text

hex: // at is one of inHex
	for ; i < len(in); i++ {
		if classes[in[i]]&xdigit == 0 {
			goto fail
		}
		if at == inHex4 {
			i++
			goto text
		}
		at++
	}
	goto more

minus:
	at = inMinus
	if i >= len(in) {
		goto more
	}
	c = in[i]
	if c-'0' > 9 {
		goto fail
	}
	i++
	at = inInteger
	if c != '0' {
		goto digits
	}

zero:
	at = inZero
	if i >= len(in) {
		goto more
	}
	c = in[i]
	goto behind

point:
	at = inPoint
	if i >= len(in) {
		goto more
	}
	if in[i]-'0' > 9 {
		goto fail
	}
	at = inFraction

digits: // at is inInteger, inFraction or inExponent
	for len(in)-i >= 8 {
		if m := nondigits(load64(in, i)); m != 0 {
			i += bits.TrailingZeros64(m) >> 3
			break
		}
		i += 8
	}
	for i < len(in) && in[i]-'0' <= 9 {
		i++
	}
	if i >= len(in) {
		goto more
	}
	c = in[i]

behind: // the digits, or a single zero; c = in[i]
	if c == '.' && at <= inInteger {
		i++
		goto point
	}
	if c|0x20 != 'e' || at == inExponent {
		goto ended
	}
	i++

e:
	at = inE
	if i >= len(in) {
		goto more
	}
	c = in[i]
	if c != '+' && c != '-' {
		goto power
	}
	i++

sign:
	at = inSign
	if i >= len(in) {
		goto more
	}

power: // in[i] must be the first digit of an exponent
	if in[i]-'0' > 9 {
		goto fail
	}
	at = inExponent
	goto digits

literal:
	at = inLiteral
	for ; i < len(in); i++ {
		if in[i] != literals[s.literal] {
			goto fail
		}
		s.literal++
		if literals[s.literal] == ' ' {
			i++
			goto ended
		}
	}

more:
	s.state = at
	s.offset += int64(i)
	return i, More

fail:
	s.state = at
	s.offset += int64(i)
	s.why = Fail
	return i, Fail
}
