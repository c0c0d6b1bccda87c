package parse

import (
	"encoding/json"
	"strings"
)

// ArgumentsOptions say what [Arguments] takes for arguments besides one
// object. The zero value takes nothing else.
type ArgumentsOptions struct {
	Empty    bool // no text, or only white space, stands for {}: set it only if the call is known to be complete
	Null     bool // null stands for {}
	MaxCall  int  // bytes of text; 0 or less: DefaultMaxCall
	MaxDepth int  // open objects and arrays; 0 or less: DefaultMaxDepth; at most 1,024
}

// Arguments reads the complete argument text of one native call, which a
// provider gives as a string of its own. It must be one object of strict JSON:
// RFC 8259, valid UTF-8, no two equal keys in one object. It is returned as
// the model wrote it, without the white space around it.
//
// The error is an [*Error] with the offset of the guilty byte in the text, and
// a pointer to the place in the arguments where one helps: ErrArguments if the
// root is missing or no object, ErrSyntax, ErrDuplicateKey, ErrTruncated if
// the text ends too early, ErrTrailing if something follows the object, and
// ErrLimit. Its Name, ID and Index are for the caller to set.
func Arguments(text string, o ArgumentsOptions) (json.RawMessage, error) {
	maxCall, maxDepth := Options{MaxCall: o.MaxCall, MaxDepth: o.MaxDepth}.Limits()
	c := checker{text: text[:min(len(text), maxCall)], maxDepth: maxDepth}
	start, end, f := c.arguments()
	if i := skipSpace(text, end); f == nil && i < len(text) {
		f = &fault{ErrTrailing, i, "Nothing may follow the arguments.", nil}
	}
	switch {
	case f == nil && text[start] == '{':
		return json.RawMessage(text[start:end]), nil
	case f == nil && o.Null, start == len(text) && o.Empty:
		return json.RawMessage("{}"), nil
	case f == nil:
		f = &fault{ErrArguments, start, notObject, nil}
	case start == len(text):
		f = &fault{ErrArguments, start, "The call has no arguments.", nil}
	case f.code == ErrTruncated && f.at < len(text):
		f.code, f.why = ErrLimit, "The arguments are longer than the limit."
	}
	err := f.error()
	err.Raw = text[:min(f.at+1, len(text))]
	return nil, &err
}

// arguments reads an object, or null, and returns where it begins and ends.
func (c *checker) arguments() (start, end int, f *fault) {
	start = c.space(0)
	if start < len(c.text) && (isDigit(c.text[start]) || strings.IndexByte(`"[tf-`, c.text[start]) >= 0) {
		return start, start, c.fault(ErrArguments, start, notObject)
	}
	end, f = c.value(start, 0)
	return start, end, f
}
