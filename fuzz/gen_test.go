package fuzz

import (
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/earlycall/earlycall/parse"
)

// gen writes replies in a row's format, right ones and nasty ones. Without a
// rapid.T it always takes the first of its choices, the plainest.
type gen struct {
	t     *rapid.T
	f     *parse.Format
	words []string // what soup is made of
}

func newGen(t *rapid.T, f *parse.Format) *gen {
	return &gen{t: t, f: f, words: slices.Concat(markersOf(f), soup)}
}

// Cases returns the generator of cases of a row.
func Cases(f *parse.Format) *rapid.Generator[Case] {
	return rapid.Custom(func(t *rapid.T) Case {
		g := newGen(t, f)
		c := Case{Format: f, Tools: g.tools(), InReasoning: g.oneIn(8), Text: g.reply()}
		if c.InReasoning && !g.oneIn(4) {
			p := pairs(f)[0]
			c.Text = g.pick("hm", "", "\n"+p.Open) + p.Close + c.Text
		}
		if g.oneIn(6) {
			c.MaxCall = 1 + g.upto(159)
		}
		if g.oneIn(6) {
			c.MaxDepth = 1 + g.upto(5)
		}
		c.Cuts = g.cuts(len(c.Text))
		return c
	})
}

// upto draws a number from 0 to n.
func (g *gen) upto(n int) int {
	if g.t == nil {
		return 0
	}
	return rapid.IntRange(0, n).Draw(g.t, "n")
}

// oneIn draws true once in n times.
func (g *gen) oneIn(n int) bool { return g.t != nil && g.upto(n-1) == n-1 }

// pick draws one of the texts.
func (g *gen) pick(list ...string) string { return list[g.upto(len(list)-1)] }

// shuffle draws an order of the texts.
func (g *gen) shuffle(list []string) []string {
	list = slices.Clone(list)
	for i := range list {
		j := i + g.upto(len(list)-1-i)
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// cuts draws where chunks end in a text of n bytes.
func (g *gen) cuts(n int) []int {
	cuts := make([]int, g.upto(6))
	for i := range cuts {
		cuts[i] = g.upto(n)
	}
	slices.Sort(cuts)
	return cuts
}

// reply writes a whole reply.
func (g *gen) reply() string {
	var b strings.Builder
	for range 1 + g.upto(4) {
		b.WriteString(g.piece(2))
	}
	if g.oneIn(4) {
		return g.damage(b.String())
	}
	return b.String()
}

// piece writes prose, calls or what looks like them; up to depth of them one
// in the other.
func (g *gen) piece(depth int) string {
	switch n := g.upto(12); {
	case n <= 1 || depth == 0:
		return g.prose()
	case n == 2:
		return g.soup()
	case n == 3:
		return g.fence(g.piece(depth - 1))
	case n == 4:
		return g.reasoning(g.piece(depth - 1))
	case n == 5:
		return g.damage(g.call(g.spec(nasty)))
	case n == 6:
		return g.list(depth)
	case n == 7:
		return g.lookalike(g.piece(depth - 1))
	case n == 8:
		return g.calls(nasty)
	case n == 9:
		return g.f.Example
	default:
		return g.call(g.spec(nasty))
	}
}

// tools draws a set of tools: not said, none, or some, with names that calls
// have or have not, and schemas that say types.
func (g *gen) tools() parse.Tools {
	switch g.upto(5) {
	case 0, 1:
		return nil
	case 2:
		return parse.Tools{}
	}
	var tools parse.Tools
	for range 1 + g.upto(2) {
		name, schema := g.pick(names...), g.pick(schemas...)
		if _, ok := tools.Lookup(name); !ok {
			tools = append(tools, parse.Tool{Name: name, Schema: []byte(schema)})
		}
	}
	return tools
}

// names are names that every format can write; those of odd can only stand in
// JSON.
var (
	names = []string{"f", "g", "search", "get_weather", "ns/run-1.x:2"}
	odd   = []string{"é", `a"b\`, "a b", "<f>", "", "😀"}
)

// schemas say in many ways which types the parameters of keys have.
var schemas = []string{
	`{"type":"object","properties":{"k":{"type":"string"},"n":{"type":"integer"},"x":{"type":"number"},"b":{"type":"boolean"},"o":{"type":"object"},"a":{"type":"array"}}}`,
	`{"type":"object"}`,
	`{"type":"object","properties":{}}`,
	`{"properties":{"k":{"enum":["a",1,null]},"n":{"type":["integer","null"]},"x":{"anyOf":[{"type":"number"},{"type":"string"}]},"b":{"const":true},"o":{"$ref":"#/$defs/o"},"a":{"oneOf":[{"type":"array"},{"type":"object"}]}},"$defs":{"o":{"type":"object"}}}`,
	`{"properties":{"k":true,"n":{},"x":{"allOf":[{"type":"integer"}]},"b":{"type":["boolean","null"]},"o":{"$ref":"#/nowhere"},"a":{"$ref":"#/properties/a"}}}`,
	`true`,
}

// markersOf returns the literals of a row.
func markersOf(f *parse.Format) []string {
	var list []string
	for _, p := range pairs(f) {
		list = append(list, p.Open, p.Close)
	}
	list = slices.Concat(list, f.Open, f.Close, f.EndOfTurn, []string{f.Named.Arguments, f.Named.ID,
		f.Tagged.Open, f.Tagged.OpenEnd, f.Tagged.Close, f.Tagged.Key, f.Tagged.KeyEnd, f.Tagged.ValueClose})
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}
