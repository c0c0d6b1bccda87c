package schema

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExtras(t *testing.T) {
	const nested = `{"properties":{"a":{"properties":{"b":{}}},"l":{"items":{"properties":{"x":{}}}},"m":{"additionalProperties":{"type":"string"}},"f":{"type":"object"}},"patternProperties":{"^x-":{}}}`
	tests := []struct {
		name, schema, arguments string
		want                    []Extra
	}{
		{"none", nested, `{"a":{"b":1},"l":[{"x":1}],"m":{"any":"x"},"f":{"any":1},"x-1":1}`, nil},
		{"at every depth", nested, `{"a":{"b":1,"c":2},"l":[{"x":1},{"y":1}],"z/":1}`, []Extra{{Pointer: "/z~1"}, {Pointer: "/a/c"}, {Pointer: "/l/1/y"}}},
		{"differs in case", nested, `{"A":1}`, []Extra{{"/A", "a"}}},
		{"differs in case, in a map", `{"properties":{"path":{}},"additionalProperties":{"type":"string"}}`, `{"path":"a","PATH":"b","other":"c"}`, []Extra{{"/PATH", "path"}}},
		{"both declared", `{"properties":{"a":{},"A":{}}}`, `{"a":1,"A":2}`, nil},
		{"of a reference", `{"$defs":{"o":{"properties":{"a":{}}}},"allOf":[{"$ref":"#/$defs/o"},{"properties":{"b":{}}}]}`, `{"a":1,"b":2,"c":3}`, []Extra{{Pointer: "/c"}}},
		{"of a free object", `{"type":"object"}`, `{"a":1}`, nil},
		{"of no members", `{"additionalProperties":false}`, `{"a":1}`, []Extra{{Pointer: "/a"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, compiled(t, tt.schema).Extras(json.RawMessage(tt.arguments))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestStrip(t *testing.T) {
	s := compiled(t, `{}`)
	tests := []struct{ arguments, drop, want string }{
		{`{"a":1, "b":2 ,"c":3}`, "/a", `{"b":2 ,"c":3}`},
		{`{"a":1, "b":2 ,"c":3}`, "/b", `{"a":1 ,"c":3}`},
		{`{"a":1, "b":2 ,"c":3 }`, "/c", `{"a":1, "b":2 }`},
		{`{"a":1,"b":2,"c":3}`, "/a /b", `{"c":3}`},
		{`{"a":1,"b":2,"c":3}`, "/a /b /c", `{}`},
		{`{"a":[{"x/y":1.50,"z":0}],"b":{"c":2}}`, "/a/0/x~1y /b/c", `{"a":[{"z":0}],"b":{}}`},
		{`{"a":1}`, "", `{"a":1}`},
		{`{"a":1}`, "/z", `{"a":1}`},
	}
	for _, tt := range tests {
		if got := string(s.Strip(json.RawMessage(tt.arguments), strings.Fields(tt.drop))); got != tt.want {
			t.Errorf("%s without %s: got %s, want %s", tt.arguments, tt.drop, got, tt.want)
		}
	}
}

func TestCoerce(t *testing.T) {
	const types = `{"properties":{
		"n":{"type":"number"},"i":{"type":"integer"},"b":{"type":"boolean"},"s":{"type":"string"},
		"l":{"type":"array","items":{"type":"string"}},"li":{"type":"array","items":{"type":"integer"}},
		"lo":{"type":"array","items":{"type":"object"}},
		"o":{"anyOf":[{"type":"integer"},{"type":"null"}]},"u":{"type":["string","integer"]},
		"in":{"properties":{"i":{"type":"integer"}}},"any":{}}}`
	tests := []struct {
		name, arguments, want string
		done                  []Coercion
	}{
		{"right", `{"n":1,"i":2,"b":true,"s":"3","l":["a"],"any":"7"}`, "", nil},
		{"number, digit by digit", `{"n":"1.10e2"}`, `{"n":1.10e2}`, []Coercion{{"/n", "string", "number"}}},
		{"integer", `{"i":"-12345678901234567890"}`, `{"i":-12345678901234567890}`, []Coercion{{"/i", "string", "integer"}}},
		{"boolean", `{ "b" : "false" }`, `{ "b" : false }`, []Coercion{{"/b", "string", "boolean"}}},
		{"single value", `{"l":"a"}`, `{"l":["a"]}`, []Coercion{{"/l", "string", "array"}}},
		{"single number", `{"li":5}`, `{"li":[5]}`, []Coercion{{"/li", "integer", "array"}}},
		{"one of two", `{"i":"4","l":"a,b"}`, `{"i":4,"l":"a,b"}`, []Coercion{{"/i", "string", "integer"}}},
		{"single value of another type", `{"li":"5"}`, `{"li":[5]}`, []Coercion{{"/li", "string", "array"}, {"/li/0", "string", "integer"}}},
		{"in an array", `{"li":[1,"2"]}`, `{"li":[1,2]}`, []Coercion{{"/li/1", "string", "integer"}}},
		{"optional", `{"o":"4"}`, `{"o":4}`, []Coercion{{"/o", "string", "integer"}}},
		{"nested", `{"in":{"i":"4"}}`, `{"in":{"i":4}}`, []Coercion{{"/in/i", "string", "integer"}}},
		{"a string is allowed", `{"u":"4","s":"true"}`, "", nil},
		{"not a number", `{"n":"1,5","i":"1.0","b":"yes"}`, "", nil},
		{"hexadecimal, spaces, plus", `{"i":"0x1","n":" 1","li":"+1"}`, "", nil},
		{"numbers stay numbers", `{"s":5,"b":1}`, "", nil},
		{"an array in a string", `{"l":"[\"a\"]"}`, "", nil},
		{"null", `{"l":null}`, "", nil},
		{"huge", `{"n":"1e999999"}`, "", nil},
	}
	s := compiled(t, types)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, done := s.Coerce(json.RawMessage(tt.arguments))
			if tt.want == "" {
				tt.want = tt.arguments
			}
			if string(got) != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if diff := cmp.Diff(tt.done, done); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// What is never coerced.
func TestNotCoerced(t *testing.T) {
	s := compiled(t, `{"properties":{
		"rows":{"type":"array","items":{"type":"array","items":{"type":"integer"}}},
		"l":{"type":"array","items":{"type":"string"}},
		"two":{"type":"array","items":{"type":"string"},"minItems":2},
		"lo":{"type":"array","items":{"type":"object"}},
		"o":{"type":"object"},"s":{"type":"string"},"b":{"type":"boolean"},
		"small":{"type":"integer","maximum":9},"even":{"multipleOf":2,"type":"integer"},
		"either":{"anyOf":[{"type":"string","minLength":9},{"type":"integer"}]}}}`)
	for _, arguments := range []string{
		`{"rows":[1,2]}`, `{"rows":5}`, `{"rows":"5"}`,
		`{"l":"a,b,c"}`, `{"l":""}`, `{"l":"  "}`, `{"l":"a\nb"}`, `{"l":"a]"}`, `{"l":"[a"}`, `{"l":"{a}"}`, `{"l":null}`, `{"l":{}}`,
		`{"two":"a"}`, `{"lo":{"a":1}}`, `{"lo":"a"}`, `{"o":"{}"}`, `{"o":[{}]}`, `{"s":5}`, `{"s":true}`, `{"s":["a"]}`,
		`{"b":1}`, `{"b":"True"}`, `{"b":"yes"}`, `{"b":""}`, `{"small":"10"}`, `{"small":" 1"}`, `{"small":"1.0"}`, `{"small":"01"}`,
		`{"even":"3"}`, `{"either":"5"}`, `[5]`, `"5"`, `{"small":`,
	} {
		if got, done := s.Coerce(json.RawMessage(arguments)); string(got) != arguments || done != nil {
			t.Errorf("%s is coerced to %s", arguments, got)
		}
	}
	// What is wrong is said of the type that the model sent.
	arguments, _ := s.Coerce(json.RawMessage(`{"small":"10","two":"a","l":"[\"a\"]"}`))
	want := "/small [type] must be integer, not string\n/two [type] must be array, not string\n/l [type] must be array, not string: send the array itself, not a string that holds it"
	if got := told(s.Validate(arguments)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestRedact(t *testing.T) {
	s := compiled(t, `{"$defs":{"key":{"type":"string","writeOnly":true}},"properties":{
		"user":{"type":"string"},"password":{"type":"string","format":"password"},
		"key":{"$ref":"#/$defs/key"},"card":{"type":"object","x-sensitive":true},"n":{"type":"number"}}}`)
	arguments := json.RawMessage(`{"user":"ann","password":"hunter2","key":"abcdef","card":{"no":[4111,"é"]},"n":1.5,"t":[true,null]}`)
	all := func(string, json.RawMessage) bool { return true }
	user := func(p string, v json.RawMessage) bool { return p == "/user" && string(v) == `"ann"` }
	tests := []struct {
		name   string
		schema *Schema
		show   func(string, json.RawMessage) bool
		want   string
	}{
		{"nothing", s, nil, `{"user":"<string of 3 characters>","password":"<string of 7 characters>","key":"<string of 6 characters>","card":"<object of 1 members>","n":"<number of 3 digits>","t":["<boolean>","<null>"]}`},
		{"one pointer", s, user, `{"user":"ann","password":"<string of 7 characters>","key":"<string of 6 characters>","card":"<object of 1 members>","n":"<number of 3 digits>","t":["<boolean>","<null>"]}`},
		{"all but secrets", s, all, `{"user":"ann","password":"<string of 7 characters>","key":"<string of 6 characters>","card":"<object of 1 members>","n":1.5,"t":[true,null]}`},
		{"no schema", nil, all, string(arguments)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, hidden := tt.schema.Redact(arguments, tt.show)
			if string(got) != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			for _, text := range hidden {
				if strings.Contains(string(got), text) {
					t.Errorf("%q is hidden and shown", text)
				}
			}
		})
	}
	if got, hidden := s.Redact(json.RawMessage(`{"password":"hunt`), all); string(got) != `"<17 bytes>"` || len(hidden) != 1 {
		t.Errorf("cut arguments: got %s, %q", got, hidden)
	}
}

func TestFor(t *testing.T) {
	type place struct {
		Lat float64 `json:"lat"`
	}
	type in struct {
		City   string   `json:"city" jsonschema:"where, in English"`
		Days   int8     `json:"days,omitempty"`
		Tags   []string `json:"tags,omitempty"`
		Near   *place   `json:"near,omitempty"`
		hidden int
	}
	got, err := For[in]()
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"object","properties":{"city":{"type":"string","description":"where, in English"},"days":{"type":"integer","minimum":-128,"maximum":127},"tags":{"type":"array","items":{"type":"string"}},"near":{"type":["null","object"],"properties":{"lat":{"type":"number"}},"required":["lat"],"additionalProperties":false}},"required":["city"],"additionalProperties":false}`
	var a, b any
	_, _ = json.Unmarshal(got, &a), json.Unmarshal([]byte(want), &b)
	if diff := cmp.Diff(b, a); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	s := compiled(t, string(got))
	if found := s.Validate(json.RawMessage(`{"city":"Oslo","near":null}`)); found != nil {
		t.Error(found)
	}
	if found := told(s.Validate(json.RawMessage(`{"days":300,"tags":null}`))); found != "/days [maximum] must be at most 127\n/tags [type] must be array, not null\n [required] the required member \"city\" is missing" {
		t.Error(found)
	}
	_ = in{hidden: 0}
}

func TestForErrors(t *testing.T) {
	type node struct{ Next []node }
	if _, err := For[node](); err == nil || !strings.Contains(err.Error(), "by hand") {
		t.Errorf("recursive type: got %v", err)
	}
	if _, err := For[struct{ C chan int }](); err == nil {
		t.Error("a channel has a schema")
	}
	if _, err := For[string](); err == nil || !strings.Contains(err.Error(), "arguments are an object") {
		t.Errorf("string: got %v", err)
	}
	if _, err := For[map[string]int](); err != nil {
		t.Error(err)
	}
}
