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
	maxLeanName    = 256 // of a name or a pointer
	maxLeanMessage = 512
	maxLeanID      = 4096
)

// lean returns the error of a call that closed or failed beyond the limit. It
// holds on to no byte of the reply but a bounded copy of what names the call:
// its number is all that memory grows with. A call that failed keeps its code.
func (c *Conversation) lean(ev stream.Event, limit int) *parse.Error {
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
		e.Name = strings.Clone(clip(e.Name, maxLeanName))
	}
	e.ID = strings.Clone(clip(e.ID, maxLeanID))
	e.Message = strings.Clone(clip(e.Message, maxLeanMessage))
	e.Pointer = strings.Clone(clip(e.Pointer, maxLeanName))
	return &e
}

// crowded reports whether reading has to wait before one more call: as many
// calls as may be are open or have results that are not out, and one of those
// results can be taken, so that waiting comes to an end. Where none can, since
// all calls still run, or the one that is next in order waits for more of the
// reply, reading goes on.
func (r *Reply) crowded() bool {
	return r.full >= r.c.options.Open && (len(r.ready) > 0 || r.telling > 0)
}
