package fuzz

import (
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/earlycall/earlycall/parse"
)

// hidden is the tool of the calls that are only data. No generator uses the
// name elsewhere.
const hidden = "rm"

// Quotations returns the generator of calls in a row's format that hold a whole
// call to the hidden tool as data, and are broken at one place at most.
//
// No damage takes away what makes the data data: an opener, a brace or a quote
// before it, the marker that begins its parameter. What then follows is no
// value, and the rules have it searched. For the same reason a limit never
// ends before a tagged call has committed.
func Quotations(f *parse.Format) *rapid.Generator[Case] {
	return rapid.Custom(func(t *rapid.T) Case {
		g := newGen(t, f)
		c := Case{Format: f}
		if g.oneIn(4) {
			c.InReasoning = true
			c.Text = pairs(f)[0].Close
		}
		if !g.oneIn(4) {
			for _, name := range append(slices.Clone(names), hidden) {
				c.Tools = append(c.Tools, parse.Tool{Name: name, Schema: []byte(schemas[0])})
			}
		}
		c.Text += g.pick("", "Sure.\n")
		head, data, tail := g.quotation()
		if g.oneIn(4) {
			c.MaxCall = len(head) + 1 + g.upto(len(data))
		}
		c.Text += head + data + tail + g.pick("", "\n", " Done.")
		c.Cuts = g.cuts(len(c.Text))
		return c
	})
}

// quotable reports whether a row has calls that hold others as data. In the
// simple protocols the first or the last brace decides, whatever it stands in.
func quotable(f *parse.Format) bool { return !alone(f) }

// inner writes a call to the hidden tool, as it may stand in data.
func (g *gen) inner() string {
	s := spec{name: hidden, args: g.pick(`{"a":1}`, "{}", `{"path":"/"}`)}
	if g.oneIn(2) {
		s.params = []param{{"a", "1", "1"}}
	}
	lead := []string{"", "\n", "x ", "{", "}"}
	for _, m := range g.f.Close {
		lead = append(lead, m, m+"\n", "}"+m+"\n")
	}
	return g.pick(lead...) + g.section([]spec{s}, plain) + g.pick("", "\n", " x")
}

// quotation writes a call in three pieces: the data, and what stands before and
// after it.
func (g *gen) quotation() (head, data, tail string) {
	shape := g.shape()
	if shape == parse.ShapeTagged {
		return g.taggedQuotation()
	}
	head, data, tail = g.objectQuotation()
	k := keysOf(g.f)
	name := g.pick(names...)
	var open, end string
	switch shape {
	case parse.ShapeNamed:
		open = g.pick(g.f.Open...) + name + g.f.Named.Arguments
	case parse.ShapeEnvelope:
		open = g.pick(g.f.Open...)
		fallthrough
	default:
		open += "{" + g.quote(k.Name[0]) + ":" + g.quote(name) + "," + g.quote(k.Arguments[0]) + ":"
		end = "}"
	}
	if g.f.Close != nil {
		end += g.pick(g.f.Close...)
	}
	return open + head, data, tail + end
}

// objectQuotation writes arguments with the data in them: an escaped string,
// a string in foreign quotes or in none, one with raw line feeds, or a nested
// object.
func (g *gen) objectQuotation() (head, data, tail string) {
	inner := g.inner()
	before := g.pick(`"n":1,`, "", `"n":1,"k":"v",`)
	after := g.pick("", `,"x":2`, `,"o":{"a":[1]}`)
	switch g.upto(6) {
	case 0: // foreign quotes are the damage
		return `{` + before + `"k":`, `'` + inner + `'`, after + `}`
	case 1:
		inner = strings.ReplaceAll(inner, "`", "") // a fence's run would end the string
		return `{` + before + `"k":`, "`" + inner + "`", after + `}`
	case 2: // so are raw line feeds
		return `{` + before + `"k":"`, "\n" + strings.ReplaceAll(strings.ReplaceAll(inner, `\`, `\\`), `"`, `\"`), `"` + after + `}`
	case 5: // no quotes at all: an opener in the middle of a line is none
		bare := []spec{{name: hidden, args: "{}"}}
		return `{` + before + `"k":`, "x " + g.section(bare, plain), after + `}`
	case 3:
		k := keysOf(g.f)
		data = "{" + g.quote(k.Name[0]) + `:"` + hidden + `",` + g.quote(k.Arguments[0]) + ":{}}"
		head, tail = g.breakObject(before, after)
		return `{` + head + `"k":`, data, tail + `}`
	default:
		head, tail = g.breakObject(before, after)
		return `{` + head + `"k":`, g.quote(inner), tail + `}`
	}
}

// breakObject puts a damage among the members before the data, among those
// after it, or nowhere.
func (g *gen) breakObject(before, after string) (head, tail string) {
	damaged := g.pick("\"z\":\"\xff\"", `"k2":1,"k2":2`, `"z":"a`+"\n"+`b"`, `"z":tru`, `"z":01`, `"z":1 2`, `"z" 1`, `"z":`, `:1`, `"z":"\x"`, `"z":NaN`)
	switch g.upto(2) {
	case 0:
		return before + damaged + ",", after
	case 1:
		return before, after + "," + damaged
	default:
		return before, after
	}
}

// taggedQuotation writes a tagged call with the data in a parameter's value.
func (g *gen) taggedQuotation() (head, data, tail string) {
	t := g.f.Tagged
	value := func(key, text string) string { return t.Key + key + t.KeyEnd + text + t.ValueClose }
	head, tail = value("a", "[1]"), value("x", "2")
	damaged := g.pick(value("z", "\xff"), value("a", "[1]"), value("n", "no number"),
		t.Key+"z"+t.KeyEnd+"1"+t.ValueClose[1:], t.Key+"z"+t.KeyEnd+"\xe2\x80"+t.ValueClose)
	lead, trail := "", ""
	switch g.upto(4) {
	case 0:
		head += damaged
	case 1:
		tail += damaged
	case 2:
		lead = "\xff"
	case 3:
		trail = "\xc0"
	}
	open := g.pick(g.f.Open...) + g.pick("\n", "") + t.Open + g.pick(names...) + t.OpenEnd
	end := t.ValueClose + tail + t.Close
	if g.f.Close != nil {
		end += g.pick(g.f.Close...)
	}
	return open + head + t.Key + "k" + t.KeyEnd, lead + g.inner() + trail, end
}
