package schema

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// What a collector keeps at most.
const (
	maxFindings = 1 << 16 // in all
	maxMessage  = 2048    // bytes of the message of one violation
	maxNested   = 3       // sentences about alternatives within one another
)

// collector flattens faults to violations. A fault that is a cause of several
// others is flattened once.
type collector struct {
	root   *value
	text   string
	from   *jsonschema.Schema // of root, for the names that it knows; nil where a schema itself is wrong
	flat   map[*fault][]finding
	names  map[*value][]string // that the schema knows in an object
	count  int
	nested int // sentences about alternatives within one another that are being written
}

// finding is a violation whose texts are not yet written.
type finding struct {
	at      *value
	keyword string
	offset  int
	say     func() phrase
	allowed []any // of enum and const: the values
}

// phrase is a message in parts, so that a list is written once.
type phrase struct {
	text  string
	list  string // follows text
	again string // instead of all if list has been written for another value; "" leaves out list only
	end   string // follows in any case
}

func newCollector(root *value, text string, from *jsonschema.Schema) *collector {
	return &collector{root: root, text: text, from: from, flat: map[*fault][]finding{}, names: map[*value][]string{}}
}

// all returns the violations that a fault is about.
func (c *collector) all(f *fault) Violations {
	if f == nil {
		return nil
	}
	return c.violations(c.find(f))
}

// find returns what a fault is about.
func (c *collector) find(f *fault) []finding {
	if found, ok := c.flat[f]; ok {
		return found
	}
	found := c.flatten(f)
	if len(found) > MaxViolations {
		found = found[:MaxViolations:MaxViolations]
	}
	c.count += len(found)
	c.flat[f] = found
	return found
}

func (c *collector) flatten(f *fault) (found []finding) {
	switch k := f.kind.(type) {
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		for _, cause := range f.causes {
			if c.count < maxFindings && len(found) <= MaxViolations {
				found = append(found, c.find(cause)...)
			}
		}
	case *kind.PropertyNames:
		found = append(found, c.finding(f.at, "propertyNames", func() phrase {
			return phrase{text: "the name " + quote(k.Property) + " is not allowed: it " + c.messages(f.causes)}
		}))
	case *kind.AnyOf:
		return c.alternatives(f, "anyOf")
	case *kind.OneOf:
		return c.oneOf(f, k.Subschemas)
	case *kind.Required:
		for _, name := range k.Missing {
			found = append(found, c.finding(f.at, "required", say("the required member "+quote(name)+" is missing")))
		}
	case *kind.AdditionalProperties:
		return c.extra(f.at, k.Properties)
	default:
		one := c.finding(f.at, keywordOf(k), func() phrase { return c.sentence(k, f.at) })
		one.allowed = allowedBy(k)
		found = append(found, one)
	}
	return found
}

func say(text string) func() phrase { return func() phrase { return phrase{text: text} } }

func (c *collector) extra(at *value, names []string) (found []finding) {
	for _, name := range names[:min(len(names), MaxViolations)] {
		found = append(found, c.finding(at.child(name), "additionalProperties", func() phrase {
			known := c.known(at)
			p := phrase{text: "is no member that the schema knows" + didYouMean(name, known)}
			if len(known) > 0 {
				p.list = "; it knows " + quotedSome(known)
			}
			return p
		}))
	}
	return found
}

// known returns the names that the schema knows in an object.
func (c *collector) known(at *value) []string {
	if c.from == nil {
		return nil
	}
	if names, ok := c.names[at]; ok {
		return names
	}
	names := newWalk().namesAt(c.from, c.root, at.path())
	c.names[at] = names
	return names
}

// oneOf reports why not exactly one of several schemas fits.
func (c *collector) oneOf(f *fault, fitting []int) []finding {
	if len(fitting) == 0 {
		return c.alternatives(f, "oneOf")
	}
	return []finding{c.finding(f.at, "oneOf", say(
		fmt.Sprintf("must match exactly one alternative, but matches %d and %d", fitting[0]+1, fitting[1]+1)))}
}

// finding returns a violation of one keyword.
func (c *collector) finding(at *value, keyword string, say func() phrase) finding {
	f := finding{at: at, keyword: keyword, offset: at.start}
	if lacking[keyword] {
		f.offset = at.end - 1
	}
	var said *phrase
	f.say = func() phrase {
		if said == nil {
			p := say()
			p.text = clip(p.text, maxMessage)
			said = &p
		}
		return *said
	}
	return f
}

// lacking are the keywords that the end of a value breaks.
var lacking = map[string]bool{
	"required": true, "dependentRequired": true, "minProperties": true, "minItems": true,
	"minLength": true, "contains": true,
}

// violations returns what was found in the order of the text, each once.
func (c *collector) violations(found []finding) Violations {
	found = slices.Clone(found)
	slices.SortStableFunc(found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.offset, b.offset), cmp.Compare(a.keyword, b.keyword))
	})
	var out Violations
	text, lists := 0, map[string]string{}
	for _, f := range found {
		path := f.at.path()
		size := 0
		for _, token := range path {
			size += len(token) + 1
		}
		if len(out) > 0 && (len(out) == MaxViolations || text+size > maxText) {
			break
		}
		v := Violation{Pointer: pointer(path), Keyword: f.keyword, Offset: f.offset}
		v.Message = f.say().write(v.Pointer, lists)
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

// write returns the message of a violation. Lists are those that have been
// written, with the pointer of their violation.
func (p phrase) write(at string, lists map[string]string) string {
	if p.list == "" {
		return p.text + p.end
	}
	first, written := lists[p.list]
	switch {
	case !written:
		lists[p.list] = at
		return p.text + p.list + p.end
	case p.again == "":
		return p.text + p.end
	}
	return p.again + " " + clip(first, 256) + p.end
}

// alternatives reports why none of several schemas fits. If one of them is
// clearly meant, its own violations are reported.
func (c *collector) alternatives(f *fault, keyword string) []finding {
	best, meant := wrongType, [][]finding(nil)
	for _, cause := range f.causes {
		branch := c.find(cause)
		switch near := fitOf(branch, f.at); {
		case near < best:
			best, meant = near, [][]finding{branch}
		case near == best:
			meant = append(meant, branch)
		}
	}
	if best != wrongType && len(meant) == 1 {
		return meant[0]
	}
	if types, got := typesOf(f.causes); got != "" {
		return []finding{c.finding(f.at, "type", func() phrase { return phrase{text: c.mustBe(types, got, f.at)} })}
	}
	if best == wrongKind {
		if one, ok := c.discriminator(meant, f.at); ok {
			return []finding{one}
		}
	}
	return []finding{c.finding(f.at, keyword, func() phrase {
		if c.nested == maxNested {
			return phrase{text: "must match one of the alternatives"}
		}
		c.nested++
		defer func() { c.nested-- }()
		var texts []string
		for _, branch := range meant {
			if text := c.relative(branch, f.at); !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
		for i := range texts {
			texts[i] = fmt.Sprintf("(%d) %s", i+1, texts[i])
		}
		more := ""
		if len(texts) > 4 {
			texts, more = texts[:4], fmt.Sprintf("; and %d more", len(texts)-4)
		}
		return phrase{text: "must match one of the alternatives: " + strings.Join(texts, "; or ") + more}
	})}
}

// discriminator returns the violation of the member that distinguishes
// alternatives, if all of them want another value of the same one.
func (c *collector) discriminator(branches [][]finding, at *value) (one finding, ok bool) {
	for _, candidate := range branches[0] {
		if candidate.allowed == nil || candidate.at != at && candidate.at.up != at {
			continue
		}
		var allowed []any
		everywhere := true
		for _, branch := range branches {
			i := slices.IndexFunc(branch, func(f finding) bool { return f.allowed != nil && f.at == candidate.at })
			if everywhere = everywhere && i >= 0; !everywhere {
				break
			}
			allowed = append(allowed, branch[i].allowed...)
		}
		if everywhere {
			allowed = distinct(allowed)
			k := &kind.Enum{Want: allowed}
			one = c.finding(candidate.at, candidate.keyword, func() phrase { return c.sentence(k, candidate.at) })
			one.allowed = allowed
			return one, true
		}
	}
	return finding{}, false
}

// distinct returns the values that differ, in their order.
func distinct(values []any) (out []any) {
	seen := map[string]bool{}
	for _, v := range values {
		if text, _ := json.Marshal(v); !seen[string(text)] {
			seen[string(text)] = true
			out = append(out, v)
		}
	}
	return out
}

// allowedBy returns the values that a keyword allows; nil if it is not about
// values.
func allowedBy(k jsonschema.ErrorKind) []any {
	switch k := k.(type) {
	case *kind.Enum:
		return k.Want
	case *kind.Const:
		return []any{k.Want}
	}
	return nil
}

// fit says how near a value is to one of several schemas.
type fit uint8

const (
	wrongValue fit = iota // it is of that kind, and something in it is wrong
	wrongKind             // a constant that distinguishes the kinds is another one
	wrongType             // it is of another type
)

// fitOf says how near the value is to the schema that found that.
func fitOf(found []finding, at *value) fit {
	worst := wrongValue
	for _, f := range found {
		switch {
		case f.keyword == "type" && f.at == at:
			return wrongType
		case f.allowed != nil && (f.at == at || f.at.up == at):
			worst = wrongKind
		}
	}
	return worst
}

// typesOf returns the types that the causes want and the one that they got,
// if they are about nothing else than one value's type.
func typesOf(causes []*fault) (want []string, got string) {
	var at *value
	for _, cause := range causes {
		for _, ok := cause.kind.(*kind.Reference); ok && len(cause.causes) == 1; _, ok = cause.kind.(*kind.Reference) {
			cause = cause.causes[0]
		}
		k, ok := cause.kind.(*kind.Type)
		if !ok || at != nil && at != cause.at {
			return nil, ""
		}
		at, got = cause.at, k.Got
		for _, name := range k.Want {
			if !slices.Contains(want, name) {
				want = append(want, name)
			}
		}
	}
	return want, got
}

// relative describes violations with pointers that start at a value.
func (c *collector) relative(found []finding, at *value) string {
	inner := c.violations(found[:min(len(found), 4*shown)])
	base := pointer(at.path())
	for i := range inner {
		inner[i].Pointer = strings.TrimPrefix(inner[i].Pointer, base)
		if inner[i].Pointer == "" {
			return inner[i].Message
		}
	}
	return inner.Error()
}

// messages returns the messages alone.
func (c *collector) messages(causes []*fault) string {
	var texts []string
	for _, cause := range causes {
		for _, v := range c.all(cause) {
			texts = append(texts, v.Message)
		}
	}
	return strings.Join(texts, ", and ")
}
