package parse

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestTypes(t *testing.T) {
	const all = TypeNull | TypeInteger | TypeNumber | TypeBoolean | TypeObject | TypeArray | TypeString
	tests := []struct {
		schema string // of the parameter
		want   Types
	}{
		{`{}`, 0}, {`true`, 0}, {`false`, 0}, {`{"title":"x"}`, 0}, {`[]`, 0}, {`7`, 0},
		{`{"type":"string"}`, TypeString},
		{`{"type":"STRING"}`, TypeString},
		{`{"type":"unknown"}`, 0},
		{`{"type":7}`, 0},
		{`{"type":["integer","null"]}`, TypeInteger | TypeNull},
		{`{"type":["null","integer","number","boolean","object","array","string"]}`, all},
		{`{"enum":["a",1,1.0,2.5,true,null,[],{}]}`, all},
		{`{"enum":[1,2]}`, TypeInteger},
		{`{"enum":[1e2]}`, TypeNumber},
		{`{"enum":[]}`, 0},
		{`{"const":"a"}`, TypeString},
		{`{"const":null}`, TypeNull},
		{`{"type":"string","enum":["a",null]}`, TypeString},
		{`{"type":"number","enum":[1,2]}`, TypeInteger},
		{`{"type":"string","const":1}`, 0},
		{`{"type":"string","nullable":true}`, TypeString | TypeNull},
		{`{"nullable":true}`, 0},
		{`{"type":"string","nullable":false}`, TypeString},
		{`{"anyOf":[{"type":"string"},{"type":"null"}]}`, TypeString | TypeNull},
		{`{"anyOf":[{"type":"string"},{}]}`, TypeString},
		{`{"oneOf":[{"type":"string"},{"enum":[1]}]}`, TypeString | TypeInteger},
		{`{"type":["string","array"],"oneOf":[{"type":"string"},{"type":"object"}]}`, TypeString},
		{`{"allOf":[{"type":["string","null"]},{"minLength":1},{"type":["string","integer"]}]}`, TypeString},
		{`{"allOf":[{"type":"number"},{"type":["integer","string"]}]}`, TypeInteger},
		{`{"$ref":"#/$defs/i"}`, TypeInteger},
		{`{"$ref":"#/definitions/a~1b%20~0"}`, TypeBoolean},
		{`{"$ref":"#/$defs/list/1"}`, TypeArray},
		{`{"$ref":"#/$defs/list/9"}`, 0},
		{`{"$ref":"#/$defs/list/x"}`, 0},
		{`{"$ref":"#/$defs/none"}`, 0},
		{`{"$ref":"#/$defs/i/type"}`, 0},
		{`{"$ref":"#/$defs/%zz"}`, TypeNull},
		{`{"$ref":"#/$defs/i/type/x"}`, 0},
		{`{"$ref":"https://example.com/s"}`, 0},
		{`{"$ref":7}`, 0},
		{`{"$ref":"#/$defs/chain"}`, TypeInteger},
		{`{"$ref":"#/$defs/cycle"}`, TypeString},
		{`{"$ref":"#/$defs/self"}`, 0},
		{`{"$ref":"#"}`, TypeObject},
		{`{"$ref":"#/$defs/i","type":["integer","string"]}`, TypeInteger},
		{`{"anyOf":[{"$ref":"#/$defs/i"},{"$ref":"#/$defs/i"},{"type":"null"}]}`, TypeInteger | TypeNull},
	}
	const defs = `"$defs":{
			"i":{"type":"integer"}, "%zz":{"type":"null"}, "list":[{"type":"string"},{"type":"array"}], "chain":{"$ref":"#/$defs/i"},
			"cycle":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/cycle"}]}, "self":{"$ref":"#/$defs/self"}},
		"definitions":{"a/b ~":{"type":"boolean"}}`
	for _, tt := range tests {
		tool := Tool{Schema: json.RawMessage(`{"type":"object","properties":{"p":` + tt.schema + `},` + defs + `}`)}
		if got := tool.Types("p"); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.schema, got, tt.want)
		}
	}
}

func TestParameterTypes(t *testing.T) {
	tests := []struct {
		name, schema string
		want         map[string]Types
	}{
		{"none", "", nil},
		{"no JSON", "{", nil},
		{"no object", "[]", nil},
		{"boolean", "true", nil},
		{"no properties", "{}", map[string]Types{}},
		{"properties", `{"properties":{"a":{"type":"string"},"b":{}}}`, map[string]Types{"a": TypeString, "b": 0}},
		{"reference", `{"$ref":"#/$defs/args","$defs":{"args":{"properties":{"a":{"type":"null"}}}}}`, map[string]Types{"a": TypeNull}},
		{"all of", `{"properties":{"a":{"type":["string","null"]}},"allOf":[{"properties":{"a":{"type":"string"},"b":{"type":"array"}}}]}`,
			map[string]Types{"a": TypeString, "b": TypeArray}},
		{"boolean branches", `{"allOf":[true],"anyOf":[false,{"properties":{"a":{"enum":[1],"allOf":[{"type":"number"}]}}}]}`, map[string]Types{"a": TypeInteger}},
		{"any of", `{"anyOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"a":{"type":"integer"}}}]}`, map[string]Types{"a": TypeString | TypeInteger}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tool := Tool{Schema: json.RawMessage(tt.schema)}
			if diff := cmp.Diff(tt.want, tool.ParameterTypes()); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// A schema whose references double at each level must not take exponential
// time.
func TestTypesBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"properties":{"p":{"$ref":"#/$defs/d0"}},"$defs":{"d60":{"type":"string"}`)
	for i := range 60 {
		next := `{"$ref":"#/$defs/d` + itoa(i+1) + `"}`
		b.WriteString(`,"d` + itoa(i) + `":{"allOf":[` + next + `,` + next + `]}`)
	}
	b.WriteString("}}")
	tool := Tool{Schema: json.RawMessage(b.String())}
	done := make(chan Types)
	go func() { done <- tool.Types("p") }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("Types doesn't come to an end")
	}
}

func TestTypesString(t *testing.T) {
	if got, want := (TypeNull | TypeString).String(), "null|string"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
