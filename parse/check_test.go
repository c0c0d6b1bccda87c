package parse

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFormatCheck(t *testing.T) {
	with := func(f Format, change func(*Format)) Format {
		f.Open, f.Close, f.Reasoning = slices.Clone(f.Open), slices.Clone(f.Close), slices.Clone(f.Reasoning)
		change(&f)
		return f
	}
	bare := Format{Name: "b", Shapes: ShapeBare}
	tests := []struct {
		name string
		row  Format
		want []string // without format "…":
	}{
		{"bare", bare, nil},
		{"hermes", hermesRow, nil},
		{"mistral", mistralRow, nil},
		{"qwen", qwenRow, nil},
		{"strict", qwenStrictRow, nil},
		{"nothing", Format{}, []string{
			"it has no name; give it one",
			"it has no shape; set Shapes to the bodies that a call can have",
		}},
		{"name", with(bare, func(f *Format) { f.Name = "B b" }), []string{"the name must be lower-case letters, digits, hyphens and underscores"}},
		{"alias", with(bare, func(f *Format) { f.Aliases = []string{" x", ""} }), []string{
			`the alias " x" is empty or has white space around it; take it out`,
			`the alias "" is empty or has white space around it; take it out`,
		}},
		{"unknown shape", with(bare, func(f *Format) { f.Shapes = 128 }), []string{"Shapes has bits that are no shape; use the constants"}},
		{"bare and more", with(hermesRow, func(f *Format) { f.Shapes |= ShapeBare }), []string{
			"ShapeBare, ShapeFirstObject and ShapeToolKey must stand alone; take the other shapes out",
			"a shape without opener can't have markers in Open or Close; take them out",
		}},
		{"no opener", with(hermesRow, func(f *Format) { f.Open = nil }), []string{"its shape stands behind an opener; name one in Open"}},
		{"inner opener is enough", with(qwenRow, func(f *Format) { f.Open, f.CallsInReasoning = nil, false }), nil},
		{"closer that can't be missing", with(hermesRow, func(f *Format) { f.Close, f.MustClose = nil, true }), []string{"MustClose needs a closer; name one in Close"}},
		{"reasoning without opener", with(bare, func(f *Format) { f.CallsInReasoning = true }), []string{"CallsInReasoning needs an opener; name one in Open"}},
		{"settle", with(bare, func(f *Format) { f.Settles = 3 }), []string{"Settles is none of AtByte, AtFence and AtEnd; set one of them"}},
		{"markers without shape", with(hermesRow, func(f *Format) { f.Named.Arguments, f.Tagged.Bare = "[A]", true }), []string{
			"Named is set, but Shapes lacks ShapeNamed",
			"Tagged is set, but Shapes lacks ShapeTagged",
		}},
		{"shape without markers", Format{Name: "t", Shapes: ShapeTagged, Open: []string{"<c>"}}, []string{
			"a marker in Tagged.Open is empty; set it or take it out",
			"a marker in Tagged.OpenEnd is empty; set it or take it out",
			"a marker in Tagged.Close is empty; set it or take it out",
			"a marker in Tagged.Key is empty; set it or take it out",
			"a marker in Tagged.KeyEnd is empty; set it or take it out",
			"a marker in Tagged.ValueClose is empty; set it or take it out",
		}},
		{"bytes that mean something else", with(hermesRow, func(f *Format) { f.Open, f.Close = []string{"{{call"}, []string{"]]"} }), []string{
			`the marker "{{call" begins with a byte that means something else in an object; choose another`,
			`the marker "]]" begins with a byte that means something else in an array; choose another`,
		}},
		{"bytes that mean something else in prose", with(bare, func(f *Format) { f.EndOfTurn = []string{"[END]"} }), []string{
			`the marker "[END]" begins with a byte that means something else in prose; choose another`,
		}},
		{"ends of names", with(qwenRow, func(f *Format) { f.Tagged.OpenEnd, f.Tagged.KeyEnd = "</n>", "»" }), []string{
			`the marker "</n>" in Tagged.OpenEnd holds "<": it must be printable ASCII without <`,
			`the marker "»" in Tagged.KeyEnd holds "\xc2": it must be printable ASCII without <`,
		}},
		{"one opener, two bodies", with(qwenRow, func(f *Format) { f.Shapes |= ShapeNamed | ShapeEnvelope; f.Tagged.Open = "fn=" }), []string{
			`the marker "fn=" in Tagged.Open begins with a byte that can belong to a name`,
		}},
		{"empty markers", with(hermesRow, func(f *Format) { f.Open, f.Reasoning = []string{""}, []Pair{{"<r>", ""}} }), []string{
			"a marker in Open is empty; set it or take it out",
			"a marker in Reasoning is empty; set it or take it out",
		}},
		{"white space", with(hermesRow, func(f *Format) { f.Open[0] = "<c>\n" }), []string{
			`the marker "<c>\n" in Open begins or ends with white space, which is free around markers; trim it`,
		}},
		{"bad UTF-8", with(hermesRow, func(f *Format) { f.Close[0] = "\xff" }), []string{`the marker "\xff" in Close is not valid UTF-8`}},
		{"prefix", with(hermesRow, func(f *Format) { f.Close[0] = "<tool_call>>" }), []string{
			`in text, the markers "<tool_call>" and "<tool_call>>" can't be told apart; one begins with the other`,
		}},
		{"same as reasoning", with(hermesRow, func(f *Format) { f.Close[0] = "</think>" }), []string{
			`in text, the markers "</think>" and "</think>" can't be told apart; one begins with the other`,
		}},
		{"prefix behind a name", with(mistralRow, func(f *Format) { f.Named.ID = "[ARGS]x" }), []string{
			`behind a name, the markers "[ARGS]" and "[ARGS]x" can't be told apart; one begins with the other`,
		}},
		{"key that begins the value's close", with(qwenRow, func(f *Format) { f.Tagged.Key, f.Tagged.ValueClose = "</p", "</p>" }), []string{
			`in a parameter, the markers "</p>" and "</p" can't be told apart; one begins with the other`,
		}},
		{"the same where a close can't be missing", with(qwenStrictRow, func(f *Format) { f.Tagged.Key, f.Tagged.ValueClose = "</p", "</p>" }), nil},
		{"a call's close that begins the row's", with(qwenRow, func(f *Format) { f.Close = []string{"</function>>"} }), []string{
			`in a call's body, the markers "</function>" and "</function>>" can't be told apart; one begins with the other`,
			`in text, the markers "</function>>" and "</function>" can't be told apart; one begins with the other`,
		}},
		{"prefix in a parameter", with(qwenRow, func(f *Format) { f.Tagged.ValueClose = "</f" }), []string{
			`in a parameter, the markers "</f" and "</function>" can't be told apart; one begins with the other`,
		}},
		{"prefix in a body", with(qwenRow, func(f *Format) { f.Tagged.Key = "<function" }), []string{
			`in a call's body, the markers "<function" and "<function=" can't be told apart; one begins with the other`,
		}},
		{"id without arguments", with(mistralRow, func(f *Format) { f.Named.Arguments = "" }), []string{"Named.ID needs Named.Arguments, which ends the id; set it"}},
		{"marker that could be a name", with(mistralRow, func(f *Format) { f.Named.Arguments = "args" }), []string{
			`the marker "args" in Named.Arguments begins with a byte that can belong to a name or begins an object`,
		}},
		{"keys", with(bare, func(f *Format) { f.Keys = Keys{Name: []string{"n", "type", ""}, ID: []string{"n"}} }), []string{
			`the key "type" has a meaning of its own; take it out of Keys`,
			"a key in Keys is empty; take it out",
			`the key "n" is twice in Keys; take one out`,
		}},
		{"keys that are defaults", with(bare, func(f *Format) { f.Keys.Name = []string{"id", "args"} }), []string{
			`the key "args" in Keys is a default of Keys.Arguments, which is empty; set Keys.Arguments or take the key out`,
			`the key "id" in Keys is a default of Keys.ID, which is empty; set Keys.ID or take the key out`,
		}},
		{"arguments called name", with(hermesRow, func(f *Format) { f.Keys.Arguments = []string{"name"} }), []string{
			`the key "name" in Keys is a default of Keys.Name, which is empty; set Keys.Name or take the key out`,
		}},
		{"a default of its own list", with(bare, func(f *Format) { f.Keys.Arguments = []string{"args"} }), nil},
		{"defaults that are replaced", with(bare, func(f *Format) { f.Keys = Keys{Name: []string{"id"}, ID: []string{"name"}} }), nil},
		{"keys without an envelope", with(qwenRow, func(f *Format) { f.Keys.Name = []string{"n"} }), []string{
			"Keys is set, but Shapes has neither ShapeBare nor ShapeEnvelope",
		}},
		{"keys of a first object", Format{Name: "o", Shapes: ShapeFirstObject, Keys: Keys{ID: []string{"i"}}}, []string{
			"Keys is set, but Shapes has neither ShapeBare nor ShapeEnvelope",
		}},
		{"tool key at its byte", Format{Name: "k", Shapes: ShapeToolKey}, []string{
			"a call of ShapeToolKey is decided when its fence closes; set Settles to AtFence",
		}},
		{"envelope at the fence", with(hermesRow, func(f *Format) { f.Settles = AtFence }), []string{
			"a call of these shapes is decided at its closing byte; set Settles to AtByte",
		}},
		{"first object at the end", Format{Name: "o", Shapes: ShapeFirstObject, Settles: AtEnd}, []string{
			"a call of these shapes is decided at its closing byte; set Settles to AtByte",
		}},
		{"opener that could be a name", with(mistralRow, func(f *Format) { f.Open = []string{"->", "call:"} }), []string{
			`the marker "->" in Open begins with a byte that can belong to a name, and a name follows an opener; choose another`,
			`the marker "call:" in Open begins with a byte that can belong to a name, and a name follows an opener; choose another`,
		}},
		{"opener of no name", with(hermesRow, func(f *Format) { f.Open = []string{"call:"} }), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, sentences(tt.row.Check(), tt.row.Name)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// sentences returns the messages that are joined in err, without the format's
// name before each.
func sentences(err error, name string) []string {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return nil
	}
	var list []string
	for _, e := range joined.Unwrap() {
		list = append(list, e.Error()[len(`format "`+name+`": `):])
	}
	return list
}
