package fuzz

import (
	"slices"
	"strings"

	"github.com/earlycall/earlycall/parse"
)

// spec is a call to be written.
type spec struct {
	name   string
	id     string  // "": none
	args   string  // a JSON object
	params []param // the same, for tagged bodies
	form   form
	extra  []string // more members of an envelope
}

// param is a parameter of a tagged body: its key, its value as text, and as
// JSON.
type param struct{ key, text, json string }

// form says how the arguments of an envelope are written.
type form uint8

const (
	formObject form = iota // {"k":1}
	formText               // "{\"k\":1}"
	formNull               // null
	formNone               // no member at all
)

// manner says what a spec may have.
type manner uint8

const (
	plain manner = iota // what comes back as it was written
	typed               // the same, for parameters with the first of schemas
	nasty               // anything
)

// spec draws a call.
func (g *gen) spec(m manner) spec {
	s := spec{name: g.pick(names...), args: g.object(2), params: g.params(m)}
	if g.oneIn(3) {
		s.id = g.pick("call_1", "0", "a-b_C")
	}
	if g.oneIn(3) {
		s.form = form(g.upto(int(formNone)))
	}
	if g.oneIn(4) {
		s.extra = append(s.extra, `"type":"function"`)
	}
	if m == nasty {
		g.spoil(&s)
	}
	return s
}

// spoil gives a spec what is rare, wrong, or both.
func (g *gen) spoil(s *spec) {
	if g.oneIn(6) {
		s.name = g.pick(odd...)
	}
	if g.oneIn(20) {
		s.name = strings.Repeat("n", 254+g.upto(4))
	}
	if g.oneIn(20) {
		s.id = g.pick("c 1", "é", strings.Repeat("c", 254+g.upto(4)))
	}
	switch {
	case g.oneIn(8):
		s.args = g.value(2)
	case g.oneIn(20):
		s.args = g.wide(true)
	case g.oneIn(10): // a string that holds an object, or nearly
		s.form = formObject
		s.args = `"` + g.pick("{", ` \n{`, `\u007b`, `\ud83d{`, "{{", "") + g.pick(`\"k\":\"`, `\u0022`, "") + g.chars() + g.pick(`\"}`, `}`, ` `, `\"}x`, `\"}\u0020`) + `"`
	}
	if g.oneIn(8) {
		s.args = g.damage(s.args)
	}
	for g.oneIn(6) {
		s.extra = append(s.extra, g.pick(`"description":"x"`, `"type":"file"`, `"type":1`, `"id":7`, `"name":"g"`, `"na\u006de":"f"`,
			`"args":{}`, `"parameters":null`, `"x":{"name":"f","arguments":{}}`, `"x":[1,{"y":"}"}]`, `"arguments":"{}"`, `"":""`))
	}
}

// params draws the parameters of a tagged body.
func (g *gen) params(m manner) []param {
	var params []param
	for _, key := range g.shuffle(keys[:6])[:g.upto(3)] {
		text := g.paramText()
		switch {
		case m == nasty && g.oneIn(2):
			text = g.pick(g.value(1), "True", "none", "NULL", " 7 ", "1.0", "-01", "\n\n", "", g.soup(), g.pick(g.words...))
		case m == typed && key != "k":
			text = g.pick(typedValues[key]...)
			params = append(params, param{key, text, strings.ToLower(text)})
			continue
		}
		params = append(params, param{key, text, `"` + escape(text) + `"`})
	}
	if m == nasty && g.oneIn(6) {
		params = append(params, param{key: g.pick(append(keys, "a\xff", "a<", strings.Repeat("k", 254+g.upto(4)))...), text: "x"})
	}
	return params
}

// typedValues are values of the types that the first of schemas gives to keys.
var typedValues = map[string][]string{
	"n": {"12", "0", "-3"},
	"x": {"1.5", "2", "-1.0e3"},
	"b": {"true", "false", "True"},
	"o": {`{"a":1}`, `{ "b" : [1, "x"] }`, "{}"},
	"a": {"[1,2]", "[]", `["x", {"y":null}]`},
}

// paramText draws a value that has no marker in it.
func (g *gen) paramText() string {
	var b strings.Builder
	for range g.upto(4) {
		b.WriteString(g.pick("Oslo", "7", " ", "\n", "é", "😀", "<b>", "a < b", "</x>", `"`, `\n`, "\t", "{", "null", "\r\n"))
	}
	return b.String()
}

// call writes one call with whatever the row puts around it.
func (g *gen) call(s spec) string { return g.section([]spec{s}, nasty) }

// calls writes several calls in one section.
func (g *gen) calls(m manner) string {
	specs := make([]spec, 1+g.upto(2))
	for i := range specs {
		specs[i] = g.spec(m)
	}
	return g.section(specs, m)
}

// shape draws one of the row's shapes that the generator can write.
func (g *gen) shape() parse.Shape {
	var shapes []parse.Shape
	for shape := parse.ShapeBare; shape <= g.f.Shapes; shape <<= 1 {
		if g.f.Shapes&shape != 0 {
			shapes = append(shapes, shape)
		}
	}
	return shapes[g.upto(len(shapes)-1)]
}

// section writes calls with the row's markers around them. Only if m is nasty,
// markers may be missing.
func (g *gen) section(specs []spec, m manner) string {
	var b strings.Builder
	shape := g.shape()
	switch shape {
	case parse.ShapeBare:
		return g.bare(specs)
	case parse.ShapeFirstObject:
		return g.envelope(specs[0])
	case parse.ShapeToolKey:
		return g.toolKey(specs[0])
	case parse.ShapeEnvelope:
		b.WriteString(g.opener(m) + g.bodies(specs))
	case parse.ShapeNamed:
		for _, s := range specs {
			b.WriteString(g.opener(m) + g.named(s, m))
		}
	case parse.ShapeTagged:
		b.WriteString(g.opener(m))
		for _, s := range specs {
			b.WriteString(g.tagged(s, m) + g.pick("\n", "", " "))
		}
	default:
		return g.f.Example
	}
	if g.f.Close != nil && !(g.oneIn(4) && (m == nasty || !g.f.MustClose)) {
		b.WriteString(g.ws() + g.pick(g.f.Close...))
	}
	return b.String()
}

// opener writes an opener and white space.
func (g *gen) opener(m manner) string {
	if m == nasty && g.oneIn(12) {
		return ""
	}
	open := g.pick(g.f.Open...) + g.pick("\n", "", " ")
	if m == nasty && g.oneIn(12) {
		open += strings.Repeat(g.pick(" ", "\n"), 60+g.upto(6))
	}
	return open
}

// bare writes envelopes in prose: one after the other, in an array, in a
// fence.
func (g *gen) bare(specs []spec) string {
	body := g.bodies(specs)
	if !g.oneIn(3) {
		return body
	}
	run := g.pick("```", "~~~", "````")
	return "\n" + run + g.pick("json", "", "tool_call") + g.pick("\n", "\n\n") + body + g.pick("\n", "", " \n") + run
}

// bodies writes envelopes, in an array if there are several.
func (g *gen) bodies(specs []spec) string {
	if len(specs) == 1 && !g.oneIn(4) {
		return g.envelope(specs[0])
	}
	list := make([]string, len(specs))
	for i, s := range specs {
		list[i] = g.ws() + g.envelope(s) + g.ws()
	}
	return "[" + strings.Join(list, ",") + "]"
}

// envelope writes an object with name and arguments, in any order.
func (g *gen) envelope(s spec) string {
	k := keysOf(g.f)
	if g.f.Shapes&parse.ShapeFirstObject != 0 {
		k.Arguments = k.Arguments[:1]
	}
	members := []string{g.member(g.pick(k.Name...), g.quote(s.name))}
	switch s.form {
	case formObject:
		members = append(members, g.member(g.pick(k.Arguments...), s.args))
	case formText:
		members = append(members, g.member(g.pick(k.Arguments...), g.quote(s.args)))
	case formNull:
		members = append(members, g.member(g.pick(k.Arguments...), "null"))
	}
	if s.id != "" {
		members = append(members, g.member(g.pick(k.ID...), g.quote(s.id)))
	}
	return "{" + g.ws() + strings.Join(g.shuffle(slices.Concat(members, s.extra)), ","+g.ws()) + g.ws() + "}"
}

func (g *gen) member(key, value string) string { return g.quote(key) + g.ws() + ":" + g.ws() + value }

// toolKey writes an object with the key "tool", with or without a fence.
func (g *gen) toolKey(s spec) string {
	members := []string{`"tool":` + g.quote(s.name)}
	switch s.form {
	case formObject:
		members = append(members, g.member("arguments", s.args))
	case formText:
		members = append(members, g.member("arguments", g.quote(s.args)))
	}
	object := "{" + strings.Join(g.shuffle(slices.Concat(members, s.extra)), ","+g.ws()) + "}"
	if g.oneIn(3) {
		return object
	}
	return "```" + g.pick("json", "") + "\n" + object + "\n```"
}

// named writes a name and JSON arguments.
func (g *gen) named(s spec, m manner) string {
	text := s.name
	if s.id != "" && g.f.Named.ID != "" {
		text += g.f.Named.ID + s.id + g.f.Named.Arguments
	} else if g.f.Named.Arguments != "" && !g.oneIn(4) {
		text += g.f.Named.Arguments + g.ws()
	}
	if m == nasty && s.form == formNone {
		return text
	}
	return text + s.args
}

// tagged writes a name and parameters between tags.
func (g *gen) tagged(s spec, m manner) string {
	var b strings.Builder
	t := g.f.Tagged
	b.WriteString(t.Open + s.name + t.OpenEnd + g.pick("\n", ""))
	for _, p := range s.params {
		b.WriteString(t.Key + p.key + t.KeyEnd)
		if inline := strings.Trim(p.text, "\n") == p.text; inline && g.oneIn(3) {
			b.WriteString(p.text)
		} else {
			b.WriteString("\n" + p.text + "\n")
		}
		if m != nasty || !g.oneIn(8) {
			b.WriteString(t.ValueClose + g.pick("\n", "", " "))
		}
	}
	if m != nasty || !g.oneIn(8) {
		b.WriteString(t.Close)
	}
	return b.String()
}
