package dispatch

import (
	"fmt"
	"strings"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// What is kept of a call beyond [Options.Open], in bytes. An id has to come
// back to the provider as it was, so that it is clipped only where no provider
// would write it.
const (
	maxTrimmedName    = 256 // of a name or a pointer
	maxTrimmedMessage = 512
	maxTrimmedID      = 4096
)

// trimmed returns the error of a call that closed or failed beyond the limit. It
// holds on to no byte of the reply but a bounded copy of what names the call:
// its number is all that memory grows with. A call that failed keeps its code.
func (c *Conversation) trimmed(ev stream.Event, limit int) *parse.Error {
	var e parse.Error
	if call := ev.Call; call != nil {
		e = parse.Error{
			Code: parse.ErrLimit, Choice: call.Choice, Index: call.Index, ID: call.ID, Name: call.Name, Offset: call.End,
			Message: fmt.Sprintf("more than %d calls are open at once", limit),
		}
	} else {
		e = *ev.Err
		e.Raw, e.Arguments, e.Err = "", nil, nil
	}
	if t := c.tools.named[e.Name]; t != nil {
		e.Name = t.Name
	} else {
		e.Name = strings.Clone(clip(e.Name, maxTrimmedName))
	}
	e.ID = strings.Clone(clip(e.ID, maxTrimmedID))
	e.Message = strings.Clone(clip(e.Message, maxTrimmedMessage))
	e.Pointer = strings.Clone(clip(e.Pointer, maxTrimmedName))
	return &e
}
