package stream

import (
	"fmt"
	"strings"
	"testing"

	"github.com/earlycall/earlycall/parse"
)

// Fences: what a line holds decides whether a run opens one, and a run of any
// length does.
func TestFenceEdges(t *testing.T) {
	long := strings.Repeat("`", len(ls)+1)
	runText(t, Options{}, []textTest{
		{"carriage return before a run", "\rˋˋˋ⏎" + ls, `
			text «\rˋˋˋ⏎»
			call 0 ls {}`, ""},
		{"space and tab before a run", " \tˋˋˋ⏎" + ls, `
			text « \t»
			marker «ˋˋˋ⏎»
			call 0 ls {}`, ""},
		{"short run before a run", "ˋˋ ˋˋˋ⏎" + ls, `
			text «ˋˋ ˋˋˋ⏎»
			call 0 ls {}`, ""},
		{"run after an array's end", "ˋˋˋ⏎[" + ls + "]ˋˋˋ.", `
			marker «ˋˋˋ⏎[»
			call 0 ls {}
			marker «]ˋˋˋ»
			text «.»`, ""},
		{"run after an array's end that a comma precedes", "ˋˋˋ⏎[" + ls + ",]ˋˋˋ.", `
			marker «ˋˋˋ⏎[»
			call 0 ls {}
			marker «,]ˋˋˋ»
			text «.»`, ""},
		{"comma after a call", "ˋˋˋ⏎[" + ls + ",ˋˋˋ.", `
			marker «ˋˋˋ⏎[»
			call 0 ls {}
			marker «,»
			text «ˋˋˋ.»`, ""},
	})
	runText(t, Options{MaxCall: len(ls)}, []textTest{
		{"run that is too long to be held", long + "⏎ˋˋˋ⏎" + ls, `
			text «` + strings.Repeat("ˋ", len(long)) + `⏎ˋˋˋ⏎»
			call 0 ls {}`, ""},
		{"run that closes a long one", long + "⏎x⏎" + long + "⏎ˋˋˋ⏎" + ls, `
			text «` + strings.Repeat("ˋ", len(long)) + `⏎x⏎` + strings.Repeat("ˋ", len(long)) + `⏎»
			marker «ˋˋˋ⏎»
			call 0 ls {}`, ""},
		{"run that is too short to close it", long + "⏎x⏎" + long[1:] + "⏎ˋˋˋ⏎" + ls, `
			text «` + strings.Repeat("ˋ", len(long)) + `⏎x⏎` + strings.Repeat("ˋ", len(long)-1) + `⏎ˋˋˋ⏎»
			call 0 ls {}`, ""},
		{"bracket and white space that can be held", "[" + strings.Repeat(" ", len(ls)-2) + ls, `
			marker «[` + strings.Repeat(" ", len(ls)-2) + `»
			call 0 ls {}`, ""},
		{"bracket and one more", "[" + strings.Repeat(" ", len(ls)-1) + ls, `
			text «[` + strings.Repeat(" ", len(ls)-1) + `»
			call 0 ls {}`, ""},
	})
}

// A call of exactly the limit is one, whatever its shape; of one byte more it
// fails at that byte.
func TestExactCall(t *testing.T) {
	tests := []struct{ format, head, call string }{
		{"json", "", `{"name":"f","arguments":{"k":"v"}}`},
		{"json", "", `{"arguments":{"k":"v"},"name":"f"}`},
		{"json", "", `{"name":"f","arguments":"{\"k\":\"v\"}"}`},
		{"hermes", "<tool_call>", `{"name":"f","arguments":{"k":"v"}}`},
		{"mistral", "[TOOL_CALLS][", `{"name":"f","arguments":{"k":"v"}}`},
		{"mistral", "[TOOL_CALLS]", `f{"k":"v"}`},
		{"mistral", "[TOOL_CALLS]", `f[CALL_ID]c1[ARGS] {"k":"v"}`},
		{"qwen3_coder", "<tool_call>", `<function=f><parameter=k>v</parameter></function>`},
		{"qwen3_coder", "", `<function=f><parameter=k>v</parameter> </function>`},
		{"first-object", "", `{"name":"f","arguments":{"k":"v"}}`},
	}
	for _, tt := range tests {
		tail := " x"
		if strings.HasSuffix(tt.head, "[") {
			tail = "]"
		}
		for _, n := range []int{1, len(tt.call)} {
			p := Parser{Format: format(tt.format), Tools: offered("f"), MaxCall: len(tt.call)}
			if got, want := outline(feedAll(&p, inChunks(tt.head+tt.call+tail, n))), "f {\"k\":\"v\"}\n"; got != want {
				t.Errorf("%s, %s in chunks of %d: got %q, want %q", tt.format, tt.call, n, got, want)
			}
			p = Parser{Format: format(tt.format), Tools: offered("f"), MaxCall: len(tt.call) - 1}
			want := fmt.Sprintf("limit@%d\n", len(tt.head)+len(tt.call)-1)
			if got := outline(feedAll(&p, inChunks(tt.head+tt.call+tail, n))); got != want {
				t.Errorf("%s, %s in chunks of %d, one byte too long: got %q, want %q", tt.format, tt.call, n, got, want)
			}
		}
	}
}

// Limits that end in a name, or in what must follow it.
func TestLimitInHead(t *testing.T) {
	for limit, want := range map[int]string{1: "limit@13", 2: "limit@14", 3: "limit@15", 9: "limit@21", 10: "ls {}"} {
		p := Parser{Format: format("mistral"), MaxCall: limit}
		if got := outline(feedAll(&p, bytewise("[TOOL_CALLS]ls[ARGS]{}"))); got != want+"\n" && limit < 10 {
			t.Errorf("limit %d: got %q, want %q", limit, got, want)
		}
	}
	for limit, want := range map[int]string{1: "limit@13\n", 2: "ls {}\ntruncated@26\n"} {
		p := Parser{Format: format("mistral"), MaxCall: limit}
		if got := outline(feedAll(&p, bytewise("[TOOL_CALLS]ls[TOOL_CALLS]"))); got != want {
			t.Errorf("a bare name, limit %d: got %q, want %q", limit, got, want)
		}
	}
	for _, limit := range []int{1, 9, 10, 11} {
		p := Parser{Format: format("qwen3_coder"), MaxCall: limit}
		if got, want := outline(feedAll(&p, bytewise("<tool_call><function=ls></function>"))), fmt.Sprintf("limit@%d\n", 11+limit); got != want {
			t.Errorf("tagged, limit %d: got %q, want %q", limit, got, want)
		}
	}
}

// Braces of the text are counted from 0, and anew for each reply.
func TestBraceDepth(t *testing.T) {
	p := newParser(Options{})
	for _, tt := range []struct{ in, want string }{
		{"{ x", ""},
		{"(" + ls, "ls {}\n"},
		{"}} { (" + ls, ""},
		{"{ } (" + ls, "ls {}\n"},
		{"{{ } (" + ls, ""},
	} {
		if got := outline(feedAll(p, []string{tt.in})); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.in, got, tt.want)
		}
		p.Reset()
	}
}

// TestOtherClose holds that a closer may begin otherwise than its opener, in a
// broken body and after a call.
func TestOtherClose(t *testing.T) {
	row := Format{Name: "other", Shapes: parse.ShapeEnvelope, Open: []string{"<call>"}, Close: []string{"(end)"}, MustClose: true}
	runText(t, Options{Format: &row}, []textTest{
		{"broken", "<call>{x (e¦nd)<call>" + ls + "(end)(end).", `
			marker «<call>»
			failed 0 - syntax@7 «{x» « »
			marker «(end)<call>»
			call 1 ls {}
			marker «(end)(end)»
			text «.»`, `(e¦`},
		{"conflict", "<call>" + ls + "x(en(end).", `
			marker «<call>»
			call 0 ls {}
			conflict 0 ls trailing@34 «x(en»
			marker «(end)»
			text «.»`, ""},
	})
}

// TestQuotedToolKey holds that the key is found after any quote.
func TestQuotedToolKey(t *testing.T) {
	for in, want := range map[string]string{
		`""tool" {}`:           "no-name@9\n",
		`"to"tool" {}`:         "no-name@11\n",
		`"tool {}`:             "",
		`{"tool":"f","x":""}`:  "f {}\n",
		`{"x":""tool"} "tool"`: "syntax@7\n",
	} {
		p := Parser{Format: format("tool-key")}
		if got := outline(feedAll(&p, bytewise(in))); got != want {
			t.Errorf("%s: got %q, want %q", in, got, want)
		}
	}
}

// TestDeepKeys holds that equal keys are found at any depth.
func TestDeepKeys(t *testing.T) {
	for depth := range 12 {
		open, shut := strings.Repeat(`{"a":[`, depth), strings.Repeat("]}", depth)
		for members, want := range map[string]bool{`{"k":1,"l":2}`: true, `{"k":1,"k":2}`: false, `{"k":{"k":1},"l":[{"k":1}]}`: true, `{"k":{"l":1},"k":1}`: false} {
			_, err := Parse(`{"name":"f","arguments":{"x":`+open+members+shut+`}}`, Options{})
			if (err == nil) != want {
				t.Errorf("%s at depth %d: got %v", members, depth, err)
			}
		}
	}
}

// TestKeysAreDropped holds that the keys of closed objects are forgotten, and
// that many keys of one object are kept in a table.
func TestKeysAreDropped(t *testing.T) {
	read := func(text string) *object {
		o := new(object)
		o.start(&limits{call: 1 << 20, depth: 100}, false)
		for len(text) > 0 {
			n, _ := o.read(text)
			text = text[n:]
		}
		return o
	}
	o := read(`{"a":[` + strings.Repeat(`{"b":{"c":1}},`, 100) + `{"b":1`)
	if frames, keys := len(o.keys.frames), len(o.keys.keys); frames > 3 || keys > 3 {
		t.Errorf("got %d objects with %d keys, want at most 3", frames, keys)
	}
	var members strings.Builder
	for i := range 2 * linearKeys {
		fmt.Fprintf(&members, `"%d":1,`, i)
	}
	o = read("{" + members.String() + `"x":{"y":1`)
	if f := o.keys.frames[0]; len(f.table) < 2*linearKeys {
		t.Errorf("got a table of %d places for %d keys", len(f.table), 2*linearKeys)
	}
	if f := o.keys.frames[1]; f.table != nil {
		t.Errorf("got a table of %d places for one key", len(f.table))
	}
}

// TestWholePointer holds that the protocols of one object point into the
// arguments, and nowhere else.
func TestWholePointer(t *testing.T) {
	for in, want := range map[string]string{
		`{"name":"f","arguments":{"a":[1,x]}}`: "/a/1",
		`{"name":"f","arguments":{x}}`:         "",
		`{"name":"f","arguments2":{"a":x}}`:    "",
		`{"name":x}`:                           "",
	} {
		p := Parser{Format: format("first-object")}
		for _, e := range feedAll(&p, bytewise(in)) {
			if e.Err != nil && e.Err.Pointer != want {
				t.Errorf("%s: got %q, want %q", in, e.Err.Pointer, want)
			}
		}
	}
}

// TestLimitAnywhere holds, for every limit up to the reply's length, that the
// machine and the reference find the same calls and errors, with the same
// pointers, whole and byte by byte.
func TestLimitAnywhere(t *testing.T) {
	q := *format("qwen3_coder")
	two := q
	two.Name, two.Tagged.OpenEnd, two.Tagged.KeyEnd = "two", "]>", "]>"
	replies := []struct {
		row  *Format
		text string
	}{
		{&q, "<function=f></tool_call>"},
		{&q, "<tool_call><function=g>\n<parameter=x\n<function=f></function>"},
		{&q, "<function=g>\n<parameter=a</tool_call>"},
		{&q, "<function=é><para"},
		{&q, "<function=f><parameter=n>\n \"7\U0001F600\n<parameter=x\n\n\n</"},
		{&q, "<function=f><parameter=k>\nTrue\n<parameter=a\xffjs \x00}"},
		{&q, "<function=f><parameter=></function> "},
		{&q, "<function=f><parameter=k>x\n<parameter=a\xe2>y</parameter></function>"},
		{&q, "<tool_call><function=f><parameter=a>1</parameter>\n<parameter=a>2</parameter></function>\n</tool_call>"},
		{&two, "<tool_call><function=n-1.x]><parameter=n]>v</parameter></tool_call>"},
		{&two, "<function=f]]><parameter=a]>1\n<parameter=b]>2</function>"},
		{format("hermes"), `<tool_call>{"name":"f","arguments":{"a":[1,{"b":tru}],"c":{}}}</tool_call>`},
		{format("hermes"), `<tool_call>[{"name":"f","arguments":"{\"a\":[1]}"},x]</tool_call>`},
		{format("mistral"), `[TOOL_CALLS]f[CALL_ID]c1[ARGS] {"a":{"b":[1,2]}}[/TOOL_CALLS]`},
		{format("json"), "```json\n[" + `{"name":"f","arguments":{"a":"b"}}, {"args":null,"name":"g"}` + "]\n```\n"},
	}
	for _, tt := range replies {
		for depth := range 4 {
			for limit := range len(tt.text) + 1 {
				o := Options{Format: tt.row, MaxCall: limit, MaxDepth: depth}
				want := pointers(parse.Text(tt.text, o))
				for _, n := range []int{1, len(tt.text)} {
					if got := eventPointers(feedAll(newParser(o), inChunks(tt.text, n))); got != want {
						t.Errorf("%q, limits %d and %d, chunks of %d:\ngot\n%swant\n%s", tt.text, limit, depth, n, got, want)
					}
				}
			}
		}
	}
}

// pointers tells the calls and errors among segments, one a line, and where
// they point to.
func pointers(segments []parse.Segment) string {
	var events []Event
	for _, s := range segments {
		events = append(events, Event{Call: s.Call, Err: s.Err})
	}
	return eventPointers(events)
}

func eventPointers(events []Event) string {
	var b strings.Builder
	for _, e := range events {
		b.WriteString(outline([]Event{e}))
		if e.Err != nil {
			fmt.Fprintf(&b, "\tat %q of %q\n", e.Err.Pointer, e.Err.Name)
		}
	}
	return b.String()
}
