package parse

import "encoding/json"

// Tool is a tool as it is offered to the model.
type Tool struct {
	Name   string
	Schema json.RawMessage // JSON Schema of the arguments; nil if unknown. It types tagged parameters (see Types); package schema checks arguments by it
}

// Tools is the set of tools that the model was offered.
//
// A nil set says nothing: any name is a call, and no schema is known. An
// empty set that is not nil says that no tools were offered: nothing in the
// text is a call.
type Tools []Tool

// Lookup returns the tool of that exact name.
func (t Tools) Lookup(name string) (*Tool, bool) {
	for i := range t {
		if t[i].Name == name {
			return &t[i], true
		}
	}
	return nil, false
}

// Declares reports whether a call may have that name: any name if the set is
// nil, else the names in it.
func (t Tools) Declares(name string) bool {
	if t == nil {
		return true
	}
	_, ok := t.Lookup(name)
	return ok
}

// None reports whether the set is empty and not nil: no tools were offered.
func (t Tools) None() bool { return t != nil && len(t) == 0 }
