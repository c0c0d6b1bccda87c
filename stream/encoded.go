package stream

import (
	"unicode/utf8"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/scan"
)

// encoded takes arguments that are written as a JSON string which holds the
// object. It reads the string's bytes as they arrive, and follows the decoded
// ones. Positions are indexes into the raw bytes of the object around it; a
// decoded byte stands where its escape begins.
type encoded struct {
	obj    object
	opened bool // the opening quote has been read
	begun  bool // the root's brace has been read
	ended  bool // its closing brace has been read
	quoted bool // the closing quote has been read
	esc    int8 // bytes of an escape that have been read; 0: not in one
	escAt  int  // where it began
	hex    rune // its hex digits so far
	seq    [6]byte
	high   [6]byte // a high surrogate's escape as written, that waits for the low one
	highAt int
	paired bool // high holds one
	bad    fail
}

func (e *encoded) start(l *limits) {
	e.obj.start(l, false)
	*e = encoded{obj: e.obj}
}

// read takes the next bytes of the string, quotes included. at is the
// position of the first.
func (e *encoded) read(in string, at int) {
	for i := 0; i < len(in) && e.bad.code == 0; {
		switch {
		case !e.opened:
			e.opened = true
			i++
		case e.esc > 0:
			e.escape(in[i], at+i)
			i++
		case in[i] == '\\':
			e.esc, e.escAt, e.hex = 1, at+i, 0
			e.seq[0] = '\\'
			i++
		case in[i] == '"':
			e.quoted = true
			i++
		default:
			e.flushHigh()
			j := i + 1
			for j < len(in) && in[j] != '\\' && in[j] != '"' {
				j++
			}
			e.decoded(in[i:j], at+i, 1)
			i = j
		}
	}
}

// escape takes the next byte of an escape.
func (e *encoded) escape(c byte, at int) {
	e.seq[e.esc] = c
	e.esc++
	switch {
	case e.esc == 2 && c != 'u':
		e.esc = 0
		e.flushHigh()
		s := [1]byte{plainEscape(c)}
		e.decoded(string(s[:]), e.escAt, 0)
		return
	case e.esc > 2:
		e.hex = e.hex<<4 | rune(hexDigit(c))
	}
	if e.esc < 6 {
		return
	}
	e.esc = 0
	e.codeUnit()
}

// codeUnit takes a \u escape, which is in seq.
func (e *encoded) codeUnit() {
	r := e.hex
	switch {
	case isLow(r) && e.paired:
		e.paired = false
		e.decoded(string(joinSurrogates(rune(hex4(e.high[2:])), r)), e.highAt, 0)
		return
	case isHigh(r):
		e.flushHigh()
		e.high, e.highAt, e.paired = e.seq, e.escAt, true
		return
	}
	e.flushHigh()
	if isLow(r) {
		e.decoded(string(e.seq[:]), e.escAt, 0)
		return
	}
	e.decoded(string(utf8.AppendRune(nil, r)), e.escAt, 0)
}

// flushHigh passes on a high surrogate that no low one follows, as written.
func (e *encoded) flushHigh() {
	if e.paired && e.bad.code == 0 {
		e.paired = false
		e.decoded(string(e.high[:]), e.highAt, 0)
	}
}

// decoded takes decoded text. Its first byte stands at position at, the next
// ones step further each.
func (e *encoded) decoded(s string, at, step int) {
	for i := 0; i < len(s) && e.bad.code == 0; {
		switch {
		case (!e.begun || e.ended) && isSpace(s[i]):
			i++
		case !e.begun && s[i] != '{':
			e.bad = fail{parse.ErrArguments, at + i*step, "the string does not hold a JSON object"}
		case e.ended:
			e.bad = fail{parse.ErrSyntax, at + i*step, "something follows the object in the string"}
		default:
			e.begun = true
			n, why := e.obj.read(s[i:])
			i += n
			switch why {
			case scan.Fail:
				e.bad = fail{e.obj.fault.code(), at + i*step, e.obj.message()}
			case scan.Done:
				e.ended = true
			}
		}
	}
}

// finish settles the string at its closing quote, and says what is wrong.
func (e *encoded) finish(quote int) fail {
	if e.bad.code == 0 {
		e.flushHigh()
	}
	switch {
	case e.bad.code != 0:
	case !e.begun:
		e.bad = fail{parse.ErrArguments, quote, "the string does not hold a JSON object"}
	case !e.ended:
		e.bad = fail{parse.ErrSyntax, quote, "the object in the string is not complete"}
	}
	return e.bad
}
