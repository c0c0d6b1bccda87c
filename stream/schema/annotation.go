package schema

import "github.com/santhosh-tekuri/jsonschema/v6"

// note marks a schema whose value must not be shown.
type note struct{}

// annotations returns the vocabulary that puts notes on the schemas of s
// and collects the schemas that a dynamic reference may lead to.
func annotations(s *Schema, anchors *[]*jsonschema.Schema) *jsonschema.Vocabulary {
	take := func(c *jsonschema.CompilerContext, keywords map[string]any) (jsonschema.SchemaExt, error) {
		_, dynamic := keywords["$dynamicAnchor"].(string)
		if dynamic || keywords["$recursiveAnchor"] == true {
			*anchors = append(*anchors, c.Enqueue(nil))
		}
		if !isSecret(keywords) {
			return nil, nil
		}
		s.secret = true
		return &note{}, nil
	}
	return &jsonschema.Vocabulary{URL: "tool:///annotations", Compile: take}
}

// isSecret reports whether a schema says that its value must not be shown.
func isSecret(s map[string]any) bool {
	return s["x-sensitive"] == true || s["writeOnly"] == true || s["format"] == "password"
}

// Validate adds nothing: a note is no rule.
func (*note) Validate(*jsonschema.ValidatorContext, any) {}

// noteOf returns the note on s; nil if there is none.
func noteOf(s *jsonschema.Schema) *note {
	for _, ext := range s.Extensions {
		if n, ok := ext.(*note); ok {
			return n
		}
	}
	return nil
}
