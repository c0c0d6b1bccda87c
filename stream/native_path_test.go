package stream

import (
	"fmt"
	"strings"
	"testing"
)

// Arguments may come value by value, each with its path.
func TestNativePath(t *testing.T) {
	runNative(t, []nativeTest{
		{name: "values", in: `
			fragment name=f
			path $.s "a
			path $.s …
			close
			done`, want: `
			start 0 f
			failed 0 syntax@0
			end`},
		{name: "members in order, strings in pieces", in: `
			fragment id=a name=f
			path $.n 50
			path … $.s "Oslo,␠"
			path … $.s "\ud83d"
			path $.o.k["x␠y"] true
			path $.s "\ude00"
			path $.a[0] null
			path $.a[1].z -1.50e3
			path … $.t
			path … $.t "q"
			path $.t
			path $.t
			path $.o
			text x
			close id=a
			done`, want: `
			text x
			start 0 f
			delta 0 {"n":50,"s":"Oslo, \ud83d\ude00","o":{"k":{"x y":true}},"a":[null,{"z":-1.50e3}],"t":"q"}
			call 0 f id=a {"n":50,"s":"Oslo, \ud83d\ude00","o":{"k":{"x y":true}},"a":[null,{"z":-1.50e3}],"t":"q"}
			end`},
		{name: "names are written as JSON", in: `
			fragment name=f
			path $["\n\r\t\u001f"] 1
			path $['a\'b']["c\"\\\u000a\u00e9\ud83d\ude00"].é-1$_ 1
			close
			done`, want: `
			start 0 f
			delta 0 {"\n\r\t\u001f":1,"a'b":{"c\"\\\né😀":{"é-1$_":1}}}
			call 0 f {"\n\r\t\u001f":1,"a'b":{"c\"\\\né😀":{"é-1$_":1}}}
			end`},
		{name: "no value: an empty object at a close", in: `
			fragment name=f
			close
			close
			done`, want: `
			start 0 f
			delta 0 {}
			call 0 f {} (empty-arguments)
			end`},
		{name: "an open value is cut by any end", in: `
			fragment name=f
			path … $.s "x"
			close
			fragment name=f
			path $.n 1
			path … $.s "x"
			finish stop
			done`, want: `
			start 0 f
			failed 0 truncated@0
			start 1 f
			failed 1 truncated@0
			end stop`},
		{name: "complete values are not a complete call", in: `
			fragment name=f
			path $.n 1
			close (cut)
			fragment name=f
			path $.n 1`, want: `
			start 0 f
			failed 0 truncated@0
			start 1 f
			failed 1 truncated@0
			end (incomplete)`},
		{name: "a finish is an end", in: `
			fragment name=f
			path $.n 1
			finish stop
			done`, want: `
			start 0 f
			delta 0 {"n":1}
			call 0 f {"n":1}
			end stop`},
		{name: "both as text and by path", in: `
			fragment id=a name=f {"x":
			path id=a $.x 1
			fragment id=b name=f
			path id=b $.x 1
			fragment id=b {"x":1}
			fragment id=c name=f
			path id=c $.x 1
			snapshot id=c {"x":1}
			done`, want: `
			start 0 f
			delta 0 {"x":
			failed 0 conflict@5
			start 1 f
			failed 1 conflict@0
			start 2 f
			failed 2 conflict@0
			end`},
		{name: "behind the close", in: `
			fragment id=a name=f
			path id=a $.x 1
			close id=a
			path id=a $.y 1
			path id=a $.z 1
			snapshot id=a {"x":1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			conflict 0 trailing@0
			end`},
		{name: "a failed call takes none", in: `
			fragment id=a name=f
			path id=a $ 1
			path id=a $.x 1
			close id=a
			done`, want: `
			start 0 f
			failed 0 arguments@0
			end`},
		{name: "an unknown tool", tools: Tools{}, in: `
			fragment id=a name=f
			path id=a $.x 1
			close id=a
			fragment id=b name=f
			path id=b $.x x
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			failed 0 unknown-tool@0 {"x":1}
			start 1 f
			failed 1 unknown-tool@0
			end`},
	})
}

// What is wrong with a value or its path.
func TestNativePathErrors(t *testing.T) {
	tests := []struct{ name, in, want, pointer string }{
		{"a gap in an array", `$.a[0] 1|$.a[999999999] 1`, "syntax", "/a/999999999"},
		{"a gap at once", `$.a[1] 1`, "syntax", "/a/1"},
		{"a value again", `$.a 1|$.a 1`, "conflict", "/a"},
		{"a string that was complete", `$.a "x"|$.a "y"`, "conflict", "/a"},
		{"another type in a string", `… $.a "x"|$.a 1`, "conflict", "/a"},
		{"more of a number", `… $.a 1|$.a 1`, "conflict", "/a"},
		{"a child of a scalar", `$.a 1|$.a.b 1`, "conflict", "/a/b"},
		{"a child of a string", `… $.a "x"|$.a[0] 1`, "conflict", "/a/0"},
		{"a value for an object", `$.a.b 1|$.a 1`, "conflict", "/a"},
		{"a value for an array", `$.a[0] 1|$.a "x"`, "conflict", "/a"},
		{"an index into an object", `$.a.b 1|$.a[0] 1`, "conflict", "/a/0"},
		{"a name in an array", `$.a[0] 1|$.a.b 1`, "conflict", "/a/b"},
		{"an array as arguments", `$[0] 1`, "arguments", "/0"},
		{"a scalar as arguments", `$ 1`, "arguments", ""},
		{"too deep", `$.a.b.c.d 1`, "limit", "/a/b/c/d"},
		{"too large", `$.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.bbbbbbbbbbbb 1|$.b.c 1`, "limit", "/b/c"},
		{"a value too large", `$.a "` + strings.Repeat("x", 300) + `"`, "limit", "/a"},
		{"two values", `$.a 1 2`, "syntax", "/a"},
		{"a string that is none", `$.a "x","b":"y"`, "syntax", "/a"},
		{"no value", `$.a`, "syntax", "/a"},
		{"NaN", `$.a NaN`, "syntax", "/a"},
		{"a space before", `$.a ␠1`, "syntax", "/a"},
		{"a duplicate inside a value", `$.a {"b":1,"b":2}|close`, "duplicate-key", "/a/b"},
		{"a slash in a name", `$['a/b~'] x`, "syntax", "/a~1b~0"},
	}
	for _, bad := range []string{
		"$a", "$.", "$..a", "$.a b", "$.*", "$[*]", "$[-1]", "$[01]", "$[+1]", "$[]", "$[1", "$['a", "$['a'", "$['a']x", "$[a]", "$.a[?(@)]",
		"$.a[0:1]", "$['a','b']", `$['\"']`, `$["\'"]`, `$["\x"]`, `$["\u00g0"]`, `$["\ud800"]`, `$["\udc00"]`, `$["\ud800\u0041"]`, `$["\`, "$[99999999999]", "$.a\x00",
	} {
		tests = append(tests, struct{ name, in, want, pointer string }{bad, strings.ReplaceAll(bad, " ", "␠") + " 1", "syntax", "-"})
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := &Parser{MaxDepth: 3, MaxCall: 256}
			events := append([]Event(nil), p.Apply(Delta{Kind: DeltaFragment, ID: "a", Name: "f"})...)
			for part := range strings.SplitSeq(tt.in, "|") {
				d := Delta{Kind: DeltaClose, ID: "a"}
				if part != "close" {
					d = parseDelta("path id=a " + part)
				}
				events = append(events, p.Apply(d)...)
			}
			if len(events) == 0 {
				t.Fatal("no error")
			}
			err := events[len(events)-1].Err
			if err == nil || err.Code.String() != tt.want || tt.pointer != "-" && err.Pointer != tt.pointer {
				t.Errorf("got %+v, want %s at %q", err, tt.want, tt.pointer)
			}
		})
	}
}

// A path with a large index allocates nothing, and many values take time in
// proportion.
func TestNativePathMany(t *testing.T) {
	p := new(Parser)
	p.Apply(Delta{Kind: DeltaFragment, Name: "f"})
	const n = 20_000
	var want strings.Builder
	want.WriteString(`{"a":[`)
	for i := range n {
		p.Apply(Delta{Kind: DeltaPath, Path: fmt.Sprintf("$.a[%d].k%d", i, i), Text: "1"})
		if i > 0 {
			want.WriteByte(',')
		}
		fmt.Fprintf(&want, `{"k%d":1}`, i)
	}
	for range n {
		p.Apply(Delta{Kind: DeltaPath, Path: "$.s", Text: `"x"`, More: true})
	}
	p.Apply(Delta{Kind: DeltaPath, Path: "$.s", Text: `""`})
	want.WriteString(`],"s":"` + strings.Repeat("x", n) + `"}`)
	events := p.Apply(Delta{Kind: DeltaClose})
	if len(events) != 3 || events[2].Call == nil || string(events[2].Call.Arguments) != want.String() {
		t.Fatalf("got %d events, want the call", len(events))
	}
}
