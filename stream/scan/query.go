package scan

import "strings"

// Reset makes the scanner ready for another value. The options stay.
func (s *Scanner) Reset() {
	*s = Scanner{Limit: s.Limit, Keys: s.Keys, Members: s.Members}
}

// Finish tells the scanner that the input ends here. It returns Done if the
// value is complete (a number at the root ends here), More if it is cut, and
// Fail if it has failed.
func (s *Scanner) Finish() Stop {
	if s.why == More && s.depth == 0 {
		switch s.state {
		case inZero, inInteger, inFraction, inExponent:
			s.state, s.why = atAfter, Done
		}
	}
	return s.why
}

// Offset returns the number of bytes read since the last Reset. After Fail
// that is the offset of the guilty byte.
func (s *Scanner) Offset() int64 { return s.offset }

// Depth returns the number of objects and arrays that are open.
func (s *Scanner) Depth() int { return int(s.depth) }

// KeyStart returns the offset of the opening quote of the latest string, name
// or value, that was read or begun.
func (s *Scanner) KeyStart() int64 { return s.quote }

// InString reports whether what was read ends inside a string.
func (s *Scanner) InString() bool { return inString <= s.state && s.state <= inTailF4 }

// AfterBackslash reports whether what was read ends inside a string, with a
// backslash that is not itself escaped.
func (s *Scanner) AfterBackslash() bool { return s.state == inEscape }

// Overflow reports whether the scanner failed because one more open object or
// array would have been more than Limit.
func (s *Scanner) Overflow() bool { return s.overflow }

// limit returns the number of open containers allowed.
func (s *Scanner) limit() uint32 {
	if s.Limit <= 0 {
		return DefaultMaxDepth
	}
	return uint32(min(s.Limit, MaxDepth))
}

// Expected tells in words what could have stood in place of the guilty byte.
// It returns "" unless the scanner has failed.
func (s *Scanner) Expected() string {
	switch {
	case s.why != Fail:
		return ""
	case s.overflow:
		return "less nesting"
	case s.state == inLiteral:
		from := strings.LastIndexByte(literals[:s.literal], ' ') + 1
		word, _, _ := strings.Cut(literals[from:], " ")
		return word
	case s.state == atAfter && s.inObject():
		return `"," or "}"`
	}
	return expected[s.state]
}

// expected says what may follow in each state; Expected knows the rest.
var expected = [...]string{
	atValue:    `a value`,
	atMember:   `a value`,
	atElement:  `a value or "]"`,
	atName:     `a quoted name or "}"`,
	atNextName: `a quoted name`,
	atColon:    `":" after the name`,
	atAfter:    `"," or "]"`,
	inString:   `valid UTF-8 without raw control characters`,
	inEscape:   `one of "\/bfnrtu after the backslash`,
	inHex1:     `four hexadecimal digits after \u`,
	inHex2:     `four hexadecimal digits after \u`,
	inHex3:     `four hexadecimal digits after \u`,
	inHex4:     `four hexadecimal digits after \u`,
	inTail1:    `valid UTF-8`,
	inTail2:    `valid UTF-8`,
	inTail3:    `valid UTF-8`,
	inTailE0:   `valid UTF-8`,
	inTailED:   `valid UTF-8`,
	inTailF0:   `valid UTF-8`,
	inTailF4:   `valid UTF-8`,
	inMinus:    `a digit`,
	inPoint:    `a digit`,
	inE:        `a digit or a sign`,
	inSign:     `a digit`,
}

// Valid reports whether data is one JSON value, white space around it aside,
// of at most DefaultMaxDepth open objects and arrays.
func Valid(data []byte) bool {
	var s Scanner
	n, _ := s.ScanBytes(data)
	if s.Finish() != Done {
		return false
	}
	for _, c := range data[n:] {
		if c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return false
		}
	}
	return true
}

// inObject reports whether the innermost open container is an object.
func (s *Scanner) inObject() bool { return s.top&1 != 0 }

// closer returns the bracket that closes the innermost container.
func (s *Scanner) closer() byte { return ']' + byte(s.top&1)*('}'-']') }

// push opens a container.
func (s *Scanner) push(object bool) {
	if s.depth%64 == 0 {
		s.stack[s.depth/64%uint32(len(s.stack))] = s.top
	}
	s.top <<= 1
	if object {
		s.top |= 1
	}
	s.depth++
}

// pop closes the innermost container.
func (s *Scanner) pop() {
	s.depth--
	s.top >>= 1
	if s.depth%64 == 0 {
		s.top = s.stack[s.depth/64%uint32(len(s.stack))]
	}
}
