package stream

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
)

// invoke is a row of a program's own, whose names and keys end in two bytes.
var invoke = Format{
	Name: "invoke", Shapes: parse.ShapeTagged, Open: []string{"<calls>"},
	Tagged: parse.Tagged{
		Open: `<invoke name="`, OpenEnd: `">`, Close: "</invoke>",
		Key: `<parameter name="`, KeyEnd: `">`, ValueClose: "</parameter>", Bare: true, OpenValue: true,
	},
}

// outline tells the calls and errors among events, one a line.
func outline(events []Event) string {
	var b strings.Builder
	for _, e := range events {
		switch {
		case e.Call != nil:
			fmt.Fprintf(&b, "%s %s\n", e.Call.Name, e.Call.Arguments)
		case e.Err != nil:
			fmt.Fprintf(&b, "%s@%d\n", e.Err.Code.String(), e.Err.Offset)
		}
	}
	return b.String()
}

// TestOwnRow holds that rows of a program's own, which Check finds nothing
// wrong with, are read as the reference reads them, whole and byte by byte.
func TestOwnRow(t *testing.T) {
	with := func(change func(*Format)) *Format {
		f := invoke
		change(&f)
		return &f
	}
	strict := with(func(f *Format) { f.Tagged.OpenValue = false })
	tests := []struct {
		name, in, want string
		row            *Format
		inReasoning    bool
	}{
		{"a name that would begin in its marker", `<invoke name=">f">`, "truncated@18\n", &invoke, false},
		{"a key's end is its whole marker", "<invoke name=\"f\"><parameter name=\"a\">\n1\n<parameter name=\"b>\">2</parameter></invoke>",
			`f {"a":"1","b>":"2"}` + "\n", &invoke, false},
		{"half of a key's end", "<invoke name=\"f\"><parameter name=\"a\">1\n<parameter name=\"b>2</parameter></invoke>",
			`f {"a":"1\n<parameter name=\"b>2"}` + "\n", &invoke, false},
		{"no name of a key", "<invoke name=\"f\"><parameter name=\"a\">1\n<parameter name=\"\">2</parameter></invoke>",
			`f {"a":"1\n<parameter name=\"\">2"}` + "\n", &invoke, false},
		{"a close that nothing follows, without closers", "<invoke name=\"f\"><parameter name=\"a\">1</invoke>!</parameter></invoke>",
			`f {"a":"1</invoke>!"}` + "\n", strict, false},
		{"no markers of reasoning to begin in", `<invoke name="f"></invoke>`, "f {}\n",
			with(func(f *Format) { f.Reasoning = []parse.Pair{} }), true},
		{"an empty list of keys is the default", `{"name":"f","arguments":{}}`, "f {}\n",
			&Format{Name: "b", Shapes: parse.ShapeBare, Keys: parse.Keys{Name: []string{}, Arguments: []string{}, ID: []string{}}}, false},
		{"a reasoning opener of an info line's bytes", "```think-!\n\n" + `{"name":"f","arguments":{}}-think ` + ls, "ls {}\n",
			&Format{Name: "i", Shapes: parse.ShapeBare, Reasoning: []parse.Pair{{Open: "think-", Close: "-think"}}}, false},
		{"an opener in a closer that is text", `</a>{"name":"f","arguments":{}}`, "f {}\n",
			&Format{Name: "o", Shapes: parse.ShapeEnvelope, Open: []string{">"}, Close: []string{"</a>"}}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.row.Check(); err != nil {
				t.Fatal(err)
			}
			var ref strings.Builder
			for _, s := range parse.Text(tt.in, Options{Format: tt.row, InReasoning: tt.inReasoning}) {
				ref.WriteString(outline([]Event{{Call: s.Call, Err: s.Err}}))
			}
			if diff := cmp.Diff(tt.want, ref.String()); diff != "" {
				t.Errorf("the reference: -want +got\n%s", diff)
			}
			for _, n := range []int{1, len(tt.in)} {
				p := Parser{Format: tt.row, InReasoning: tt.inReasoning}
				var got string
				for i := 0; i < len(tt.in); i += n {
					got += outline(p.Feed(tt.in[i:min(i+n, len(tt.in))]))
				}
				got += outline(p.Finish())
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("chunks of %d: -want +got\n%s", n, diff)
				}
			}
		})
	}
}

// TestFaultyRow holds that a row which Check finds fault with is read without
// panic.
func TestFaultyRow(t *testing.T) {
	tests := []struct {
		name, in string
		row      Format
	}{
		{"half a pair", "a</r>b", Format{Shapes: parse.ShapeBare, Reasoning: []parse.Pair{{Close: "</r>"}}}},
		{"a name without an end", "<f=f><p=k>v", Format{Shapes: parse.ShapeTagged, Tagged: parse.Tagged{Open: "<f=", Bare: true}}},
		{"an id without arguments", "!f#1{}", Format{Shapes: parse.ShapeNamed, Open: []string{"!"}, Named: parse.Named{ID: "#"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.row.Check() == nil {
				t.Fatal("the row has no fault")
			}
			for i := range len(tt.in) + 1 {
				p := Parser{Format: &tt.row}
				n := len(outline(p.Feed(tt.in[:i]))) + len(outline(p.Feed(tt.in[i:])))
				if last := p.Finish(); len(last) == 0 || last[len(last)-1].Kind != KindEnd {
					t.Errorf("cut at %d: no end behind %d bytes", i, n)
				}
			}
		})
	}
}

// TestOtherTools holds that the types of parameters are those of the tools that
// are offered for this reply, not for the last one.
func TestOtherTools(t *testing.T) {
	const in = `<invoke name="f"><parameter name="k">5</parameter></invoke>`
	p := Parser{Format: &invoke}
	for _, tt := range []struct{ typ, want string }{{"integer", "f {\"k\":5}\n"}, {"string", "f {\"k\":\"5\"}\n"}} {
		p.Tools = Tools{{Name: "f", Schema: []byte(`{"type":"object","properties":{"k":{"type":"` + tt.typ + `"}}}`)}}
		if got := outline(p.Feed(in)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.typ, got, tt.want)
		}
		p.Reset()
	}
}
