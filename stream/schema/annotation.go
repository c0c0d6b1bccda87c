package schema

import (
	"maps"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// note is what this package keeps of a schema beside what the library
// compiles.
type note struct {
	names  *jsonschema.Schema // propertyNames
	secret bool
}

// nameError is a member's name that propertyNames refuses. The library's own
// error of that kind names the wrong place where objects are nested, so this
// one is reported instead of it.
type nameError struct{ kind.PropertyNames }

// annotations returns the vocabulary that makes notes. It sets anySecret if
// the schema marks anything as secret.
func annotations(anySecret *bool) *jsonschema.Vocabulary {
	take := func(c *jsonschema.CompilerContext, s map[string]any) (jsonschema.SchemaExt, error) {
		n := note{secret: isSecret(s)}
		if _, ok := s["propertyNames"]; ok {
			n.names = c.Enqueue([]string{"propertyNames"})
		}
		if n == (note{}) {
			return nil, nil
		}
		*anySecret = *anySecret || n.secret
		return &n, nil
	}
	return &jsonschema.Vocabulary{URL: "tool:///annotations", Compile: take}
}

// isSecret reports whether a schema says that its value must not be shown.
func isSecret(s map[string]any) bool {
	return s["x-sensitive"] == true || s["writeOnly"] == true || s["format"] == "password"
}

// Validate checks the names of an object's members.
func (n *note) Validate(c *jsonschema.ValidatorContext, v any) {
	object, ok := v.(map[string]any)
	if n.names == nil || n.names.DraftVersion == 4 || !ok {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		err := c.Validate(n.names, name, []string{name})
		if causes, ok := err.(*jsonschema.ValidationError); ok {
			c.AddErrors([]*jsonschema.ValidationError{causes}, &nameError{kind.PropertyNames{Property: name}})
		}
	}
}

// noteOf returns what was noted of s; nil if nothing.
func noteOf(s *jsonschema.Schema) *note {
	for _, ext := range s.Extensions {
		if n, ok := ext.(*note); ok {
			return n
		}
	}
	return nil
}
