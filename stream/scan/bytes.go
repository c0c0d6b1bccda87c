package scan

// The classes of bytes.
const (
	white   = 1 << iota // between tokens
	digit               // 0 to 9
	xdigit              // a hexadecimal digit
	opening             // begins a value
	simple              // may stand after a backslash, u aside
	stop                // ends a run of plain ASCII inside a string
)

// classes has the classes of each byte.
var classes = func() (t [256]uint8) {
	mark := func(class uint8, bytes string) {
		for i := range len(bytes) {
			t[bytes[i]] |= class
		}
	}
	mark(white, " \n\r\t")
	mark(digit, "0123456789")
	mark(xdigit, "0123456789abcdefABCDEF")
	mark(opening, `{["-0123456789tfn`)
	mark(simple, `"\/bfnrt`)
	mark(stop, `"\`)
	for c := range t {
		if c < 0x20 || c >= 0x80 {
			t[c] |= stop
		}
	}
	return t
}()

// leads has the state after each byte from 80 on that begins a character
// inside a string, and inString for those that begin none.
var leads = func() (t [128]state) {
	for i := range t {
		switch c := i + 0x80; {
		case c == 0xE0:
			t[i] = inTailE0
		case c == 0xED:
			t[i] = inTailED
		case c == 0xF0:
			t[i] = inTailF0
		case c == 0xF4:
			t[i] = inTailF4
		case 0xC2 <= c && c < 0xE0:
			t[i] = inTail1
		case 0xE0 < c && c < 0xF0:
			t[i] = inTail2
		case 0xF0 < c && c < 0xF4:
			t[i] = inTail3
		default:
			t[i] = inString
		}
	}
	return t
}()

// tails has, for the states from inTail3 on, which bytes may follow, and the
// state after them.
var tails = [...]struct {
	low, high byte
	next      state
}{
	inTail3:  {0x80, 0xBF, inTail2},
	inTailE0: {0xA0, 0xBF, inTail1},
	inTailED: {0x80, 0x9F, inTail1},
	inTailF0: {0x90, 0xBF, inTail2},
	inTailF4: {0x80, 0x8F, inTail2},
}
