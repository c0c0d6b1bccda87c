package stream

import "github.com/earlycall/earlycall/stream/scan"

// pointer returns the JSON pointer, into the arguments, of a guilty byte in
// them; "" if it stands elsewhere.
func (r *reply) pointer(f fail) string {
	e := &r.env
	if e.arguments != kindObject || e.closed || f.at > len(r.obj.raw) || f.at <= e.from {
		return ""
	}
	return scan.Pointer(r.obj.raw[e.from:f.at])
}
