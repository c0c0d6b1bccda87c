package formats

import (
	"strings"
	"testing"

	"github.com/earlycall/earlycall/parse"
)

func TestRowsCheck(t *testing.T) {
	for _, row := range All() {
		if err := row.Check(); err != nil {
			t.Error(err)
		}
	}
}

// Every example is one call of f with the argument k.
func TestExamples(t *testing.T) {
	for _, row := range All() {
		calls := parse.Calls(parse.Text(row.Example, parse.Options{Format: row}))
		if len(calls) != 1 || calls[0].Name != "f" || string(calls[0].Arguments) != `{"k":"v"}` {
			t.Errorf("%s: the example %q gives %v", row.Name, row.Example, calls)
		}
	}
}

// No name may mean two rows, and no name another's model.
func TestNamesAreUnique(t *testing.T) {
	owner := map[string]string{}
	for _, row := range All() {
		for _, n := range append([]string{row.Name}, row.Aliases...) {
			if o, ok := owner[normal(n)]; ok {
				t.Errorf("%q is a name of %s and of %s", n, o, row.Name)
			}
			owner[normal(n)] = row.Name
			if got, ok := Lookup(n); !ok || got != row {
				t.Errorf("Lookup(%q): got %v, want %s", n, got, row.Name)
			}
		}
	}
}

func TestLookup(t *testing.T) {
	tests := []struct{ name, want string }{
		{"json", "json"},
		{"JSON", "json"},
		{"first_object", "first-object"},
		{"first-object", "first-object"},
		{"Tool_Key", "tool-key"},
		{"hermes", "hermes"},
		{"hermes-3", "hermes"},
		{"NousResearch/Hermes-3-Llama-3.1-8B", "hermes"},
		{"qwen25", "hermes"},
		{"qwen2.5", "hermes"},
		{"Qwen/Qwen2.5-7B-Instruct", "hermes"},
		{"Qwen/Qwen3-8B", "hermes"},
		{"QwQ 32B", "hermes"},
		{"qwen3_coder", "qwen3_coder"},
		{"qwen3-coder", "qwen3_coder"},
		{"qwen3_xml", "qwen3_coder"},
		{"Qwen/Qwen3-Coder-30B-A3B-Instruct", "qwen3_coder"},
		{"mimo", "qwen3_coder"},
		{"nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B", "qwen3_coder"},
		{"step3p5", "qwen3_coder"},
		{"mistral", "mistral"},
		{"mistralai/Mistral-Small-3.2", "mistral"},
		{"mistralai/Devstral-Small-2507", "mistral"},
		{" mistral ", "mistral"},
		{"", ""},
		{"/", ""},
		{"jsonx", ""},
		{"json_x", ""},
		{"hermesx", ""},
		{"unheard-of", ""},
	}
	for _, tt := range tests {
		got := ""
		row, ok := Lookup(tt.name)
		if ok {
			got = row.Name
		}
		if got != tt.want || ok != (row != nil) {
			t.Errorf("Lookup(%q): got %q, %v; want %q", tt.name, got, ok, tt.want)
		}
	}
}

// The slice that All returns is the caller's.
func TestAllIsACopy(t *testing.T) {
	All()[0] = nil
	if All()[0] == nil {
		t.Error("a caller can change the table")
	}
}

// Bare JSON is what the zero value of Options reads.
func TestJSONIsTheZeroValue(t *testing.T) {
	row, _ := Lookup("json")
	const text = "<think>x</think>```json\n[{\"name\":\"a\",\"args\":null}]```"
	var got, want strings.Builder
	render(&got, text, parse.Text(text, parse.Options{Format: row}))
	render(&want, text, parse.Text(text, parse.Options{}))
	if got.String() != want.String() {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want.String())
	}
}
