package schema

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"
)

// oracle returns the library's verdict.
func oracle(s *Schema, arguments string) bool {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(arguments))
	if err != nil {
		panic("BUG: a drawn value is no JSON: " + err.Error())
	}
	return s.compiled.Validate(v) == nil
}

// The names and scalars that are drawn: few, so that schemas and values meet.
var (
	drawnNames   = []string{"a", "b", "ab", "c"}
	drawnScalars = []string{"null", "true", "false", "0", "1", "2", "1.0", "1.5", "-3", "10", `""`, `"a"`, `"b"`, `"ab"`, `"\u0061"`, `"😀😀"`}
)

func drawValue(t *rapid.T, depth int) string {
	kind := rapid.IntRange(0, 3).Draw(t, "kind")
	if depth == 0 || kind < 2 {
		return rapid.SampledFrom(drawnScalars).Draw(t, "scalar")
	}
	var parts []string
	if kind == 2 {
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			parts = append(parts, drawValue(t, depth-1))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(drawnNames), 0, 4, rapid.ID[string]).Draw(t, "names") {
		parts = append(parts, `"`+name+`":`+drawValue(t, depth-1))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// drawSchema draws a schema of up to three keywords.
func drawSchema(t *rapid.T, depth int) any {
	if depth == 0 || rapid.IntRange(0, 9).Draw(t, "leaf") == 0 {
		return rapid.SampledFrom([]any{true, false, map[string]any{}, map[string]any{"type": "string"}, map[string]any{"type": "integer"}, map[string]any{"$ref": "#/$defs/d"}}).Draw(t, "small")
	}
	s := map[string]any{}
	for range rapid.IntRange(1, 3).Draw(t, "keywords") {
		key := rapid.SampledFrom(drawnKeywords).Draw(t, "keyword")
		s[key] = drawKeyword(t, key, depth-1)
	}
	return s
}

var drawnKeywords = []string{
	"type", "enum", "const", "minimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern",
	"properties", "properties", "patternProperties", "additionalProperties", "propertyNames", "required", "dependentRequired", "dependentSchemas",
	"minProperties", "maxProperties", "items", "prefixItems", "contains", "minContains", "maxContains", "minItems", "maxItems", "uniqueItems",
	"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "unevaluatedProperties", "unevaluatedItems", "$ref", "$dynamicRef",
}

func drawKeyword(t *rapid.T, key string, depth int) any {
	switch key {
	case "type":
		return rapid.SampledFrom([]any{"string", "integer", "number", "object", "array", "null", []any{"object", "integer"}}).Draw(t, key)
	case "enum":
		return []any{json.RawMessage(drawValue(t, 1)), json.RawMessage(drawValue(t, 1))}
	case "const":
		return json.RawMessage(drawValue(t, 2))
	case "multipleOf":
		return rapid.SampledFrom([]any{0.5, 1, 2, 0.1}).Draw(t, key)
	case "minimum", "exclusiveMaximum", "minLength", "maxLength", "minProperties", "maxProperties", "minContains", "maxContains", "minItems", "maxItems":
		return rapid.IntRange(0, 3).Draw(t, key)
	case "pattern":
		return rapid.SampledFrom([]string{"^a", "b$"}).Draw(t, key)
	case "uniqueItems":
		return true
	case "required":
		return []any{rapid.SampledFrom(drawnNames).Draw(t, key)}
	case "dependentRequired":
		return map[string]any{rapid.SampledFrom(drawnNames).Draw(t, key): []any{rapid.SampledFrom(drawnNames).Draw(t, key)}}
	case "properties", "dependentSchemas":
		return map[string]any{rapid.SampledFrom(drawnNames).Draw(t, key): drawSchema(t, depth), "a": drawSchema(t, depth)}
	case "patternProperties":
		return map[string]any{rapid.SampledFrom([]string{"^a", "b$"}).Draw(t, key): drawSchema(t, depth)}
	case "prefixItems", "allOf", "anyOf", "oneOf":
		return []any{drawSchema(t, depth), drawSchema(t, depth)}
	case "$ref":
		return rapid.SampledFrom([]string{"#/$defs/d", "#/$defs/e"}).Draw(t, key)
	case "$dynamicRef":
		return "#n"
	}
	return drawSchema(t, depth)
}

// The verdict is the library's, whichever way it is asked for.
func TestVerdictIsTheLibrarys(t *testing.T) {
	valid, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		doc := map[string]any{"allOf": []any{drawSchema(t, 3)}, "$defs": map[string]any{
			"d": map[string]any{"$dynamicAnchor": "n", "anyOf": []any{map[string]any{"type": "integer"}, map[string]any{"items": drawSchema(t, 1)}}},
			"e": map[string]any{"properties": map[string]any{"a": map[string]any{"$ref": "#/$defs/e"}}, "additionalProperties": drawSchema(t, 1)},
		}}
		raw, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		s, err := compile(raw, "")
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		for range 8 {
			arguments := drawValue(t, 3)
			want := oracle(s, arguments)
			if all++; want {
				valid++
			}
			if found := s.Validate(json.RawMessage(arguments)); (len(found) == 0) != want {
				t.Fatalf("%s of %s: got %v, want valid=%t", arguments, raw, found, want)
			}
			coerced, done := s.Coerce(json.RawMessage(arguments))
			if want && len(done) > 0 {
				t.Fatalf("%s of %s is valid, and coerced to %s", arguments, raw, coerced)
			}
			for _, v := range s.Validate(coerced) {
				for _, c := range done {
					if v.Pointer == c.Pointer || strings.HasPrefix(v.Pointer, c.Pointer+"/") {
						t.Fatalf("%s of %s is coerced to %s: %v", arguments, raw, coerced, v)
					}
				}
			}
		}
	})
	if valid*10 < all || valid*10 > all*9 {
		t.Errorf("%d of %d drawn values are valid: the draw shows little", valid, all)
	}
}
