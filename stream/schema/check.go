package schema

import (
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// check is one schema being evaluated on one value.
type check struct {
	*evaluator
	n      *node
	v      *value
	ctx    int
	seen   bits
	failed bool
	faults []*fault
}

// check evaluates n on v. If only the verdict is wanted, it ends at the first
// keyword that fails.
func (e *evaluator) check(n *node, v *value, ctx int) result {
	c := check{evaluator: e, n: n, v: v, ctx: ctx}
	c.all()
	switch {
	case !c.failed && e.broken == nil:
		return result{ok: true, seen: c.seen}
	case len(c.faults) == 1:
		return result{fault: c.faults[0]}
	case len(c.faults) > 1:
		return result{fault: &fault{at: v, kind: &kind.Group{}, causes: c.faults}}
	}
	return result{}
}

func (c *check) all() {
	if c.n.Ref != nil && c.n.DraftVersion < 2019 {
		c.needSelf(c.n.Ref) // all else is ignored
		return
	}
	if !c.kind() {
		return
	}
	for _, part := range [...]func(*check){(*check).shape, (*check).references, (*check).combined, (*check).conditional, (*check).unevaluated} {
		if part(c); c.done() {
			return
		}
	}
}

// done reports whether nothing more is to be found out.
func (c *check) done() bool { return c.broken != nil || c.failed && !c.explain }

// fail notes a failure; its kind is only asked for if faults are wanted.
func (c *check) fail(k func() jsonschema.ErrorKind, causes ...*fault) {
	c.failed = true
	if c.explain && c.step(c.v, faultCost) {
		c.faults = append(c.faults, &fault{at: c.v, kind: k(), causes: causes})
	}
}

// need evaluates s on a part of the value, and fails if s does.
func (c *check) need(s *jsonschema.Schema, v *value) {
	if c.done() {
		return
	}
	if r := c.eval(s, v, c.ctx); !r.ok {
		c.failed = true
		if r.fault != nil {
			c.faults = append(c.faults, r.fault)
		}
	}
}

// self evaluates s on the value itself.
func (c *check) self(s *jsonschema.Schema) result {
	r := c.eval(s, c.v, c.ctx)
	if r.ok && c.plan.tracks {
		c.step(c.v, len(r.seen)/8)
		c.seen.merge(r.seen)
	}
	return r
}

func (c *check) needSelf(s *jsonschema.Schema) {
	if c.done() {
		return
	}
	if r := c.self(s); !r.ok {
		c.failed = true
		if r.fault != nil {
			c.faults = append(c.faults, r.fault)
		}
	}
}

// evaluated notes that a member or item was evaluated.
func (c *check) evaluated(i int) {
	if c.plan.tracks {
		c.seen.add(i)
	}
}

// kind checks type, const, enum and format. If one fails, nothing else is
// worth checking.
func (c *check) kind() bool {
	s := c.n.Schema
	if s.Types != nil && !s.Types.IsEmpty() && !c.typed() {
		c.fail(func() jsonschema.ErrorKind { return &kind.Type{Got: c.v.typeName(), Want: s.Types.ToStrings()} })
		return false
	}
	if s.Const != nil && c.n.constant != c.sum(c.v) {
		c.fail(func() jsonschema.ErrorKind { return &kind.Const{Want: *s.Const} })
		return false
	}
	if s.Enum != nil && !c.n.enum[c.sum(c.v)] {
		c.fail(func() jsonschema.ErrorKind { return &kind.Enum{Want: s.Enum.Values} })
		return false
	}
	if s.Format != nil && c.v.kind == '"' && c.formatted(s.Format.Name) && s.Format.Validate(c.str(c.v)) != nil {
		c.fail(func() jsonschema.ErrorKind { return &kind.Format{Want: s.Format.Name} })
		return false
	}
	return true
}

// typed reports whether the value has one of the types.
func (c *check) typed() bool {
	got := c.v.typeName()
	for _, name := range c.n.types {
		if name == got || name == "integer" && got == "number" && parseDecimal(c.text[c.v.start:c.v.end]).integral() {
			return true
		}
	}
	return false
}

// typeName returns the type of v; number for every number.
func (v *value) typeName() string {
	switch v.kind {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

func (e *evaluator) sum(v *value) digest {
	if _, known := e.digests.of[v]; !known {
		e.step(v, (v.end-v.start)/64)
	}
	return e.digests.sum(v)
}

// shape checks what is special to a type.
func (c *check) shape() {
	switch c.v.kind {
	case '{':
		c.object()
	case '[':
		c.array()
	case '"':
		c.string()
	case '0':
		c.number()
	}
}

func (c *check) string() {
	s := c.n.Schema
	if s.MinLength != nil || s.MaxLength != nil {
		length := utf8.RuneCountInString(c.str(c.v))
		if s.MinLength != nil && length < *s.MinLength {
			c.fail(func() jsonschema.ErrorKind { return &kind.MinLength{Got: length, Want: *s.MinLength} })
		}
		if s.MaxLength != nil && length > *s.MaxLength {
			c.fail(func() jsonschema.ErrorKind { return &kind.MaxLength{Got: length, Want: *s.MaxLength} })
		}
	}
	if s.Pattern != nil && !c.done() {
		if c.matches(s.Pattern, c.str(c.v), c.v) == noMatch {
			c.fail(func() jsonschema.ErrorKind { return &kind.Pattern{Want: s.Pattern.String()} })
		}
	}
}

func (c *check) number() {
	n := c.n
	if n.minimum == nil && n.maximum == nil && n.above == nil && n.below == nil && n.multipleOf == nil {
		return
	}
	c.step(c.v, (c.v.end-c.v.start)/16)
	got := parseDecimal(c.text[c.v.start:c.v.end])
	if n.minimum != nil && got.compare(*n.minimum) < 0 {
		c.fail(func() jsonschema.ErrorKind { return &kind.Minimum{Want: n.Minimum} })
	}
	if n.maximum != nil && got.compare(*n.maximum) > 0 {
		c.fail(func() jsonschema.ErrorKind { return &kind.Maximum{Want: n.Maximum} })
	}
	if n.above != nil && got.compare(*n.above) <= 0 {
		c.fail(func() jsonschema.ErrorKind { return &kind.ExclusiveMinimum{Want: n.ExclusiveMinimum} })
	}
	if n.below != nil && got.compare(*n.below) >= 0 {
		c.fail(func() jsonschema.ErrorKind { return &kind.ExclusiveMaximum{Want: n.ExclusiveMaximum} })
	}
	if n.multipleOf != nil && n.multipleOf.digits != "" && !got.multipleOf(*n.multipleOf) {
		c.fail(func() jsonschema.ErrorKind { return &kind.MultipleOf{Want: n.MultipleOf} })
	}
}

func (c *check) references() {
	s := c.n.Schema
	if s.Ref != nil {
		c.needSelf(s.Ref)
	}
	if to := s.RecursiveRef; to != nil {
		if to.RecursiveAnchor {
			to = c.lead(to, "", c.ctx)
		}
		c.needSelf(to)
	}
	if s.DynamicRef != nil {
		to := s.DynamicRef.Ref
		if anchor := s.DynamicRef.Anchor; anchor != "" && to.DynamicAnchor == anchor {
			to = c.lead(to, anchor, c.ctx)
		}
		c.needSelf(to)
	}
}

func (c *check) combined() {
	s := c.n.Schema
	if s.Not != nil && c.eval(s.Not, c.v, c.ctx).ok {
		c.fail(func() jsonschema.ErrorKind { return &kind.Not{} })
	}
	for _, inner := range s.AllOf {
		c.needSelf(inner)
	}
	c.anyOf()
	c.oneOf()
}

func (c *check) anyOf() {
	if len(c.n.AnyOf) == 0 || c.done() {
		return
	}
	var causes []*fault
	matched := false
	for _, inner := range c.n.AnyOf {
		r := c.self(inner)
		if matched = matched || r.ok; matched && !c.plan.tracks {
			return
		}
		if !r.ok && r.fault != nil {
			causes = append(causes, r.fault)
		}
	}
	if !matched {
		c.fail(func() jsonschema.ErrorKind { return &kind.AnyOf{} }, causes...)
	}
}

func (c *check) oneOf() {
	if len(c.n.OneOf) == 0 || c.done() {
		return
	}
	var causes []*fault
	var matched []int
	for i, inner := range c.n.OneOf {
		r := c.self(inner)
		if r.ok {
			matched = append(matched, i)
		} else if r.fault != nil {
			causes = append(causes, r.fault)
		}
		if len(matched) == 2 {
			break
		}
	}
	switch len(matched) {
	case 0:
		c.fail(func() jsonschema.ErrorKind { return &kind.OneOf{} }, causes...)
	case 2:
		c.fail(func() jsonschema.ErrorKind { return &kind.OneOf{Subschemas: matched} })
	}
}

func (c *check) conditional() {
	s := c.n.Schema
	if s.If == nil {
		return
	}
	switch then := c.self(s.If).ok; {
	case then && s.Then != nil:
		c.needSelf(s.Then)
	case !then && s.Else != nil:
		c.needSelf(s.Else)
	}
}

// formatted reports whether a format is checked.
func (s *Schema) formatted(name string) bool {
	for _, known := range s.formats {
		if strings.EqualFold(known, name) {
			return true
		}
	}
	return false
}
