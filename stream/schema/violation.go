package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/earlycall/earlycall/parse"
)

// Violation is one thing that is wrong with arguments.
type Violation struct {
	Pointer string // RFC 6901, to the value that is wrong; of a missing member, to its object; "" is the whole
	Keyword string // of the schema: "type", "required"; or "json" or "limit" where no schema was asked
	Message string // what to change: "must be integer, not string"; never holds the value
	Offset  int    // in the arguments: the value's first byte; where something is missing its last byte
}

// String returns pointer and message: "/limit: must be integer, not string".
func (v Violation) String() string {
	if v.Pointer == "" {
		return "the arguments: " + v.Message
	}
	return clip(v.Pointer, 256) + ": " + v.Message
}

// Violations is all that is wrong with arguments. It is an error, so that
// errors.AsType finds it behind the error of a call.
type Violations []Violation

// shown is how many violations an error's text tells.
const shown = 8

// Error returns the first eight violations and how many more there are.
func (v Violations) Error() string {
	var b strings.Builder
	for i := range min(len(v), shown) {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(v[i].String())
	}
	if more := len(v) - shown; more > 0 {
		fmt.Fprintf(&b, "; and %d more", more)
	}
	return b.String()
}

// Of returns the error of a call with these violations: ErrSchema, or ErrLimit
// if a limit of this package is exceeded; nil if there are none. Its pointer
// is that of the first violation, and its cause is of type [Violations]. As
// the verdict falls when the call closes, the offset of a call found in text
// is that of its last byte; of a native call it is the offset of the first
// violation in the arguments.
func (v Violations) Of(call parse.Call) *parse.Error {
	if len(v) == 0 {
		return nil
	}
	e := &parse.Error{
		Code: parse.ErrSchema, Choice: call.Choice, Index: call.Index, ID: call.ID, Name: call.Name,
		Offset: int64(v[0].Offset), Pointer: v[0].Pointer, Message: v.Error(),
		Raw: string(call.Arguments), Err: v,
	}
	if call.End > call.Start {
		e.Offset = call.End - 1
	}
	if v[0].Keyword == "limit" {
		e.Code = parse.ErrLimit
	}
	return e
}

// What [Schema.Validate] reports at most, so that hostile arguments with very
// many or very long names don't cost much. The first violation is always
// told.
const (
	MaxViolations = 1000
	maxText       = 1 << 20 // bytes of pointers and messages
)

// collector flattens the library's tree of errors.
type collector struct {
	root  *value             // nil where a schema itself is wrong
	from  *jsonschema.Schema // of root, to tell the names that it knows
	found []finding
}

// finding is a violation whose texts are not yet written.
type finding struct {
	tokens  []string
	keyword string
	offset  int
	message func() string
}

func (c *collector) add(e *jsonschema.ValidationError) {
	at := e.InstanceLocation
	switch k := e.ErrorKind.(type) {
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		for _, cause := range e.Causes {
			c.add(cause)
		}
	case *kind.PropertyNames:
		if c.root == nil { // of arguments, nameError tells it at the right place
			c.report(nil, "propertyNames", func() string {
				return "the name " + quote(k.Property) + ", somewhere in it, is not allowed: it " + (&collector{found: c.causes(e)}).messages()
			})
		}
	case *nameError:
		c.report(at, "propertyNames", func() string {
			return "the name " + quote(k.Property) + " is not allowed: it " + (&collector{found: c.causes(e)}).messages()
		})
	case *kind.AnyOf:
		c.alternatives(e, "anyOf")
	case *kind.OneOf:
		c.oneOf(e, k.Subschemas)
	case *kind.Required:
		for _, name := range k.Missing {
			c.report(at, "required", func() string { return "the required member " + quote(name) + " is missing" })
		}
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			c.report(append(slices.Clone(at), name), "additionalProperties", func() string {
				return "is no member that the schema knows" + c.known(at)
			})
		}
	default:
		c.report(at, keywordOf(k), func() string { return sentence(k) })
	}
}

// oneOf reports why not exactly one of several schemas fits.
func (c *collector) oneOf(e *jsonschema.ValidationError, fitting []int) {
	if len(fitting) == 0 {
		c.alternatives(e, "oneOf")
		return
	}
	c.report(e.InstanceLocation, "oneOf", func() string {
		return fmt.Sprintf("must match exactly one alternative, but matches %d and %d", fitting[0]+1, fitting[1]+1)
	})
}

// causes collects what the causes of e tell.
func (c *collector) causes(e *jsonschema.ValidationError) []finding {
	var found []finding
	for _, cause := range e.Causes {
		found = append(found, c.branch(cause).found...)
	}
	return found
}

// branch collects what one cause tells.
func (c *collector) branch(cause *jsonschema.ValidationError) *collector {
	b := &collector{root: c.root, from: c.from}
	b.add(cause)
	return b
}

func (c *collector) report(tokens []string, keyword string, message func() string) {
	f := finding{tokens: tokens, keyword: keyword, message: message}
	if c.root != nil {
		at := c.root.at(tokens)
		f.offset = at.start
		if lacking[keyword] {
			f.offset = at.end - 1
		}
	}
	c.found = append(c.found, f)
}

// lacking are the keywords that the end of a value breaks.
var lacking = map[string]bool{
	"required": true, "dependentRequired": true, "minProperties": true, "minItems": true,
	"minLength": true, "contains": true,
}

// violations returns what was found in the order of the text, each once.
func (c *collector) violations() Violations {
	slices.SortFunc(c.found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.offset, b.offset), slices.Compare(a.tokens, b.tokens), cmp.Compare(a.keyword, b.keyword))
	})
	var out Violations
	text := 0
	for _, f := range c.found {
		size := 0
		for _, token := range f.tokens {
			size += len(token) + 1
		}
		if len(out) > 0 && (len(out) == MaxViolations || text+size > maxText) {
			break
		}
		v := Violation{Pointer: pointer(f.tokens), Keyword: f.keyword, Message: f.message(), Offset: f.offset}
		text += size + len(v.Message)
		if !slices.Contains(out[max(0, len(out)-16):], v) {
			out = append(out, v)
		}
	}
	slices.SortStableFunc(out, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Pointer, b.Pointer),
			cmp.Compare(a.Keyword, b.Keyword), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(out)
}

// known returns the names that the schema knows at a place, as the end of a
// sentence.
func (c *collector) known(tokens []string) string {
	if c.from == nil {
		return ""
	}
	names := newWalk().names(c.from, c.root, tokens)
	if len(names) == 0 {
		return ""
	}
	more := ""
	if len(names) > 12 {
		names, more = names[:12], ", …"
	}
	return "; it knows " + quoted(names) + more
}

// alternatives reports why none of several schemas fits. If one of them is
// clearly meant, its own violations are reported.
func (c *collector) alternatives(e *jsonschema.ValidationError, keyword string) {
	at := e.InstanceLocation
	best, meant := wrongType, []*collector(nil)
	for _, cause := range e.Causes {
		branch := c.branch(cause)
		switch fit := branch.fit(len(at)); {
		case fit < best:
			best, meant = fit, []*collector{branch}
		case fit == best:
			meant = append(meant, branch)
		}
	}
	if best != wrongType && len(meant) == 1 {
		c.found = append(c.found, meant[0].found...)
		return
	}
	if types, got := typesOf(e.Causes); got != "" {
		c.report(at, "type", func() string { return mustBe(types, got) })
		return
	}
	c.report(at, keyword, func() string {
		var texts []string
		for i, branch := range meant[:min(len(meant), 4)] {
			texts = append(texts, fmt.Sprintf("(%d) %s", i+1, branch.violations().relative(pointer(at))))
		}
		return "must match one of the alternatives: " + strings.Join(texts, "; or ")
	})
}

// fit tells how near a value is to one of several schemas.
type fit uint8

const (
	wrongValue fit = iota // it is of that kind, and something in it is wrong
	wrongKind             // a constant that tells the kinds apart is another one
	wrongType             // it is of another type
)

// fit tells how near the value at that depth is.
func (c *collector) fit(depth int) fit {
	worst := wrongValue
	for _, f := range c.found {
		switch {
		case f.keyword == "type" && len(f.tokens) == depth:
			return wrongType
		case (f.keyword == "const" || f.keyword == "enum") && len(f.tokens) <= depth+1:
			worst = wrongKind
		}
	}
	return worst
}

// typesOf returns the types that the causes want and the one that they got,
// if they are about nothing else than one value's type.
func typesOf(causes []*jsonschema.ValidationError) (want []string, got string) {
	depth := -1
	for _, cause := range causes {
		for _, ok := cause.ErrorKind.(*kind.Reference); ok && len(cause.Causes) == 1; _, ok = cause.ErrorKind.(*kind.Reference) {
			cause = cause.Causes[0]
		}
		k, ok := cause.ErrorKind.(*kind.Type)
		if !ok || depth >= 0 && depth != len(cause.InstanceLocation) {
			return nil, ""
		}
		depth, got = len(cause.InstanceLocation), k.Got
		for _, name := range k.Want {
			if !slices.Contains(want, name) {
				want = append(want, name)
			}
		}
	}
	return want, got
}

// relative tells the violations with pointers that start at a place.
func (v Violations) relative(at string) string {
	inner := slices.Clone(v)
	for i := range inner {
		inner[i].Pointer = strings.TrimPrefix(inner[i].Pointer, at)
		if inner[i].Pointer == "" {
			return inner[i].Message
		}
	}
	return inner.Error()
}

// messages returns the messages alone.
func (c *collector) messages() string {
	var texts []string
	for _, v := range c.violations() {
		texts = append(texts, v.Message)
	}
	return strings.Join(texts, ", and ")
}

// quote writes a name, clipped.
func quote(name string) string { return strconv.Quote(clip(name, 64)) }

// clip cuts s to at most n bytes, between characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n] + "…"
}
