package schema

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Coercion is a value that was written as the wrong type and made the one
// that the schema wants.
type Coercion struct {
	Pointer  string
	From, To string // types: "string", "integer"
}

var (
	integerText = regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`)
	numberText  = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)
)

// Coerce returns arguments in which values of a type that the schema does not
// allow at their place are replaced, where that is safe, and what it did:
//
//   - a string that is a JSON number where a number is allowed, digit by
//     digit; where only integers are, a string of digits;
//   - "true" and "false" where a boolean is allowed;
//   - a single value where an array of such values is allowed, unless it is
//     null or a string that looks like an array or object itself.
//
// Nothing else is guessed, and a value whose type is allowed is never
// touched. If nothing is to do, it returns arguments itself.
func (s *Schema) Coerce(arguments json.RawMessage) (json.RawMessage, []Coercion) {
	root, ok := readFor(arguments)
	if !ok {
		return arguments, nil
	}
	w := newWalk()
	c := coercer{walk: w, text: string(arguments)}
	w.visit(&root, []*jsonschema.Schema{s.compiled}, c.visit)
	if len(c.done) == 0 {
		return arguments, nil
	}
	return c.apply(arguments), c.done
}

type coercer struct {
	*walk
	editor
	text string
	done []Coercion
}

// visit coerces v if it has to be, and reports whether to go into it.
func (c *coercer) visit(v *value, roots []*jsonschema.Schema) bool {
	allowed := c.union(roots)
	from := c.typeAt(v)
	if allowed.has(from) {
		return true
	}
	if text, to := c.scalar(v, allowed); to != "" {
		c.note(c.here(), from, to)
		c.replace(v.start, v.end, text)
		return false
	}
	if allowed.has("array") && c.wrap(v, c.item(roots, 0)) {
		return false
	}
	return true
}

// wrap makes v the only item of an array, if items allow it.
func (c *coercer) wrap(v *value, items []*jsonschema.Schema) bool {
	from, at := c.typeAt(v), c.here()
	if from == "array" || from == "null" || c.looksCompound(v) {
		return false
	}
	allowed := c.union(items)
	if allowed.has(from) {
		c.note(at, from, "array")
		c.replace(v.start, v.start, "[")
		c.replace(v.end, v.end, "]")
		return true
	}
	text, to := c.scalar(v, allowed)
	if to == "" {
		return false
	}
	c.note(at, from, "array")
	c.note(at+"/0", from, to)
	c.replace(v.start, v.end, "["+text+"]")
	return true
}

func (c *coercer) note(at, from, to string) { c.done = append(c.done, Coercion{at, from, to}) }

// union returns the types that any of the schemas allows.
func (c *coercer) union(roots []*jsonschema.Schema) typeSet {
	if len(roots) == 0 {
		return allTypes
	}
	return c.anyTypes(roots)
}

// scalar returns what a string is to be written as, and the type of that; ""
// if it stays.
func (c *coercer) scalar(v *value, allowed typeSet) (text, to string) {
	if v.kind != '"' {
		return "", ""
	}
	s := unquote(c.text[v.start:v.end])
	switch {
	case allowed.has("number") && numberText.MatchString(s) && computable(s):
		return s, "number"
	case allowed.has("integer") && integerText.MatchString(s) && computable(s):
		return s, "integer"
	case allowed.has("boolean") && (s == "true" || s == "false"):
		return s, "boolean"
	}
	return "", ""
}

// looksCompound reports whether v is a string with an array or object in it.
func (c *coercer) looksCompound(v *value) bool {
	return v.kind == '"' && strings.IndexAny(strings.TrimSpace(unquote(c.text[v.start:v.end])), "[{") == 0
}

// typeAt returns the type of v. A number without fraction and exponent is an
// integer; whether another one is as well is left to validation.
func (c *coercer) typeAt(v *value) string {
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
	if strings.ContainsAny(c.text[v.start:v.end], ".eE") {
		return "number"
	}
	return "integer"
}

func itoa(i int) string { return strconv.Itoa(i) }
