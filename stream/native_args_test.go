package stream

import "testing"

// A call is done at the byte that closes its arguments; {} and null wait for an
// end that is reported.
func TestNativeHeld(t *testing.T) {
	bare := Tools{{Name: "f", Schema: []byte(`{"type":"object","properties":{}}`)}}
	some := Tools{{Name: "f", Schema: []byte(`{"type":"object","properties":{"x":{}}}`)}}
	runNative(t, []nativeTest{
		{name: "a close releases it", in: `
			fragment #0 name=f {¦}
			text x
			fragment #1 name=g {"y":1}
			close #0`, want: `
			start 0 f
			text x
			start 1 g
			delta 1 {"y":1}
			call 1 g {"y":1}
			delta 0 {}
			call 0 f {}
			end (incomplete)`},
		{name: "a normal finish releases it", in: `
			fragment #0 name=f {␠}␠
			finish tool_calls
			done`, want: `
			start 0 f
			delta 0 { }
			call 0 f { }
			end tool_calls`},
		{name: "that of another choice does not", in: `
			fragment #0 name=f {}
			finish choice=1 stop
			text x
			done`, want: `
			start 0 f
			text x
			delta 0 {}
			call 0 f {}
			end stop`},
		{name: "a cut fails it", in: `
			fragment #0 name=f {}
			finish (cut) length
			done`, want: `
			start 0 f
			failed 0 truncated@2
			end length`},
		{name: "so does the end of the input", in: `
			fragment #0 name=f {}`, want: `
			start 0 f
			failed 0 truncated@2
			end (incomplete)`},
		{name: "an object replaces it", in: `
			fragment #0 name=f {}
			fragment #0 ␠{"x":1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f {"x":1}
			end`},
		{name: "placeholders replace each other, offsets count on", in: `
			fragment #0 name=f {}{␠}⏎{"x":}
			done`, want: `
			start 0 f
			delta 0 {"x":
			failed 0 syntax@11
			end`},
		{name: "any other byte is wrong", in: `
			fragment #0 name=f {}␠,
			fragment #0 {"x":1}
			done`, want: `
			start 0 f
			delta 0 {}
			failed 0 trailing@3
			end`},
		{name: "null", in: `
			fragment #0 name=f ␠n¦ull␠
			close #0
			done`, want: `
			start 0 f
			delta 0 {}
			call 0 f {} (null-arguments)
			end`},
		{name: "null, replaced", in: `
			fragment #0 name=f null{"x":1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f {"x":1}
			end`},
		{name: "null, cut", in: `
			fragment #0 name=f nu
			done`, want: `
			start 0 f
			failed 0 truncated@2
			end`},
		{name: "a tool without parameters does not wait", tools: bare, in: `
			fragment #0 name=f {␠}
			text x
			fragment #1 name=f null
			text y
			done`, want: `
			start 0 f
			delta 0 { }
			call 0 f { }
			text x
			start 1 f
			delta 1 {}
			call 1 f {} (null-arguments)
			text y
			end`},
		{name: "nor when its name comes last", tools: bare, in: `
			fragment #0 {}
			text x
			fragment #0 name=f
			text y
			done`, want: `
			text x
			start 0 f
			delta 0 {}
			call 0 f {}
			text y
			end`},
		{name: "a tool with parameters waits", tools: some, in: `
			fragment #0 name=f {}
			text x
			done`, want: `
			start 0 f
			text x
			delta 0 {}
			call 0 f {}
			end`},
		{name: "whole calls don't wait", in: `
			whole name=f {␠}
			text x
			whole name=f null
			text y
			whole name=f
			text z
			done`, want: `
			start 0 f
			delta 0 { }
			call 0 f { }
			text x
			start 1 f
			delta 1 {}
			call 1 f {} (null-arguments)
			text y
			start 2 f
			delta 2 {}
			call 2 f {} (empty-arguments)
			text z
			end`},
	})
}

// The first significant byte of the arguments decides what they are.
func TestNativeRoot(t *testing.T) {
	tests := []struct{ root, want string }{
		{`"x"`, "failed 0 arguments@2"},
		{`[]`, "failed 0 arguments@2"},
		{`true`, "failed 0 arguments@2"},
		{`false`, "failed 0 arguments@2"},
		{`-1`, "failed 0 arguments@2"},
		{`7`, "failed 0 arguments@2"},
		{`nul1`, "failed 0 syntax@5"},
		{`None`, "failed 0 syntax@2"},
		{`json`, "failed 0 syntax@2"},
		{`}`, "failed 0 syntax@2"},
		{"\u00a0{}", "failed 0 syntax@2"},
	}
	for _, tt := range tests {
		t.Run(tt.root, func(t *testing.T) {
			row := nativeTest{in: "fragment #0 name=f ␠⏎" + tt.root + "\ndone", want: "start 0 f\n" + tt.want + "\nend"}
			row.run(t)
		})
	}
}

// White space around the arguments is not part of them, but counts in offsets;
// what is wrong in them is reported at the guilty byte.
func TestNativeArguments(t *testing.T) {
	runNative(t, []nativeTest{
		{name: "white space around", in: `
			fragment #0 name=f ␠⏎{"x":␠1}␠⏎
			done`, want: `
			start 0 f
			delta 0 {"x": 1}
			call 0 f {"x": 1}
			end`},
		{name: "a syntax error", in: `
			fragment #0 name=f ␠{"x":␠NaN}
			fragment #0 name=f {"x":1}
			done`, want: `
			start 0 f
			delta 0 {"x":␠
			failed 0 syntax@7
			end`},
		{name: "a duplicate key", in: `
			fragment #0 name=f {"p":1,"\u0070":2}
			done`, want: `
			start 0 f
			delta 0 {"p":1,"\u0070
			failed 0 duplicate-key@14
			end`},
		{name: "too deep", options: func(p *Parser) { p.MaxDepth = 3 }, in: `
			fragment #0 name=f {"p":[[[
			done`, want: `
			start 0 f
			delta 0 {"p":[[
			failed 0 limit@7
			end`},
		{name: "too long", options: func(p *Parser) { p.MaxCall = 8 }, in: `
			fragment #0 name=f ␠␠␠␠␠␠{"p":123456}
			done`, want: `
			start 0 f
			delta 0 {"p":123
			failed 0 limit@14
			end`},
		{name: "a close amid the arguments", in: `
			fragment #0 name=f {"x":"ls
			close #0
			fragment #0 "}
			done`, want: `
			start 0 f
			delta 0 {"x":"ls
			failed 0 truncated@8
			end`},
		{name: "escapes and halves of pairs come as they are", in: `
			fragment #0 name=f {"x":"\ud83d
			fragment #0 \ude00\u0000\"
			fragment #0 \\"}
			done`, want: `
			start 0 f
			delta 0 {"x":"\ud83d\ude00\u0000\"\\"}
			call 0 f {"x":"\ud83d\ude00\u0000\"\\"}
			end`},
		{name: "characters", in: `
			fragment #0 name=f {"x":"é銀😀"}
			done`, want: `
			start 0 f
			delta 0 {"x":"é銀😀"}
			call 0 f {"x":"é銀😀"}
			end`},
		{name: "behind the close", in: `
			fragment #0 name=f {"x":1}␠⏎
			text a
			fragment #0 {"x":1}
			fragment #0 }
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f {"x":1}
			text a
			conflict 0 trailing@9
			end`},
		{name: "behind the close, without a name", in: `
			fragment #0 {"x":1}␠
			fragment #0 {"x":1}
			fragment #0 name=f
			done`, want: `
			start 0
			delta 0 {"x":1}
			failed 0 trailing@8
			end`},
		{name: "behind a whole call's close nothing runs", in: `
			whole name=f {"x":1}x
			whole name=f {}{"x":1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			failed 0 trailing@7
			start 1 f
			delta 1 {}
			failed 1 trailing@2
			end`},
		{name: "a whole call that is none", in: `
			whole name=f ["x"]
			whole name=f {"x":
			whole {"x":1}
			done`, want: `
			start 0 f
			failed 0 arguments@0
			start 1 f
			delta 1 {"x":
			failed 1 truncated@5
			start 2
			delta 2 {"x":1}
			failed 2 no-name@7
			end`},
	})
}
