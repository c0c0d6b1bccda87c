package schema

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestDialects(t *testing.T) {
	tests := []struct{ name, schema, right, wrong string }{
		{"upper-case types", `{"type":"OBJECT","properties":{"n":{"type":"INTEGER"},"l":{"type":"ARRAY","items":{"type":"STRING"}}}}`, `{"n":1,"l":["a"]}`, `{"n":"1"}`},
		{"type unspecified", `{"properties":{"n":{"type":"TYPE_UNSPECIFIED","minimum":3}}}`, `{"n":"x"}`, `{"n":1}`},
		{"nullable", `{"properties":{"n":{"type":"string","nullable":true}}}`, `{"n":null}`, `{"n":1}`},
		{"nullable enum", `{"properties":{"n":{"type":"string","enum":["a"],"nullable":true}}}`, `{"n":null}`, `{"n":"b"}`},
		{"nullable reference", `{"$defs":{"s":{"type":"string"}},"properties":{"n":{"$ref":"#/$defs/s","nullable":true}}}`, `{"n":null}`, `{"n":1}`},
		{"not nullable", `{"properties":{"n":{"type":"string","nullable":false}}}`, `{"n":"a"}`, `{"n":null}`},
		{"boolean exclusiveMinimum", `{"properties":{"n":{"minimum":0,"exclusiveMinimum":true}}}`, `{"n":1}`, `{"n":0}`},
		{"false exclusiveMaximum", `{"properties":{"n":{"maximum":5,"exclusiveMaximum":false}}}`, `{"n":5}`, `{"n":6}`},
		{"draft 4 by name", `{"$schema":"http://json-schema.org/draft-04/schema#","properties":{"n":{"minimum":0,"exclusiveMinimum":true}}}`, `{"n":1}`, `{"n":0}`},
		{"counts as strings", `{"properties":{"l":{"type":"ARRAY","minItems":"1","maxItems":"2"}}}`, `{"l":[1]}`, `{"l":[1,2,3]}`},
		{"tuple of draft 7", `{"properties":{"p":{"items":[{"type":"number"},{"type":"string"}],"additionalItems":false}}}`, `{"p":[1,"a"]}`, `{"p":["a"]}`},
		{"dependencies of draft 7", `{"dependencies":{"a":["b"]}}`, `{"a":1,"b":2}`, `{"a":1}`},
		{"2019-09", `{"$schema":"https://json-schema.org/draft/2019-09/schema","properties":{"p":{"items":[{"type":"number"}]}}}`, `{"p":[1]}`, `{"p":["a"]}`},
		{"draft 6", `{"$schema":"http://json-schema.org/draft-06/schema#","properties":{"p":{"const":1}}}`, `{"p":1}`, `{"p":2}`},
		{"data is left alone", `{"properties":{"type":{"enum":["STRING"]},"nullable":{"const":{"type":"INTEGER","nullable":true}}}}`, `{"type":"STRING","nullable":{"type":"INTEGER","nullable":true}}`, `{"type":"string"}`},
		{"null for a map or list", `{"type":"object","properties":null,"required":null,"enum":null,"items":null,"additionalProperties":null,"$defs":null,"minimum":null,"format":null,"anyOf":null,"if":null,"maxProperties":1}`, `{"a":1}`, `{"a":1,"b":2}`},
		{"null for a schema", `{"properties":{"a":null,"b":{"type":"string"}},"anyOf":[null],"patternProperties":{"^x":null}}`, `{"a":1}`, `{"b":1}`},
		{"null that is a value", `{"properties":{"a":{"const":null,"default":null},"b":{"enum":[null]}}}`, `{"a":null,"b":null}`, `{"a":1}`},
		{"an empty draft", `{"$schema":"","properties":{"a":{"type":"string"}}}`, `{"a":"x"}`, `{"a":1}`},
		{"the newest draft", `{"$schema":"http://json-schema.org/schema#","properties":{"a":{"type":"string"}}}`, `{"a":"x"}`, `{"a":1}`},
		{"look-around", `{"properties":{"a":{"pattern":"^(?!admin)[a-z]+$"}}}`, `{"a":"user"}`, `{"a":"adminx"}`},
		{"back-reference", `{"properties":{"a":{"pattern":"^(.)\\1$"}}}`, `{"a":"xx"}`, `{"a":"xy"}`},
		{"a count over 1,000", `{"properties":{"a":{"pattern":"^a{1,2000}$"}}}`, `{"a":"aaa"}`, `{"a":"b"}`},
		{"look-around in names", `{"patternProperties":{"^(?=x)":{"type":"string"}},"additionalProperties":false}`, `{"x":"a"}`, `{"x":1}`},
		{"a pattern of names", `{"propertyNames":{"pattern":"^(?!_)"}}`, `{"a":1}`, `{"_a":1}`},
		{"no pattern at all", `{"properties":{"a":{"pattern":"(","minLength":2}}}`, `{"a":"xx"}`, `{"a":"x"}`},
		{"no pattern of names at all", `{"patternProperties":{"(":{"type":"string"}},"additionalProperties":false,"maxProperties":1}`, `{"a":1}`, `{"a":1,"b":2}`},
		{"reference within", `{"$id":"https://example.com/tool","$defs":{"s":{"$anchor":"here","type":"string"}},"properties":{"a":{"$ref":"#here"},"b":{"$ref":"tool#/$defs/s"}}}`, `{"a":"x","b":"y"}`, `{"a":1}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := compiled(t, tt.schema)
			if found := s.Validate(json.RawMessage(tt.right)); found != nil {
				t.Errorf("%s is refused: %v", tt.right, found)
			}
			if found := s.Validate(json.RawMessage(tt.wrong)); found == nil {
				t.Errorf("%s is accepted", tt.wrong)
			}
		})
	}
}

func TestNoSchema(t *testing.T) {
	for _, raw := range []string{"", " ", "null", "true", "{}"} {
		if found := compiled(t, raw).Validate(json.RawMessage(`{"any":1}`)); found != nil {
			t.Errorf("%q refuses an object: %v", raw, found)
		}
	}
}

// Each error of registration says where and what to fix.
func TestCompileErrors(t *testing.T) {
	tests := []struct{ name, schema, want string }{
		{"no JSON", `{"type":`, "must be valid JSON"},
		{"no schema", `7`, "the root: must be boolean or object, not number"},
		{"unknown type", `{"properties":{"a":{"type":"text"}}}`, `/properties/a/type: must be one of "array", "boolean", "integer", "null", "number", "object", "string"`},
		{"required as in draft 3", `{"properties":{"a":{"type":"string","required":true}}}`, "/properties/a/required: must be array, not boolean"},
		{"minimum", `{"properties":{"a":{"minimum":"1"}}}`, "/properties/a/minimum: must be number, not string"},
		{"dangling", `{"properties":{"a":{"$ref":"#/$defs/gone"}}}`, "a $ref points to /$defs/gone, where nothing is"},
		{"anchor", `{"properties":{"a":{"$ref":"#gone"}}}`, `no such $anchor or $id`},
		{"remote", `{"properties":{"a":{"$ref":"https://example.com/a.json"}}}`, `"https://example.com/a.json" names another document, which is never fetched`},
		{"file", `{"properties":{"a":{"$ref":"file:///etc/passwd"}}}`, `"file:///etc/passwd" names another document`},
		{"relative", `{"properties":{"a":{"$ref":"other.json"}}}`, `other.json" names another document`},
		{"unknown draft", `{"$schema":"https://example.com/draft"}`, `name a draft of JSON Schema as $schema`},
		{"no object", `{"type":"array"}`, `give it "type": "object"`},
		{"huge number", `{"properties":{"a":{"maximum":1e99999999}}}`, "/properties/a/maximum: must be a number of at most"},
		{"nothing", `false`, `the root allows no object`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Compile(json.RawMessage(tt.schema))
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "schema: ") {
				t.Errorf("got %v, want it to contain %q", err, tt.want)
			}
		})
	}
}

func TestSkipped(t *testing.T) {
	s := compiled(t, `{"properties":{"a":{"pattern":"("},"b":{"pattern":"("},"c":{"pattern":"^(?=x)"}},"patternProperties":{"[z-a]":{}}}`)
	got := strings.Join(s.Skipped(), "\n")
	if len(s.Skipped()) != 2 || !strings.Contains(got, `the pattern "(" is not checked: `) || !strings.Contains(got, "missing closing )") || !strings.Contains(got, `"[z-a]"`) {
		t.Errorf("got %s", got)
	}
}

// A format means the same in every draft.
func TestFormats(t *testing.T) {
	tests := []struct{ format, right, wrong string }{
		{"date-time", "2024-02-29T12:00:00Z", "2024-02-30T12:00:00Z"},
		{"date", "2024-02-29", "29.02.2024"},
		{"time", "12:00:00+01:00", "noon"},
		{"email", "a@b.example", "a.example"},
		{"uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2eb8aa08"},
		{"uri", "https://a.example/b", "//a b"},
		{"ipv4", "127.0.0.1", "127.0.0.256"},
		{"ipv6", "::1", "1::2::3"},
		{"hostname", "a.example", "-a-.example"},
	}
	for _, draft := range []string{"", draft07, "http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#", "https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema"} {
		for _, tt := range tests {
			raw := `{"$schema":"` + draft + `","properties":{"v":{"type":"string","format":"` + tt.format + `"}}}`
			s := compiled(t, raw)
			if found := s.Validate(json.RawMessage(`{"v":"` + tt.right + `"}`)); found != nil {
				t.Errorf("%s of draft %q: %v", tt.format, draft, found)
			}
			wrong := json.RawMessage(`{"v":"` + tt.wrong + `"}`)
			if found := s.Validate(wrong); len(found) != 1 || found[0].Keyword != "format" || !strings.HasPrefix(found[0].Message, "must be a valid "+tt.format) {
				t.Errorf("%s of draft %q: got %v", tt.format, draft, found)
			}
			off, err := Compile(json.RawMessage(raw), Formats())
			if err != nil || off.Validate(wrong) != nil {
				t.Errorf("%s of draft %q is checked though it is off", tt.format, draft)
			}
		}
	}
	others := `{"properties":{"v":{"format":"semver"},"w":{"format":"regex"},"x":{"format":"unknown"}}}`
	wrong := json.RawMessage(`{"v":"x","w":"(","x":""}`)
	if found := compiled(t, others).Validate(wrong); found != nil {
		t.Errorf("by default: %v", found)
	}
	on, err := Compile(json.RawMessage(others), Formats("semver"))
	if err != nil || told(on.Validate(wrong)) != "/v [format] must be a valid semver" {
		t.Errorf("got %v, %v", on.Validate(wrong), err)
	}
}
