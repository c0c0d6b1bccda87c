package stream

import (
	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/scan"
)

// pointer returns the JSON pointer, into the arguments, of a guilty byte in
// them: that of the innermost member or element that was being read there; ""
// if it stands elsewhere. Of two equal keys it is that key's.
func (r *reply) pointer(f fail) string {
	e := &r.env
	var args []byte
	switch {
	case e.arguments != kindObject && e.text != nil && f == e.text.bad && !e.text.ended:
		args = e.text.obj.raw
	case e.arguments == kindObject && !e.closed && e.from < f.at && f.at <= len(r.obj.raw):
		args = r.obj.raw[e.from:f.at]
	case e.arguments == kindWritten:
		args = r.taggedArguments(f)
	}
	if len(args) == 0 {
		return ""
	}
	if f.code == parse.ErrDuplicateKey {
		args = append(args[:len(args):len(args)], '"')
	}
	return scan.Pointer(args)
}

// taggedArguments returns JSON that ends in the parameter in which a tagged
// call has failed, or nothing.
func (r *reply) taggedArguments(f fail) []byte {
	switch {
	case f.code == parse.ErrDuplicateKey:
		return appendEscaped([]byte(`{"`), string(r.word(r.p.row.format.Tagged.KeyEnd)))
	case r.state == stateTagValue || r.state == stateTagClose:
		return r.tag.out
	}
	return nil
}
