package schema

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Where a schema holds further schemas. What stands elsewhere (enum, const,
// default, examples) is data and is left alone.
var (
	schemaKeys = []string{
		"items", "additionalItems", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else",
		"unevaluatedItems", "unevaluatedProperties", "contentSchema",
	}
	schemaLists = []string{"allOf", "anyOf", "oneOf", "prefixItems", "items"}
	schemaMaps  = []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"}
	countKeys   = []string{"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"}
	combiners   = []string{"$ref", "allOf", "anyOf", "oneOf", "not", "const", "if"}
)

// normalize rewrites the spellings of providers' dialects to JSON Schema, in
// place where it can:
//
//	"type": "STRING"                        Gemini's enum of types
//	"nullable": true                        OpenAPI 3.0
//	"minimum": 0, "exclusiveMinimum": true  draft 4 and OpenAPI 3.0
//	"minItems": "1"                         int64 in protocol buffers' JSON
//	"properties": null, "required": null    a nil map or slice that was marshaled
//	"$schema": "http://json-schema.org/schema#", ""
//
// A schema that names draft 4 keeps its own exclusiveMinimum.
func normalize(doc any) any {
	s, _ := doc.(map[string]any)
	draft, _ := s["$schema"].(string)
	if noDraft.MatchString(draft) {
		delete(s, "$schema")
	}
	return normalizeAs(doc, strings.Contains(draft, "draft-04"))
}

// noDraft matches values of $schema that name no draft.
var noDraft = regexp.MustCompile(`^(https?://json-schema\.org/schema#?)?$`)

func normalizeAs(doc any, draft4 bool) any {
	s, ok := doc.(map[string]any)
	if !ok {
		return doc
	}
	normalizeNull(s)
	for _, key := range schemaKeys {
		if inner, ok := s[key].(map[string]any); ok {
			s[key] = normalizeAs(inner, draft4)
		}
	}
	for _, key := range schemaLists {
		list, _ := s[key].([]any)
		for i := range list {
			list[i] = normalizeAs(list[i], draft4)
		}
	}
	for _, key := range schemaMaps {
		inner, _ := s[key].(map[string]any)
		for name := range inner {
			inner[name] = normalizeAs(inner[name], draft4)
		}
	}
	normalizeType(s)
	normalizeCounts(s)
	if !draft4 {
		normalizeExclusive(s, "minimum", "exclusiveMinimum")
		normalizeExclusive(s, "maximum", "exclusiveMaximum")
	}
	return normalizeNullable(s)
}

// normalizeNull removes the keywords whose value is null, which no draft
// allows, and makes a null that stands for a schema the schema that allows
// everything.
func normalizeNull(s map[string]any) {
	for key, v := range s {
		if v == nil && key != "const" && key != "default" {
			delete(s, key)
		}
	}
	for _, key := range schemaLists {
		list, _ := s[key].([]any)
		for i := range list {
			if list[i] == nil {
				list[i] = true
			}
		}
	}
	for _, key := range schemaMaps {
		inner, _ := s[key].(map[string]any)
		for name := range inner {
			if inner[name] == nil {
				inner[name] = true
			}
		}
	}
}

func normalizeType(s map[string]any) {
	switch t := s["type"].(type) {
	case string:
		if strings.EqualFold(t, "TYPE_UNSPECIFIED") {
			delete(s, "type")
			return
		}
		s["type"] = typeName(t)
	case []any:
		for i := range t {
			if name, ok := t[i].(string); ok {
				t[i] = typeName(name)
			}
		}
	}
}

// typeName returns a type's name in lower case if it is one.
func typeName(name string) string {
	if lower := strings.ToLower(name); slices.Contains(typeNames[:], lower) {
		return lower
	}
	return name
}

func normalizeCounts(s map[string]any) {
	for _, key := range countKeys {
		if text, ok := s[key].(string); ok {
			if _, err := strconv.ParseUint(text, 10, 63); err == nil {
				s[key] = json.Number(text)
			}
		}
	}
}

func normalizeExclusive(s map[string]any, bound, exclusive string) {
	on, ok := s[exclusive].(bool)
	if !ok {
		return
	}
	delete(s, exclusive)
	if limit, has := s[bound]; on && has {
		s[exclusive] = limit
		delete(s, bound)
	}
}

func normalizeNullable(s map[string]any) any {
	nullable, ok := s["nullable"].(bool)
	if !ok {
		return s
	}
	delete(s, "nullable")
	if !nullable {
		return s
	}
	if slices.ContainsFunc(combiners, func(key string) bool { _, has := s[key]; return has }) {
		inner := maps.Clone(s)
		return map[string]any{"anyOf": []any{inner, map[string]any{"type": "null"}}}
	}
	switch t := s["type"].(type) {
	case string:
		s["type"] = []any{t, "null"}
	case []any:
		if !slices.Contains(t, any("null")) {
			s["type"] = append(t, "null")
		}
	}
	if list, ok := s["enum"].([]any); ok && !slices.Contains(list, nil) {
		s["enum"] = append(list, nil)
	}
	return s
}
