package stream

import (
	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/scan"
)

// pointer returns the JSON pointer, into the arguments, of a guilty byte in
// them; "" if it stands elsewhere. Of two equal keys it is that key's.
func (r *reply) pointer(f fail) string {
	e := &r.env
	var args []byte
	switch {
	case e.text != nil && f == e.text.bad && !e.text.ended:
		args = e.text.obj.raw
	case e.arguments == kindObject && !e.closed && e.from < f.at && f.at <= len(r.obj.raw):
		args = r.obj.raw[e.from:f.at]
	case e.arguments == kindWritten:
		args = r.tag.path(f, r.obj.raw, r.state)
	}
	if len(args) == 0 {
		return ""
	}
	if f.code == parse.ErrDuplicateKey {
		args = append(args[:len(args):len(args)], '"')
	}
	return scan.Pointer(args)
}

// path returns JSON that ends in the parameter that a tagged call has failed
// in, if it has in one.
func (t *tagged) path(f fail, raw []byte, s state) []byte {
	switch {
	case f.code == parse.ErrDuplicateKey:
		return appendEscaped([]byte(`{"`), string(raw[t.from:]))
	case s == stateTagValue || s == stateTagClose:
		return t.out
	}
	return nil
}
