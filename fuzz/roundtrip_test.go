package fuzz

import (
	"strings"

	"pgregory.net/rapid"

	"github.com/earlycall/earlycall/parse"
)

// Trip is a reply that was written on purpose, and what must come back.
type Trip struct {
	Case
	Prose string   // all of the reply's text
	Calls []string // its calls, as Lines writes them, without repairs
}

// Trips returns the generator of replies in a row's format: prose and calls.
func Trips(f *parse.Format) *rapid.Generator[Trip] {
	return rapid.Custom(func(t *rapid.T) Trip { return newGen(t, f).trip() })
}

// alone reports whether a reply has one call and no more in that row.
func alone(f *parse.Format) bool {
	return f != nil && f.Shapes&(parse.ShapeFirstObject|parse.ShapeToolKey) != 0
}

// trip draws prose, calls, prose, and so on.
func (g *gen) trip() Trip {
	m := plain
	trip := Trip{Case: Case{Format: g.f}}
	if g.oneIn(2) {
		m = typed
		for _, name := range names {
			trip.Tools = append(trip.Tools, parse.Tool{Name: name, Schema: []byte(schemas[0])})
		}
	}
	trip.add(g.pick(plainProse...))
	for range 1 + g.upto(2) {
		specs := make([]spec, 1+g.upto(2))
		for i := range specs {
			specs[i] = g.spec(m)
			g.settle(&specs[i], m)
		}
		if alone(g.f) {
			specs = specs[:1]
		}
		trip.write(g, specs)
		trip.add(g.pick(plainProse...))
		if alone(g.f) {
			break
		}
	}
	trip.Cuts = g.cuts(len(trip.Text))
	return trip
}

func (t *Trip) add(prose string) {
	t.Text += prose
	t.Prose += prose
}

// settle takes from a spec what its row doesn't know.
func (g *gen) settle(s *spec, m manner) {
	if s.form == formNone && m == plain && g.f.Shapes&parse.ShapeBare != 0 {
		s.form = formNull // without tools, an object without arguments is text
	}
	if g.f.Shapes&parse.ShapeNamed != 0 {
		s.form = formObject
		if g.f.Named.ID == "" {
			s.id = ""
		}
	}
	if g.f.Shapes&parse.ShapeTagged != 0 { // whichever body is drawn, the call is the same
		s.id, s.form, s.args = "", formObject, s.written()
	}
	if !alone(g.f) {
		return
	}
	s.id = ""
	if s.form != formNone {
		s.form = formObject
	}
	s.args = strings.ReplaceAll(s.args, "```", "")
}

// write adds a section of calls.
func (t *Trip) write(g *gen, specs []spec) {
	section := g.section(specs, plain)
	if strings.HasPrefix(section, "\n") { // the line end before a fence is prose
		t.Prose += "\n"
	}
	t.Text += section
	for _, s := range specs {
		t.Calls = append(t.Calls, g.want(s, len(t.Calls)))
	}
}

// written returns the parameters of a tagged body as a JSON object.
func (s *spec) written() string {
	members := make([]string, len(s.params))
	for i, p := range s.params {
		members[i] = `"` + p.key + `":` + p.json
	}
	return "{" + strings.Join(members, ",") + "}"
}

// want writes the call that a spec must come back as.
func (g *gen) want(s spec, index int) string {
	call := parse.Call{Index: index, ID: s.id, Name: s.name, Arguments: []byte(s.args)}
	switch {
	case g.f.Shapes&parse.ShapeTagged != 0:
		call.Arguments = []byte(s.written())
	case s.form == formNull, s.form == formNone:
		call.Arguments = []byte("{}")
	}
	return callText(&call)
}

// RoundTrip: calls that are written in a row's format come back, by the
// machine and by the reference, with their names, ids and arguments, and so
// does the prose around them.
func RoundTrip(t Trip) error {
	for how, segments := range map[string][]parse.Segment{
		"the machine": Segments(Coalesce(t.run()), len(t.Text)),
		"parse.Text":  parse.Text(t.Text, t.Options()),
	} {
		var prose strings.Builder
		var calls []string
		for _, s := range segments {
			switch {
			case s.Kind == parse.KindText:
				prose.WriteString(t.Text[s.Start:s.End])
			case s.Call != nil:
				call := *s.Call
				call.Repairs = nil
				calls = append(calls, callText(&call))
			case s.Err != nil:
				calls = append(calls, errorText(s.Err))
			}
		}
		if err := diff("calls written and those of "+how, t.Calls, calls); err != nil {
			return err
		}
		if t.atByte() && prose.String() != t.Prose {
			return diff("prose written and that of "+how, []string{t.Prose}, []string{prose.String()})
		}
	}
	return nil
}
