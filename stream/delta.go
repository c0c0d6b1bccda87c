package stream

// Delta is one increment of a reply, as a provider's frames give it. Which
// fields are set depends on the kind.
type Delta struct {
	Kind   DeltaKind
	Choice int    // which of n parallel choices
	Text   string // the text; the fragment; the raw JSON of a whole call's or snapshot's arguments; the finish reason; the error's message

	// Whose call it is (fragments, whole calls, snapshots, closes, paths).
	ID        string // the id that identifies the call within the stream; "" if absent
	CallID    string // the id that the call is answered under, if it is another one; "" if the same
	Index     int    // the provider's index, if Indexed
	Indexed   bool
	Slot      Slot   // what identifies the call on this wire
	Name      string // the name, or the next piece of it; "" if absent
	Namespace string // the part of Name before the tool's own name and its dot; "" if there is none

	// The rest is documented at the kinds that use it.
	Path   string // DeltaPath: an RFC 9535 path of names and indexes, "$.a[0].b"
	More   bool   // DeltaPath: the value at Path goes on
	Ending Ending // DeltaFinish, DeltaClose, DeltaDone
	Err    error  // DeltaError, DeltaLost: the cause
}

// Slot describes what identifies the call of a delta. A wire has one way.
type Slot uint8

const (
	SlotEntry Slot = iota // the index within the choice; an id is a claim, which several calls may make (Chat, Mistral, Gemini, Ollama)
	SlotItem              // the id, which is an output item's, then the index; CallID is a claim (Responses)
	SlotBlock             // the index alone: the block that began last there (Anthropic, Bedrock, Cohere, Interactions)
	SlotStart             // a block begins on the index: a call of its own, whatever its id
)

// DeltaKind says what a delta is.
type DeltaKind uint8

const (
	DeltaText      DeltaKind = iota // text that the user sees, or that holds calls in a model's spelling; unsearched unless the parser names a format
	DeltaReasoning                  // reasoning
	DeltaFragment                   // a native call: who it is and its next argument text, either may be empty; half a surrogate pair stands in it as its escape
	DeltaWhole                      // a native call with all of its arguments: raw JSON in Text, "" if none were given; without an id always a new call; a {} in it is final
	DeltaSnapshot                   // the final arguments of a call, again or for the first time: raw JSON in Text, never ""
	DeltaPath                       // the value (raw JSON in Text) at Path of a call's arguments; a string with More, or after a piece with More, is a piece; with "" only the end of that value is reported
	DeltaClose                      // the explicit end of a call: what it has is all (no argument byte: {}; {} is final); with EndingCut, and if a path is open, what is open is truncated
	DeltaFinish                     // a choice is finished: the reason in Text, what it means in Ending
	DeltaError                      // the provider reported an error: its message in Text
	DeltaLost                       // a frame could not be read: fragments may be missing, of any choice; Err is a *parse.Error (ErrProtocol, ErrLimit)
	DeltaRestart                    // the reply begins anew: a second message_start; before a DeltaDone a retry that abandons the first, after it a new reply
	DeltaDone                       // the provider's terminal event: the reply is complete, and what is open is settled as by a normal finish; with EndingCut the finish reasons alone say that it is complete: what began after them is truncated
	DeltaFeed                       // the reply's text as Parser.Feed takes it: searched for calls even if no format is named
)

// Ending says how a finish reason ends a reply.
type Ending uint8

const (
	EndingNormal Ending = iota // stop, tool calls: what is open is complete
	EndingCut                  // length, content filter and the like: what is open is truncated
)
