package schema

import (
	"encoding/json"
	"strings"
	"unicode"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Extra is a member of the arguments, at any depth, that the schema does not
// declare.
type Extra struct {
	Pointer string
	// Like is the declared name that differs from the member's in upper and
	// lower case only; "" if there is none. Such a member is never harmless:
	// encoding/json would take it for the declared one, past the schema.
	Like string
}

// Extras returns the members that the schema does not declare, in the order
// of the text. An object of which the schema declares no member, or for whose
// other members it has a schema, has no extra members, unless they are like a
// declared one.
func (s *Schema) Extras(arguments json.RawMessage) []Extra {
	root, ok := readFor(arguments)
	if !ok {
		return nil
	}
	var found []Extra
	w := newWalk()
	w.visit(&root, w.place([]*jsonschema.Schema{s.compiled}), func(v *value, p *place) bool {
		if v.kind == '{' {
			found = append(found, w.extras(v, p)...)
		}
		return true
	})
	return found
}

// extras returns the extra members of one object.
func (w *walk) extras(v *value, p *place) (found []Extra) {
	open := p.open()
	for i := range v.members {
		name := v.members[i].name
		if _, declared := w.member(p, name); declared {
			continue
		}
		like := p.like(name)
		if open && like == "" {
			continue
		}
		found = append(found, Extra{Pointer: w.here() + "/" + escape(name), Like: like})
	}
	return found
}

// like returns the declared name that equals a name but for case; "" if there
// is none.
func (p *place) like(name string) string {
	if p.folded == nil {
		p.folded = map[string]string{}
		for _, known := range p.declaredNames() {
			if _, ok := p.folded[fold(known)]; !ok {
				p.folded[fold(known)] = known
			}
		}
	}
	return p.folded[fold(name)]
}

// fold returns the same for the names that [strings.EqualFold] finds equal,
// and for no others.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return least
	}, name)
}

// open reports whether an object may have any members: none are declared, or
// there is a schema for the others.
func (p *place) open() bool {
	closed := false
	for _, s := range p.all {
		if inner, ok := s.AdditionalProperties.(*jsonschema.Schema); ok && inner.Bool == nil {
			return true
		}
		closed = closed || len(s.Properties) > 0 || len(s.PatternProperties) > 0 || s.AdditionalProperties == false
	}
	return !closed
}

// Strip returns arguments without the members at those pointers; all else
// stays as it was written.
func (s *Schema) Strip(arguments json.RawMessage, pointers []string) json.RawMessage {
	root, ok := readFor(arguments)
	if !ok || len(pointers) == 0 {
		return arguments
	}
	drop := map[string]bool{}
	for _, p := range pointers {
		drop[p] = true
	}
	var e editor
	e.strip(&root, "", drop)
	return e.apply(arguments)
}

// editor collects changes to a text, in ascending order.
type editor struct{ edits []edit }

type edit struct {
	start, end int
	text       string
}

func (e *editor) replace(start, end int, text string) {
	e.edits = append(e.edits, edit{start, end, text})
}

// apply returns the changed text, which the caller owns.
func (e *editor) apply(text json.RawMessage) json.RawMessage {
	var out json.RawMessage
	at := 0
	for _, c := range e.edits {
		out = append(out, text[at:c.start]...)
		out = append(out, c.text...)
		at = c.end
	}
	return append(out, text[at:]...)
}

// strip removes the members of v, and of what is in it, whose pointers are in
// drop.
func (e *editor) strip(v *value, at string, drop map[string]bool) {
	end, kept := v.start+1, false // end of the member before, and whether any was kept
	for i := range v.members {
		m := &v.members[i]
		p := at + "/" + escape(m.name)
		switch {
		case drop[p]:
			e.replace(end, m.value.end, "")
		case !kept:
			kept = true
			e.replace(end, m.keyStart, "")
			e.strip(&m.value, p, drop)
		default:
			e.strip(&m.value, p, drop)
		}
		end = m.value.end
	}
	for i := range v.items {
		e.strip(&v.items[i], at+"/"+itoa(i), drop)
	}
}
