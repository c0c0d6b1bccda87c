package parse

import (
	"encoding/json"
	"unicode/utf16"
	"unicode/utf8"
)

// stringArguments takes in arguments that are a string: its text must be one
// object. Faults in it lie at the byte of the reply where the text's guilty
// byte was written; for an escape, at its backslash. Strict JSON reached as
// far as stop. The depth of the text is counted from its own root.
func (r *reader) stringArguments(e *envelope, m member, stop int) {
	closed := m.end >= 0
	if closed {
		stop = m.end - 1
	}
	text, at := decodeString(r.text, m.at+1, stop)
	at = append(at, stop)
	start := skipSpace(text, 0)
	switch {
	case start == len(text) && !closed:
		return
	case start == len(text) || text[start] != '{':
		e.fail(false, ErrArguments, at[start], "The arguments must be a JSON object, or a string that holds one.")
		return
	}
	c := checker{text: text, maxDepth: r.maxDepth}
	end, f := c.object(start, 0, nil)
	if f == nil {
		if i := skipSpace(text, end); i < len(text) {
			f = &fault{ErrSyntax, i, "Nothing may follow the object in the arguments.", nil}
		}
	}
	switch {
	case f == nil && closed:
		e.arguments, e.settled = json.RawMessage(text[start:end]), stop
	case f == nil || f.code == ErrTruncated && !closed:
	default:
		if f.code == ErrTruncated {
			f.code = ErrSyntax
		}
		f.at = at[f.at]
		e.faults = append(e.faults, envelopeFault{*f, false})
	}
}

// decodeString returns what text[from:to], the inside of a JSON string or a
// prefix of it, stands for, and the offset where each of its bytes was
// written. An escape that is cut by the end stands for nothing yet; a lone
// surrogate stays the escape that it is.
func decodeString(text string, from, to int) (string, []int) {
	var decoded []byte
	var at []int
	for i := from; i < to; {
		n := 1
		switch {
		case text[i] != '\\':
			decoded = append(decoded, text[i])
		case i+1 == to || text[i+1] == 'u' && i+6 > to:
			return string(decoded), at
		default:
			var r rune
			if r, n = escaped(text[i:to]); n == 6 && utf16.IsSurrogate(hexRune(text[i+2:i+6])) {
				decoded = append(decoded, text[i:i+6]...)
			} else {
				decoded = utf8.AppendRune(decoded, r)
			}
		}
		for len(at) < len(decoded) {
			at = append(at, i)
		}
		i += n
	}
	return string(decoded), at
}
