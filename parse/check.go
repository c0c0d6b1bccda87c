package parse

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Check says all that is wrong with a row, one sentence each, joined by
// [errors.Join]; nil if it can be used. Rows that Check finds fault with are
// read without panic, but not by any rule.
func (f *Format) Check() error {
	c := rowCheck{row: f}
	c.names()
	c.shapes()
	c.markers()
	c.keys()
	c.prefixes()
	return errors.Join(c.errs...)
}

// rowCheck collects what is wrong with a row.
type rowCheck struct {
	row  *Format
	errs []error
}

func (c *rowCheck) say(bad bool, format string, args ...any) {
	if bad {
		c.errs = append(c.errs, fmt.Errorf("format %q: "+format, append([]any{c.row.Name}, args...)...))
	}
}

func (c *rowCheck) has(s Shape) bool { return c.row.Shapes&s != 0 }

func isRowName(name string) bool {
	return strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") == ""
}

func (c *rowCheck) names() {
	c.say(c.row.Name == "", "it has no name; give it one")
	c.say(c.row.Name != "" && !isRowName(c.row.Name), "the name must be lower-case letters, digits, hyphens and underscores")
	for _, a := range c.row.Aliases {
		c.say(strings.TrimSpace(a) == "" || strings.TrimSpace(a) != a, "the alias %q is empty or has white space around it; take it out", a)
	}
}

const (
	shapesAlone  = ShapeBare | ShapeFirstObject | ShapeToolKey
	shapesOpened = ShapeEnvelope | ShapeNamed | ShapeTagged
)

func (c *rowCheck) shapes() {
	f := c.row
	c.say(f.Shapes == 0, "it has no shape; set Shapes to the bodies that a call can have")
	c.say(f.Shapes&^(shapesAlone|shapesOpened) != 0, "Shapes has bits that are no shape; use the constants")
	alone := c.has(shapesAlone)
	c.say(alone && f.Shapes&(f.Shapes-1) != 0, "ShapeBare, ShapeFirstObject and ShapeToolKey must stand alone; take the other shapes out")
	c.say(alone && len(f.Open)+len(f.Close) > 0, "a shape without opener can't have markers in Open or Close; take them out")
	inner := c.has(ShapeTagged) && f.Tagged.Bare
	c.say(c.has(shapesOpened) && len(f.Open) == 0 && !inner, "its shape stands behind an opener; name one in Open")
	c.say(f.MustClose && len(f.Close) == 0, "MustClose needs a closer; name one in Close")
	c.say(f.CallsInReasoning && len(f.Open) == 0, "CallsInReasoning needs an opener; name one in Open")
	c.settles()
	c.say(f.Named != Named{} && !c.has(ShapeNamed), "Named is set, but Shapes lacks ShapeNamed")
	c.say(f.Tagged != Tagged{} && !c.has(ShapeTagged), "Tagged is set, but Shapes lacks ShapeTagged")
}

// settles says where Settles contradicts the one shape or the shapes given. A
// row's shape decides when its calls are done; Settles states it.
func (c *rowCheck) settles() {
	s := c.row.Settles
	switch {
	case s > AtEnd:
		c.say(true, "Settles is none of AtByte, AtFence and AtEnd; set one of them")
	case c.has(ShapeToolKey):
		c.say(s != AtFence, "a call of ShapeToolKey is decided when its fence closes; set Settles to AtFence")
	default:
		c.say(s != AtByte, "a call of these shapes is decided at its closing byte; set Settles to AtByte")
	}
}

// marker says what is wrong with the markers of a field.
func (c *rowCheck) marker(field string, markers ...string) {
	for _, m := range markers {
		switch {
		case m == "":
			c.say(true, "a marker in %s is empty; set it or take it out", field)
		case !utf8.ValidString(m):
			c.say(true, "the marker %q in %s is not valid UTF-8", m, field)
		case isSpace(m[0]) || isSpace(m[len(m)-1]):
			c.say(true, "the marker %q in %s begins or ends with white space, which is free around markers; trim it", m, field)
		}
	}
}

func (c *rowCheck) markers() {
	f := c.row
	c.marker("Open", f.Open...)
	c.marker("Close", f.Close...)
	c.marker("EndOfTurn", f.EndOfTurn...)
	for _, p := range f.Reasoning {
		c.marker("Reasoning", p.Open, p.Close)
	}
	if t := f.Tagged; c.has(ShapeTagged) {
		c.marker("Tagged.Open", t.Open)
		c.marker("Tagged.OpenEnd", t.OpenEnd)
		c.marker("Tagged.Close", t.Close)
		c.marker("Tagged.Key", t.Key)
		c.marker("Tagged.KeyEnd", t.KeyEnd)
		c.marker("Tagged.ValueClose", t.ValueClose)
		c.wordEnd("Tagged.OpenEnd", t.OpenEnd)
		c.wordEnd("Tagged.KeyEnd", t.KeyEnd)
		first := t.Open + " "
		c.say(c.has(ShapeNamed) && isNameByte(first[0]), "the marker %q in Tagged.Open begins with a byte that can belong to a name", t.Open)
		c.say(c.has(ShapeEnvelope) && first[0] == '[', "the marker %q in Tagged.Open begins like an array of envelopes", t.Open)
	}
	c.firstBytes()
	for _, m := range f.Open {
		c.say(c.has(ShapeNamed) && m != "" && isNameByte(m[0]),
			"the marker %q in Open begins with a byte that can belong to a name, and a name follows an opener; choose another", m)
	}
	n := f.Named
	c.say(n.ID != "" && n.Arguments == "", "Named.ID needs Named.Arguments, which ends the id; set it")
	c.named("Named.Arguments", n.Arguments)
	c.named("Named.ID", n.ID)
}

// wordEnd says what is wrong with the marker that ends a tagged call's name or
// a parameter's. What no name can hold ends the name, in error.
func (c *rowCheck) wordEnd(field, m string) {
	for i := range len(m) {
		if m[i] < 0x20 || m[i] == '<' || m[i] >= utf8.RuneSelf {
			c.say(true, "the marker %q in %s holds %q: it must be printable ASCII without <", m, field, m[i:i+1])
			return
		}
	}
}

// firstBytes says which markers begin with a byte that has a meaning of its own
// where they are looked for: where such a marker turned out to be none, that
// meaning would depend on where the chunk ended.
func (c *rowCheck) firstBytes() {
	f := c.row
	body := slices.Concat(f.Open, f.Close)
	if c.has(ShapeTagged) {
		body = append(body, f.Tagged.Open, f.Tagged.Close)
	}
	c.begin("an object", `{}"`, body)
	if c.has(ShapeEnvelope) {
		c.begin("an array", ",]", slices.Concat(f.Open, f.Close))
	}
	if c.has(ShapeBare) {
		text := slices.Clone(f.EndOfTurn)
		for _, p := range f.Reasoning {
			text = append(text, p.Open, p.Close)
		}
		c.begin("prose", "{}[`~", text)
	}
}

func (c *rowCheck) begin(where, bytes string, markers []string) {
	for _, m := range markers {
		c.say(m != "" && strings.IndexByte(bytes, m[0]) >= 0,
			"the marker %q begins with a byte that means something else in %s; choose another", m, where)
	}
}

// named says what is wrong with a marker of ShapeNamed, which may be missing.
func (c *rowCheck) named(field, m string) {
	if m != "" {
		c.marker(field, m)
		c.say(isNameByte(m[0]) || m[0] == '{', "the marker %q in %s begins with a byte that can belong to a name or begins an object", m, field)
	}
}

func (c *rowCheck) keys() {
	k := c.row.Keys
	all := slices.Concat(k.Name, k.Arguments, k.ID)
	c.say(len(all) > 0 && !c.has(ShapeBare|ShapeEnvelope), "Keys is set, but Shapes has neither ShapeBare nor ShapeEnvelope")
	for i, key := range all {
		c.say(key == "", "a key in Keys is empty; take it out")
		c.say(key == "description" || key == "type", "the key %q has a meaning of its own; take it out of Keys", key)
		c.say(slices.Contains(all[:i], key), "the key %q is twice in Keys; take one out", key)
	}
	c.defaults("Name", k.Name, defaultName, all)
	c.defaults("Arguments", k.Arguments, defaultArguments, all)
	c.defaults("ID", k.ID, defaultID, all)
}

// defaults says which keys of the other lists are defaults of a list that is
// empty, and so would have two meanings.
func (c *rowCheck) defaults(field string, list, defaults, all []string) {
	for _, key := range defaults {
		c.say(len(list) == 0 && slices.Contains(all, key),
			"the key %q in Keys is a default of Keys.%s, which is empty; set Keys.%s or take the key out", key, field, field)
	}
}

// prefixes says which markers can't be told apart where they are looked for
// together.
func (c *rowCheck) prefixes() {
	f := c.row
	text := slices.Concat(f.Open, f.Close, f.EndOfTurn)
	pairs := f.Reasoning
	if pairs == nil {
		pairs = thinkPairs
	}
	for _, p := range pairs {
		text = append(text, p.Open, p.Close)
	}
	if c.has(ShapeTagged) {
		text = append(text, f.Tagged.Open, f.Tagged.Close)
		c.apart("in a call's body", slices.Concat([]string{f.Tagged.Key, f.Tagged.Close, f.Tagged.Open}, f.Open, f.Close))
		value := []string{f.Tagged.ValueClose, f.Tagged.Close}
		if f.Tagged.OpenValue {
			value = append(value, f.Tagged.Key)
		}
		c.apart("in a parameter", value)
	}
	c.apart("in text", text)
	if c.has(ShapeNamed) {
		c.apart("behind a name", slices.Concat([]string{f.Named.Arguments, f.Named.ID}, f.Open))
	}
}

func (c *rowCheck) apart(where string, markers []string) {
	for i, a := range markers {
		for _, b := range markers[i+1:] {
			if a != "" && b != "" && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a)) {
				c.say(true, "%s, the markers %q and %q can't be told apart; one begins with the other", where, a, b)
			}
		}
	}
}
