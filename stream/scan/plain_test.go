package scan

// plain is the scanner as a plain state machine: one byte, one step. It is
// what Scanner is compared with, in behaviour and in speed, and keeps its
// state in the same struct, so that the two can be compared field by field.
type plain struct {
	Scanner
	objects []bool
}

// scan is Scanner.Scan.
func (s *plain) scan(in string) (n int, why Stop) {
	if s.why != More {
		return 0, s.why
	}
	for n < len(in) {
		read, why := s.step(in[n])
		if read {
			n++
			s.offset++
		}
		if why >= Done {
			s.why = why
		}
		if why != More {
			return n, why
		}
	}
	return n, More
}

// step looks at one byte: is it read, and does it end anything?
func (s *plain) step(c byte) (read bool, why Stop) {
	switch s.state {
	case atValue, atMember, atElement, atName, atNextName, atColon, atAfter:
		if c == ' ' || c == '\n' || c == '\r' || c == '\t' {
			return true, More
		}
		return s.stepBetween(c)
	case inString:
		return s.stepString(c)
	case inEscape:
		switch c {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			return s.to(inString)
		case 'u':
			return s.to(inHex1)
		}
		return false, Fail
	case inHex1, inHex2, inHex3, inHex4:
		if !('0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f') {
			return false, Fail
		}
		if s.state == inHex4 {
			return s.to(inString)
		}
		return s.to(s.state + 1)
	case inLiteral:
		if c != literals[s.literal] {
			return false, Fail
		}
		if s.literal++; literals[s.literal] == ' ' {
			return s.ended(true)
		}
		return true, More
	}
	if s.state >= inMinus {
		return s.stepNumber(c)
	}
	return s.stepTail(c)
}

func (s *plain) to(next state) (read bool, why Stop) {
	s.state = next
	return true, More
}

func (s *plain) stepBetween(c byte) (read bool, why Stop) {
	switch s.state {
	case atColon:
		if c == ':' {
			return s.to(atMember)
		}
		return false, Fail
	case atName, atNextName:
		switch {
		case c == '"':
			return s.open(true)
		case c == '}' && s.state == atName:
			return s.pop()
		}
		return false, Fail
	case atAfter:
		switch {
		case c == ',' && s.inObject():
			return s.to(atNextName)
		case c == ',':
			return s.to(atValue)
		case c == '}' && s.inObject(), c == ']' && !s.inObject():
			return s.pop()
		}
		return false, Fail
	case atElement:
		if c == ']' {
			return s.pop()
		}
	}
	return s.stepValue(c)
}

func (s *plain) stepValue(c byte) (read bool, why Stop) {
	var begun state
	var literal uint8
	switch {
	case c == '"':
		begun = inString
	case c == '{':
		begun = atName
	case c == '[':
		begun = atElement
	case c == '-':
		begun = inMinus
	case c == '0':
		begun = inZero
	case '1' <= c && c <= '9':
		begun = inInteger
	case c == 't':
		begun, literal = inLiteral, inTrue
	case c == 'f':
		begun, literal = inLiteral, inFalse
	case c == 'n':
		begun, literal = inLiteral, inNull
	default:
		return false, Fail
	}
	if s.state == atMember && s.Members && s.depth == 1 {
		s.state = atValue
		return false, Begin
	}
	switch begun {
	case inString:
		return s.open(false)
	case atName, atElement:
		return s.push(begun)
	case inLiteral:
		s.literal = literal
	}
	return s.to(begun)
}

func (s *plain) open(name bool) (read bool, why Stop) {
	s.name = name
	s.quote = s.offset
	return s.to(inString)
}

func (s *plain) push(next state) (read bool, why Stop) {
	if s.depth >= s.limit() {
		s.overflow = true
		return false, Fail
	}
	s.objects = append(s.objects, next == atName)
	s.depth++
	return s.to(next)
}

func (s *plain) pop() (read bool, why Stop) {
	s.depth--
	s.objects = s.objects[:s.depth]
	return s.ended(true)
}

func (s *plain) inObject() bool { return s.objects[len(s.objects)-1] }

// ended is called after each value.
func (s *plain) ended(read bool) (bool, Stop) {
	s.state = atAfter
	switch {
	case s.depth == 0:
		return read, Done
	case s.depth == 1 && s.Members && s.inObject():
		return read, End
	}
	return read, More
}

func (s *plain) stepString(c byte) (read bool, why Stop) {
	switch {
	case c == '"' && !s.name:
		return s.ended(true)
	case c == '"':
		s.state = atColon
		if s.Keys {
			return true, Key
		}
		return true, More
	case c == '\\':
		return s.to(inEscape)
	case c < 0x20:
		return false, Fail
	case c < 0x80:
		return true, More
	case c < 0xC2:
		return false, Fail
	case c < 0xE0:
		return s.to(inTail1)
	case c == 0xE0:
		return s.to(inTailE0)
	case c == 0xED:
		return s.to(inTailED)
	case c < 0xF0:
		return s.to(inTail2)
	case c == 0xF0:
		return s.to(inTailF0)
	case c < 0xF4:
		return s.to(inTail3)
	case c == 0xF4:
		return s.to(inTailF4)
	}
	return false, Fail
}

func (s *plain) stepTail(c byte) (read bool, why Stop) {
	low, high, next := byte(0x80), byte(0xBF), inTail1
	switch s.state {
	case inTail1:
		next = inString
	case inTail3:
		next = inTail2
	case inTailE0:
		low = 0xA0
	case inTailED:
		high = 0x9F
	case inTailF0:
		low, next = 0x90, inTail2
	case inTailF4:
		high, next = 0x8F, inTail2
	}
	if c < low || high < c {
		return false, Fail
	}
	return s.to(next)
}

func (s *plain) stepNumber(c byte) (read bool, why Stop) {
	digit := '0' <= c && c <= '9'
	switch s.state {
	case inMinus:
		if c == '0' {
			return s.to(inZero)
		} else if digit {
			return s.to(inInteger)
		}
		return false, Fail
	case inPoint:
		if digit {
			return s.to(inFraction)
		}
		return false, Fail
	case inE:
		if c == '+' || c == '-' {
			return s.to(inSign)
		}
		fallthrough
	case inSign:
		if digit {
			return s.to(inExponent)
		}
		return false, Fail
	}
	switch {
	case digit && s.state != inZero:
		return true, More
	case c == '.' && s.state <= inInteger:
		return s.to(inPoint)
	case c|0x20 == 'e' && s.state != inExponent:
		return s.to(inE)
	}
	return s.ended(false)
}
