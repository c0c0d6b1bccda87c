package parse

import "strings"

// backticks is the run around the JSON of ToolKey.
const backticks = "```"

const notOne = "The reply must hold one JSON object."

// ToolKey reads a reply of a simple protocol: a call is one object with the
// key "tool". A text without "tool", quotes included, is a final answer:
// ToolKey returns false and no error. Else, if there is a run of three
// backticks and a later one, the JSON is what lies between the first two,
// without a json directly after the first; if not, it is everything from the
// first { to the last }. It must be one object of RFC 8259 JSON, where of two
// equal keys the last one wins, with a string "tool" that is not empty, and an
// object "arguments"; missing arguments are {}.
//
// The error is an [*Error]: ErrSyntax, ErrNoName, ErrArguments, or ErrLimit
// where the object exceeds the default limits. Where the JSON ends too early,
// the offset is that of its end. Where there is no brace at all, the error's
// index is -1.
//
// Like [First] it trusts the reply: an object that is only quoted runs.
func ToolKey(text string) (Call, bool, error) {
	r := newReader(text, Options{Format: &Format{Shapes: ShapeToolKey}})
	k, ok := r.findKey()
	if !ok {
		return Call{}, false, nil
	}
	if k.nowhere {
		return Call{}, false, &Error{Code: ErrSyntax, Index: -1, Offset: int64(len(text)), Message: notOne}
	}
	call, err := r.keyed(k)
	if err != nil {
		return Call{}, false, err
	}
	return call, true, nil
}

// toolKey is Text for rows of ShapeToolKey. The JSON is the segment of the call
// or error; the backticks, the json after them and the white space next to
// the JSON are markers; the rest is text. The names of tools are not looked at.
func (r *reader) toolKey() {
	if k, ok := r.findKey(); ok && !k.nowhere {
		call, err := r.keyed(k)
		r.pass(KindText, k.outer.start)
		r.pass(KindMarker, k.json.start)
		if err == nil {
			r.call(call)
		} else {
			r.fail(k.json.end, *err)
		}
		r.pass(KindMarker, k.outer.end)
	}
	r.pass(KindText, len(r.text))
}

// keySpans are where the JSON lies.
type keySpans struct {
	outer span // with the fence around it
	json  span // without
	first int  // where its brace must stand

	nowhere bool // there is no brace: the error stands on no bytes, and the text is kept
}

// findKey returns where the JSON lies, or false if the text is an answer.
//
// An error needs bytes to stand on. Where there is nothing between two runs, it
// stands on the second run, and where there is only white space and json, on
// them. Where there is no brace, it stands nowhere: the text is kept.
func (r *reader) findKey() (keySpans, bool) {
	if !strings.Contains(r.text, `"tool"`) {
		return keySpans{}, false
	}
	if before, rest, ok := strings.Cut(r.text, backticks); ok {
		if inside, _, ok := strings.Cut(rest, backticks); ok {
			return r.fenced(len(before), inside), true
		}
	}
	start, end := strings.IndexByte(r.text, '{'), strings.LastIndexByte(r.text, '}')+1
	switch {
	case start < 0:
		return keySpans{nowhere: true}, true
	case end <= start:
		end = len(r.text)
	}
	return keySpans{outer: span{start, end}, json: span{start, end}, first: start}, true
}

// fenced returns where the JSON lies between the run at open and the next one.
func (r *reader) fenced(open int, inside string) keySpans {
	start := open + len(backticks)
	end := start + len(inside)
	outer := span{open, end + len(backticks)}
	trimmed := strings.TrimLeft(strings.TrimPrefix(inside, "json"), space)
	switch {
	case inside == "":
		return keySpans{outer: outer, json: span{end, outer.end}, first: end}
	case trimmed == "":
		return keySpans{outer: outer, json: span{start, end}, first: end}
	}
	start = end - len(trimmed)
	return keySpans{outer: outer, json: span{start, start + len(strings.TrimRight(trimmed, space))}, first: start}
}

// keyed reads the JSON.
func (r *reader) keyed(k keySpans) (Call, *Error) {
	o, f := r.keyedObject(k.first, k.json.end)
	if f != nil {
		return Call{}, r.plainError(k.json, f)
	}
	c := Call{Start: int64(k.json.start), End: int64(k.json.end)}
	c.Name, _ = o.text("tool")
	if c.Name == "" {
		f := &fault{ErrNoName, o.guilty("tool"), `The member "tool" must be a string that is not empty.`, nil}
		return Call{}, r.plainError(k.json, f)
	}
	if f := o.arguments(&c); f != nil {
		err := r.plainError(k.json, f)
		err.Name = c.Name
		return Call{}, err
	}
	return c, nil
}

// keyedObject reads the object that must fill the span.
func (r *reader) keyedObject(start, end int) (*plainObject, *fault) {
	if start >= end || r.text[start] != '{' {
		return nil, &fault{ErrSyntax, start, notOne, nil}
	}
	clipped := start + min(r.maxCall, end-start)
	o, f := r.plainObject(start, clipped)
	if f == nil {
		if i := skipSpace(r.text, o.end); i < end {
			f = &fault{ErrSyntax, i, "Nothing may follow the end of the JSON.", nil}
		}
	}
	if f != nil && f.code == ErrTruncated {
		f.code = ErrSyntax
		if f.at < end {
			f.code, f.why = ErrLimit, "The call is longer than the limit."
		}
	}
	return o, f
}
