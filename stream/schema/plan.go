package schema

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// plan is what evaluation has to know of a compiled schema beside what the
// library keeps.
type plan struct {
	nodes     map[*jsonschema.Schema]*node
	resources []*resource // that a dynamic reference may lead to
	tracks    bool        // unevaluatedItems or unevaluatedProperties is used
}

// node is one schema, made ready.
type node struct {
	*jsonschema.Schema
	shared   bool      // it can be reached in more than one way, so that its results are kept
	resource *resource // that it belongs to, if a dynamic reference may lead there; else nil
	patterns []patternSchema
	types    []string
	enum     map[digest]bool // its values
	constant digest          // if there is a const

	minimum, maximum, above, below, multipleOf *decimal
	// In the order of their names, so that no result depends on that of a map.
	dependencies, dependentSchemas, dependentRequired []string
}

type patternSchema struct {
	jsonschema.Regexp
	schema *jsonschema.Schema
}

// resource is a schema with an identifier of its own, or the root.
type resource struct {
	root    *jsonschema.Schema
	pointer string
	anchors map[string]*jsonschema.Schema // dynamic anchors; "" is $recursiveAnchor
}

// newPlan returns the plan of root. Anchors are the schemas with a dynamic
// anchor.
func newPlan(root *jsonschema.Schema, anchors []*jsonschema.Schema) *plan {
	p := &plan{nodes: map[*jsonschema.Schema]*node{}}
	count := map[*jsonschema.Schema]int{root: 1}
	for queue := append([]*jsonschema.Schema{root}, anchors...); len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		if p.nodes[s] != nil {
			continue
		}
		p.nodes[s] = newNode(s)
		p.tracks = p.tracks || s.UnevaluatedItems != nil || s.UnevaluatedProperties != nil
		for _, inner := range children(s) {
			if inner != nil {
				count[inner]++
				queue = append(queue, inner)
			}
		}
	}
	for s, n := range p.nodes {
		n.shared = count[s] > 1 || s.DynamicAnchor != "" || s.RecursiveAnchor
	}
	p.findResources(root, anchors)
	return p
}

func newNode(s *jsonschema.Schema) *node {
	n := &node{
		Schema: s, minimum: ratDecimal(s.Minimum), maximum: ratDecimal(s.Maximum),
		above: ratDecimal(s.ExclusiveMinimum), below: ratDecimal(s.ExclusiveMaximum), multipleOf: ratDecimal(s.MultipleOf),
		dependencies: slices.Sorted(maps.Keys(s.Dependencies)), dependentSchemas: slices.Sorted(maps.Keys(s.DependentSchemas)),
		dependentRequired: slices.Sorted(maps.Keys(s.DependentRequired)),
	}
	for re, inner := range s.PatternProperties {
		n.patterns = append(n.patterns, patternSchema{re, inner})
	}
	slices.SortFunc(n.patterns, func(a, b patternSchema) int { return cmp.Compare(a.String(), b.String()) })
	if s.Types != nil {
		n.types = s.Types.ToStrings()
	}
	if s.Const != nil {
		n.constant = digestOf(*s.Const)
	}
	if s.Enum != nil {
		n.enum = make(map[digest]bool, len(s.Enum.Values))
		for _, v := range s.Enum.Values {
			n.enum[digestOf(v)] = true
		}
	}
	return n
}

// children returns the schemas in s, those that it refers to included. Some
// may be nil.
func children(s *jsonschema.Schema) []*jsonschema.Schema {
	list := append(beside(s), s.Not, s.If, s.PropertyNames, s.Contains, s.Items2020, s.UnevaluatedItems, s.UnevaluatedProperties)
	list = append(list, s.PrefixItems...)
	for _, inner := range []any{s.AdditionalProperties, s.Items, s.AdditionalItems} {
		switch inner := inner.(type) {
		case *jsonschema.Schema:
			list = append(list, inner)
		case []*jsonschema.Schema:
			list = append(list, inner...)
		}
	}
	list = slices.AppendSeq(list, maps.Values(s.Properties))
	return slices.AppendSeq(list, maps.Values(s.PatternProperties))
}

// findResources finds the resources with dynamic anchors and what belongs to
// them.
func (p *plan) findResources(root *jsonschema.Schema, anchors []*jsonschema.Schema) {
	var all []*resource
	for s := range p.nodes {
		if s == root || s.ID != "" {
			all = append(all, &resource{root: s, pointer: within(s.Location), anchors: map[string]*jsonschema.Schema{}})
		}
	}
	// The longest first: the first that holds a schema is its own.
	slices.SortFunc(all, func(a, b *resource) int {
		return cmp.Or(cmp.Compare(len(b.pointer), len(a.pointer)), cmp.Compare(a.pointer, b.pointer))
	})
	owner := func(s *jsonschema.Schema) *resource {
		at := within(s.Location)
		for _, r := range all {
			if at == r.pointer || strings.HasPrefix(at, r.pointer+"/") {
				return r
			}
		}
		return nil
	}
	for _, s := range anchors {
		if r := owner(s); r != nil && s.DynamicAnchor != "" {
			r.anchors[s.DynamicAnchor] = s
		}
	}
	for _, r := range all {
		if r.root.RecursiveAnchor {
			r.anchors[""] = r.root
		}
	}
	all = slices.DeleteFunc(all, func(r *resource) bool { return r.root != root && r.root.ID == "" })
	dynamic := 0
	for _, r := range all {
		if len(r.anchors) > 0 {
			dynamic++
		}
	}
	if dynamic < 2 {
		return // each reference leads where it does without looking around
	}
	p.resources = all
	for s, n := range p.nodes {
		if r := owner(s); r != nil && len(r.anchors) > 0 {
			n.resource = r
		}
	}
}
