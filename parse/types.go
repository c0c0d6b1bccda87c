package parse

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Types is a set of JSON types. The empty set says that nothing is known.
type Types uint8

// The types of JSON Schema. An integer is a number without exponent whose
// fraction, if it has one, is zero.
const (
	TypeNull Types = 1 << iota
	TypeInteger
	TypeNumber
	TypeBoolean
	TypeObject
	TypeArray
	TypeString
)

var typeNames = [...]string{"null", "integer", "number", "boolean", "object", "array", "string"}

// Has reports whether the set holds all types of other.
func (t Types) Has(other Types) bool { return t&other == other }

// String returns the types as JSON Schema names them: "null|integer".
func (t Types) String() string {
	var names []string
	for i, name := range typeNames {
		if t.Has(1 << i) {
			names = append(names, name)
		}
	}
	return strings.Join(names, "|")
}

// Types returns the JSON types that the tool's schema allows for a parameter,
// from type (a string or a list, in any case), enum, const, nullable, anyOf,
// oneOf, allOf, and $ref within the schema. Where several of them speak, a type
// must be allowed by all; the branches of anyOf and oneOf are joined. The set
// is empty if the schema doesn't tell.
//
// It decodes the schema at each call; for several parameters, see
// [Tool.ParameterTypes].
func (t *Tool) Types(parameter string) Types { return t.ParameterTypes()[parameter] }

// ParameterTypes returns what Types says of each parameter that the schema
// lists, decoding the schema once. It returns nil if there is no schema, or if
// the schema is no JSON object.
func (t *Tool) ParameterTypes() map[string]Types {
	if len(t.Schema) == 0 {
		return nil
	}
	s := schema{steps: maxSteps}
	d := json.NewDecoder(strings.NewReader(string(t.Schema)))
	d.UseNumber()
	if d.Decode(&s.root) != nil {
		return nil
	}
	types := map[string]Types{}
	s.properties(s.root, types, nil)
	return types
}

// maxSteps bounds the nodes visited in one schema, which references can make
// many more than are written in it.
const maxSteps = 20_000

// schema is a decoded schema while types are collected from it.
type schema struct {
	root  map[string]any
	steps int
}

// open returns the schema that v is, or, of a boolean schema, a cycle of
// references, or when the steps have run out, false.
func (s *schema) open(v any, open []string) (map[string]any, bool) {
	node, ok := v.(map[string]any)
	s.steps--
	return node, ok && s.steps > 0 && len(open) <= 64
}

// follow returns what the node's $ref points to, and the references that are
// then open.
func (s *schema) follow(node map[string]any, open []string) (any, []string) {
	ref, ok := node["$ref"].(string)
	if !ok {
		return nil, open
	}
	for _, r := range open {
		if r == ref {
			return nil, open
		}
	}
	return s.lookup(ref), append(open[:len(open):len(open)], ref)
}

// lookup returns what a reference within the schema points to, or nil.
func (s *schema) lookup(ref string) any {
	path, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil
	}
	var v any = s.root
	for i, key := range strings.Split(path, "/") {
		if i == 0 {
			continue
		}
		if k, err := url.PathUnescape(key); err == nil {
			key = k
		}
		key = strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
		switch node := v.(type) {
		case map[string]any:
			v = node[key]
		case []any:
			n, err := strconv.Atoi(key)
			if err != nil || n < 0 || n >= len(node) {
				return nil
			}
			v = node[n]
		default:
			return nil
		}
	}
	return v
}

// branches returns the schemas in the list under that keyword.
func branches(node map[string]any, keyword string) []any {
	list, _ := node[keyword].([]any)
	return list
}

// properties adds the types of the node's properties, and of those of its
// branches and references.
func (s *schema) properties(v any, types map[string]Types, open []string) {
	node, ok := s.open(v, open)
	if !ok {
		return
	}
	if properties, ok := node["properties"].(map[string]any); ok {
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			types[name] = meet(types[name], s.types(properties[name], nil))
		}
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		either := map[string]Types{}
		for _, b := range branches(node, key) {
			branch := map[string]Types{}
			s.properties(b, branch, open)
			for name, t := range branch {
				either[name] |= t
			}
		}
		for name, t := range either {
			types[name] = meet(types[name], t)
		}
	}
	for _, b := range branches(node, "allOf") {
		s.properties(b, types, open)
	}
	if target, open := s.follow(node, open); target != nil {
		s.properties(target, types, open)
	}
}

// types returns the types that a node allows.
func (s *schema) types(v any, open []string) Types {
	node, ok := s.open(v, open)
	if !ok {
		return 0
	}
	set := typeKeyword(node["type"])
	if values, ok := node["enum"].([]any); ok {
		set = meet(set, typesOf(values))
	}
	if value, ok := node["const"]; ok {
		set = meet(set, typeOf(value))
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		var either Types
		for _, b := range branches(node, key) {
			either |= s.types(b, open)
		}
		set = meet(set, either)
	}
	for _, b := range branches(node, "allOf") {
		set = meet(set, s.types(b, open))
	}
	if target, open := s.follow(node, open); target != nil {
		set = meet(set, s.types(target, open))
	}
	if nullable, _ := node["nullable"].(bool); nullable && set != 0 {
		set |= TypeNull
	}
	return set
}

// meet returns the types that both sets allow, where both say something. A set
// with numbers has the integers too. If they contradict each other, nothing is
// known.
func meet(a, b Types) Types {
	if a == 0 || b == 0 || a == b {
		return a | b
	}
	if a.Has(TypeNumber) {
		a |= TypeInteger
	}
	if b.Has(TypeNumber) {
		b |= TypeInteger
	}
	return a & b
}

// typeKeyword returns what the value of the keyword type says.
func typeKeyword(v any) (set Types) {
	names, ok := v.([]any)
	if !ok {
		names = []any{v}
	}
	for _, v := range names {
		name, _ := v.(string)
		for i, known := range typeNames {
			if strings.EqualFold(name, known) {
				set |= 1 << i
			}
		}
	}
	return set
}

func typesOf(values []any) (set Types) {
	for _, v := range values {
		set |= typeOf(v)
	}
	return set
}

// typeOf returns the type of a decoded value.
func typeOf(v any) Types {
	switch v := v.(type) {
	case nil:
		return TypeNull
	case bool:
		return TypeBoolean
	case json.Number:
		if isInteger(v.String()) {
			return TypeInteger
		}
		return TypeNumber
	case string:
		return TypeString
	case []any:
		return TypeArray
	}
	return TypeObject
}
