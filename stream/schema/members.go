package schema

import (
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// object checks the keywords of objects.
func (c *check) object() {
	c.counts()
	for _, part := range [...]func(*check){(*check).dependent, (*check).members, (*check).names} {
		if c.done() {
			return
		}
		part(c)
	}
}

func (c *check) counts() {
	s := c.n.Schema
	if s.MinProperties != nil || s.MaxProperties != nil {
		c.step(c.v, len(c.v.members)/8)
		count := len(c.v.effective())
		if s.MinProperties != nil && count < *s.MinProperties {
			c.fail(func() jsonschema.ErrorKind { return &kind.MinProperties{Got: count, Want: *s.MinProperties} })
		}
		if s.MaxProperties != nil && count > *s.MaxProperties {
			c.fail(func() jsonschema.ErrorKind { return &kind.MaxProperties{Got: count, Want: *s.MaxProperties} })
		}
	}
	if missing := c.missing(s.Required); missing != nil {
		c.fail(func() jsonschema.ErrorKind { return &kind.Required{Missing: missing} })
	}
}

// missing returns the names that the object lacks.
func (c *check) missing(names []string) (missing []string) {
	c.step(c.v, len(names))
	for _, name := range names {
		if c.v.member(name) < 0 {
			missing = append(missing, name)
		}
	}
	return missing
}

func (c *check) dependent() {
	for _, name := range c.n.dependencies {
		if c.v.member(name) < 0 {
			continue
		}
		switch of := c.n.Dependencies[name].(type) {
		case []string:
			if missing := c.missing(of); missing != nil {
				c.fail(func() jsonschema.ErrorKind { return &kind.Dependency{Prop: name, Missing: missing} })
			}
		case *jsonschema.Schema:
			c.needSelf(of)
		}
	}
	for _, name := range c.n.dependentSchemas {
		if c.v.member(name) >= 0 {
			c.needSelf(c.n.DependentSchemas[name])
		}
	}
	for _, name := range c.n.dependentRequired {
		if c.v.member(name) < 0 {
			continue
		}
		if missing := c.missing(c.n.DependentRequired[name]); missing != nil {
			c.fail(func() jsonschema.ErrorKind { return &kind.DependentRequired{Prop: name, Missing: missing} })
		}
	}
}

func (c *check) members() {
	s := c.n.Schema
	if s.Properties == nil && c.n.patterns == nil && s.AdditionalProperties == nil {
		return
	}
	var extra []string
	for i := range c.v.members {
		if c.done() {
			return
		}
		m := &c.v.members[i]
		if c.v.member(m.name) != i {
			continue // a later one counts
		}
		if !c.member(i, m) {
			if extra = append(extra, m.name); !c.explain {
				break
			}
		}
	}
	if extra != nil {
		c.fail(func() jsonschema.ErrorKind { return &kind.AdditionalProperties{Properties: extra} })
	}
}

// member checks one member; ok is false if the object may not have it.
func (c *check) member(i int, m *member) (ok bool) {
	s := c.n.Schema
	known := false
	c.step(&m.value, 1)
	if inner, has := s.Properties[m.name]; has {
		known = true
		c.need(inner, &m.value)
	}
	for _, p := range c.n.patterns {
		switch c.matches(p.Regexp, m.name, &m.value) {
		case match:
			known = true
			c.need(p.schema, &m.value)
		case unknown:
			known = true
		}
	}
	if !known {
		switch others := s.AdditionalProperties.(type) {
		case nil:
			return true
		case bool:
			if !others {
				return false
			}
		case *jsonschema.Schema:
			c.need(others, &m.value)
		}
	}
	c.evaluated(i)
	return true
}

func (c *check) names() {
	if c.n.PropertyNames == nil {
		return
	}
	for i := range c.v.members {
		if c.done() {
			return
		}
		m := &c.v.members[i]
		r := c.eval(c.n.PropertyNames, c.key(m), c.ctx)
		if r.ok {
			continue
		}
		var causes []*fault
		if r.fault != nil {
			causes = append(causes, r.fault)
		}
		c.fail(func() jsonschema.ErrorKind { return &kind.PropertyNames{Property: m.name} }, causes...)
	}
}

// key returns the name of a member as a value.
func (e *evaluator) key(m *member) *value {
	if name, ok := e.keys[m]; ok {
		return name
	}
	if e.keys == nil {
		e.keys = map[*member]*value{}
	}
	up := m.value.up
	e.keys[m] = &value{kind: '"', start: m.keyStart, end: m.keyEnd, up: up.up, step: up.step}
	return e.keys[m]
}

// unevaluated checks what no other keyword has evaluated.
func (c *check) unevaluated() {
	s := c.n.Schema
	if s.UnevaluatedProperties != nil && c.v.kind == '{' {
		for i := range c.v.members {
			if m := &c.v.members[i]; !c.seen.has(i) && c.v.member(m.name) == i {
				c.need(s.UnevaluatedProperties, &m.value)
				c.evaluated(i)
			}
		}
	}
	if s.UnevaluatedItems != nil && c.v.kind == '[' {
		for i := range c.v.items {
			if !c.seen.has(i) {
				c.need(s.UnevaluatedItems, &c.v.items[i])
				c.evaluated(i)
			}
		}
	}
}
