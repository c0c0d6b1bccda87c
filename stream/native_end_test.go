package stream

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
)

// Arguments that never came are {} only at an end that is reported.
func TestNativeEmpty(t *testing.T) {
	const in = "fragment id=a #0 name=f\nfragment #0 ␠⏎\n"
	const made = "start 0 f\ndelta 0 {}\ncall 0 f id=a {} (empty-arguments)\n"
	const cut = "start 0 f\nfailed 0 truncated@2\n"
	runNative(t, []nativeTest{
		{name: "a close", in: in + "close id=a", want: made + "end (incomplete)"},
		{name: "a close that tells of a cut", in: in + "close (cut) id=a", want: cut + "end (incomplete)"},
		{name: "a normal finish", in: in + "finish stop", want: made + "end (incomplete) stop"},
		{name: "a finish that tells of a cut", in: in + "finish (cut) content_filter\ndone", want: cut + "end content_filter"},
		{name: "the terminal event", in: in + "done", want: made + "end"},
		{name: "the end of the input", in: in, want: cut + "end (incomplete)"},
		{name: "a finish of another choice", in: in + "finish choice=3 stop", want: cut + "end (incomplete) stop"},
		{name: "a close of another call", in: in + "close #1\nclose id=b", want: cut + "end (incomplete)"},
	})
}

// A finish settles all calls of its choice; a call that failed stays failed.
func TestNativeFinish(t *testing.T) {
	runNative(t, []nativeTest{
		{name: "open calls, in the order of their opening", in: `
			fragment id=a #0 name=f {"x":
			fragment id=b #1 {"x":1}
			fragment id=c #2 name=g
			fragment choice=1 id=d #0 name=h {"x":
			finish tool_calls
			fragment #0 1}
			fragment choice=1 #0 1}
			done`, want: `
			start 0 f
			delta 0 {"x":
			start 1/0 h
			delta 1/0 {"x":
			failed 0 truncated@5
			start 1
			delta 1 {"x":1}
			failed 1 no-name@7
			start 2 g
			delta 2 {}
			call 2 g id=c {} (empty-arguments)
			delta 1/0 1}
			call 1/0 h id=d {"x":1}
			end tool_calls`},
		{name: "calls that are out stay", in: `
			fragment id=a #0 name=f {"x":1}
			finish (cut) length
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			end length`},
		{name: "what comes behind a cut is cut", in: `
			finish (cut) length
			fragment id=a #0 name=f {}
			fragment id=b #1 name=f {"x":1}
			done`, want: `
			start 0 f
			start 1 f
			delta 1 {"x":1}
			call 1 f id=b {"x":1}
			failed 0 truncated@2
			end length`},
		{name: "nameless at the end of the input", in: `
			fragment id=a #0 {"x":1}
			fragment id=b #1`, want: `
			start 0
			failed 0 truncated@7
			start 1
			failed 1 truncated@0
			end (incomplete)`},
		{name: "nameless and empty at a cut", in: `
			fragment id=a #0
			close (cut) id=a
			done`, want: `
			start 0
			failed 0 truncated@0
			end`},
		{name: "fragments of a failed call are dropped", in: `
			fragment id=a #0 name=f {x
			fragment id=a #0 {"x":1}
			fragment #0 name=f {"x":1}
			close id=a
			done`, want: `
			start 0 f
			delta 0 {
			failed 0 syntax@1
			end`},
	})
}

func TestNativeLost(t *testing.T) {
	runNative(t, []nativeTest{
		{name: "a frame: open calls of all choices fail", in: `
			fragment id=a #0 name=f {"x":1}
			fragment id=b #1 name=f {"x":
			fragment choice=2 id=c #0 name=f
			lost
			fragment id=b #1 1}
			fragment id=d #2 name=f {"x":1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 f
			delta 1 {"x":
			error protocol
			failed 1 protocol@5
			start 2/0 f
			failed 2/0 protocol@0
			start 2 f
			delta 2 {"x":1}
			call 2 f id=d {"x":1}
			end`},
		{name: "an error of the provider takes nothing back", in: `
			fragment id=a #0 name=f {"x":
			error overloaded
			fragment #0 1}
			finish stop
			done`, want: `
			start 0 f
			delta 0 {"x":
			error provider
			delta 0 1}
			call 0 f id=a {"x":1}
			end (incomplete) stop`},
	})
}

// The code of an error outside of calls is that of its cause, if that has one.
func TestNativeFault(t *testing.T) {
	cause := errors.New("reset")
	tests := []struct {
		name string
		d    Delta
		want Error
	}{
		{"provider", Delta{Kind: DeltaError, Choice: 2, Text: "overloaded", Err: cause},
			Error{Code: parse.ErrProvider, Choice: 2, Raw: "overloaded", Message: "the provider reported an error in the stream"}},
		{"lost", Delta{Kind: DeltaLost, Err: cause},
			Error{Code: parse.ErrProtocol, Message: "a frame of the stream could not be read"}},
		{"a cause with a code", Delta{Kind: DeltaLost, Err: &Error{Code: parse.ErrLimit, Message: "the line is too long"}},
			Error{Code: parse.ErrLimit, Message: "the line is too long"}},
		{"a code", Delta{Kind: DeltaError, Err: parse.ErrProtocol},
			Error{Code: parse.ErrProtocol, Message: "the provider reported an error in the stream"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := new(Parser).Apply(tt.d)[0].Err
			if got.Code != tt.want.Code || got.Choice != tt.want.Choice || got.Index != -1 || got.Raw != tt.want.Raw ||
				got.Message != tt.want.Message || got.Err != tt.d.Err {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// A reply that begins anew abandons what is open, and takes back what is out
// unless it was complete.
func TestNativeRestart(t *testing.T) {
	runNative(t, []nativeTest{
		{name: "a retry", in: `
			restart
			fragment id=a #0 name=f {"x":1}
			fragment id=b #1 name=g {"y":
			fragment id=c #2 name=h {}
			restart
			fragment id=a #0 name=f {"x":1}
			fragment #0 ␠
			restart
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 g
			delta 1 {"y":
			start 2 h
			failed 1 truncated@5
			failed 2 truncated@2
			conflict 0 conflict@7
			start 3 f
			delta 3 {"x":1}
			call 3 f id=a {"x":1}
			conflict 3 conflict@8
			end`},
		{name: "another reply behind a complete one", in: `
			fragment id=a #0 name=f {"x":1}
			finish (cut) length
			done
			restart
			fragment id=a #0 name=f {}`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 f
			failed 1 truncated@2
			end (incomplete) length`},
		{name: "one conflict a call", in: `
			fragment id=a #0 name=f {"x":1}}
			restart
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			conflict 0 trailing@7
			end`},
	})
}

// A reply that comes as deltas is complete once its terminal event has come.
func TestNativeComplete(t *testing.T) {
	runNative(t, []nativeTest{
		{name: "text without an end", in: "text a\ntext b", want: "text a\ntext b\nend (incomplete)"},
		{name: "text with one", in: "text a\nfinish stop\ndone", want: "text a\nend stop"},
		{name: "reasoning without one", in: "reasoning a", want: "reasoning a\nend (incomplete)"},
		{name: "a finish reason alone", in: "finish stop", want: "end (incomplete) stop"},
		{name: "an error behind the end", in: "done\nerror x", want: "error provider\nend (incomplete)"},
		{name: "nothing at all", in: "", want: "end"},
	})
	p := new(Parser)
	p.Feed("text")
	events := p.Finish()
	if end := events[len(events)-1]; end.Kind != KindEnd || !end.Complete {
		t.Errorf("text that did not come as deltas: got %+v, want a complete end", end)
	}
}

func TestNativeUnknownTool(t *testing.T) {
	tools := Tools{{Name: "f"}}
	runNative(t, []nativeTest{
		{name: "with its arguments", tools: tools, in: `
			fragment #0 name=g {"x":1}
			fragment #1 name=f {"x":1}
			done`, want: `
			start 0 g
			delta 0 {"x":1}
			failed 0 unknown-tool@0 {"x":1}
			start 1 f
			delta 1 {"x":1}
			call 1 f {"x":1}
			end`},
		{name: "no tools at all", tools: Tools{}, in: `
			whole name=f
			done`, want: `
			start 0 f
			delta 0 {}
			failed 0 unknown-tool@0 {}
			end`},
		{name: "broken arguments", tools: tools, in: `
			fragment #0 name=g {"x":x
			fragment #0 name=h {"y":2}
			done`, want: `
			start 0 g
			delta 0 {"x":
			failed 0 unknown-tool@0
			end`},
		{name: "what follows is dropped", tools: tools, in: `
			fragment #0 name=g {"x":1} ,
			fragment #0 name=f {"y":2}
			done`, want: `
			start 0 g
			delta 0 {"x":1}
			failed 0 unknown-tool@0 {"x":1}
			start 1 f
			delta 1 {"y":2}
			call 1 f {"y":2}
			end`},
		{name: "a held placeholder", tools: tools, in: `
			fragment #0 name=g {}
			finish stop
			done`, want: `
			start 0 g
			delta 0 {}
			failed 0 unknown-tool@0 {}
			end stop`},
		{name: "a name of which a piece may be missing", tools: tools, in: `
			fragment #0 name=g
			finish (cut) length`, want: `
			start 0 g
			failed 0 truncated@0
			end (incomplete) length`},
	})
}

// An error that the provider reports makes the terminal event say nothing about
// open calls; a normal finish still does.
func TestNativeDoubt(t *testing.T) {
	open := []Delta{{Kind: DeltaFragment, ID: "a", Name: "f"}, {Kind: DeltaError, Text: "overloaded"}}
	tests := []struct {
		name string
		end  []Delta
		want string
	}{
		{"the terminal event", []Delta{{Kind: DeltaDone}}, "error -1 provider|call 0 truncated|end false"},
		{"a normal finish", []Delta{{Kind: DeltaFinish, Text: "tool_calls"}, {Kind: DeltaDone}}, "error -1 provider|call 0 f {}|end false"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var p Parser
			var got []string
			for _, d := range append(open[:2:2], tt.end...) {
				got = append(got, lines(p.Apply(d))...)
			}
			got = append(got, lines(p.Finish())...)
			if diff := cmp.Diff(strings.Split(tt.want, "|"), got); diff != "" {
				t.Errorf("(- want, + got):\n%s", diff)
			}
		})
	}
}
