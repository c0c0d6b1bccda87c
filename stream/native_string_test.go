package stream

import (
	"strings"
	"testing"
)

// Delta strings don't end inside a character that may still become valid.
func TestNativeCutCharacters(t *testing.T) {
	p := new(Parser)
	var pieces []string
	for _, text := range []string{"{", "\"x\":\"\xe9", "\x8a", "\x80a\xf0\x9f", "\x98\x80\xc3", "\xa9\"}"} {
		for _, e := range p.Apply(Delta{Kind: DeltaFragment, Indexed: true, Name: "f", Text: text}) {
			if e.Kind == KindCallDelta {
				pieces = append(pieces, e.Text)
			}
		}
	}
	if got, want := strings.Join(pieces, "|"), "{|\"x\":\"|\u9280|a|\U0001f600|\u00e9|\"}"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	p.Reset()
	for _, text := range []string{"{\"x\":\"\xe2\x80", "a"} {
		for _, e := range p.Apply(Delta{Kind: DeltaFragment, Indexed: true, Name: "f", Text: text}) {
			if e.Err != nil && (e.Err.Offset != 8 || e.Err.Raw != "{\"x\":\"\xe2\x80a" || e.Err.Pointer != "/x") {
				t.Errorf("broken character: got offset %d, raw %q, pointer %q", e.Err.Offset, e.Err.Raw, e.Err.Pointer)
			}
		}
	}
}

// With DecodeStrings the arguments may be a string that holds the object.
func TestNativeStrings(t *testing.T) {
	decode := func(p *Parser) { p.DecodeStrings = true }
	runNative(t, []nativeTest{
		{name: "an object in a string", options: decode, in: `
			fragment #0 name=f ␠"{\"x\":¦\"a\\nb\u00e9\ud83d\ude00\"}␠"
			done`, want: `
			start 0 f
			delta 0 {"x":"a\nbé😀"}
			call 0 f {"x":"a\nbé😀"}
			end`},
		{name: "an object as usual", options: decode, in: `
			fragment #0 name=f {"x":"\""}
			done`, want: `
			start 0 f
			delta 0 {"x":"\""}
			call 0 f {"x":"\""}
			end`},
		{name: "an empty one waits", options: decode, in: `
			fragment #0 name=f "{}"
			text x
			fragment #0 "{\"x\":1}"
			done`, want: `
			start 0 f
			text x
			delta 0 {"x":1}
			call 0 f {"x":1}
			end`},
		{name: "another value in the string", options: decode, in: `
			fragment #0 name=f "null"
			fragment #1 name=f ""
			fragment #2 name=f "␠[]"
			done`, want: `
			start 0 f
			failed 0 arguments@1
			start 1 f
			failed 1 arguments@1
			start 2 f
			failed 2 arguments@2
			end`},
		{name: "broken inside: the escape is guilty", options: decode, in: `
			fragment #0 name=f "{\"x\":\u0041
			done`, want: `
			start 0 f
			delta 0 {"x":
			failed 0 syntax@8
			end`},
		{name: "a broken escape", options: decode, in: `
			fragment #0 name=f "{\"x\":\q
			done`, want: `
			start 0 f
			delta 0 {"x":
			failed 0 syntax@9
			end`},
		{name: "the string ends too early", options: decode, in: `
			fragment #0 name=f "{\"x\":1"
			done`, want: `
			start 0 f
			delta 0 {"x":1
			failed 0 syntax@9
			end`},
		{name: "something behind the string", options: decode, in: `
			fragment #0 name=f "{\"x\":1}"
			fragment #0 "{}"
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f {"x":1}
			conflict 0 trailing@11
			end`},
		{name: "cut", options: decode, in: `
			fragment #0 name=f "{\"x\":1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			failed 0 truncated@10
			end`},
	})
}

func TestTakesNothing(t *testing.T) {
	tests := []struct {
		schema string
		want   bool
	}{
		{`{"type":"object","properties":{}}`, true},
		{`{"type":"object"}`, true},
		{` {"title":"T","type":"object","properties":{ },"required":[],"additionalProperties":false,"description":"{"} `, true},
		{`{"type":"object","properties":{"a":{}}}`, false},
		{`{"type":"object","properties":null}`, false},
		{`{"type":"object","additionalProperties":true}`, false},
		{`{"type":"object","required":["a"]}`, false},
		{`{"type":"object","patternProperties":{}}`, false},
		{`{"properties":{}}`, false},
		{`{"type":"array","properties":{}}`, false},
		{`{"type":"object"`, false},
		{`{"type":"object"}}`, false},
		{`true`, false},
		{`1`, false},
		{``, false},
	}
	for _, tt := range tests {
		if got := takesNothing([]byte(tt.schema)); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.schema, got, tt.want)
		}
	}
}
