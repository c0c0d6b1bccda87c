package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// keywordOf returns the keyword of an error.
func keywordOf(e jsonschema.ErrorKind) string {
	switch e.(type) {
	case *kind.FalseSchema:
		return "false"
	case *kind.Not:
		return "not"
	case *kind.RefCycle:
		return "$ref"
	case *kind.Dependency:
		return "dependentRequired"
	case *kind.MinContains, *kind.MaxContains:
		return "contains"
	}
	if path := e.KeywordPath(); len(path) > 0 {
		return path[0]
	}
	return ""
}

// sentence says what to change where an error has no parts. It names what
// the schema wants and the type and length of what was given, never the
// value.
func (c *collector) sentence(e jsonschema.ErrorKind, at *value) phrase {
	switch k := e.(type) {
	case *kind.Type:
		return phrase{text: c.mustBe(k.Want, k.Got, at)}
	case *kind.Enum:
		return c.mustBeOneOf(k.Want, at)
	case *kind.Const:
		return phrase{text: "must be " + literal(k.Want)}
	}
	return phrase{text: plainSentence(e)}
}

func plainSentence(e jsonschema.ErrorKind) string {
	switch k := e.(type) {
	case *kind.Format:
		return "must be a valid " + k.Want + formatHint[k.Want]
	case *kind.FalseSchema:
		return "is not allowed here"
	case *kind.Not:
		return `must not match the schema under "not"`
	case *kind.RefCycle:
		return "is checked by a $ref that leads back to itself: the tool's schema has to be corrected"
	}
	for _, of := range []func(jsonschema.ErrorKind) string{objectSentence, arraySentence, textSentence, numberSentence} {
		if message := of(e); message != "" {
			return message
		}
	}
	return "does not match the schema"
}

func objectSentence(e jsonschema.ErrorKind) string {
	switch k := e.(type) {
	case *kind.MinProperties:
		return fmt.Sprintf("must have at least %d members, not %d", k.Want, k.Got)
	case *kind.MaxProperties:
		return fmt.Sprintf("must have at most %d members, not %d", k.Want, k.Got)
	case *kind.Dependency:
		return "must have " + quoted(k.Missing) + " too, since it has " + quote(k.Prop)
	case *kind.DependentRequired:
		return "must have " + quoted(k.Missing) + " too, since it has " + quote(k.Prop)
	}
	return ""
}

func arraySentence(e jsonschema.ErrorKind) string {
	switch k := e.(type) {
	case *kind.MinItems:
		return fmt.Sprintf("must have at least %d items, not %d", k.Want, k.Got)
	case *kind.MaxItems:
		return fmt.Sprintf("must have at most %d items, not %d", k.Want, k.Got)
	case *kind.AdditionalItems:
		return fmt.Sprintf("has %d items too many at its end", k.Count)
	case *kind.UniqueItems:
		return fmt.Sprintf("must not hold equal items, but items %d and %d are equal", k.Duplicates[0], k.Duplicates[1])
	case *kind.Contains:
		return `must hold an item that matches the schema under "contains"`
	case *kind.MinContains:
		return fmt.Sprintf(`must hold at least %d items that match the schema under "contains", not %d`, k.Want, len(k.Got))
	case *kind.MaxContains:
		return fmt.Sprintf(`must hold at most %d items that match the schema under "contains", not %d`, k.Want, len(k.Got))
	}
	return ""
}

func textSentence(e jsonschema.ErrorKind) string {
	switch k := e.(type) {
	case *kind.MinLength:
		return fmt.Sprintf("must have at least %d characters, not %d", k.Want, k.Got)
	case *kind.MaxLength:
		return fmt.Sprintf("must have at most %d characters, not %d", k.Want, k.Got)
	case *kind.Pattern:
		return "must match the pattern " + clip(k.Want, 256)
	}
	return ""
}

func numberSentence(e jsonschema.ErrorKind) string {
	switch k := e.(type) {
	case *kind.Minimum:
		return "must be at least " + decimalText(k.Want)
	case *kind.Maximum:
		return "must be at most " + decimalText(k.Want)
	case *kind.ExclusiveMinimum:
		return "must be more than " + decimalText(k.Want)
	case *kind.ExclusiveMaximum:
		return "must be less than " + decimalText(k.Want)
	case *kind.MultipleOf:
		return "must be a multiple of " + decimalText(k.Want)
	}
	return ""
}

// formatHint is the end of a sentence: an example where the name of a format
// does not say enough.
var formatHint = map[string]string{
	"date-time": ", such as 2006-01-02T15:04:05Z", "date": ", such as 2006-01-02", "time": ", such as 15:04:05Z",
}

func (c *collector) mustBe(want []string, got string, at *value) string {
	if got == "number" && slices.Contains(want, "integer") {
		got = "a number with a fraction"
	}
	text := "must be " + strings.Join(want, " or ") + ", not " + got
	if got == "string" {
		if name := c.inString(at); slices.Contains(want, name) {
			text += ": send the " + name + " itself, not a string that holds it"
		}
	}
	return text
}

// inString returns "array" or "object" if v is a string that holds one as
// JSON, else "".
func (c *collector) inString(v *value) string {
	if v.kind != '"' {
		return ""
	}
	s := strings.TrimSpace(v.str(c.text))
	if s == "" || !json.Valid([]byte(s)) {
		return ""
	}
	switch s[0] {
	case '[':
		return "array"
	case '{':
		return "object"
	}
	return ""
}

// mustBeOneOf lists what a schema allows, and names the value that is nearest
// to what was given.
func (c *collector) mustBeOneOf(values []any, at *value) phrase {
	if len(values) == 1 {
		return phrase{text: "must be " + literal(values[0])}
	}
	near := ""
	if at.kind == '"' {
		var names []string
		for _, v := range values {
			if name, ok := v.(string); ok {
				names = append(names, name)
			}
		}
		near = didYouMean(at.str(c.text), names)
	}
	list := "one of " + literals(values)
	if len(values) <= 4 {
		return phrase{text: "must be " + list, end: near}
	}
	return phrase{text: "must be ", list: list, again: "must be one of the values that are listed for", end: near}
}

// literals writes values of the schema as JSON, separated by commas.
func literals(values []any) string {
	var texts []string
	for i, v := range values {
		if i == 24 {
			texts = append(texts, fmt.Sprintf("… (%d in all)", len(values)))
			break
		}
		texts = append(texts, literal(v))
	}
	return strings.Join(texts, ", ")
}

// quotedSome writes the first names.
func quotedSome(names []string) string {
	if len(names) > 12 {
		return quoted(names[:12]) + ", …"
	}
	return quoted(names)
}

// literal writes a value of the schema as JSON.
func literal(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("BUG: a schema's value is no JSON: " + err.Error())
	}
	return clip(strings.TrimSpace(b.String()), 128)
}

// decimalText writes a number exactly.
func decimalText(r *big.Rat) string {
	if n, exact := r.FloatPrec(); exact {
		return r.FloatString(n)
	}
	return r.RatString()
}

func quoted(names []string) string {
	var texts []string
	for _, name := range names {
		texts = append(texts, quote(name))
	}
	return strings.Join(texts, ", ")
}
