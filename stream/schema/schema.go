package schema

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/earlycall/earlycall/parse"
)

// Schema is the compiled schema of a tool's arguments.
type Schema struct {
	compiled *jsonschema.Schema
	plan     *plan
	secret   bool     // it marks something as secret
	formats  []string // that are checked
	skipped  []string // what is not checked, in sentences
}

// location is the address under which the library keeps a tool's schema;
// nothing is ever fetched from it.
const location = "tool:///schema"

const draft07 = "http://json-schema.org/draft-07/schema#"

// Compile reads a JSON Schema. Nil or empty bytes and null mean that any
// object will do. The error says where in the schema something is wrong and
// what to change: a keyword's value that the draft does not allow, a $ref
// that points to nothing or to another document, a root that allows no
// object. A pattern that cannot run is not an error; see [Schema.Skipped].
func Compile(raw json.RawMessage, options ...Option) (*Schema, error) {
	if trimmed := bytes.TrimSpace(raw); len(trimmed) == 0 || string(trimmed) == "null" {
		raw = json.RawMessage(`{"type":"object"}`)
	}
	root, broken := read(raw)
	if broken != nil {
		return nil, fmt.Errorf("schema: %s", inSchema(Violations{*broken}))
	}
	root.link()
	s, err := compile(raw, "")
	var invalid *jsonschema.SchemaValidationError
	if errors.As(err, &invalid) && !bytes.Contains(raw, []byte(`"$schema"`)) {
		// Much of what is around was written for draft-07: items as a list.
		if older, olderErr := compile(raw, draft07); olderErr == nil {
			s, err = older, nil
		}
	}
	if err != nil {
		return nil, explain(err, &root, string(raw))
	}
	if !newWalk().types(s.compiled).has("object") {
		return nil, errors.New(`schema: the root allows no object, but arguments are always an object: give it "type": "object"`)
	}
	for _, option := range options {
		option(s)
	}
	return s, nil
}

// Skipped returns a sentence for each pattern of the schema that is not
// checked, since no engine at hand can run it, with the reason; nil if all
// are checked.
func (s *Schema) Skipped() []string { return slices.Clone(s.skipped) }

// compile compiles raw as the draft that it names, else as draft.
func compile(raw json.RawMessage, draft string) (*Schema, error) {
	s := &Schema{formats: assertedFormats}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if draft == draft07 {
		c.DefaultDraft(jsonschema.Draft7)
	}
	var re patterns
	var anchors []*jsonschema.Schema
	c.UseLoader(noLoader{})
	c.UseRegexpEngine(re.compile)
	c.RegisterVocabulary(annotations(s, &anchors))
	c.AssertVocabs()
	c.AssertFormat()
	if err := c.AddResource(location, normalize(doc)); err != nil {
		return nil, err
	}
	if s.compiled, err = c.Compile(location); err != nil {
		return nil, err
	}
	s.plan, s.skipped = newPlan(s.compiled, anchors), re.skipped
	return s, nil
}

// noLoader refuses to load other documents.
type noLoader struct{}

func (noLoader) Load(string) (any, error) {
	return nil, errors.New("other documents are never fetched")
}

// explain says what to fix in a schema that does not compile.
func explain(err error, root *value, text string) error {
	var (
		remote  *jsonschema.LoadURLError
		invalid *jsonschema.SchemaValidationError
		pointer *jsonschema.JSONPointerNotFoundError
		anchor  *jsonschema.AnchorNotFoundError
	)
	switch {
	case errors.As(err, &remote):
		return fmt.Errorf("schema: %q names another document, which is never fetched: copy what it holds into $defs and write \"#/$defs/…\", or name a draft of JSON Schema as $schema", remote.URL)
	case errors.As(err, &pointer):
		return fmt.Errorf("schema: a $ref points to %s, where nothing is: add it or correct the $ref", within(pointer.URL))
	case errors.As(err, &anchor):
		return fmt.Errorf("schema: a $ref names %q, and no such $anchor or $id is there: add it or correct the $ref", anchor.Reference)
	case errors.As(err, &invalid):
		var causes *jsonschema.ValidationError
		if errors.As(invalid.Err, &causes) {
			return fmt.Errorf("schema: %s", inSchema(newCollector(root, text, nil).all(faultOf(causes, root))))
		}
	}
	return fmt.Errorf("schema: %w", err)
}

// faultOf returns an error of the library as a fault.
func faultOf(e *jsonschema.ValidationError, root *value) *fault {
	f := &fault{at: root.at(e.InstanceLocation), kind: e.ErrorKind}
	for _, cause := range e.Causes {
		f.causes = append(f.causes, faultOf(cause, root))
	}
	return f
}

// inSchema describes violations of a schema itself.
func inSchema(found Violations) string {
	return strings.ReplaceAll(found.Error(), "the arguments: ", "the root: ")
}

// within returns the JSON pointer of a URL into the tool's schema.
func within(url string) string {
	if _, fragment, ok := strings.Cut(url, "#"); ok && strings.HasPrefix(url, location) {
		return fragment
	}
	return url
}

// Validate returns all that is wrong with arguments, in the order of the
// text, up to [MaxViolations], and nil if they are right.
func (s *Schema) Validate(arguments json.RawMessage) Violations {
	return s.ValidateUntil(nil, arguments)
}

// ValidateUntil is Validate, which ends with a violation of the keyword
// "limit" soon after stop is closed. A nil stop never is.
func (s *Schema) ValidateUntil(stop <-chan struct{}, arguments json.RawMessage) Violations {
	root, broken := read(arguments)
	if broken != nil {
		return Violations{*broken}
	}
	root.link()
	text := string(arguments)
	e := s.evaluator(text, false, stop)
	r := e.eval(s.compiled, &root, 0)
	if e.broken != nil {
		return Violations{*e.broken}
	}
	if r.ok {
		return nil
	}
	e = s.evaluator(text, true, stop)
	r = e.eval(s.compiled, &root, 0)
	found := newCollector(&root, text, s.compiled).all(r.fault)
	if len(found) == 0 {
		return Violations{*cmp.Or(e.broken, &Violation{Message: "does not match the schema", Offset: root.start})}
	}
	return found
}

// valid reports whether arguments are right.
func (s *Schema) valid(arguments json.RawMessage) bool {
	root, broken := read(arguments)
	if broken != nil {
		return false
	}
	root.link()
	e := s.evaluator(string(arguments), false, nil)
	return e.eval(s.compiled, &root, 0).ok
}

// Check returns the error of a call whose arguments are wrong, nil if they
// are right. See [Violations.Of].
func (s *Schema) Check(call parse.Call) *parse.Error {
	return s.Validate(call.Arguments).Of(call)
}
