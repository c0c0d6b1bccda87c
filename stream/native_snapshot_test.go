package stream

import "testing"

// All arguments of a call that come again must equal those that came before.
func TestNativeSnapshot(t *testing.T) {
	runNative(t, []nativeTest{
		{name: "equal JSON is silent", in: `
			fragment id=a #0 name=f {"x":1,"s":"é/\n","o":{"a":[1,2],"b":null}}
			snapshot id=a #0 name=f {"x":1,"s":"é/\n","o":{"a":[1,2],"b":null}}
			snapshot id=a ␠{"o":␠{"b":null,"a":[1,␠2]},⏎"s":"\u00e9\/\u000a","x":1}
			whole id=a name=f {"s":"\u00E9/\n","x":1,"o":{"a":[1,2],"b":null}}
			snapshot id=a name=f
			close id=a
			done`, want: `
			start 0 f
			delta 0 {"x":1,"s":"é/\n","o":{"a":[1,2],"b":null}}
			call 0 f id=a {"x":1,"s":"é/\n","o":{"a":[1,2],"b":null}}
			end`},
		{name: "numbers are equal by their digits", in: `
			fragment id=a name=f {"x":1}
			snapshot id=a {"x":1.0}
			snapshot id=a {"x":2}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			conflict 0 conflict@0
			end`},
		{name: "the order of elements counts", in: `
			fragment id=a name=f {"x":[1,2]}
			snapshot id=a {"x":[2,1]}
			done`, want: `
			start 0 f
			delta 0 {"x":[1,2]}
			call 0 f id=a {"x":[1,2]}
			conflict 0 conflict@0
			end`},
		{name: "a snapshot that is no object", in: `
			fragment id=a name=f {"x":1}
			snapshot id=a {"x":1
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			conflict 0 conflict@0
			end`},
		{name: "{} and null are equal, and not nothing", in: `
			fragment id=a name=f {}
			close id=a
			snapshot id=a null
			fragment id=b name=f {"x":1}
			snapshot id=b {}
			done`, want: `
			start 0 f
			delta 0 {}
			call 0 f id=a {}
			start 1 f
			delta 1 {"x":1}
			call 1 f id=b {"x":1}
			conflict 1 conflict@0
			end`},
		{name: "no fragments: the snapshot closes the call", in: `
			fragment id=i call=c #0 name=f
			snapshot id=i #0 {"x":1}
			snapshot id=i call=c #0 name=f {"x":1}
			close id=i #0
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=c {"x":1}
			end`},
		{name: "it appends to what has come", in: `
			fragment id=a #0 name=f ␠{"x":"é
			snapshot id=a ⏎{"x":"é1","y":2}⏎
			done`, want: `
			start 0 f
			delta 0 {"x":"é1","y":2}
			call 0 f id=a {"x":"é1","y":2}
			end`},
		{name: "it must begin with that", in: `
			fragment id=a #0 name=f {"x":
			snapshot id=a {"x" :1}
			fragment id=a #0 1}
			done`, want: `
			start 0 f
			delta 0 {"x":
			failed 0 conflict@5
			end`},
		{name: "it replaces a placeholder", in: `
			fragment id=a #0 name=f {}
			snapshot id=a {"x":1}
			fragment id=b #1 name=f null
			snapshot id=b {}
			text x
			close id=b
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 f
			text x
			delta 1 {}
			call 1 f id=b {} (null-arguments)
			end`},
		{name: "part of null", in: `
			fragment id=a name=f nu
			snapshot id=a null
			close id=a
			done`, want: `
			start 0 f
			delta 0 {}
			call 0 f id=a {} (null-arguments)
			end`},
		{name: "a snapshot alone", in: `
			snapshot id=a #0 name=f {"x":1}
			snapshot id=b #1 name=g {}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 g
			delta 1 {}
			call 1 g id=b {}
			end`},
		{name: "a snapshot with bytes behind it runs nothing", in: `
			snapshot id=a #0 name=f {"x":1}}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			failed 0 trailing@7
			end`},
		{name: "a nameless call gets its name from the snapshot", in: `
			fragment id=a #0 {"x":1}
			snapshot id=a name=f {"x":␠1}
			fragment id=b #1 {"x":1}
			snapshot id=b {"x":2}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1
			delta 1 {"x":1}
			failed 1 conflict@7
			end`},
		{name: "an id that has changed makes no other call", in: `
			fragment id=x1 #0 name=f {"x":1}
			snapshot id=x2 #0 name=f {"x":1}
			snapshot id=x3 #0 name=g {"x":1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=x1 {"x":1}
			start 1 g
			delta 1 {"x":1}
			call 1 g id=x3 {"x":1}
			end`},
		{name: "a failed call stays failed", in: `
			fragment id=a name=f {x
			snapshot id=a name=f {"x":1}
			whole id=a name=f {"x":1}
			done`, want: `
			start 0 f
			delta 0 {
			failed 0 syntax@1
			end`},
		{name: "halves of a pair that came apart", in: `
			fragment id=a #0 name=f {"input":"\ud83d
			fragment id=a #0 \ude00a
			snapshot id=a {"input":"😀ab"}
			fragment id=b #1 name=f {"input":"x\ud83d
			snapshot id=b {"input":"x😀b"}
			fragment id=c #2 name=f {"input":"x\ud83d
			snapshot id=c {"input":"x😁b"}
			fragment id=d #3 name=f {"input":"x\ud83d\ude01
			snapshot id=d {"input":"x😀b"}
			done`, want: `
			start 0 f
			delta 0 {"input":"\ud83d\ude00ab"}
			call 0 f id=a {"input":"\ud83d\ude00ab"}
			start 1 f
			delta 1 {"input":"x\ud83d\ude00b"}
			call 1 f id=b {"input":"x\ud83d\ude00b"}
			start 2 f
			delta 2 {"input":"x\ud83d\ude01b"}
			call 2 f id=c {"input":"x\ud83d\ude01b"}
			start 3 f
			delta 3 {"input":"x\ud83d\ude01
			failed 3 conflict@23
			end`},
		{name: "a whole call on one that is open", in: `
			fragment id=a #0 name=f {"x":
			whole id=a name=f {"x":1}
			fragment id=b #1 name=f
			whole id=b name=f {}
			text x
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 f
			delta 1 {}
			call 1 f id=b {}
			text x
			end`},
		{name: "a string that holds the object", options: func(p *Parser) { p.DecodeStrings = true }, in: `
			fragment id=a name=f "{\"x\":1}"
			snapshot id=a "{␠\"x\":1}"
			snapshot id=a {"x":1}
			fragment id=b name=f "{\"x\":
			snapshot id=b "{\"x\":1}"
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 f
			delta 1 {"x":
			failed 1 conflict@8
			end`},
	})
}

func TestDigest(t *testing.T) {
	var g digester
	sums := map[uint64]string{}
	for _, text := range []string{
		`{}`, `[]`, `""`, `0`, `null`, `{"":0}`, `{"":{}}`, `{"":[]}`, `[[]]`, `[{}]`, `[""]`, `["",""]`, `[[],[]]`, `[[[]]]`,
		`{"a":1}`, `{"a":"1"}`, `{"a":1.0}`, `{"1":"a"}`, `{"a":[1]}`, `{"a":1,"b":2}`, `{"a":2,"b":1}`, `[1,2]`, `[2,1]`, `[12]`,
		`{"a":{"b":1},"c":2}`, `{"a":{"c":1},"b":2}`, `{"a":{"b":1,"c":2}}`, `"\ud800"`, `"\udc00"`, `"\ufffd"`, `"\ud83d\ude00"`,
		`"\\"`, `"\\u0041"`, `"a\"b"`, `"a\\\"b"`, `-1`, `1e5`, `1E5`, `1e+5`, `true`, `false`, `"true"`,
	} {
		sum := g.sum([]byte(text))
		if other, ok := sums[sum]; ok {
			t.Errorf("%s and %s have the same sum", text, other)
		}
		sums[sum] = text
	}
	for _, tt := range [][2]string{
		{`{"a":1,"b":[true,"x"]}`, " {\t\"b\" : [ true ,\r\n\"\\u0078\" ] , \"\\u0061\" : 1 } "},
		{`"😀"`, `"\ud83d\uDE00"`},
		{`"/\b\f\n\r\t\"\\"`, `"\/\u0008\u000c\u000a\u000D\u0009\u0022\u005c"`},
		{`"\ud800x"`, `"\uD800x"`},
	} {
		if g.sum([]byte(tt[0])) != g.sum([]byte(tt[1])) {
			t.Errorf("%s and %s have different sums", tt[0], tt[1])
		}
	}
	var other digester
	if other.sum([]byte(`{"a":1}`)) == g.sum([]byte(`{"a":1}`)) {
		t.Error("sums do not depend on a seed")
	}
}
