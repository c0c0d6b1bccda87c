package wire

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/stream"
)

// TestParsed holds what a parser makes of the recordings.
func TestParsed(t *testing.T) {
	tide := `harbour_tide {"harbour":"Bodø"}`
	tests := []struct {
		name     string
		calls    []string
		errors   []string
		complete bool
	}{
		{"anthropic/calls", []string{`0 toolu_01T harbour_tide {"harbour": "Bodø"}`, `0 toolu_01U list_boats {}`}, nil, true},
		{"anthropic/server_tool_and_error", nil, []string{"provider", "truncated"}, false},
		{"bedrock/converse", []string{`0 tooluse_q1 harbour_tide {"harbour": "Bodø"}`}, nil, true},
		{"bedrock/invoke", []string{"0 toolu_bdrk_1 " + tide}, nil, true},
		{"cohere/calls", []string{`0 harbour_tide_ab1 harbour_tide {"harbour": "Bodø"}`}, nil, true},
		{"gemini/array", []string{"0  harbour_tide {\n                \"harbour\": \"Reine\"\n              }"}, nil, true},
		{"gemini/calls", []string{`0  harbour_tide {"harbour":"Bodø","depth":2.5}`, `0  list_boats {}`}, nil, true},
		{"gemini/paths", []string{`0  book_berth {"harbour":"Bodø","nights":2,"boats":[{"name":"Terna","sail":true}]}`}, nil, true},
		{"gemini-interactions/calls", []string{"0 fc_a " + tide, "0 fc_b list_boats {}"}, nil, true},
		{"mistral/calls", []string{`0 w1bXc0000 harbour_tide {"harbour": "Bodø"}`, `0 w1bXc0001 list_boats {}`}, nil, true},
		{"ollama/calls", []string{`0 call_x1 harbour_tide {"harbour":"Bodø","at":[6,7.5]}`, `0  list_boats {}`}, nil, true},
		{"openai-chat/error", nil, []string{"provider", "truncated"}, false},
		{"openai-chat/gateway", []string{`0 chatcmpl-tool-9f harbour_tide {"harbour": "Bodø"}`, `0 chatcmpl-tool-a0 list_boats {}`}, nil, true},
		{"openai-chat/two_calls", []string{`0 call_Kq1 harbour_tide {"harbour":"Bodø","at":"2031-04-05T06:00"}`, `0 call_Kq2 ferry_times {"from":"Bodø","to":"Moskenes"}`}, nil, true},
		{"openai-chat/two_choices", []string{`1 b weigh {"kilos":12}`}, nil, true},
		{"openai-responses/calls", []string{"0 call_1 " + tide, `0 call_2 log_book {"input":"06:00 \"calm\"\n07:00 swell"}`}, nil, true},
		{"openai-responses/incomplete", nil, []string{"truncated"}, true},
	}
	recorded := map[string]recording{}
	for _, r := range recordings(t) {
		recorded[strings.TrimPrefix(r.name, "testdata/")] = r
	}
	if len(recorded) != len(tests) {
		t.Errorf("%d of %d recordings are tested", len(tests), len(recorded))
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := recorded[tt.name]
			for _, chunks := range [][]string{{r.in}, bytesOf(r.in)} {
				got := resultOf(parsed(t, r.wire, nil, chunks...))
				if diff := cmp.Diff(tt.calls, got.Calls); diff != "" {
					t.Errorf("%d chunks: calls: -want +got\n%s", len(chunks), diff)
				}
				if diff := cmp.Diff(tt.errors, got.Errors); diff != "" || got.Complete != tt.complete {
					t.Errorf("%d chunks: complete %v, errors: -want +got\n%s", len(chunks), got.Complete, diff)
				}
			}
		})
	}
}

// TestPrefixes holds that a stream that ends early, at whatever byte, gives no
// call that the whole stream does not have.
func TestPrefixes(t *testing.T) {
	for _, r := range recordings(t) {
		whole := map[string]bool{}
		for _, c := range resultOf(parsed(t, r.wire, nil, r.in)).Calls {
			whole[c] = true
		}
		for i := 0; i < len(r.in); i += 1 + len(r.in)/500 {
			for _, c := range resultOf(parsed(t, r.wire, nil, r.in[:i])).Calls {
				if !whole[c] {
					t.Errorf("%s: the first %d bytes give the call %s", r.name, i, c)
				}
			}
		}
	}
}

// TestText holds that text on a provider's wire is not searched, and that a
// model's bare text is.
func TestTextSearched(t *testing.T) {
	call := `{"name":"now","arguments":{}}`
	if got := resultOf(parsed(t, "text", nil, "Now: "+call)); len(got.Calls) != 1 {
		t.Errorf("text: got %v, want a call", got)
	}
	in := events(`{"choices":[{"delta":{"content":"{\"name\":\"now\",\"arguments\":{}}"},"finish_reason":"stop"}]}`)
	if got := resultOf(parsed(t, "openai-chat", nil, in)); len(got.Calls) != 0 || got.Text[0] != call {
		t.Errorf("openai-chat: got %v, want text", got)
	}
}

// TestManyDeltas holds that a call in 100,000 pieces comes out whole.
func TestManyDeltas(t *testing.T) {
	const n = 100_000
	events := parsed(t, "openai-chat", nil, chatStream(n))
	calls := 0
	for _, ev := range events {
		if ev.Kind == stream.KindCallEnd {
			calls++
			if ev.Call == nil || len(ev.Call.Arguments) != len(`{"a":""}`)+4*n {
				t.Fatalf("got %v", ev.Err)
			}
		}
	}
	if calls != 1 {
		t.Errorf("got %d calls, want 1", calls)
	}
}

// TestLongLine holds that a line of a megabyte is an ordinary one.
func TestLongLine(t *testing.T) {
	text := strings.Repeat("0123456789abcdef", 1<<16)
	line := events(fmt.Sprintf(`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"a\":\"%s\"}"}}]},"finish_reason":"tool_calls"}]}`, text))
	for _, size := range []int{7, 4096, len(line)} {
		got := resultOf(parsed(t, "openai-chat", nil, cut(line, []byte{byte(size % 256)})...))
		if want := `0 a f {"a":"` + text + `"}`; len(got.Calls) != 1 || got.Calls[0] != want {
			t.Errorf("pieces of %d: got %d calls", size, len(got.Calls))
		}
	}
}

// TestManyCalls holds that 10,000 calls that are open at once are told apart
// here, and bounded by the parser.
func TestManyCalls(t *testing.T) {
	const n = 10_000
	var chat, messages strings.Builder
	for i := range n {
		fmt.Fprintf(&chat, `data: {"choices":[{"delta":{"tool_calls":[{"index":%d,"id":"c%d","function":{"name":"f","arguments":"{"}}]}}]}`+"\n\n", i, i)
		fmt.Fprintf(&messages, `data: {"type":"content_block_start","index":%d,"content_block":{"type":"tool_use","id":"c%d","name":"f","input":{}}}`+"\n\n", i, i)
	}
	for i := range n {
		fmt.Fprintf(&chat, `data: {"choices":[{"delta":{"tool_calls":[{"index":%d,"function":{"arguments":"\"a\":%d}"}}]}}]}`+"\n\n", i, i)
		fmt.Fprintf(&messages, `data: {"type":"content_block_delta","index":%d,"delta":{"type":"input_json_delta","partial_json":"{\"a\":%d}"}}`+"\n\n", i, i)
	}
	for wire, in := range map[string]string{"openai-chat": chat.String(), "anthropic": messages.String()} {
		if got := len(run(t, wire, Options{}, in)); got != 2*n {
			t.Errorf("%s: got %d deltas, want %d", wire, got, 2*n)
		}
		got := resultOf(parsed(t, wire, nil, in))
		if len(got.Calls) != stream.DefaultMaxOpen || len(got.Errors) != n-stream.DefaultMaxOpen {
			t.Errorf("%s: got %d calls and %d errors, want %d and the rest", wire, len(got.Calls), len(got.Errors), stream.DefaultMaxOpen)
		}
	}
}

// TestTooManyBlocks holds that the tables of blocks and items are bounded, and
// that what goes over them fails what is open.
func TestTooManyBlocks(t *testing.T) {
	var blocks, items strings.Builder
	for i := range maxBlocks + 1 {
		fmt.Fprintf(&blocks, `data: {"type":"content_block_start","index":%d,"content_block":{"type":"server_tool_use"}}`+"\n\n", i)
		fmt.Fprintf(&items, `data: {"type":"response.output_item.added","output_index":%d,"item":{"type":"mcp_call"}}`+"\n\n", i)
	}
	for wire, in := range map[string]string{"anthropic": blocks.String(), "openai-responses": items.String()} {
		got := run(t, wire, Options{}, in)
		if len(got) != 1 || !strings.HasPrefix(got[0], "lost") {
			t.Errorf("%s: got %q, want one loss", wire, got)
		}
	}
	var candidates strings.Builder
	for i := range maxChoices + 1 {
		fmt.Fprintf(&candidates, `data: {"candidates":[{"index":%d,"content":{"parts":[{"functionCall":{"name":"f","willContinue":true}}]},"finishReason":""}]}`+"\n\n", i)
	}
	got := run(t, "gemini", Options{}, candidates.String())
	if last := got[len(got)-1]; !strings.HasPrefix(last, "lost") {
		t.Errorf("gemini: got %q, want a loss", last)
	}
}

// TestDecoderAllocates holds that a delta costs one allocation: its text.
func TestDecoderAllocates(t *testing.T) {
	frames := map[string]string{
		"openai-chat": events(`{"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\"abc"}}]},"logprobs":null,"finish_reason":null}],"usage":null}`),
		"anthropic":   events(`content_block_delta {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"abc"}}`),
		"mistral":     events(`{"choices":[{"index":0,"delta":{"content":"ab\n"}}]}`),
		"bedrock":     messages(`contentBlockDelta {"contentBlockIndex":0,"delta":{"toolUse":{"input":"abc"}},"p":"abcdef"}`),
		"gemini":      events(`{"candidates":[{"content":{"parts":[{"text":"abc"}]}}]}`),
		"ollama":      `{"message":{"content":"abc"},"done":false}` + "\n",
		"cohere":      events(`{"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"abc"}}}}`),
		"text":        "abc",
	}
	for wire, frame := range frames {
		d, err := New(wire, Options{})
		if err != nil {
			t.Fatal(err)
		}
		in := []byte(frame)
		d.Write(in)
		if got := testing.AllocsPerRun(100, func() {
			if len(d.Write(in)) != 1 {
				t.Fatal("no delta")
			}
		}); got != 1 {
			t.Errorf("%s: got %v allocations, want 1", wire, got)
		}
	}
}

// FuzzParsed holds that no stream makes a parser panic, and that its events do
// not depend on the chunks.
func FuzzParsed(f *testing.F) {
	for _, r := range recordings(f) {
		f.Add(r.in, []byte{1})
	}
	f.Fuzz(func(t *testing.T, s string, cuts []byte) {
		for _, name := range Names() {
			whole, pieces := resultOf(parsed(t, name, nil, s)), resultOf(parsed(t, name, nil, cut(s, cuts)...))
			if diff := cmp.Diff(whole, pieces); diff != "" {
				t.Errorf("%s: -whole +cut\n%s", name, diff)
			}
		}
	})
}
