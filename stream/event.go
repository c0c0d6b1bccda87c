package stream

// Event is one thing that became known about a reply. Which fields are set
// depends on the kind. The strings in it stay valid for ever.
type Event struct {
	Kind     Kind
	Complete bool   // KindEnd: the reply ended as it should
	Choice   int16  // which of n parallel choices
	Index    int32  // of calls and conflicts: the call's order in its choice; else -1
	Offset   int64  // where the event's first byte is in the text of its choice; of a conflict the guilty byte
	Text     string // text, reasoning or marker; of KindCallStart the name; of KindCallDelta the next piece of the arguments; of KindEnd the finish reason as the provider gave it
	ID       string // of KindCallStart: the call's id, as far as it is known
	Call     *Call  // of KindCallEnd: the call, or nil if it failed
	Err      *Error // of KindCallEnd: what is wrong; of KindConflict and KindError always
}

// Kind says what an event is. The events of a reply fit this grammar, in
// which the calls of a provider's stream may interleave, told apart by Choice
// and Index:
//
//	Stream = { Text | Reasoning | Marker | Call | Conflict | Error } End .
//	Call   = CallStart { CallDelta } CallEnd .
type Kind uint8

const (
	KindText      Kind = iota // what the model says to the user
	KindReasoning             // what the model says to itself
	KindMarker                // the format's punctuation; with it a caller can rebuild the reply
	KindCallStart             // a call has begun and its name is known: to show, never to run
	KindCallDelta             // the next piece of its arguments, strict JSON: to show, never to run
	KindCallEnd               // the call is done: Call is set; or it failed: Err is set
	KindConflict              // bytes came that claim to belong to a call that is already out; cancel it
	KindError                 // what went wrong outside of calls
	KindEnd                   // nothing follows
)

var kinds = [...]string{"text", "reasoning", "marker", "start", "delta", "call", "conflict", "error", "end"}

// String returns the kind's name: "text".
func (k Kind) String() string {
	if int(k) < len(kinds) {
		return kinds[k]
	}
	return "unknown"
}
