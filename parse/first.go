package parse

import (
	"encoding/json"
	"fmt"
	"strings"
)

// maxTries is how many opening braces First tries.
const maxTries = 256

// First reads a reply of a simple protocol: its first object is the call. From
// the first { on, it walks to where the braces balance, strings and escapes
// aside; if they never do, it tries the next {, at most 256 of them. What lies
// between must be RFC 8259 JSON, where of two equal keys the last one wins,
// with a string "name", which may be empty, and an object "arguments"; missing
// arguments are {}.
//
// The error is an [*Error]: ErrNoCall if there is no object, ErrSyntax,
// ErrNoName, ErrArguments, or ErrLimit where the object exceeds the default
// limits or too many braces were tried.
//
// First trusts the reply more than [Text] does for other rows. It takes an
// object for a call wherever it stands: in a code fence, in reasoning, as a
// member of something that isn't JSON, and, where an outer brace never
// balances, inside an object that was cut off or broken. There, data can run
// that the model only quoted. Use it for models that were asked to answer with
// one object and nothing else.
func First(text string) (Call, error) {
	r := newReader(text, Options{Format: &Format{Shapes: ShapeFirstObject}})
	_, call, err := r.first()
	if err != nil {
		return Call{}, err
	}
	return call, nil
}

// firstObject is Text for rows of ShapeFirstObject. The object is the segment
// of the call or error; the rest is text. If there is no object, everything is
// text, and only First says why. The names of tools are not looked at.
func (r *reader) firstObject() {
	span, call, err := r.first()
	if err == nil || err.Index >= 0 {
		r.pass(KindText, span.start)
		if err == nil {
			r.call(call)
		} else {
			r.fail(span.end, *err)
		}
	}
	r.pass(KindText, len(r.text))
}

// span is a piece of the text.
type span struct{ start, end int }

// first finds the first object and reads it. The error's index is -1 if there
// is none.
func (r *reader) first() (span, Call, *Error) {
	at, err := r.balanced()
	if err != nil {
		return at, Call{}, err
	}
	o, f := r.plainObject(at.start, at.end)
	if f != nil {
		if f.code == ErrSyntax {
			f.why = fmt.Sprintf("invalid JSON: %s, at offset %d", strings.TrimSuffix(f.why, "."), f.at)
		}
		return at, Call{}, r.plainError(at, f)
	}
	c := Call{Start: int64(at.start), End: int64(at.end)}
	name, ok := o.text("name")
	if !ok {
		f := &fault{ErrNoName, o.guilty("name"), `missing or non-string "name"`, nil}
		return at, Call{}, r.plainError(at, f)
	}
	c.Name = name
	if f := o.arguments(&c); f != nil {
		err := r.plainError(at, f)
		err.Name = name
		return at, Call{}, err
	}
	return at, c, nil
}

// balanced returns the span of the first object whose braces balance. One that
// is still open where the limit of a call is reached, counted from the first
// brace, is over the limit.
func (r *reader) balanced() (span, *Error) {
	start := strings.IndexByte(r.text, '{')
	if start < 0 {
		return span{}, &Error{Code: ErrNoCall, Index: -1, Offset: int64(len(r.text)), Message: "no JSON object found"}
	}
	if end, ok := balance(r.text, start); ok || len(r.text)-start > r.maxCall {
		return span{start, end}, r.overLimit(start, end)
	}
	for next, tries := start, 1; ; tries++ {
		i := strings.IndexByte(r.text[next+1:], '{')
		if i < 0 {
			return span{}, &Error{Code: ErrNoCall, Index: -1, Offset: int64(len(r.text)), Message: "no JSON object found"}
		}
		next += 1 + i
		if tries == maxTries {
			return span{}, &Error{Code: ErrLimit, Index: -1, Offset: int64(next), Message: "too many opening braces without a JSON object"}
		}
		if end, ok := balance(r.text, next); ok {
			return span{next, end}, nil
		}
	}
}

// balance returns the offset after the brace that balances the one at i; or,
// if none does, the end of the text and false.
func balance(text string, i int) (int, bool) {
	var w walker
	for ; i < len(text); i++ {
		w.walk(text[i])
		if w.depth == 0 {
			return i + 1, true
		}
	}
	return i, false
}

// overLimit returns the error of an object that is too long, or nil.
func (r *reader) overLimit(start, end int) *Error {
	if end-start <= r.maxCall {
		return nil
	}
	f := &fault{ErrLimit, start + r.maxCall, "The call is longer than the limit.", nil}
	return r.plainError(span{start, end}, f)
}

// plainError is the error of the object at that span, the only one of its reply.
func (r *reader) plainError(at span, f *fault) *Error {
	err := f.error()
	err.Raw = r.text[at.start:min(f.at+1, len(r.text))]
	return &err
}

// plainObject is an object in which the last of two equal keys wins.
type plainObject struct {
	source  string
	members map[string]member
	end     int // after the closing brace
}

// plainObject reads the object at start, which must end by end.
func (r *reader) plainObject(start, end int) (*plainObject, *fault) {
	c := checker{text: r.text[:end], maxDepth: r.maxDepth, duplicates: true}
	var members []member
	behind, f := c.object(start, 0, &members)
	if f != nil {
		f.path = plainPath(f.path)
		return nil, f
	}
	o := &plainObject{r.text, map[string]member{}, behind}
	for _, m := range members {
		o.members[m.key] = m
	}
	return o, nil
}

// plainPath makes a path in an object one in its arguments.
func plainPath(path []string) []string {
	if len(path) > 0 && path[0] == "arguments" {
		return path[1:]
	}
	return nil
}

// text returns the string under key, or false if there is none.
func (o *plainObject) text(key string) (string, bool) {
	m, ok := o.members[key]
	if !ok || o.source[m.at] != '"' {
		return "", false
	}
	return unquote(o.source[m.at+1 : m.end-1]), true
}

// guilty returns the offset of the value under key, or, if it is missing, of
// the closing brace.
func (o *plainObject) guilty(key string) int {
	if m, ok := o.members[key]; ok {
		return m.at
	}
	return o.end - 1
}

// arguments sets the call's arguments: the object under that key, or {}.
func (o *plainObject) arguments(c *Call) *fault {
	m, ok := o.members["arguments"]
	switch {
	case !ok:
		c.Arguments = json.RawMessage("{}")
		c.Repairs = []Repair{{EmptyArguments, int64(o.end - 1)}}
	case o.source[m.at] != '{':
		return &fault{ErrArguments, m.at, `"arguments" is not an object`, nil}
	default:
		c.Arguments = json.RawMessage(o.source[m.at:m.end])
	}
	return nil
}
