package schema

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// typeNames are JSON Schema's names of types, in the order that sentences
// list them.
var typeNames = [...]string{"null", "boolean", "number", "integer", "string", "array", "object"}

// typeSet is a set of types: bit i stands for typeNames[i].
type typeSet uint8

const allTypes = typeSet(1<<len(typeNames) - 1)

func typeBit(name string) typeSet {
	t := typeSet(1) << slices.Index(typeNames[:], name)
	if name == "number" {
		t |= typeBit("integer")
	}
	return t
}

// has reports whether a value of that type is allowed.
func (t typeSet) has(name string) bool { return t&typeBit(name) == typeBit(name) }

// walk leads values and the schemas that may speak of them side by side. It
// remembers what it has worked out of each schema, and is for one use by one
// goroutine.
type walk struct {
	allowed map[*jsonschema.Schema]typeSet
	reach   map[*jsonschema.Schema][]*jsonschema.Schema
	path    []step
}

func newWalk() *walk {
	return &walk{allowed: map[*jsonschema.Schema]typeSet{}, reach: map[*jsonschema.Schema][]*jsonschema.Schema{}}
}

// types returns the types that s allows, as far as types, constants and
// combinations of them tell.
func (w *walk) types(s *jsonschema.Schema) typeSet {
	if t, ok := w.allowed[s]; ok {
		return t
	}
	w.allowed[s] = allTypes // a schema that leads back to itself adds nothing
	t := w.ownTypes(s)
	if s.Ref != nil {
		t &= w.types(s.Ref)
	}
	for _, inner := range s.AllOf {
		t &= w.types(inner)
	}
	t &= w.anyTypes(s.AnyOf) & w.anyTypes(s.OneOf)
	w.allowed[s] = t
	return t
}

func (w *walk) anyTypes(list []*jsonschema.Schema) typeSet {
	if len(list) == 0 {
		return allTypes
	}
	var t typeSet
	for _, s := range list {
		t |= w.types(s)
	}
	return t
}

func (w *walk) ownTypes(s *jsonschema.Schema) typeSet {
	if s.Bool != nil && !*s.Bool {
		return 0
	}
	t := allTypes
	if s.Types != nil && !s.Types.IsEmpty() {
		t = 0
		for _, name := range s.Types.ToStrings() {
			t |= typeBit(name)
		}
	}
	if s.Enum != nil {
		var values typeSet
		for _, v := range s.Enum.Values {
			values |= typeBit(typeOf(v))
		}
		t &= values
	}
	if s.Const != nil {
		t &= typeBit(typeOf(*s.Const))
	}
	return t
}

// typeOf returns the type of a value of a schema. A number counts as number,
// which includes integer.
func typeOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return "number"
}

// all returns s and the schemas that may speak of the same value: those that
// it refers to, combines or makes depend on something.
func (w *walk) all(s *jsonschema.Schema) []*jsonschema.Schema {
	if list, ok := w.reach[s]; ok {
		return list
	}
	seen := map[*jsonschema.Schema]bool{}
	var list []*jsonschema.Schema
	for queue := []*jsonschema.Schema{s}; len(queue) > 0; queue = queue[1:] {
		if next := queue[0]; next != nil && !seen[next] {
			seen[next] = true
			list = append(list, next)
			queue = append(queue, beside(next)...)
		}
	}
	w.reach[s] = list
	return list
}

// beside returns the schemas that s applies to its own value.
func beside(s *jsonschema.Schema) []*jsonschema.Schema {
	list := []*jsonschema.Schema{s.Ref, s.RecursiveRef, s.Then, s.Else}
	if s.DynamicRef != nil {
		list = append(list, s.DynamicRef.Ref)
	}
	list = slices.Concat(list, s.AllOf, s.AnyOf, s.OneOf)
	for _, name := range slices.Sorted(maps.Keys(s.DependentSchemas)) {
		list = append(list, s.DependentSchemas[name])
	}
	for _, name := range slices.Sorted(maps.Keys(s.Dependencies)) {
		if inner, ok := s.Dependencies[name].(*jsonschema.Schema); ok {
			list = append(list, inner)
		}
	}
	return list
}

// each calls f for the schemas that may speak of the value that roots speak of.
func (w *walk) each(roots []*jsonschema.Schema, f func(s *jsonschema.Schema)) {
	seen := map[*jsonschema.Schema]bool{}
	for _, root := range roots {
		for _, s := range w.all(root) {
			if !seen[s] {
				seen[s] = true
				f(s)
			}
		}
	}
}

// member returns the schemas of a member, and whether its name is declared.
func (w *walk) member(roots []*jsonschema.Schema, name string) (of []*jsonschema.Schema, declared bool) {
	var others []*jsonschema.Schema
	w.each(roots, func(s *jsonschema.Schema) {
		evaluated := false
		if inner, ok := s.Properties[name]; ok {
			of, declared, evaluated = append(of, inner), true, true
		}
		for pattern, inner := range s.PatternProperties {
			if pattern.MatchString(name) {
				of, declared, evaluated = append(of, inner), true, true
			}
		}
		if inner, ok := s.AdditionalProperties.(*jsonschema.Schema); ok && !evaluated {
			others = append(others, inner)
		}
	})
	if !declared {
		of = others
	}
	return of, declared
}

// item returns the schemas of an array's item.
func (w *walk) item(roots []*jsonschema.Schema, i int) (of []*jsonschema.Schema) {
	w.each(roots, func(s *jsonschema.Schema) {
		switch {
		case i < len(s.PrefixItems):
			of = append(of, s.PrefixItems[i])
		case s.Items2020 != nil:
			of = append(of, s.Items2020)
		}
		switch items := s.Items.(type) {
		case *jsonschema.Schema:
			of = append(of, items)
		case []*jsonschema.Schema:
			if i < len(items) {
				of = append(of, items[i])
			} else if rest, ok := s.AdditionalItems.(*jsonschema.Schema); ok {
				of = append(of, rest)
			}
		}
	})
	return of
}

// names returns the names of members that are declared at a place, sorted.
func (w *walk) names(from *jsonschema.Schema, root *value, tokens []string) []string {
	at := []*jsonschema.Schema{from}
	for _, token := range tokens {
		if root.kind == '[' {
			i, err := strconv.Atoi(token)
			if err != nil {
				return nil
			}
			at = w.item(at, i)
		} else {
			at, _ = w.member(at, token)
		}
		if root = root.child(token); root == nil {
			return nil
		}
	}
	return w.declared(at)
}

func (w *walk) declared(roots []*jsonschema.Schema) []string {
	set := map[string]bool{}
	w.each(roots, func(s *jsonschema.Schema) {
		for name := range s.Properties {
			set[name] = true
		}
	})
	return slices.Sorted(maps.Keys(set))
}

// visit calls f for v and for the values in it of which schemas speak,
// outermost first. It goes into a value if f returns true.
func (w *walk) visit(v *value, roots []*jsonschema.Schema, f func(v *value, roots []*jsonschema.Schema) bool) {
	if len(roots) == 0 || !f(v, roots) {
		return
	}
	for i := range v.members {
		m := &v.members[i]
		of, _ := w.member(roots, m.name)
		w.into(step{m.name, -1}, func() { w.visit(&m.value, of, f) })
	}
	for i := range v.items {
		w.into(step{"", i}, func() { w.visit(&v.items[i], w.item(roots, i), f) })
	}
}

func (w *walk) into(s step, f func()) {
	w.path = append(w.path, s)
	f()
	w.path = w.path[:len(w.path)-1]
}

// here returns the JSON pointer of the value being visited.
func (w *walk) here() string { return pointer(tokens(w.path)) }

// readFor reads arguments for a change; ok is false if they are not fit for it.
func readFor(arguments json.RawMessage) (root value, ok bool) {
	root, broken := read(arguments)
	return root, broken == nil
}
