package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse/formats"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire"
)

func TestTerminal(t *testing.T) {
	const reply = "Hm\x1b[2J<think>\u202eso</think>" +
		`<tool_call>{"name":"f","arguments":{"a":"` + "\u009b" + `"}}</tool_call>` + "\n" +
		`<tool_call>{"name":"g","arguments":{"a":}}</tool_call>Bye` + "\xff"
	format, _ := formats.Lookup("hermes")
	for _, tt := range []struct {
		colour bool
		want   string
	}{
		{false, `
Hm␛[2J
<U+202E>so
… 0 f
✓ 0 f {"a":"<U+009B>"}

… 1 g
✗ 1 g syntax: MESSAGE (byte 125)
Bye` + "\ufffd" + `
complete
`},
		{true, `
Hm␛[2J
^2:<U+202E>so^
^34:… 0 f^
^32:✓ 0 f {"a":"<U+009B>"}^

^34:… 1 g^
^31:✗ 1 g syntax: MESSAGE (byte 125)^
Bye` + "\ufffd" + `
^1:complete^
`},
	} {
		var out strings.Builder
		r := &reader{out: &out, colour: tt.colour, fresh: true}
		for _, ev := range events(stream.Parser{Format: format}, reply) {
			if ev.Kind == stream.KindMarker || ev.Kind == stream.KindCallDelta {
				continue
			}
			if ev.Err != nil {
				ev.Err.Message = "MESSAGE"
			}
			r.print(&ev)
		}
		got := strings.NewReplacer("\x1b[0m", "^", "\x1b[", "^").Replace(out.String())
		for _, st := range []style{bold, faint, red, green, yellow, blue} {
			got = strings.ReplaceAll(got, "^"+string(st)+"m", "^"+string(st)+":")
		}
		if diff := cmp.Diff(strings.TrimPrefix(tt.want, "\n"), got); diff != "" {
			t.Errorf("colour %v (-want +got)\n%s", tt.colour, diff)
		}
		if !tt.colour && strings.Contains(out.String(), "\x1b") {
			t.Error("the terminal can be steered")
		}
	}
}

// events returns the events of a reply in text.
func events(p stream.Parser, reply string) []stream.Event {
	return slices.Concat(slices.Clone(p.Feed(reply)), p.Finish())
}

func TestTerminalConflicts(t *testing.T) {
	var out strings.Builder
	r := &reader{out: &out, fresh: true}
	var p stream.Parser
	for _, d := range []stream.Delta{
		{Kind: stream.DeltaFragment, Choice: 1, ID: "x", Name: "f", Text: `{"a":1}`},
		{Kind: stream.DeltaFragment, Choice: 1, ID: "x", Text: `{`},
		{Kind: stream.DeltaError, Text: "busy"},
	} {
		for _, ev := range p.Apply(d) {
			r.print(&ev)
		}
	}
	for _, ev := range p.Finish() {
		r.print(&ev)
	}
	for _, want := range []string{"✓ 1.0 f {\"a\":1} (x)\n", "! 1.0 f trailing: ", "✗ provider: ", "not complete"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got %q, want %q in it", out.String(), want)
		}
	}
}

func TestLists(t *testing.T) {
	out, _, code := runCommand(t, "", "wires")
	if n := strings.Count(out, "\n"); n != len(wire.Names()) || code != exitFine {
		t.Errorf("wires: exit code %d, %d lines, want %d", code, n, len(wire.Names()))
	}
	var names []string
	for _, row := range wireRows {
		names = append(names, row.name)
	}
	if diff := cmp.Diff(wire.Names(), names); diff != "" {
		t.Errorf("wires (-want +got)\n%s", diff)
	}
	out, _, code = runCommand(t, "", "formats")
	if n := strings.Count(out, "\n"); n != len(formats.All()) || code != exitFine {
		t.Errorf("formats: exit code %d, %d lines, want %d", code, n, len(formats.All()))
	}
	for _, f := range formats.All() {
		if !strings.Contains(out, f.Name+" ") {
			t.Errorf("formats: %s is missing", f.Name)
		}
	}
}

// TestWireExamples holds that the examples in the list of wires are what auto
// takes for that wire, where it can tell it, and that they are read.
func TestWireExamples(t *testing.T) {
	for _, row := range wireRows {
		if row.name == "args" || row.name == "bedrock" || row.name == "auto" {
			continue
		}
		d, err := wire.New("auto", wire.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d.Write([]byte(row.example + "\n\n"))
		want := row.name
		if want == "mistral" {
			want = "openai-chat" // nothing tells them apart
		}
		if got := d.Wire(); got != want {
			t.Errorf("auto takes the example of %s for %q", row.name, got)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"hermes", "mistral", "json", "qwen3_coder"}
	for name, want := range map[string]string{"hermse": "hermes", "mistrall": "mistral", "jsn": "json", "qwen3coder": "qwen3_coder"} {
		if got := nearest(name, names, 2); got[0] != want || len(got) != 2 {
			t.Errorf("nearest %s: got %q, want %q", name, got, want)
		}
	}
	for _, tt := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"", "ab", 2}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2}} {
		if got := distance(tt.a, tt.b); got != tt.want {
			t.Errorf("distance of %q and %q: got %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestReadTools(t *testing.T) {
	const schema = `{"type":"object","required":["a"]}`
	for _, tt := range []struct{ name, in string }{
		{"by itself", `[{"name":"f","parameters":` + schema + `}]`},
		{"of OpenAI's chat", `[{"type":"function","function":{"name":"f","parameters":` + schema + `,"strict":true}}]`},
		{"of OpenAI's responses", `[{"type":"function","name":"f","parameters":` + schema + `}]`},
		{"of Anthropic", `[{"name":"f","description":"d","input_schema":` + schema + `}]`},
		{"of MCP", `[{"name":"f","inputSchema":` + schema + `}]`},
		{"of a namespace", `[{"type":"namespace","name":"crm","tools":[{"type":"function","name":"f","parameters":` + schema + `}]}]`},
		{"with a namespace", `[{"namespace":"crm","name":"f","parameters":` + schema + `}]`},
		{"with a toolset's name", `[{"toolset_name":"crm","name":"f","input_schema":` + schema + `}]`},
		{"of Gemini", `[{"functionDeclarations":[{"name":"f","parameters":` + schema + `}]}]`},
		{"in a request", `{"model":"m","tools":[{"name":"f","parameters":` + schema + `}]}`},
	} {
		set, err := readTools([]byte(tt.in))
		if err != nil || len(set.list) != 1 || !strings.HasSuffix("crm.f", set.first()) || strings.Contains(tt.in, "crm") != (set.first() == "crm.f") || string(set.list[0].Schema) != schema {
			t.Errorf("%s: got %+v, %v", tt.name, set, err)
			continue
		}
		ev := set.check(stream.Event{Call: &stream.Call{Name: set.first(), Arguments: []byte(`{}`)}})
		if ev.Call != nil || ev.Err == nil || ev.Err.Code.String() != "schema" {
			t.Errorf("%s: the schema is not checked: %+v", tt.name, ev)
		}
	}
	for _, in := range []string{"", "null", " null\n", `{"tools":null}`} {
		if set, err := readTools([]byte(in)); err != nil || set.list != nil {
			t.Errorf("%q: got %+v, %v; want nothing said", in, set, err)
		}
	}
	for _, in := range []string{"[]", `{"tools":[]}`} {
		if set, err := readTools([]byte(in)); err != nil || !set.list.None() {
			t.Errorf("%q: got %+v, %v; want no tools", in, set, err)
		}
	}
	for in, want := range map[string]string{
		`[{"parameters":{}}]`:                           "tool 1: it has no name",
		`[{"name":"f"},{"name":"f"}]`:                   `tool 2: the name "f" is taken`,
		`[{"name":"f","parameters":{"type":"string"}}]`: "tool 1: f: ",
		`{"model":"m"}`:                                 "there is no list of tools",
		`{"tools":7}`:                                   "it is a number: write [",
		`[7]`:                                           "tool 1: it is a number; write an object",
		`[`:                                             "JSON",
		`{"tools":`:                                     "JSON",
		`[{"functionDeclarations":[{"parameters":{}}]}]`: "tool 1: it has no name",
	} {
		if _, err := readTools([]byte(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got error %v, want %q", in, err, want)
		}
	}
}

func TestEqualJSON(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":[true,null]}`, ` {"b":[true,null], "a":1}`, true},
		{`{"a":"\u00e9"}`, `{"a":"é"}`, true},
		{`{"a":1}`, `{"a":1.0}`, false},
		{`{"a":12345678901234567890}`, `{"a":12345678901234567891}`, false},
		{`{"a":[1,2]}`, `{"a":[2,1]}`, false},
		{`{"a":"1"}`, `{"a":1}`, false},
		{`{"a":null}`, `{}`, false},
		{`{`, `{`, false},
	} {
		if got := equalJSON([]byte(tt.a), []byte(tt.b)); got != tt.want {
			t.Errorf("%s and %s: got %v", tt.a, tt.b, got)
		}
	}
}
