package fuzz

import (
	"slices"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/parse/formats"
)

// Rows returns the rows that the laws hold for: all that ship, and a few as a
// program may write them, for what no shipped row has.
func Rows() []*parse.Format { return slices.Concat(formats.All(), ownRows) }

// lookup returns the row of that name.
func lookup(name string) (*parse.Format, bool) {
	for _, f := range ownRows {
		if f.Name == name {
			return f, true
		}
	}
	return formats.Lookup(name)
}

var ownRows = []*parse.Format{
	{
		Name:      "own-bare",
		Example:   `{"tool":"f","input":{"k":"v"}}`,
		Shapes:    parse.ShapeBare,
		Keys:      parse.Keys{Name: []string{"tool"}, Arguments: []string{"input"}, ID: []string{"call"}},
		EndOfTurn: []string{"<|end|>"},
	},
	{
		Name:             "own-envelope",
		Example:          "«{\"tool_name\":\"f\",\"parameters\":{\"k\":\"v\"}}»",
		Shapes:           parse.ShapeEnvelope,
		Open:             []string{"«", "<call>"},
		Close:            []string{"»", "</call>"},
		MustClose:        true,
		Keys:             parse.Keys{Name: []string{"tool_name", "tool"}, Arguments: []string{"parameters", "input"}, ID: []string{"call_id"}},
		Reasoning:        []parse.Pair{{Open: "<r>", Close: "</r>"}, {Open: "<｜r｜>", Close: "<｜/r｜>"}},
		CallsInReasoning: true,
		EndOfTurn:        []string{"<｜end｜>"},
	},
	{
		Name:      "own-named",
		Example:   `=>f{"k":"v"};;`,
		Shapes:    parse.ShapeNamed,
		Open:      []string{"=>"},
		Close:     []string{";;"},
		MustClose: true,
	},
	{
		Name:    "own-tagged",
		Example: "<calls>\n<invoke name=\"f\"><parameter name=\"k\">v</parameter></invoke></calls>",
		Shapes:  parse.ShapeTagged,
		Open:    []string{"<calls>"},
		Close:   []string{"</calls>"},
		Tagged: parse.Tagged{
			Open: `<invoke name="`, OpenEnd: `">`, Close: "</invoke>",
			Key: `<parameter name="`, KeyEnd: `">`, ValueClose: "</parameter>",
		},
		MustClose: true,
	},
	{
		Name:    "own-mixed",
		Example: "<do><fn=f>><arg=k>>v</arg></fn></do>",
		Shapes:  parse.ShapeEnvelope | parse.ShapeNamed | parse.ShapeTagged,
		Open:    []string{"<do>", "<run>"},
		Close:   []string{"</do>"},
		Named:   parse.Named{Arguments: "=>"},
		Tagged: parse.Tagged{
			Open: "<fn=", OpenEnd: ">>", Close: "</fn>",
			Key: "<arg=", KeyEnd: ">>", ValueClose: "</arg>",
			Bare: true, OpenValue: true,
		},
	},
	{
		Name:    "own-wide",
		Example: "⟦⟨f=f|>⟨k=k|>v⟨/k⟩⟨/f⟩⟧",
		Shapes:  parse.ShapeTagged,
		Open:    []string{"⟦"},
		Close:   []string{"⟧"},
		Tagged: parse.Tagged{
			Open: "⟨f=", OpenEnd: "|>", Close: "⟨/f⟩",
			Key: "⟨k=", KeyEnd: "|>", ValueClose: "⟨/k⟩",
			OpenValue: true,
		},
		MustClose:        true,
		CallsInReasoning: true,
	},
}
