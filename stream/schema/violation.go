package schema

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/earlycall/earlycall/parse"
)

// Violation is one thing that is wrong with arguments.
type Violation struct {
	Pointer string // RFC 6901, to the value that is wrong; of a missing member, to its object; "" is the whole
	Keyword string // of the schema: "type", "required"; or "json" or "limit" where no schema was asked
	Message string // what to change: "must be integer, not string"; never holds the value
	Offset  int    // in the arguments: the value's first byte; where something is missing its last byte
}

// String returns pointer and message: "/limit: must be integer, not string".
func (v Violation) String() string {
	if v.Pointer == "" {
		return "the arguments: " + v.Message
	}
	return clip(v.Pointer, 256) + ": " + v.Message
}

// Violations is all that is wrong with arguments. It is an error, so that
// errors.AsType finds it in the error of a call.
type Violations []Violation

// shown is how many violations an error's text lists.
const shown = 8

// Error returns the first eight violations and how many more there are.
func (v Violations) Error() string {
	var b strings.Builder
	for i := range min(len(v), shown) {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(v[i].String())
	}
	if more := len(v) - shown; more > 0 {
		fmt.Fprintf(&b, "; and %d more", more)
	}
	return b.String()
}

// Of returns the error of a call with these violations: ErrSchema, or ErrLimit
// if a limit of this package is exceeded; nil if there are none. Its pointer
// is that of the first violation, and its cause is of type [Violations]. As
// the verdict falls when the call closes, the offset of a call found in text
// is that of its last byte; of a native call it is the offset of the first
// violation in the arguments.
func (v Violations) Of(call parse.Call) *parse.Error {
	if len(v) == 0 {
		return nil
	}
	e := &parse.Error{
		Code: parse.ErrSchema, Choice: call.Choice, Index: call.Index, ID: call.ID, Name: call.Name,
		Offset: int64(v[0].Offset), Pointer: v[0].Pointer, Message: v.Error(),
		Raw: string(call.Arguments), Err: v,
	}
	if call.End > call.Start {
		e.Offset = call.End - 1
	}
	if v[0].Keyword == "limit" {
		e.Code = parse.ErrLimit
	}
	return e
}

// What [Schema.Validate] reports at most, so that hostile arguments with very
// many or very long names don't cost much. The first violation is always
// reported.
const (
	MaxViolations = 1000
	maxText       = 1 << 20 // bytes of pointers and messages
)

// quote writes a name, clipped.
func quote(name string) string { return strconv.Quote(clip(name, 64)) }

// clip cuts s to at most n bytes, between characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n] + "…"
}
