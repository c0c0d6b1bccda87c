package schema

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
)

func compiled(t testing.TB, raw string) *Schema {
	t.Helper()
	s, err := Compile(json.RawMessage(raw))
	if err != nil {
		t.Fatalf("Compile(%s): %v", raw, err)
	}
	return s
}

// told writes violations one a line, with pointer, keyword and message.
func told(found Violations) string {
	var b strings.Builder
	for _, v := range found {
		b.WriteString(v.Pointer + " [" + v.Keyword + "] " + v.Message + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

const weather = `{
	"type": "object",
	"properties": {
		"city": {"type": "string", "minLength": 2, "pattern": "^[A-Z]"},
		"days": {"type": "integer", "minimum": 1, "maximum": 14},
		"unit": {"enum": ["C", "F"]},
		"tags": {"type": "array", "items": {"type": "string"}, "maxItems": 2, "uniqueItems": true}
	},
	"required": ["city", "unit"],
	"additionalProperties": false
}`

func TestValidate(t *testing.T) {
	tests := []struct{ name, schema, arguments, want string }{
		{"right", weather, `{"city":"Oslo","unit":"C","days":3}`, ""},
		{"missing", weather, `{"city":"Oslo"}`, ` [required] the required member "unit" is missing`},
		{"all of it", weather, `{"city":"o","days":0,"tags":["a","a",3],"zip":1}`, strings.Join([]string{
			`/city [pattern] must match the pattern ^[A-Z]`,
			`/city [minLength] must have at least 2 characters, not 1`,
			`/days [minimum] must be at least 1`,
			`/tags [maxItems] must have at most 2 items, not 3`,
			`/tags [uniqueItems] must not hold equal items, but items 0 and 1 are equal`,
			`/tags/2 [type] must be string, not number`,
			`/zip [additionalProperties] is no member that the schema knows; it knows "city", "days", "tags", "unit"`,
			` [required] the required member "unit" is missing`}, "\n")},
		{"fraction", weather, `{"city":"Oslo","unit":"C","days":1.5}`, `/days [type] must be integer, not a number with a fraction`},
		{"integral fraction", weather, `{"city":"Oslo","unit":"C","days":2.0}`, ""},
		{"enum", weather, `{"city":"Oslo","unit":"K"}`, `/unit [enum] must be one of "C", "F"`},
		{"const", `{"properties":{"v":{"const":{"a":1}}}}`, `{"v":2}`, `/v [const] must be {"a":1}`},
		{"pointer", `{"properties":{"a/b":{"properties":{"c~d":{"type":"null"}}}}}`, `{"a/b":{"c~d":1}}`, `/a~1b/c~0d [type] must be null, not number`},
		{"optional", `{"properties":{"v":{"anyOf":[{"type":"integer"},{"type":"null"}]}}}`, `{"v":"x"}`, `/v [type] must be integer or null, not string`},
		{"optional by reference", `{"$defs":{"n":{"type":"integer"}},"properties":{"v":{"anyOf":[{"$ref":"#/$defs/n"},{"type":"null"}]}}}`, `{"v":"x"}`, `/v [type] must be integer or null, not string`},
		{"optional, wrong inside", `{"properties":{"v":{"anyOf":[{"type":"integer","minimum":5},{"type":"null"}]}}}`, `{"v":1}`, `/v [minimum] must be at least 5`},
		{"discriminated", `{"properties":{"v":{"oneOf":[
			{"properties":{"kind":{"const":"a"},"x":{"type":"string"}},"required":["kind","x"]},
			{"properties":{"kind":{"const":"b"},"y":{"type":"string"}},"required":["kind","y"]}]}}}`, `{"v":{"kind":"b","y":1}}`, `/v/y [type] must be string, not number`},
		{"no alternative", `{"properties":{"v":{"anyOf":[{"minLength":5},{"pattern":"^x"}]}}}`, `{"v":"abc"}`, `/v [anyOf] must match one of the alternatives: (1) must have at least 5 characters, not 3; or (2) must match the pattern ^x`},
		{"two alternatives", `{"properties":{"v":{"oneOf":[{"minLength":1},{"maxLength":9}]}}}`, `{"v":"abc"}`, `/v [oneOf] must match exactly one alternative, but matches 1 and 2`},
		{"all of", `{"allOf":[{"required":["a"]},{"required":["b"]}]}`, `{}`, " [required] the required member \"a\" is missing\n [required] the required member \"b\" is missing"},
		{"not", `{"properties":{"v":{"not":{"type":"string"}}}}`, `{"v":"a"}`, `/v [not] must not match the schema under "not"`},
		{"if then", `{"if":{"properties":{"a":{"const":1}}},"then":{"required":["b"]}}`, `{"a":1}`, ` [required] the required member "b" is missing`},
		{"false", `{"properties":{"v":false}}`, `{"v":"a"}`, `/v [false] is not allowed here`},
		{"dependent", `{"dependentRequired":{"a":["b"]}}`, `{"a":1}`, ` [dependentRequired] must have "b" too, since it has "a"`},
		{"members", `{"minProperties":2}`, `{"a":1}`, ` [minProperties] must have at least 2 members, not 1`},
		{"contains", `{"properties":{"v":{"contains":{"const":1}}}}`, `{"v":[2,3]}`, `/v [contains] must hold an item that matches the schema under "contains"`},
		{"multiple", `{"properties":{"v":{"multipleOf":0.01}}}`, `{"v":0.005}`, `/v [multipleOf] must be a multiple of 0.01`},
		{"unevaluated", `{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}`, `{"a":1,"b":2}`, `/b [false] is not allowed here`},
		{"names", `{"properties":{"a":{"propertyNames":{"pattern":"^[a-z]+$"}}}}`, `{"a":{"ok":1,"BAD":2},"b":{}}`, `/a [propertyNames] the name "BAD" is not allowed: it must match the pattern ^[a-z]+$`},
		{"names in draft 4", `{"$schema":"http://json-schema.org/draft-04/schema#","propertyNames":{"pattern":"^a"}}`, `{"b":1}`, ``},
		{"recursive", `{"$defs":{"n":{"properties":{"next":{"$ref":"#/$defs/n"},"v":{"type":"string"}}}},"$ref":"#/$defs/n"}`, `{"next":{"next":{"v":1}}}`, `/next/next/v [type] must be string, not number`},
		{"characters, not bytes", `{"properties":{"v":{"maxLength":2}}}`, `{"v":"\u00e9😀"}`, ``},
		{"ECMAScript's escapes", `{"properties":{"v":{"pattern":"^\\u00e9\\/$"}}}`, `{"v":"é/"}`, ``},
		{"no object", weather, `[1]`, ` [type] must be object, not array`},
		{"no JSON", weather, `{"city":`, ` [json] must be valid JSON`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := compiled(t, tt.schema)
			for range 4 { // the library ranges over maps: the order must not show
				if diff := cmp.Diff(tt.want, told(s.Validate(json.RawMessage(tt.arguments)))); diff != "" {
					t.Fatalf("-want +got:\n%s", diff)
				}
			}
		})
	}
}

func TestValidateExactNumbers(t *testing.T) {
	s := compiled(t, `{"properties":{
		"id": {"type":"integer","maximum":9007199254740993},
		"price": {"multipleOf":0.1},
		"same": {"const":100000000000000000000000000000001}}}`)
	tests := []struct{ arguments, want string }{
		{`{"id":9007199254740993}`, ""},
		{`{"id":9007199254740994}`, "/id [maximum] must be at most 9007199254740993"},
		{`{"price":0.3}`, ""},
		{`{"price":0.30000000000000004}`, "/price [multipleOf] must be a multiple of 0.1"},
		{`{"same":100000000000000000000000000000001}`, ""},
		{`{"same":100000000000000000000000000000000}`, "/same [const] must be 100000000000000000000000000000001"},
	}
	for _, tt := range tests {
		if got := told(s.Validate(json.RawMessage(tt.arguments))); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.arguments, got, tt.want)
		}
	}
}

func TestValidateOffsets(t *testing.T) {
	s := compiled(t, weather)
	arguments := `{"city": 7, "tags": [1], "zip": 0}`
	for _, v := range s.Validate(json.RawMessage(arguments)) {
		got := arguments[v.Offset:]
		want := map[string]string{"/city": "7,", "/tags/0": "1]", "/zip": "0}", "": "}"}[v.Pointer]
		if !strings.HasPrefix(got, want) {
			t.Errorf("%q points at %q, want %q", v.Pointer, got, want)
		}
	}
}

func TestMessagesHoldNoValues(t *testing.T) {
	s := compiled(t, `{"properties":{
		"a":{"type":"integer"},"b":{"maxLength":1},"c":{"enum":[1]},"d":{"pattern":"^x"},"e":{"const":0},
		"f":{"maximum":1},"g":{"anyOf":[{"minLength":99},{"pattern":"^y"}]},"h":{"multipleOf":2},"i":{"not":{}},
		"j":{"type":"object","required":["q"]},"k":{"items":{"type":"null"}},"l":{"uniqueItems":true}},
		"$schema":"http://json-schema.org/draft-07/schema#","definitions":{},"dependencies":{"m":["n"]}}`)
	arguments := `{"a":"hunter2","b":"hunter2","c":"hunter2","d":"hunter2","e":"hunter2","f":77777,"g":"hunter2",
		"h":77777,"i":"hunter2","j":{"r":"hunter2"},"k":["hunter2"],"l":["hunter2","hunter2"],"m":"hunter2"}`
	found := s.Validate(json.RawMessage(arguments))
	if len(found) != 13 {
		t.Errorf("got %d violations, want 13:\n%s", len(found), told(found))
	}
	for _, v := range found {
		if strings.Contains(v.String(), "hunter2") || strings.Contains(v.String(), "77777") {
			t.Errorf("a value is in a message: %s", v)
		}
	}
}

func TestLimits(t *testing.T) {
	s := compiled(t, `{"properties":{"v":{"type":"integer","minimum":1}}}`)
	tests := []struct{ name, value, want string }{
		{"power", "1e999999999", "/v [limit] must be a number of at most 4096 digits and a power of ten of at most 1024"},
		{"small power", "1E-99999999999999999999", "/v [limit] must be a number of at most 4096 digits and a power of ten of at most 1024"},
		{"digits", strings.Repeat("9", MaxNumber+1), "/v [limit] must be a number of at most 4096 digits and a power of ten of at most 1024"},
		{"digits within", strings.Repeat("9", MaxNumber), ""},
		{"depth", strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth), "/v" + strings.Repeat("/0", MaxDepth-1) + " [limit] must not be nested deeper than 1000 levels"},
		{"values", "[" + strings.Repeat("0,", MaxValues) + "0]", "/v/262142 [limit] must not hold more than 262144 values in all"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := told(s.Validate(json.RawMessage(`{"v":` + tt.value + `}`))); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestManyViolations(t *testing.T) {
	s := compiled(t, `{"additionalProperties":{"items":{"type":"null"}}}`)
	// The pointers of these would be 50 GiB.
	found := s.Validate(json.RawMessage(`{"` + strings.Repeat("k", 1<<19) + `":[` + strings.Repeat("0,", 100_000) + `0]}`))
	if len(found) != 1 || found[0].Keyword != "limit" {
		t.Errorf("got %d violations, want that of the limit", len(found))
	}
	found = s.Validate(json.RawMessage(`{"` + strings.Repeat("k", 1<<19) + `":[` + strings.Repeat("0,", 100) + `0]}`))
	if got := len(found); got < 1 || got > 3 {
		t.Errorf("got %d violations, want one to three of half a MiB each", got)
	}
	found = s.Validate(json.RawMessage(`{"k":[` + strings.Repeat("0,", 100_000) + `0]}`))
	if got := len(found); got != MaxViolations {
		t.Errorf("got %d violations, want %d", got, MaxViolations)
	}
	if got := found.Error(); !strings.HasSuffix(got, "; and 992 more") {
		t.Errorf("got %q", got)
	}
}

func TestCheck(t *testing.T) {
	s := compiled(t, weather)
	call := parse.Call{Index: 3, Choice: 1, ID: "c1", Name: "weather", Arguments: json.RawMessage(`{"city":7,"unit":"C"}`), Start: 10, End: 60}
	got := s.Check(call)
	want := &parse.Error{
		Code: parse.ErrSchema, Choice: 1, Index: 3, ID: "c1", Name: "weather", Offset: 59, Pointer: "/city",
		Message: "/city: must be string, not number", Raw: `{"city":7,"unit":"C"}`,
		Err: Violations{{Pointer: "/city", Keyword: "type", Message: "must be string, not number", Offset: 8}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if all, ok := errors.AsType[Violations](got); !ok || len(all) != 1 {
		t.Errorf("the cause is not of type Violations: %v", got)
	}
	if call.Start, call.End = 5, 5; s.Check(call).Offset != 8 {
		t.Error("the offset of a native call is not in its arguments")
	}
	if call.Arguments = json.RawMessage(`{"city":"Oslo","unit":"C"}`); s.Check(call) != nil {
		t.Errorf("got %v for a right call", s.Check(call))
	}
	if call.Arguments = json.RawMessage(`{"days":1e9999}`); !errors.Is(s.Check(call), parse.ErrLimit) {
		t.Errorf("got %v, want ErrLimit", s.Check(call))
	}
}

// The library's gaps that this package works around. If one of these fails,
// the library has healed and the workaround can go.
func TestLibraryGaps(t *testing.T) {
	s := compiled(t, `{"properties":{"v":{"minimum":1}}}`)
	panicked := func() (p bool) {
		defer func() { p = recover() != nil }()
		_ = s.compiled.Validate(map[string]any{"v": json.Number("1e999999999")})
		return false
	}()
	if !panicked {
		t.Error("a huge exponent no longer panics: reader.word need not guard it")
	}
}

func FuzzValidate(f *testing.F) {
	f.Add(weather, `{"city":"o","days":0,"tags":["a","a",3],"zip":1}`)
	f.Add(`{"anyOf":[{"$ref":"#"},{"type":"null"}]}`, `{"a":[1e5]}`)
	f.Add(`{"nullable":true,"type":"OBJECT","properties":{"a":{"nullable":true,"enum":["x"]}}}`, `{"a":null}`)
	f.Add(`{"items":[{"type":"string"}],"propertyNames":{"maxLength":1}}`, `{"aa":"\ud800"}`)
	f.Fuzz(func(t *testing.T, raw, arguments string) {
		s, err := Compile(json.RawMessage(raw))
		if err != nil {
			return
		}
		before := s.Validate(json.RawMessage(arguments))
		if diff := cmp.Diff(before, s.Validate(json.RawMessage(arguments))); diff != "" {
			t.Errorf("two runs differ:\n%s", diff)
		}
		coerced, done := s.Coerce(json.RawMessage(arguments))
		if len(done) > 0 && !json.Valid(coerced) {
			t.Errorf("coercion of %s gives %s", arguments, coerced)
		}
		if len(before) == 0 && len(done) > 0 {
			t.Errorf("coercion %v of right arguments %s", done, arguments)
		}
		var drop []string
		for _, e := range s.Extras(json.RawMessage(arguments)) {
			drop = append(drop, e.Pointer)
		}
		if stripped := s.Strip(json.RawMessage(arguments), drop); json.Valid([]byte(arguments)) != json.Valid(stripped) {
			t.Errorf("stripping %v of %s gives %s", drop, arguments, stripped)
		}
		if shown, _ := s.Redact(json.RawMessage(arguments), nil); !json.Valid(shown) {
			t.Errorf("redaction of %s gives %s", arguments, shown)
		}
	})
}
