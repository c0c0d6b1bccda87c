package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/earlycall/earlycall/parse"
)

// Schema is the compiled schema of a tool's arguments.
type Schema struct {
	compiled *jsonschema.Schema
	secret   bool // it marks something as secret
}

// location is the address under which the library keeps a tool's schema;
// nothing is ever fetched from it.
const location = "tool:///schema"

const draft07 = "http://json-schema.org/draft-07/schema#"

// Compile reads a JSON Schema. Nil or empty bytes and null mean that any
// object will do. The error tells where in the schema something is wrong and
// what to change: a keyword's value that the draft does not allow, a $ref
// that points to nothing or to another document, a pattern that Go's regular
// expressions can't express, a root that takes no object.
func Compile(raw json.RawMessage) (*Schema, error) {
	if trimmed := bytes.TrimSpace(raw); len(trimmed) == 0 || string(trimmed) == "null" {
		raw = json.RawMessage(`{"type":"object"}`)
	}
	if _, broken := read(raw); broken != nil {
		return nil, fmt.Errorf("schema: %s", inSchema(Violations{*broken}))
	}
	s, err := compile(raw, "")
	var invalid *jsonschema.SchemaValidationError
	if errors.As(err, &invalid) && !bytes.Contains(raw, []byte(`"$schema"`)) {
		// Much of what is around was written for draft-07: items as a list.
		if older, olderErr := compile(raw, draft07); olderErr == nil {
			s, err = older, nil
		}
	}
	if err != nil {
		return nil, explain(err)
	}
	if !newWalk().types(s.compiled).has("object") {
		return nil, errors.New(`schema: the root takes no object, but arguments always are one: give it "type": "object"`)
	}
	return s, nil
}

// compile compiles raw as the draft that it names, else as draft.
func compile(raw json.RawMessage, draft string) (*Schema, error) {
	s := new(Schema)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if draft == draft07 {
		c.DefaultDraft(jsonschema.Draft7)
	}
	c.UseLoader(noLoader{})
	c.UseRegexpEngine(compilePattern)
	c.RegisterVocabulary(annotations(&s.secret))
	c.AssertVocabs()
	if err := c.AddResource(location, normalize(doc)); err != nil {
		return nil, err
	}
	s.compiled, err = c.Compile(location)
	return s, err
}

// noLoader refuses to load other documents.
type noLoader struct{}

func (noLoader) Load(string) (any, error) {
	return nil, errors.New("other documents are never fetched")
}

// explain tells what to fix in a schema that does not compile.
func explain(err error) error {
	var (
		remote  *jsonschema.LoadURLError
		invalid *jsonschema.SchemaValidationError
		regex   *jsonschema.InvalidRegexError
		pointer *jsonschema.JSONPointerNotFoundError
		anchor  *jsonschema.AnchorNotFoundError
	)
	switch {
	case errors.As(err, &remote):
		return fmt.Errorf("schema: %q names another document, which is never fetched: copy what it holds into $defs and write \"#/$defs/…\", or name a draft of JSON Schema as $schema", remote.URL)
	case errors.As(err, &regex):
		return fmt.Errorf("schema: at %s: the pattern %q is none that Go can match (RE2 has no look-around and no back-references): rewrite it (%w)", within(regex.URL), regex.Regex, regex.Err)
	case errors.As(err, &pointer):
		return fmt.Errorf("schema: a $ref points to %s, where nothing is: add it or correct the $ref", within(pointer.URL))
	case errors.As(err, &anchor):
		return fmt.Errorf("schema: a $ref names %q, and no such $anchor or $id is there: add it or correct the $ref", anchor.Reference)
	case errors.As(err, &invalid):
		var causes *jsonschema.ValidationError
		if errors.As(invalid.Err, &causes) {
			return fmt.Errorf("schema: %s", inSchema(new(collector).branch(causes).violations()))
		}
	}
	return fmt.Errorf("schema: %w", err)
}

// inSchema tells violations of a schema itself.
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
	root, broken := read(arguments)
	if broken != nil {
		return Violations{*broken}
	}
	err := s.compiled.Validate(root.plain(string(arguments)))
	if err == nil {
		return nil
	}
	var causes *jsonschema.ValidationError
	if !errors.As(err, &causes) {
		panic("BUG: the schema library returned " + err.Error())
	}
	c := collector{root: &root, from: s.compiled}
	c.add(causes)
	return c.violations()
}

// Check returns the error of a call whose arguments are wrong, nil if they
// are right. See [Violations.Of].
func (s *Schema) Check(call parse.Call) *parse.Error {
	return s.Validate(call.Arguments).Of(call)
}
