package schema

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Redact returns arguments with each value replaced by its type and length
// unless show lets it through, and the values that it hid, decoded if they
// are strings. A value whose schema says "x-sensitive": true, "writeOnly":
// true or "format": "password" is hidden whatever show says, with all that is
// in it. Show is asked for strings, numbers, booleans and nulls, each with
// its JSON pointer; a nil show lets nothing through. Names of members stay.
// What is no JSON is replaced as a whole.
//
// A nil Schema knows no annotations.
func (s *Schema) Redact(arguments json.RawMessage, show func(pointer string, value json.RawMessage) bool) (shown json.RawMessage, hidden []string) {
	root, ok := readFor(arguments)
	if !ok {
		return json.RawMessage(fmt.Sprintf(`"<%d bytes>"`, len(arguments))), []string{string(arguments)}
	}
	r := redactor{text: arguments, show: show, secret: s.secrets(&root)}
	r.redact(&root)
	return r.apply(arguments), r.hidden
}

// HasSecrets reports whether the schema marks anything as secret.
func (s *Schema) HasSecrets() bool { return s.secret }

// secrets returns the values that the schema says must not be shown.
func (s *Schema) secrets(root *value) map[*value]bool {
	found := map[*value]bool{}
	if s == nil {
		return found
	}
	w := newWalk()
	if !s.secret {
		return found
	}
	w.visit(root, w.place([]*jsonschema.Schema{s.compiled}), func(v *value, p *place) bool {
		if p.secret() {
			found[v] = true
		}
		return !found[v]
	})
	return found
}

// secret reports whether a schema says that its value must not be shown.
func (p *place) secret() bool {
	return slices.ContainsFunc(p.all, func(s *jsonschema.Schema) bool { return noteOf(s) != nil })
}

type redactor struct {
	editor
	text   json.RawMessage
	show   func(pointer string, value json.RawMessage) bool
	secret map[*value]bool
	path   []step
	hidden []string
}

func (r *redactor) redact(v *value) {
	if r.secret[v] {
		r.hide(v)
		return
	}
	for i := range v.members {
		r.path = append(r.path, step{v.members[i].name, -1})
		r.redact(&v.members[i].value)
		r.path = r.path[:len(r.path)-1]
	}
	for i := range v.items {
		r.path = append(r.path, step{"", i})
		r.redact(&v.items[i])
		r.path = r.path[:len(r.path)-1]
	}
	if v.kind == '{' || v.kind == '[' {
		return
	}
	if r.show == nil || !r.show(pointer(tokens(r.path)), r.text[v.start:v.end:v.end]) {
		r.hide(v)
	}
}

// hide replaces v, and remembers every text in it.
func (r *redactor) hide(v *value) {
	r.replace(v.start, v.end, strconv.Quote(r.placeholder(v)))
	r.remember(v)
}

func (r *redactor) remember(v *value) {
	for i := range v.members {
		r.remember(&v.members[i].value)
	}
	for i := range v.items {
		r.remember(&v.items[i])
	}
	switch text := string(r.text[v.start:v.end]); v.kind {
	case '"':
		r.hidden = append(r.hidden, unquote(text))
	case '0':
		r.hidden = append(r.hidden, text)
	}
}

func (r *redactor) placeholder(v *value) string {
	switch v.kind {
	case '{':
		return fmt.Sprintf("<object of %d members>", len(v.members))
	case '[':
		return fmt.Sprintf("<array of %d items>", len(v.items))
	case '"':
		return fmt.Sprintf("<string of %d characters>", utf8.RuneCountInString(unquote(string(r.text[v.start:v.end]))))
	case '0':
		return fmt.Sprintf("<number of %d digits>", v.end-v.start)
	case 't':
		return "<boolean>"
	}
	return "<null>"
}
