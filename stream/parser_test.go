package stream

import (
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
)

func TestZeroParser(t *testing.T) {
	got := showEvents(feedAll(new(Parser), []string{"Sure. " + ls}))
	want := []string{"text Sure. ", "start 0 ls", "delta 0 {}", "call 0 ls {}", "end"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	var untouched Parser
	if got := untouched.Pending(); got != "" {
		t.Errorf("Pending of a parser that has read nothing: got %q", got)
	}
	if got := showEvents(untouched.Finish()); len(got) != 1 || got[0] != "end" {
		t.Errorf("Finish of a parser that has read nothing: got %q", got)
	}
}

func TestAfterFinish(t *testing.T) {
	var p Parser
	p.Feed(`{"name":"ls"`)
	p.Finish()
	late := slices.Concat(p.Feed(ls), p.FeedBytes([]byte(ls)), p.Apply(Delta{Text: "x"}), p.Finish())
	if len(late) > 0 {
		t.Errorf("after the end: got %q", showEvents(late))
	}
	p.Reset()
	if got := showEvents(p.Feed("x")); len(got) != 1 || got[0] != "text x" {
		t.Errorf("after Reset: got %q, want the text", got)
	}
}

// A reply leaves nothing after for the next one, wherever it was left.
func TestResetForgets(t *testing.T) {
	replies := map[string][]string{
		"json": {
			"x", "{x: ", "{x [", "<think>x", "<thi", "```\n", "```js", "~~~\n" + ls, "[" + ls, `{"na`, `{"name":"rm"`, `{"name":"rm","arguments":{`,
			`{"arguments":"{\"a\":\ud83d`, `{"x":1 2 {"`, "\xf0\x9f", `{"id":"c9","name":"rm","arguments":{x`, "```\n{\"x\":1 2\n``",
		},
		"hermes": {
			"<tool_call>", "<tool_call>[", "<tool_call>[" + ls, "<tool_call>" + ls, "<tool_call>" + ls + "</to", `<tool_call>{"name":"rm`,
			"<tool_call>{x</to",
		},
		"mistral":      {"[TOOL_CALLS]rm", "[TOOL_CALLS]rm[AR", "[TOOL_CALLS]rm[CALL_ID]c9[A", "[TOOL_CALLS]rm{", "[TOOL_CALLS]rm[ARGS]", "[THINK]"},
		"qwen3_coder":  {"<function=rm", "<function=rm>", "<function=rm><parameter=a", "<function=rm><parameter=a>x", "<function=rm><parameter=a>x\n</par", "<function=rm>x"},
		"first-object": {"x", "{x", `{"name":"rm"}`},
		"tool-key":     {"x `", "{\"tool\"", "```{", "```{\"tool\":\"rm\"}```", "```x```"},
	}
	for name, heads := range replies {
		row := format(name)
		chunks := []string{"Sure. \xe2\x82", "\xac\n", row.Example, "\n", row.Example, " Done."}
		want := showEvents(feedAll(newParser(Options{Format: row}), chunks))
		p := newParser(Options{Format: row})
		for _, head := range heads {
			p.Feed(head)
			p.Reset()
			if got := p.Pending(); got != "" {
				t.Errorf("%s, behind %q: %q is pending", name, head, got)
			}
			if diff := cmp.Diff(want, showEvents(feedAll(p, chunks))); diff != "" {
				t.Errorf("%s, behind %q: -want +got\n%s", name, head, diff)
			}
			if got, most := p.Visited(), int64(4*len(strings.Join(chunks, ""))); got > most {
				t.Errorf("%s, behind %q: %d bytes visited, want at most %d", name, head, got, most)
			}
			p.Reset()
		}
	}
}

// Options may be changed between replies.
func TestResetOptions(t *testing.T) {
	reply := func(p *Parser, text string) []string {
		defer p.Reset()
		return showReply(text, feedAll(p, []string{text}))
	}
	p := new(Parser)
	check := func(how, text, want string) {
		t.Helper()
		if diff := cmp.Diff(wantLines(want), reply(p, text)); diff != "" {
			t.Errorf("%s: -want +got\n%s", how, diff)
		}
	}
	check("zero value", ls, `call 0 ls {}`)
	p.Tools = Tools{}
	check("no tools", ls, `text «{"name":"ls","arguments":{}}»`)
	p.Tools = offered("rm")
	check("other tools", ls, `failed 0 ls unknown-tool@11 «{"name":"ls"» «,"arguments":{}}» after «{}» arguments {}`)
	p.Tools, p.Format = nil, format("hermes")
	check("another format", "<tool_call>"+ls, "marker «<tool_call>»\ncall 0 ls {}")
	p.InReasoning = true
	check("in reasoning", "x", `reasoning «x»`)
	p.InReasoning, p.Format, p.MaxDepth = false, nil, 1
	check("depth", ls, `text «{"name":"ls","arguments":{}}»`)
	p.MaxDepth, p.MaxCall = 0, 12
	check("bytes", ls, `text «{"name":"ls","arguments":{}}»`)
}

func TestFeedBytesCopies(t *testing.T) {
	for _, name := range []string{"json", "hermes", "mistral", "qwen3_coder", "first-object", "tool-key"} {
		row := format(name)
		text := "<think>é</think> Sure. " + row.Example + "\n"
		want := showEvents(feedAll(newParser(Options{Format: row}), inChunks(text, 5)))
		p := newParser(Options{Format: row})
		var events []Event
		buf := make([]byte, 5)
		for _, chunk := range inChunks(text, 5) {
			n := copy(buf, chunk)
			events = append(events, p.FeedBytes(buf[:n])...)
			clear(buf)
		}
		events = append(events, p.Finish()...)
		if diff := cmp.Diff(want, showEvents(events)); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
}

// The strings of an event stay as they are, and so does what a call holds,
// whatever the parser reads later.
func TestEventsLast(t *testing.T) {
	p := new(Parser)
	text := "Su\xc3\xa9re. [" + ls + `, {"arguments":{"a":"` + strings.Repeat("é", 40) + `"},"name":"f","id":"c1"}] {"name":"f","arguments":{"a":x}}`
	read := func() (events []Event, lines []string) {
		for _, chunk := range inChunks(text, 3) {
			for _, e := range p.Feed(chunk) {
				events, lines = append(events, e), append(lines, showEvent(e))
			}
		}
		return events, lines
	}
	first, lines := read()
	for range 10 {
		p.Reset()
		feedAll(p, inChunks(strings.Repeat(`x{"name":"g","arguments":{"b":"`+strings.Repeat("z", 90)+`"}}`, 50), 7))
	}
	var later []string
	for _, e := range first {
		later = append(later, showEvent(e))
		if e.Call != nil { // its arguments are its own: to overwrite them disturbs nobody
			clear(e.Call.Arguments[:cap(e.Call.Arguments)])
		}
	}
	if diff := cmp.Diff(lines, later); diff != "" {
		t.Errorf("-then +later\n%s", diff)
	}
	p.Reset()
	if _, again := read(); !slices.Equal(lines, again) {
		t.Errorf("-then +again\n%s", cmp.Diff(lines, again))
	}
}

func TestApplyText(t *testing.T) {
	apply := func(format *Format, deltas ...Delta) []string {
		p := newParser(Options{Format: format})
		return showEvents(joined(applyAll(p, append(deltas, Delta{Kind: DeltaDone}))))
	}
	hermes := format("hermes")
	tests := []struct {
		name      string
		got, want []string
	}{
		{"text without a format is not searched", apply(nil, Delta{Text: "<think>" + ls}),
			[]string{"text <think>" + ls, "end"}},
		{"text with a format is", apply(hermes, Delta{Text: "<tool_"}, Delta{Text: "call>" + ls}),
			[]string{"marker <tool_call>", "start 0 ls", "delta 0 {}", "call 0 ls {}", "end"}},
		{"feed always is", apply(nil, Delta{Kind: DeltaFeed, Text: ls}),
			[]string{"start 0 ls", "delta 0 {}", "call 0 ls {}", "end"}},
		{"reasoning passes at once", apply(hermes, Delta{Text: "a <tool_"}, Delta{Kind: DeltaReasoning, Text: "<tool_call>"}, Delta{Text: "box>"}),
			[]string{"text a ", "reasoning <tool_call>", "text <tool_box>", "end"}},
		{"nothing", apply(hermes, Delta{}, Delta{Kind: DeltaReasoning}), []string{"end"}},
		{"choices", apply(hermes,
			Delta{Text: "<tool_call>{\"name\":\"f\","}, Delta{Choice: 2, Text: "x <tool_call>" + ls}, Delta{Choice: 1, Text: "<tool_"},
			Delta{Text: `"arguments":{}}`}, Delta{Choice: 1, Text: "box>"}),
			[]string{"marker <tool_call>", "start 0 f", "text x ", "marker <tool_call>", "start 2/0 ls", "delta 2/0 {}", "call 2/0 ls {}",
				"delta 0 {}", "call 0 f {}", "text <tool_box>", "end"}},
		{"choice out of range", apply(nil, Delta{Choice: -1, Text: "x"}, Delta{Choice: maxChoices, Text: "x"}, Delta{Choice: maxChoices - 1, Text: "x"}),
			[]string{"error limit", "error limit", "text x", "end"}},
		{"cut in choices", apply(hermes, Delta{Choice: 3, Text: "<tool_call>"}, Delta{Choice: 1, Text: "<tool_call>{"}, Delta{Text: "<to"}),
			[]string{"marker <tool_call>", "text <to", "start 1/0", "failed 1/0 truncated@12", "start 3/0", "failed 3/0 truncated@11", "end (incomplete)"}},
		{"call in text behind a native one", apply(hermes,
			Delta{Kind: DeltaWhole, Name: "f", Text: "{}"}, Delta{Text: "<tool_call>" + ls}),
			[]string{"start 0 f", "delta 0 {}", "call 0 f {}", "marker <tool_call>", "start 1 ls", "delta 1 {}", "call 1 ls {}", "end"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestParse(t *testing.T) {
	calls, err := Parse("Sure. "+ls+` {"name":"f","id":"c1","arguments":null}`, Options{})
	want := []Call{
		{Name: "ls", Arguments: []byte(`{}`), Start: 6, End: 34},
		{Index: 1, ID: "c1", Name: "f", Arguments: []byte(`{}`), Repairs: []parse.Repair{{Kind: parse.NullArguments, Offset: 69}}, Start: 35, End: 74},
	}
	if diff := cmp.Diff(want, calls); diff != "" || err != nil {
		t.Errorf("got the error %v, -want +got\n%s", err, diff)
	}
	calls, err = Parse(`{"name":"f","arguments":{x}} `+ls+` {"name":"g","arguments":{`, Options{})
	if len(calls) != 1 || calls[0].Index != 1 || !errors.Is(err, parse.ErrSyntax) {
		t.Errorf("got %v, %v, want the call between and the first error", calls, err)
	}
	calls, err = Parse("<tool_call>"+ls+"x", Options{Format: format("hermes"), Tools: offered("ls"), MaxCall: 100, MaxDepth: 2})
	if len(calls) != 1 || err != nil {
		t.Errorf("with options: got %v, %v", calls, err)
	}
	if calls, err = Parse(ls, Options{InReasoning: true}); len(calls) > 0 || err != nil {
		t.Errorf("in reasoning: got %v, %v", calls, err)
	}
}

var errBroken = errors.New("connection reset")

// deltasOf gives the chunks of a text as deltas.
func deltasOf(chunks ...string) iter.Seq2[Delta, error] {
	return func(yield func(Delta, error) bool) {
		for _, chunk := range chunks {
			if !yield(Delta{Kind: DeltaFeed, Text: chunk}, nil) {
				return
			}
		}
	}
}

// brokenAfter gives one chunk, and then the transport's error.
func brokenAfter(chunk string) iter.Seq2[Delta, error] {
	return func(yield func(Delta, error) bool) {
		if yield(Delta{Kind: DeltaFeed, Text: chunk}, nil) && yield(Delta{}, errBroken) {
			panic("asked for more behind the error")
		}
	}
}

func TestEvents(t *testing.T) {
	tests := []struct {
		name   string
		deltas iter.Seq2[Delta, error]
		want   []string
		err    error
	}{
		{"no terminal event", deltasOf("Sure. ", ls),
			[]string{"text Sure. ", "start 0 ls", "delta 0 {}", "call 0 ls {}", "end (incomplete)"}, nil},
		{"terminal event alone", func(yield func(Delta, error) bool) { yield(Delta{Kind: DeltaDone}, nil) },
			[]string{"end"}, nil},
		{"nothing", deltasOf(), []string{"end (incomplete)"}, nil},
		{"broken transport", brokenAfter(`{"name":"f","arguments":{`),
			[]string{"start 0 f", "delta 0 {", "failed 0 truncated@25", "end (incomplete)"}, errBroken},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var events []Event
			var failed error
			for e, err := range Events(tt.deltas, new(Parser)) {
				switch {
				case failed != nil:
					t.Errorf("got %s, %v behind the error", showEvent(e), err)
				case err != nil:
					failed = err
				default:
					events = append(events, e)
				}
			}
			if diff := cmp.Diff(tt.want, showEvents(events)); diff != "" || failed != tt.err {
				t.Errorf("got the error %v, want %v, -want +got\n%s", failed, tt.err, diff)
			}
		})
	}
}

// A consumer may stop at every event; nothing is given to it after that, and
// the parser is good for another reply.
func TestEventsStop(t *testing.T) {
	p := new(Parser)
	for stop := 1; stop <= 7; stop++ {
		n := 0
		for range Events(deltasOf("Sure. "+ls, "Done. "+ls), p) {
			if n++; n == stop {
				break
			}
		}
		if n != stop {
			t.Errorf("got %d events, want %d", n, stop)
		}
		p.Reset()
		if got := showEvents(p.Feed("x")); len(got) != 1 || got[0] != "text x" {
			t.Errorf("stopped at %d: got %q from the next reply", stop, got)
		}
		p.Reset()
	}
}

func TestCalls(t *testing.T) {
	text := ls + ` {"id":"c1","name":"f","arguments":{x}} ` + ls
	type result struct {
		call Call
		code Code
	}
	var got []result
	var broken error
	for c, err := range Calls(Events(deltasOf(text), new(Parser))) {
		e, _ := errors.AsType[*Error](err)
		if e == nil {
			e = new(Error)
		}
		got = append(got, result{c, e.Code})
	}
	want := []result{
		{Call{Name: "ls", Arguments: []byte(`{}`), End: 28}, 0},
		{Call{Index: 1, ID: "c1", Name: "f"}, parse.ErrSyntax},
		{Call{Index: 2, Name: "ls", Arguments: []byte(`{}`), Start: 68, End: 96}, 0},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(result{})); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	n := 0
	for c, err := range Calls(Events(brokenAfter(ls), new(Parser))) {
		n++
		if n == 2 && (c.Name != "" || err == nil) {
			t.Errorf("the transport's error: got %v, %v", c, err)
		}
		broken = err
	}
	if n != 2 || broken != errBroken {
		t.Errorf("a broken transport: got %d results, the last with %v", n, broken)
	}
	for c, err := range Calls(Events(deltasOf("no"), newParser(Options{Format: format("first-object")}))) {
		if !errors.Is(err, parse.ErrNoCall) || c.Name != "" || c.Index != 0 {
			t.Errorf("an error outside of calls: got %v, %v, want an empty call", c, err)
		}
	}
	for stop := 1; stop <= 3; stop++ {
		n := 0
		for range Calls(Events(deltasOf(text), new(Parser))) {
			if n++; n == stop {
				break
			}
		}
		if n != stop {
			t.Errorf("got %d calls, want %d", n, stop)
		}
	}
}

func TestKindString(t *testing.T) {
	for k := KindText; k <= KindEnd; k++ {
		if k.String() == "unknown" || k.String() == "" {
			t.Errorf("kind %d has no name", k)
		}
	}
	if got := (KindEnd + 1).String(); got != "unknown" {
		t.Errorf("got %q for a kind that is none", got)
	}
}

// Each state has its functions, and a name of its own for who debugs.
func TestStates(t *testing.T) {
	names := map[string]state{}
	for s := range state(len(states)) {
		if other, ok := names[s.String()]; ok || s.String() == "" || states[s].read == nil {
			t.Errorf("state %d: got the name %q, which state %d has, or no function", s, s, other)
		}
		names[s.String()] = s
	}
}
