package parse

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The tests in this file stand at the edges of conditions: each fails if one
// comparison, operand or statement of the reference changes. What the machine
// must do too is in ../fuzz/testdata/edges.txt.

// TestCheckEdges holds what Format.Check says, and what it doesn't, of rows
// that are nearly right.
func TestCheckEdges(t *testing.T) {
	with := func(f Format, change func(*Format)) Format {
		change(&f)
		return f
	}
	mixed := with(qwenRow, func(f *Format) { f.Shapes |= ShapeNamed | ShapeEnvelope })
	tests := []struct {
		name string
		row  Format
		want []string
	}{
		{"three bodies", mixed, nil},
		{"a tagged opener like an array", with(mixed, func(f *Format) { f.Tagged.Open = "[f=" }), []string{
			`the marker "[f=" in Tagged.Open begins like an array of envelopes`,
		}},
		{"no tagged opener", with(mixed, func(f *Format) { f.Tagged.Open = "" }), []string{
			"a marker in Tagged.Open is empty; set it or take it out",
		}},
		{"an inner opener of no shape", with(hermesRow, func(f *Format) { f.Open, f.Tagged.Bare = nil, true }), []string{
			"its shape stands behind an opener; name one in Open",
			"Tagged is set, but Shapes lacks ShapeTagged",
		}},
		{"white space first", with(hermesRow, func(f *Format) { f.Open = []string{" <c>"} }), []string{
			`the marker " <c>" in Open begins or ends with white space, which is free around markers; trim it`,
		}},
		{"a space in a name's end", with(qwenRow, func(f *Format) { f.Tagged.OpenEnd, f.Tagged.KeyEnd = `" >`, "\x7f" }), nil},
		{"a control byte in a name's end", with(qwenRow, func(f *Format) { f.Tagged.KeyEnd = "\"\x1f>" }), []string{
			`the marker "\"\x1f>" in Tagged.KeyEnd holds "\x1f": it must be printable ASCII without <`,
		}},
		{"marker of an id", with(mistralRow, func(f *Format) { f.Named.ID = "id" }), []string{
			`the marker "id" in Named.ID begins with a byte that can belong to a name or begins an object`,
		}},
		{"white space around an id's marker", with(mistralRow, func(f *Format) { f.Named.ID = "[ID] " }), []string{
			`the marker "[ID] " in Named.ID begins or ends with white space, which is free around markers; trim it`,
		}},
		{"an opener of bare JSON", with(Format{Name: "b", Shapes: ShapeBare}, func(f *Format) { f.Open = []string{"<c>"} }), []string{
			"a shape without opener can't have markers in Open or Close; take them out",
		}},
		{"no opener, and none inside", with(qwenStrictRow, func(f *Format) { f.Open, f.CallsInReasoning = nil, false }), []string{
			"its shape stands behind an opener; name one in Open",
		}},
		{"white space around the end of a turn", with(hermesRow, func(f *Format) { f.EndOfTurn = []string{" x"} }), []string{
			`the marker " x" in EndOfTurn begins or ends with white space, which is free around markers; trim it`,
		}},
		{"a name before a tagged body only", with(qwenRow, func(f *Format) { f.Tagged.Open = "fn=" }), nil},
		{"a bracket before a tagged body only", with(qwenRow, func(f *Format) { f.Tagged.Open = "[f=" }), nil},
		{"an empty opener of names", with(mistralRow, func(f *Format) { f.Open = []string{""} }), []string{
			"a marker in Open is empty; set it or take it out",
		}},
		{"an opener that is a question mark", with(mistralRow, func(f *Format) { f.Open = []string{"?"} }), nil},
		{"half a character in a name's end", with(qwenRow, func(f *Format) { f.Tagged.KeyEnd = ">\x80" }), []string{
			`the marker ">\x80" in Tagged.KeyEnd is not valid UTF-8`,
			`the marker ">\x80" in Tagged.KeyEnd holds "\x80": it must be printable ASCII without <`,
		}},
		{"a brace before a tagged body", with(qwenRow, func(f *Format) { f.Tagged.Open, f.Tagged.Close = "{f", "}f" }), []string{
			`the marker "{f" begins with a byte that means something else in an object; choose another`,
			`the marker "}f" begins with a byte that means something else in an object; choose another`,
		}},
		{"reasoning in brackets", Format{Name: "b", Shapes: ShapeBare, Reasoning: []Pair{{"[think]", "[/think]"}}}, []string{
			`the marker "[think]" begins with a byte that means something else in prose; choose another`,
			`the marker "[/think]" begins with a byte that means something else in prose; choose another`,
		}},
		{"a key that definitions have", Format{Name: "b", Shapes: ShapeBare, Keys: Keys{ID: []string{"description"}}}, []string{
			`the key "description" has a meaning of its own; take it out of Keys`,
		}},
		{"the end of a turn like a tagged opener", with(qwenRow, func(f *Format) { f.EndOfTurn = []string{"<function=x"} }), []string{
			`in text, the markers "<function=x" and "<function=" can't be told apart; one begins with the other`,
		}},
		{"the longer one first", with(hermesRow, func(f *Format) { f.Open, f.Close = []string{"<c>>"}, []string{"<c>"} }), []string{
			`in text, the markers "<c>>" and "<c>" can't be told apart; one begins with the other`,
		}},
		{"arguments in braces", with(mistralRow, func(f *Format) { f.Named.Arguments = "{args}" }), []string{
			`the marker "{args}" in Named.Arguments begins with a byte that can belong to a name or begins an object`,
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, sentences(tt.row.Check(), tt.row.Name)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// TestMissingMarkers: without one of its markers a tagged call has no grammar.
func TestMissingMarkers(t *testing.T) {
	for i, empty := range []func(*Tagged) *string{
		func(t *Tagged) *string { return &t.Open },
		func(t *Tagged) *string { return &t.OpenEnd },
		func(t *Tagged) *string { return &t.Close },
		func(t *Tagged) *string { return &t.Key },
		func(t *Tagged) *string { return &t.KeyEnd },
		func(t *Tagged) *string { return &t.ValueClose },
	} {
		row := qwenRow
		*empty(&row.Tagged) = ""
		text := "<tool_call><function=f><parameter=k>v</parameter></function></tool_call>"
		runText(t, Options{Format: &row}, []textTest{{"marker " + itoa(i), text, `text "` + text + `"`}})
	}
}

// TestForeignMarkers: markers that could be JSON end a broken object only
// after its guilty byte, and braces in markers are no braces of prose.
func TestForeignMarkers(t *testing.T) {
	row := hermesRow
	row.Close = []string{"true"}
	runText(t, Options{Format: &row}, []textTest{
		{"a closer that is a value", `<tool_call>{"name":"a","arguments":{"x":true,"y":z,"z":true}}`, `
			marker "<tool_call>"
			error 0 a syntax @49 "{\"name\":\"a\",\"arguments\":{\"x\":true,\"y\":z" of "{\"name\":\"a\",\"arguments\":{\"x\":true,\"y\":z,\"z\":" at /y
			marker "true"
			text "}}"`},
	})
	bare := Format{Name: "b", Shapes: ShapeBare, Reasoning: []Pair{{"<{>", "<}>"}}, EndOfTurn: []string{"END"}}
	runText(t, Options{Format: &bare}, []textTest{
		{"an opening brace", `<{>x<}><{> = {"name":"a","arguments":{}}`, `
			marker "<{>"
			reasoning "x"
			marker "<}><{>"
			reasoning " = {\"name\":\"a\",\"arguments\":{}}"`},
		{"both", `<{>x<}> = {"name":"a","arguments":{}}`, `
			marker "<{>"
			reasoning "x"
			marker "<}>"
			text " = "
			call 0 a {}`},
		{"a closing brace", `{ <{>x<}> = {"name":"a","arguments":{}}`, `
			text "{ "
			marker "<{>"
			reasoning "x"
			marker "<}>"
			text " = {\"name\":\"a\",\"arguments\":{}}"`},
		{"the end of a turn in the line of a fence that the reply ends in", "```END", "text \"```\"\nmarker \"END\""},
	})
}

func TestArgumentsEdges(t *testing.T) {
	tests := []struct {
		text    string
		maxCall int
		code    Code
		offset  int64
		raw     string
		message string
	}{
		{`"\q"`, 0, ErrArguments, 0, `"`, notObject},
		{`{} x`, 0, ErrTrailing, 3, `{} x`, "Nothing may follow the arguments."},
		{`1.x`, 0, ErrArguments, 0, `1`, notObject},
		{` `, 0, ErrArguments, 1, ` `, "The call has no arguments."},
		{`{"k":1}`, 3, ErrLimit, 3, `{"k"`, "The arguments are longer than the limit."},
		{`{"k" 1}`, 0, ErrSyntax, 5, `{"k" 1`, "A colon must follow the key of a JSON object."},
		{`{"k":-x}`, 0, ErrSyntax, 6, `{"k":-x`, "A digit must stand here in a JSON number."},
		{`{"k":x}`, 0, ErrSyntax, 5, `{"k":x`, "A JSON value must begin here: an object, array, string, number, true, false or null."},
	}
	for _, tt := range tests {
		_, err := Arguments(tt.text, ArgumentsOptions{MaxCall: tt.maxCall})
		e, ok := err.(*Error)
		if !ok {
			t.Fatalf("%s: %v", tt.text, err)
		}
		if e.Code != tt.code || e.Offset != tt.offset || e.Raw != tt.raw || e.Message != tt.message {
			t.Errorf("%s: got %+v", tt.text, e)
		}
	}
}

// TestReferences: 64 references may be open, one after the other.
func TestReferences(t *testing.T) {
	chain := func(n int) *Tool {
		var b strings.Builder
		b.WriteString(`{"properties":{"k":{"$ref":"#/$defs/0"}},"$defs":{`)
		for i := range n - 1 {
			b.WriteString(`"` + itoa(i) + `":{"$ref":"#/$defs/` + itoa(i+1) + `"},`)
		}
		b.WriteString(`"` + itoa(n-1) + `":{"type":"integer"}}}`)
		return &Tool{Name: "f", Schema: []byte(b.String())}
	}
	for n, want := range map[int]Types{1: TypeInteger, 64: TypeInteger, 65: 0} {
		if got := chain(n).Types("k"); got != want {
			t.Errorf("%d references: got %s, want %s", n, got, want)
		}
	}
}

func TestTypesEdges(t *testing.T) {
	tests := []struct {
		schema string
		want   Types
	}{
		{`{"properties":{"k":{"$ref":"#/allOf/1"}},"allOf":[{"type":"string"}]}`, 0},
		{`{"properties":{"k":{"$ref":"#/allOf/0"}},"allOf":[{"type":"string"}]}`, TypeString},
		{`{"properties":{"k":{"$ref":"#/allOf/-1"}},"allOf":[{"type":"string"}]}`, 0},
		{`{"properties":{"k":{"$ref":"other/allOf/0"}},"allOf":[{"type":"string"}]}`, 0},
		{`{"allOf":[{"properties":{"k":{"type":["number","string"]}}},{"properties":{"k":{"type":"string"}}}]}`, TypeString},
		{`{"allOf":[{"properties":{"k":{"type":"string"}}},{"properties":{"k":{"type":["number","string"]}}}]}`, TypeString},
		{`{"oneOf":[{"properties":{"k":{"type":"string"}}},{"properties":{"k":{"type":"null"}}}]}`, TypeString | TypeNull},
		{`{"allOf":[{"properties":{"k":{"type":"number"}}},{"properties":{"k":{"type":"number"}}}]}`, TypeNumber},
	}
	for _, tt := range tests {
		tool := Tool{Name: "f", Schema: []byte(tt.schema)}
		if got := tool.Types("k"); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.schema, got, tt.want)
		}
	}
}

func TestNoSegmentKind(t *testing.T) {
	if got, want := SegmentKind(len(segmentKinds)).String(), SegmentKind(255).String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestPropertiesBounded: references that double at each step end in time.
func TestPropertiesBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/0","$defs":{`)
	for i := range 60 {
		next := `{"$ref":"#/$defs/` + itoa(i+1) + `"}`
		b.WriteString(`"` + itoa(i) + `":{"allOf":[` + next + `,` + next + `]},`)
	}
	b.WriteString(`"60":{"properties":{"k":{"type":"string"}}}}}`)
	tool := Tool{Name: "f", Schema: []byte(b.String())}
	begin := time.Now()
	tool.ParameterTypes()
	if d := time.Since(begin); d > time.Second {
		t.Errorf("it took %v", d)
	}
}

// TestMixedBodies: after a body of one kind the closers of the others are
// markers too.
func TestMixedBodies(t *testing.T) {
	mixed := qwenRow
	mixed.Shapes |= ShapeEnvelope
	runText(t, Options{Format: &mixed}, []textTest{
		{"an envelope", `<tool_call>{"name":"a","arguments":{}}</function></tool_call>x`, `
			marker "<tool_call>"
			call 0 a {}
			marker "</function></tool_call>"
			text "x"`},
		{"an array with a closer in it", `<tool_call>[{"name":"a","arguments":{}}</tool_call>x`, `
			marker "<tool_call>["
			call 0 a {}
			marker "</tool_call>"
			text "x"`},
	})
}
