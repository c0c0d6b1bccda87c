package schema

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const shapes = `{"properties":{"v":{"oneOf":[
	{"properties":{"kind":{"const":"circle"},"r":{"type":"number"}},"required":["kind","r"]},
	{"properties":{"kind":{"const":"square"},"side":{"type":"number"}},"required":["kind","side"]},
	{"properties":{"kind":{"enum":["line","ray"]},"to":{"type":"number"}},"required":["kind","to"]}]}}}`

const booking = `{"type":"object","properties":{"start_date":{"type":"string"},"end_date":{"type":"string"},"country":{"enum":["us","de","fr","gb","at","ch"]}},"additionalProperties":false}`

func TestSentences(t *testing.T) {
	tests := []struct{ name, schema, arguments, want string }{
		{"a wrong discriminator", shapes, `{"v":{"kind":"cube","side":1}}`, `/v/kind [const] must be one of "circle", "square", "line", "ray"`},
		{"a discriminator in another case", shapes, `{"v":{"kind":"Circle","r":1}}`, `/v/kind [const] must be one of "circle", "square", "line", "ray"; did you mean "circle"?`},
		{"a right discriminator", shapes, `{"v":{"kind":"ray","to":"x"}}`, `/v/to [type] must be number, not string`},
		{"a discriminator of $refs", `{"$defs":{"a":{"properties":{"k":{"const":1}},"required":["k"]},"b":{"properties":{"k":{"const":2}},"required":["k"]}},"properties":{"v":{"anyOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/b"}]}}}`,
			`{"v":{"k":3}}`, `/v/k [const] must be one of 1, 2`},
		{"constants", `{"properties":{"v":{"anyOf":[{"const":"a"},{"const":"b"},{"const":"a"}]}}}`, `{"v":"c"}`, `/v [const] must be one of "a", "b"`},
		{"two matches", `{"properties":{"v":{"oneOf":[{"type":"number"},{"type":"string"},{"type":"integer"}]}}}`, `{"v":3}`, `/v [oneOf] must match exactly one alternative, but matches 1 and 3`},
		{"an array in a string", `{"properties":{"v":{"type":"array"}}}`, `{"v":" [\"a\"]"}`, `/v [type] must be array, not string: send the array itself, not a string that holds it`},
		{"an object in a string", `{"properties":{"v":{"type":["object","null"]}}}`, `{"v":"{\"a\":1}"}`, `/v [type] must be null or object, not string: send the object itself, not a string that holds it`},
		{"an object in a string, among alternatives", `{"properties":{"v":{"anyOf":[{"type":"object"},{"type":"null"}]}}}`, `{"v":"{}"}`, `/v [type] must be object or null, not string: send the object itself, not a string that holds it`},
		{"an array in a string for an object", `{"properties":{"v":{"type":"object"}}}`, `{"v":"[1]"}`, `/v [type] must be object, not string`},
		{"no array in a string", `{"properties":{"v":{"type":"array"}}}`, `{"v":"[a"}`, `/v [type] must be array, not string`},
		{"the nearest name", booking, `{"startDate":"x"}`, `/startDate [additionalProperties] is no member that the schema knows; did you mean "start_date"?; it knows "country", "end_date", "start_date"`},
		{"a typing error", booking, `{"contry":"us"}`, `/contry [additionalProperties] is no member that the schema knows; did you mean "country"?; it knows "country", "end_date", "start_date"`},
		{"the list once", booking, `{"x1":1,"startDate":2,"zz":3}`, strings.Join([]string{
			`/x1 [additionalProperties] is no member that the schema knows; it knows "country", "end_date", "start_date"`,
			`/startDate [additionalProperties] is no member that the schema knows; did you mean "start_date"?`,
			`/zz [additionalProperties] is no member that the schema knows`}, "\n")},
		{"the nearest value", booking, `{"country":"US"}`, `/country [enum] must be one of "us", "de", "fr", "gb", "at", "ch"; did you mean "us"?`},
		{"no near value", booking, `{"country":"xx"}`, `/country [enum] must be one of "us", "de", "fr", "gb", "at", "ch"`},
		{"the values once", `{"properties":{"l":{"items":{"enum":[1,2,3,4,5]}}}}`, `{"l":[6,7]}`, "/l/0 [enum] must be one of 1, 2, 3, 4, 5\n/l/1 [enum] must be one of the values that are listed for /l/0"},
		{"the values once, one of them near", `{"properties":{"l":{"items":{"enum":["alpha","beta","gamma","delta","zeta"]}}}}`, `{"l":["x","Beta"]}`, "/l/0 [enum] must be one of \"alpha\", \"beta\", \"gamma\", \"delta\", \"zeta\"\n/l/1 [enum] must be one of the values that are listed for /l/0; did you mean \"beta\"?"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, told(compiled(t, tt.schema).Validate(json.RawMessage(tt.arguments)))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// No sentence holds what was sent, near a value of the schema or not.
func TestSentencesHoldNoValues(t *testing.T) {
	s := compiled(t, `{"properties":{"e":{"enum":["hunter","b","c","d","e"]},"k":{"oneOf":[{"const":"hunter"},{"const":"x"}]},"a":{"type":"array"},"o":{"type":"object"},"f":{"format":"email"},"p":{"pattern":"^(?=x)"}}}`)
	found := s.Validate(json.RawMessage(`{"e":"hunter2","k":"hunter2","a":"[\"hunter2\"]","o":"{\"hunter2\":1}","f":"hunter2","p":"hunter2"}`))
	if len(found) != 6 {
		t.Errorf("got %d violations:\n%s", len(found), told(found))
	}
	if strings.Contains(told(found), "hunter2") {
		t.Errorf("a value is in a sentence:\n%s", told(found))
	}
}

func TestNearest(t *testing.T) {
	names := []string{"start_date", "end-date", "user", "uses", "id"}
	tests := []struct{ name, want string }{
		{"startDate", "start_date"}, {"START DATE", "start_date"}, {"StartDat", "start_date"}, {"enddate", "end-date"},
		{"usr", "user"}, {"usre", ""}, {"uuser", "user"}, {"ids", "id"}, {"di", ""}, {"", ""}, {"___", ""}, {"date", ""},
		{strings.Repeat("start_date", 9), ""},
	}
	for _, tt := range tests {
		if got := nearest(tt.name, names); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
