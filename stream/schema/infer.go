package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
)

// For infers the schema of a tool's arguments from a Go type, a struct or a
// map with string keys. Members are named by their json tags, described by
// their jsonschema tags, required unless they are marked omitempty or
// omitzero, and no others are allowed:
//
//	struct {
//		City string `json:"city" jsonschema:"where, in English"`
//		Days int    `json:"days,omitempty"`
//	}
//
// A slice is an array and, unlike a pointer, never null: absent means empty.
// A type that refers to itself, or has fields such as channels that JSON
// can't hold, is an error; write its schema by hand.
func For[T any]() (json.RawMessage, error) {
	t := reflect.TypeFor[T]()
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct && t.Kind() != reflect.Map {
		return nil, fmt.Errorf("schema: arguments are an object, which %v is not: use a struct or a map with string keys", t)
	}
	s, err := jsonschema.ForType(t, nil)
	if err != nil {
		return nil, fmt.Errorf("schema: no schema can be inferred, write it by hand: %w", err)
	}
	noNullArrays(s)
	return json.Marshal(s)
}

// noNullArrays removes null from the types of slices: no model needs it, and
// some providers take no list of types.
func noNullArrays(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if slices.Equal(s.Types, []string{"null", "array"}) {
		s.Type, s.Types = "array", nil
	}
	for _, inner := range s.Properties {
		noNullArrays(inner)
	}
	noNullArrays(s.Items)
	noNullArrays(s.AdditionalProperties)
}
