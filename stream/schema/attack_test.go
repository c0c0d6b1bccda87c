package schema

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// stepsFor returns what checking arguments costs, the sentences included in
// that they are written.
func stepsFor(t *testing.T, s *Schema, arguments string) int {
	t.Helper()
	root, broken := read([]byte(arguments))
	if broken != nil {
		t.Fatal(broken)
	}
	root.link()
	steps := 0
	for _, explain := range []bool{false, true} {
		e := s.evaluator(arguments, explain, nil)
		e.eval(s.compiled, &root, 0)
		if e.broken != nil {
			t.Fatalf("%v", e.broken)
		}
		steps += e.steps
	}
	s.Validate(json.RawMessage(arguments))
	s.Coerce(json.RawMessage(arguments))
	s.Extras(json.RawMessage(arguments))
	return steps
}

// attacks are schemas with a value of a given size that once cost, or might
// cost, more than time linear in it.
var attacks = []struct {
	name, schema string
	value        func(n int) string
}{
	{"recursion through oneOf", `{"$defs":{"n":{"oneOf":[{"properties":{"x":{"$ref":"#/$defs/n"}},"required":["x"]},{"properties":{"x":{"$ref":"#/$defs/n"}},"required":["x"]},{"type":"null"}]}},"properties":{"x":{"$ref":"#/$defs/n"}}}`,
		func(n int) string { return strings.Repeat(`{"x":`, n) + `null` + strings.Repeat("}", n) }},
	{"recursion through anyOf, wrong at the end", `{"$defs":{"n":{"anyOf":[{"properties":{"x":{"$ref":"#/$defs/n"}}},{"properties":{"x":{"$ref":"#/$defs/n"}},"minProperties":1}],"type":"object"}},"$ref":"#/$defs/n"}`,
		func(n int) string { return strings.Repeat(`{"x":`, n) + `7` + strings.Repeat("}", n) }},
	{"recursion through allOf and if", `{"$defs":{"n":{"if":{"properties":{"x":{"$ref":"#/$defs/n"}}},"then":{"properties":{"x":{"$ref":"#/$defs/n"}}},"else":{"properties":{"x":{"$ref":"#/$defs/n"}}}}},"allOf":[{"$ref":"#/$defs/n"},{"$ref":"#/$defs/n"}]}`,
		func(n int) string { return strings.Repeat(`{"x":`, n) + `{}` + strings.Repeat("}", n) }},
	{"recursion through unevaluatedProperties", `{"$defs":{"n":{"anyOf":[{"properties":{"x":{"$ref":"#/$defs/n"}}},{"properties":{"x":{"$ref":"#/$defs/n"}}}],"unevaluatedProperties":false}},"$ref":"#/$defs/n"}`,
		func(n int) string { return strings.Repeat(`{"x":`, n) + `{"y":0}` + strings.Repeat("}", n) }},
	{"a dynamic reference", `{"$dynamicAnchor":"n","oneOf":[{"type":"null"},{"properties":{"x":{"$dynamicRef":"#n"}},"required":["x"]},{"properties":{"x":{"$dynamicRef":"#n"}},"minProperties":2}]}`,
		func(n int) string { return strings.Repeat(`{"x":`, n) + `0` + strings.Repeat("}", n) }},
	{"extra members", `{"properties":{"a":{}},"additionalProperties":false}`,
		func(n int) string { return `{` + list(n, `"m%d":0`) + `}` }},
	{"members that lack a name", `{"additionalProperties":{"required":["a","b"]}}`,
		func(n int) string { return `{` + list(n, `"m%d":{}`) + `}` }},
	{"wrong names", `{"propertyNames":{"pattern":"^x","maxLength":1}}`,
		func(n int) string { return `{` + list(n, `"m%d":0`) + `}` }},
	{"equal names", `{"additionalProperties":{"type":"null"}}`,
		func(n int) string { return `{` + list(n, `"m":%d`) + `}` }},
	{"unequal items", `{"properties":{"v":{"uniqueItems":true}}}`,
		func(n int) string { return `{"v":[` + list(n, `{"a":[%d]}`) + `]}` }},
	{"unique items in one another", `{"$defs":{"n":{"uniqueItems":true,"items":{"$ref":"#/$defs/n"}}},"properties":{"v":{"$ref":"#/$defs/n"}}}`,
		func(n int) string { return `{"v":` + strings.Repeat(`[0,`, n) + `1` + strings.Repeat("]", n) + `}` }},
	{"numbers of many digits", `{"properties":{"v":{"items":{"multipleOf":0.007,"minimum":1e-1000,"maximum":1e1000}}}}`,
		func(n int) string { return `{"v":[` + list(n, `1e-%d`) + `]}` }},
	{"wrong enums", `{"properties":{"v":{"items":{"enum":["alpha","beta","gamma","delta","epsilon"]}}}}`,
		func(n int) string { return `{"v":[` + list(n, `"alpho%d"`) + `]}` }},
	{"contained items", `{"properties":{"v":{"contains":{"oneOf":[{"const":1},{"const":2}]},"minContains":3,"unevaluatedItems":false}}}`,
		func(n int) string { return `{"v":[` + list(n, `%d`) + `]}` }},
	{"no single type", `{"properties":{"v":{"items":{"anyOf":[{"type":"integer"},{"type":"array","items":{"type":"integer"}}]}}}}`,
		func(n int) string { return `{"v":[` + list(n, `"%d"`) + `]}` }},
}

// list returns n elements, each with its number.
func list(n int, element string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, element, i)
	}
	return b.String()
}

// A value that is four times as large costs about four times as much.
func TestAttacksAreLinear(t *testing.T) {
	for _, tt := range attacks {
		t.Run(tt.name, func(t *testing.T) {
			s := compiled(t, tt.schema)
			small, large := stepsFor(t, s, tt.value(200)), stepsFor(t, s, tt.value(800))
			t.Logf("%d bytes: %d steps, %d bytes: %d steps", len(tt.value(200)), small, len(tt.value(800)), large)
			if large > 5*small || large > 400*800 {
				t.Errorf("%d steps for 200, %d for 800", small, large)
			}
		})
	}
}

// Walking beside a value costs no more for each value if the schema is large.
func TestWalkIsLinear(t *testing.T) {
	s := compiled(t, `{"$defs":{"n":{"allOf":[`+list(200, `{"properties":{"p%d":{"$ref":"#/$defs/n"}},"additionalProperties":{"$ref":"#/$defs/n"}}`)+`]}},"$ref":"#/$defs/n"}`)
	for name, arguments := range map[string]string{
		"declared": `{` + strings.Repeat(`"p1":0,`, 9999) + `"p1":0}`,
		"others":   `{` + list(10_000, `"m%d":{}`) + `}`,
	} {
		root, _ := read([]byte(arguments))
		w := newWalk()
		w.visit(&root, w.place([]*jsonschema.Schema{s.compiled}), func(*value, *place) bool { return true })
		if w.steps > 50_000 {
			t.Errorf("%s: %d steps for 10,000 members", name, w.steps)
		}
	}
}

// A slow pattern of names costs no more than its time.
func TestSlowPatternOfNames(t *testing.T) {
	s := compiled(t, `{"patternProperties":{"^(?=a)(a+)+$":{"writeOnly":true}},"additionalProperties":false}`)
	arguments := json.RawMessage(`{` + list(2000, `"`+strings.Repeat("a", 60)+`%d":0`) + `}`)
	start := time.Now()
	if found := s.Extras(arguments); len(found) != 0 {
		t.Errorf("%d members are extra, though it is not known", len(found))
	}
	if _, hidden := s.Redact(arguments, func(string, json.RawMessage) bool { return true }); len(hidden) == 0 {
		t.Error("what may be secret is shown")
	}
	if found := s.Validate(arguments); len(found) != 1 || found[0].Keyword != "limit" {
		t.Errorf("got %v", found)
	}
	if took := time.Since(start); took > 20*matchTimes {
		t.Errorf("it took %v", took)
	}
}

// What is not linear ends at a limit: here a large schema meets many values.
func TestStepsAreLimited(t *testing.T) {
	s := compiled(t, `{"properties":{"v":{"items":{"anyOf":[`+list(400, `{"const":%d}`)+`]}}}}`)
	found := s.Validate(json.RawMessage(`{"v":[` + strings.Repeat(`399,`, 200_000) + `399]}`))
	if len(found) != 1 || found[0].Keyword != "limit" || !strings.Contains(found[0].Message, "too many steps") {
		t.Errorf("got %v", found)
	}
	// The verdict is known before the limit, and so is some of what is wrong.
	found = s.Validate(json.RawMessage(`{"v":[` + strings.Repeat(`"",`, 200_000) + `""]}`))
	if len(found) == 0 || found[0].Pointer != "/v/0" || found[0].Keyword == "limit" {
		t.Errorf("got %v", found)
	}
}

func TestValidateUntil(t *testing.T) {
	s := compiled(t, `{"properties":{"v":{"items":{"type":"null"}}}}`)
	arguments := json.RawMessage(`{"v":[` + strings.Repeat(`0,`, 5000) + `0]}`)
	stop := make(chan struct{})
	if found := s.ValidateUntil(stop, arguments); len(found) != MaxViolations {
		t.Errorf("got %d violations before the stop", len(found))
	}
	close(stop)
	arguments = json.RawMessage(`{"v":[` + strings.Repeat(`null,`, 5000) + `null]}`)
	if found := s.ValidateUntil(stop, arguments); len(found) != 1 || found[0].Keyword != "limit" || !strings.Contains(found[0].Message, "stopped") {
		t.Errorf("got %v after the stop", found)
	}
}

// A backtracking pattern gets so much time and no more.
func TestSlowPattern(t *testing.T) {
	s := compiled(t, `{"properties":{"v":{"items":{"pattern":"^(?=a)(a+)+$"}}}}`)
	if found := s.Validate(json.RawMessage(`{"v":["aaa"]}`)); found != nil {
		t.Error(found)
	}
	bad := `"` + strings.Repeat("a", 60) + `!"`
	found := s.Validate(json.RawMessage(`{"v":[` + strings.Repeat(bad+",", 1000) + bad + `]}`))
	if len(found) != 1 || found[0].Keyword != "limit" || found[0].Pointer != "/v/0" {
		t.Errorf("got %v", found)
	}
}

// The library's own evaluation is exponential: that is why there is another.
func TestLibraryIsExponential(t *testing.T) {
	s := compiled(t, attacks[1].schema)
	visits := 0
	s.compiled.AnyOf = nil
	probe := &counter{&visits}
	s.plan.nodes[s.compiled.Ref].Extensions = []jsonschema.SchemaExt{probe}
	oracle(s, attacks[1].value(12))
	if visits < 4095 {
		t.Errorf("%d visits for 12 levels: the library has healed", visits)
	}
}

type counter struct{ n *int }

func (c *counter) Validate(*jsonschema.ValidatorContext, any) { *c.n++ }
