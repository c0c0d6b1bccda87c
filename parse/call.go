package parse

import "encoding/json"

// Call is one tool call that a model made, complete and checked.
//
// Calls of [First] and [ToolKey] are checked less: First lets an empty name
// pass, and in the arguments of both there may be equal keys, of which the last
// one counts.
type Call struct {
	Index     int             // order among the committed calls of its choice, from 0; failed calls count too
	Choice    int             // which of n parallel choices, from 0
	ID        string          // as the provider or the format gave it; "" if none
	Name      string          // the tool's name, unescaped, never empty
	Namespace string          // the part of Name before the tool's own name and its dot: "crm" of "crm.delete"; "" if the provider gave none
	Arguments json.RawMessage // one strict JSON object (RFC 8259, no duplicate keys), as the model wrote it; owned by the call
	Repairs   []Repair        // what was made up or mended on the way; nil for a call that was right as written
	Start     int64           // offset of the call's first byte in the reply's text
	End       int64           // offset after the call's last byte in the reply's text
}

// Decode stores the arguments in the value pointed to by v, as [json.Unmarshal] does.
func (c Call) Decode(v any) error { return json.Unmarshal(c.Arguments, v) }

// Repair tells one thing that the arguments have and the model did not write.
type Repair struct {
	Kind   RepairKind
	Offset int64 // where, in the same count as the call's offsets
}

// RepairKind names a repair.
type RepairKind string

const (
	EmptyArguments RepairKind = "empty-arguments" // no arguments were given: {}
	NullArguments  RepairKind = "null-arguments"  // the arguments were null: {}
)
