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

// sentence tells what to change where an error has no parts. It tells what
// the schema wants and the type and length of what was given, never the
// value.
func sentence(e jsonschema.ErrorKind) string {
	switch k := e.(type) {
	case *kind.Type:
		return mustBe(k.Want, k.Got)
	case *kind.Enum:
		return "must be " + oneOf(k.Want)
	case *kind.Const:
		return "must be " + literal(k.Want)
	case *kind.Format:
		if k.Want == "regex" {
			return "must be a regular expression that Go can match: RE2 has no look-around and no back-references"
		}
		return "must be a valid " + k.Want
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
		return "must be at least " + decimal(k.Want)
	case *kind.Maximum:
		return "must be at most " + decimal(k.Want)
	case *kind.ExclusiveMinimum:
		return "must be more than " + decimal(k.Want)
	case *kind.ExclusiveMaximum:
		return "must be less than " + decimal(k.Want)
	case *kind.MultipleOf:
		return "must be a multiple of " + decimal(k.Want)
	}
	return ""
}

func mustBe(want []string, got string) string {
	if got == "number" && slices.Contains(want, "integer") {
		got = "a number with a fraction"
	}
	return "must be " + strings.Join(want, " or ") + ", not " + got
}

// oneOf lists what a schema allows.
func oneOf(values []any) string {
	if len(values) == 1 {
		return literal(values[0])
	}
	var texts []string
	for i, v := range values {
		if i == 24 {
			texts = append(texts, fmt.Sprintf("… (%d in all)", len(values)))
			break
		}
		texts = append(texts, literal(v))
	}
	return "one of " + strings.Join(texts, ", ")
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

// decimal writes a number exactly.
func decimal(r *big.Rat) string {
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
