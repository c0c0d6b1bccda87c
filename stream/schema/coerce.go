package schema

import (
	"encoding/json"
	"regexp"
	"slices"
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
//   - a member that is a single number, boolean or string where an array of
//     such values is allowed; a string only if it is not blank and has no
//     comma, line feed or bracket, since it may be a list itself.
//
// Nothing else is guessed: no object, no null, and nothing in an array is
// wrapped. Arguments that are valid are never changed, and neither is a value
// that would not be valid when changed. If nothing is to do, it returns
// arguments itself.
func (s *Schema) Coerce(arguments json.RawMessage) (json.RawMessage, []Coercion) {
	root, ok := readFor(arguments)
	if !ok {
		return arguments, nil
	}
	w := newWalk()
	c := coercer{walk: w, text: string(arguments)}
	w.visit(&root, w.place([]*jsonschema.Schema{s.compiled}), c.visit)
	if len(c.changes) == 0 || s.valid(arguments) {
		return arguments, nil
	}
	return s.keepValid(arguments, c.changes)
}

// tries is how often changes are taken back before none is made.
const tries = 4

// keepValid makes those changes after which nothing at their place is wrong.
// What is wrong there is reported best of what the model wrote.
func (s *Schema) keepValid(arguments json.RawMessage, changes []change) (json.RawMessage, []Coercion) {
	for try := 0; try < tries && len(changes) > 0; try++ {
		var e editor
		var done []Coercion
		for _, c := range changes {
			e.edits = append(e.edits, c.edit)
			done = append(done, c.done...)
		}
		changed := e.apply(arguments)
		found := s.Validate(changed)
		if len(found) >= MaxViolations || len(found) > 0 && found[0].Keyword == "limit" {
			break // not all is known
		}
		wrong := found.places()
		kept := slices.DeleteFunc(slices.Clone(changes), func(c change) bool { return wrong[c.done[0].Pointer] })
		if len(kept) == len(changes) {
			return changed, done
		}
		changes = kept
	}
	return arguments, nil
}

// places returns the pointers of the values that violations are about, and of
// those around them.
func (v Violations) places() map[string]bool {
	set := map[string]bool{}
	for _, one := range v {
		for at := one.Pointer; !set[at]; at = at[:max(0, strings.LastIndexByte(at, '/'))] {
			set[at] = true
		}
	}
	return set
}

// change is a value to be replaced.
type change struct {
	edit
	done []Coercion // the first is of the value itself
}

type coercer struct {
	*walk
	text    string
	changes []change
}

// visit coerces v if it has to be, and reports whether to go into it.
func (c *coercer) visit(v *value, p *place) bool {
	allowed := c.union(p)
	from := c.typeAt(v)
	if allowed.has(from) {
		return true
	}
	if text, to := c.scalar(v, allowed); to != "" {
		c.replace(v, text, Coercion{c.here(), from, to})
		return false
	}
	return !allowed.has("array") || !c.wrap(v, c.item(p, 0))
}

// wrap makes v the only item of an array, if items allow it.
func (c *coercer) wrap(v *value, items *place) bool {
	from, at := c.typeAt(v), c.here()
	inObject := len(c.path) > 0 && c.path[len(c.path)-1].index < 0
	if !inObject || from == "array" || from == "object" || from == "null" || c.maybeList(v) {
		return false
	}
	allowed, whole := c.union(items), Coercion{at, from, "array"}
	if allowed.has(from) {
		c.replace(v, "["+c.text[v.start:v.end]+"]", whole)
		return true
	}
	text, to := c.scalar(v, allowed)
	if to == "" {
		return false
	}
	c.replace(v, "["+text+"]", whole, Coercion{at + "/0", from, to})
	return true
}

func (c *coercer) replace(v *value, text string, done ...Coercion) {
	c.changes = append(c.changes, change{edit{v.start, v.end, text}, done})
}

// maybeList reports whether v is a string that may hold no value or several.
func (c *coercer) maybeList(v *value) bool {
	if v.kind != '"' {
		return false
	}
	s := v.str(c.text)
	return strings.TrimSpace(s) == "" || strings.ContainsAny(s, ",\n[]{}")
}

// union returns the types that any of the schemas allows.
func (c *coercer) union(p *place) typeSet {
	if len(p.roots) == 0 {
		return allTypes
	}
	return c.anyTypes(p.roots)
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
