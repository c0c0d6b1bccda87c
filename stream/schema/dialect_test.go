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

// Each error of registration tells where and what to fix.
func TestCompileErrors(t *testing.T) {
	tests := []struct{ name, schema, want string }{
		{"no JSON", `{"type":`, "must be valid JSON"},
		{"no schema", `7`, "the root: must be boolean or object, not number"},
		{"unknown type", `{"properties":{"a":{"type":"text"}}}`, `/properties/a/type: must be one of "array", "boolean", "integer", "null", "number", "object", "string"`},
		{"required as in draft 3", `{"properties":{"a":{"type":"string","required":true}}}`, "/properties/a/required: must be array, not boolean"},
		{"minimum", `{"properties":{"a":{"minimum":"1"}}}`, "/properties/a/minimum: must be number, not string"},
		{"pattern", `{"properties":{"a":{"pattern":"^(?=x)"}}}`, "/properties/a/pattern: must be a regular expression that Go can match"},
		{"pattern of names", `{"patternProperties":{"(?=x)":{}}}`, `the name "(?=x)", somewhere in it, is not allowed: it must be a regular expression that Go can match`},
		{"dangling", `{"properties":{"a":{"$ref":"#/$defs/gone"}}}`, "a $ref points to /$defs/gone, where nothing is"},
		{"anchor", `{"properties":{"a":{"$ref":"#gone"}}}`, `no such $anchor or $id`},
		{"remote", `{"properties":{"a":{"$ref":"https://example.com/a.json"}}}`, `"https://example.com/a.json" names another document, which is never fetched`},
		{"file", `{"properties":{"a":{"$ref":"file:///etc/passwd"}}}`, `"file:///etc/passwd" names another document`},
		{"relative", `{"properties":{"a":{"$ref":"other.json"}}}`, `other.json" names another document`},
		{"unknown draft", `{"$schema":"https://example.com/draft"}`, `name a draft of JSON Schema as $schema`},
		{"no object", `{"type":"array"}`, `give it "type": "object"`},
		{"huge number", `{"properties":{"a":{"maximum":1e99999999}}}`, "/properties/a/maximum: must be a number of at most"},
		{"nothing", `false`, `the root takes no object`},
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
