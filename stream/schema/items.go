package schema

import (
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// array checks the keywords of arrays.
func (c *check) array() {
	s, count := c.n.Schema, len(c.v.items)
	if s.MinItems != nil && count < *s.MinItems {
		c.fail(func() jsonschema.ErrorKind { return &kind.MinItems{Got: count, Want: *s.MinItems} })
	}
	if s.MaxItems != nil && count > *s.MaxItems {
		c.fail(func() jsonschema.ErrorKind { return &kind.MaxItems{Got: count, Want: *s.MaxItems} })
	}
	for _, part := range [...]func(*check){(*check).unique, (*check).items, (*check).contains} {
		if c.done() {
			return
		}
		part(c)
	}
}

// unique checks that no two items are equal.
func (c *check) unique() {
	if !c.n.UniqueItems {
		return
	}
	first := make(map[digest]int, len(c.v.items))
	for i := range c.v.items {
		if !c.step(c.v, 1) {
			return
		}
		sum := c.sum(&c.v.items[i])
		if before, ok := first[sum]; ok {
			c.fail(func() jsonschema.ErrorKind { return &kind.UniqueItems{Duplicates: [2]int{before, i}} })
			return
		}
		first[sum] = i
	}
}

func (c *check) items() {
	s := c.n.Schema
	prefix, rest, closed := s.PrefixItems, s.Items2020, false
	if s.DraftVersion < 2020 {
		prefix, rest = nil, nil
		switch items := s.Items.(type) {
		case *jsonschema.Schema:
			rest = items
		case []*jsonschema.Schema:
			prefix = items
			rest, _ = s.AdditionalItems.(*jsonschema.Schema)
			closed = s.AdditionalItems == false
			if s.AdditionalItems == true {
				rest = anything
			}
		}
	}
	if closed && len(c.v.items) > len(prefix) {
		c.fail(func() jsonschema.ErrorKind { return &kind.AdditionalItems{Count: len(c.v.items) - len(prefix)} })
	}
	for i := range c.v.items {
		switch {
		case c.done():
			return
		case i < len(prefix):
			c.need(prefix[i], &c.v.items[i])
		case rest != nil:
			c.need(rest, &c.v.items[i])
		default:
			return
		}
		c.evaluated(i)
	}
}

// anything is the schema that allows everything.
var anything = func() *jsonschema.Schema {
	yes := true
	return &jsonschema.Schema{Bool: &yes}
}()

func (c *check) contains() {
	s := c.n.Schema
	if s.Contains == nil {
		return
	}
	var matched []int
	for i := range c.v.items {
		if c.eval(s.Contains, &c.v.items[i], c.ctx).ok {
			matched = append(matched, i)
			if s.DraftVersion >= 2020 {
				c.evaluated(i)
			}
		}
		if c.broken != nil {
			return
		}
	}
	if s.MinContains != nil {
		if len(matched) < *s.MinContains {
			c.fail(func() jsonschema.ErrorKind { return &kind.MinContains{Got: matched, Want: *s.MinContains} })
		}
	} else if len(matched) == 0 {
		c.fail(func() jsonschema.ErrorKind { return &kind.Contains{} })
	}
	if s.MaxContains != nil && len(matched) > *s.MaxContains {
		c.fail(func() jsonschema.ErrorKind { return &kind.MaxContains{Got: matched, Want: *s.MaxContains} })
	}
}
