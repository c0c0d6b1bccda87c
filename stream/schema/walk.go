package schema

import (
	"cmp"
	"encoding/binary"
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

// walk leads values and the schemas that may be about them side by side. It
// is for one use by one goroutine.
type walk struct {
	allowed map[*jsonschema.Schema]typeSet
	ids     map[*jsonschema.Schema]int
	places  map[string]*place // by the ids of their roots
	path    []step
	slow    stopwatch
	steps   int // schemas that were looked at
}

// place is a set of schemas that are about the same value. Places are worked
// out once, so that a value costs no more for a large schema.
type place struct {
	roots    []*jsonschema.Schema
	all      []*jsonschema.Schema // roots, and what they apply to their own value
	declared map[string]*place    // of members, as far as they were asked for
	others   *place               // of the members that are not declared; nil if not asked for
	prefix   map[int]*place       // of items
	longest  int                  // length of the longest list of items' schemas
	patterns bool                 // there are patterns of names
	names    []string             // of the members that are declared, sorted; nil if not asked for
	known    map[string]bool      // names; nil if not asked for
	folded   map[string]string    // names by their [fold]; nil if not asked for
}

func newWalk() *walk {
	return &walk{allowed: map[*jsonschema.Schema]typeSet{}, ids: map[*jsonschema.Schema]int{}, places: map[string]*place{}}
}

// place returns the place of those schemas.
func (w *walk) place(roots []*jsonschema.Schema) *place {
	var key []byte
	for _, s := range roots {
		id, ok := w.ids[s]
		if !ok {
			id = len(w.ids)
			w.ids[s] = id
		}
		key = binary.AppendUvarint(key, uint64(id))
	}
	p, ok := w.places[string(key)]
	if !ok {
		p = &place{roots: roots, all: reach(roots), declared: map[string]*place{}, prefix: map[int]*place{}}
		for _, s := range p.all {
			tuple, _ := s.Items.([]*jsonschema.Schema)
			p.longest = max(p.longest, len(s.PrefixItems), len(tuple))
			p.patterns = p.patterns || len(s.PatternProperties) > 0
		}
		w.steps += len(p.all)
		w.places[string(key)] = p
	}
	return p
}

// types returns the types that s allows, as far as types, constants and
// combinations of them say.
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

// reach returns the schemas and those that may be about the same value: those
// that they refer to, combine or make depend on something.
func reach(roots []*jsonschema.Schema) (list []*jsonschema.Schema) {
	seen := map[*jsonschema.Schema]bool{}
	for queue := slices.Clone(roots); len(queue) > 0; queue = queue[1:] {
		if next := queue[0]; next != nil && !seen[next] {
			seen[next] = true
			list = append(list, next)
			queue = append(queue, beside(next)...)
		}
	}
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

// member returns the place of a member, and whether its name is declared.
func (w *walk) member(p *place, name string) (of *place, declared bool) {
	if of, ok := p.declared[name]; ok {
		return of, true
	}
	if p.declaredNames(); !p.patterns && !p.known[name] {
		return w.others(p), false
	}
	var roots []*jsonschema.Schema
	named := false
	w.steps += len(p.all)
	for _, s := range p.all {
		if inner, ok := s.Properties[name]; ok {
			roots, named = append(roots, inner), true
		}
		if len(s.PatternProperties) > 0 {
			roots = append(roots, w.patterns(s, name)...)
		}
	}
	if len(roots) == 0 {
		return w.others(p), false
	}
	of = w.place(roots)
	if named { // the names that only match a pattern are without number
		p.declared[name] = of
	}
	return of, true
}

// patterns returns the schemas of s whose pattern a name matches, in the
// order of the patterns.
func (w *walk) patterns(s *jsonschema.Schema, name string) (list []*jsonschema.Schema) {
	keys := slices.SortedFunc(maps.Keys(s.PatternProperties), func(a, b jsonschema.Regexp) int { return cmp.Compare(a.String(), b.String()) })
	for _, re := range keys {
		if w.slow.match(re, name) != noMatch {
			list = append(list, s.PatternProperties[re])
		}
	}
	return list
}

// others returns the place of the members that are not declared.
func (w *walk) others(p *place) *place {
	if p.others == nil {
		var roots []*jsonschema.Schema
		for _, s := range p.all {
			if inner, ok := s.AdditionalProperties.(*jsonschema.Schema); ok {
				roots = append(roots, inner)
			}
		}
		p.others = w.place(roots)
	}
	return p.others
}

// item returns the place of an array's item.
func (w *walk) item(p *place, i int) *place {
	i = min(i, p.longest) // all after the longest list are alike
	of, ok := p.prefix[i]
	if !ok {
		of = w.place(itemSchemas(p.all, i))
		p.prefix[i] = of
	}
	return of
}

func itemSchemas(all []*jsonschema.Schema, i int) (of []*jsonschema.Schema) {
	for _, s := range all {
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
	}
	return of
}

// namesAt returns the names of members that are declared in the object at a
// path, sorted.
func (w *walk) namesAt(from *jsonschema.Schema, root *value, tokens []string) []string {
	at := w.place([]*jsonschema.Schema{from})
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
	return at.declaredNames()
}

func (p *place) declaredNames() []string {
	if p.names == nil {
		p.known = map[string]bool{}
		for _, s := range p.all {
			for name := range s.Properties {
				p.known[name] = true
			}
		}
		p.names = slices.AppendSeq([]string{}, maps.Keys(p.known))
		slices.Sort(p.names)
	}
	return p.names
}

// visit calls f for v and for the values in it that schemas are about,
// outermost first. It goes into a value if f returns true.
func (w *walk) visit(v *value, p *place, f func(v *value, p *place) bool) {
	if w.steps++; len(p.roots) == 0 || !f(v, p) {
		return
	}
	for i := range v.members {
		m := &v.members[i]
		of, _ := w.member(p, m.name)
		w.into(step{m.name, -1}, func() { w.visit(&m.value, of, f) })
	}
	for i := range v.items {
		w.into(step{"", i}, func() { w.visit(&v.items[i], w.item(p, i), f) })
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
