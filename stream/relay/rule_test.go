package relay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// TestUsage holds that an account comes out in the shape of the provider that is
// written for, and that one of an unknown shape does not come out.
func TestUsage(t *testing.T) {
	const none = ""
	tests := []struct{ name, in, chat, messages string }{
		{"chat", `{"prompt_tokens":10,"completion_tokens":2,"total_tokens":12,"prompt_tokens_details":{"cached_tokens":4}}`,
			`{"prompt_tokens":10,"completion_tokens":2,"total_tokens":12,"prompt_tokens_details":{"cached_tokens":4}}`,
			`{"input_tokens":6,"output_tokens":2,"cache_read_input_tokens":4,"cache_creation_input_tokens":0}`},
		{"messages", `{"input_tokens":6,"output_tokens":2,"cache_read_input_tokens":4,"cache_creation_input_tokens":1}`,
			`{"prompt_tokens":11,"completion_tokens":2,"total_tokens":13,"prompt_tokens_details":{"cached_tokens":4}}`,
			`{"input_tokens":6,"output_tokens":2,"cache_read_input_tokens":4,"cache_creation_input_tokens":1}`},
		{"responses", `{"input_tokens":10,"output_tokens":2,"total_tokens":12,"input_tokens_details":{"cached_tokens":4}}`,
			`{"prompt_tokens":10,"completion_tokens":2,"total_tokens":12,"prompt_tokens_details":{"cached_tokens":4}}`,
			`{"input_tokens":6,"output_tokens":2,"cache_read_input_tokens":4,"cache_creation_input_tokens":0}`},
		{"gemini", `{"promptTokenCount":10,"candidatesTokenCount":2,"thoughtsTokenCount":3,"cachedContentTokenCount":4,"totalTokenCount":15}`,
			`{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,"prompt_tokens_details":{"cached_tokens":4}}`,
			`{"input_tokens":6,"output_tokens":5,"cache_read_input_tokens":4,"cache_creation_input_tokens":0}`},
		{"bedrock", `{"inputTokens":6,"outputTokens":2,"totalTokens":12,"cacheReadInputTokens":4}`,
			`{"prompt_tokens":10,"completion_tokens":2,"total_tokens":12,"prompt_tokens_details":{"cached_tokens":4}}`,
			`{"input_tokens":6,"output_tokens":2,"cache_read_input_tokens":4,"cache_creation_input_tokens":0}`},
		{"interactions", `{"total_input_tokens":10,"total_output_tokens":2,"total_thought_tokens":3,"total_cached_tokens":4,"total_tokens":15}`,
			`{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,"prompt_tokens_details":{"cached_tokens":4}}`,
			`{"input_tokens":6,"output_tokens":5,"cache_read_input_tokens":4,"cache_creation_input_tokens":0}`},
		{"cohere", `{"billed_units":{"input_tokens":9},"tokens":{"input_tokens":10,"output_tokens":2}}`,
			`{"prompt_tokens":10,"completion_tokens":2,"total_tokens":12,"prompt_tokens_details":{"cached_tokens":0}}`,
			`{"input_tokens":10,"output_tokens":2,"cache_read_input_tokens":0,"cache_creation_input_tokens":0}`},
		{"unknown", `{"seconds":4}`, none, none},
		{"no object", `[1]`, none, none},
		{"other types", `{"prompt_tokens":"many"}`, none, none},
		{"null", `null`, none, none},
		{"nil", ``, none, none},
	}
	for _, tt := range tests {
		if got := string(chatUsage(json.RawMessage(tt.in))); got != tt.chat {
			t.Errorf("%s, for chat: got %s, want %s", tt.name, got, tt.chat)
		}
		if got := string(messagesUsage(json.RawMessage(tt.in))); got != tt.messages {
			t.Errorf("%s, for messages: got %s, want %s", tt.name, got, tt.messages)
		}
	}
}

// TestReasons holds what each finish reason becomes, without calls and with one.
func TestReasons(t *testing.T) {
	tests := []struct{ in, chat, messages, chatCalls, messagesCalls string }{
		{"stop", "stop", "end_turn", "tool_calls", "tool_use"},
		{"", "stop", "end_turn", "tool_calls", "tool_use"},
		{"STOP", "stop", "end_turn", "tool_calls", "tool_use"},
		{"COMPLETE", "stop", "end_turn", "tool_calls", "tool_use"},
		{"stop_sequence", "stop", "stop_sequence", "tool_calls", "tool_use"},
		{"pause_turn", "stop", "pause_turn", "tool_calls", "pause_turn"},
		{"length", "length", "max_tokens", "length", "max_tokens"},
		{"MAX_TOKENS", "length", "max_tokens", "length", "max_tokens"},
		{"unheard_of", "length", "max_tokens", "length", "max_tokens"},
		{"model_context_window_exceeded", "length", "model_context_window_exceeded", "length", "model_context_window_exceeded"},
		{"refusal", "content_filter", "refusal", "content_filter", "refusal"},
		{"SAFETY", "content_filter", "refusal", "content_filter", "refusal"},
		{"guardrail_intervened", "content_filter", "refusal", "content_filter", "refusal"},
	}
	for _, tt := range tests {
		r := reasonOf(tt.in)
		got := []string{chatReason(r, 0), anthropicReason(r, 0), chatReason(r, 1), anthropicReason(r, 1)}
		if diff := cmp.Diff([]string{tt.chat, tt.messages, tt.chatCalls, tt.messagesCalls}, got); diff != "" {
			t.Errorf("%q: -want +got\n%s", tt.in, diff)
		}
	}
}

// TestChoiceReasons holds that each choice keeps its own finish reason.
func TestChoiceReasons(t *testing.T) {
	var b bytes.Buffer
	w := NewOpenAIChat(&b)
	w.FinishReason = func(choice int) string { return []string{"length", "stop"}[choice] }
	for _, ev := range []stream.Event{{Text: "a", Index: -1}, {Text: "b", Index: -1, Choice: 1}, {Kind: stream.KindEnd, Index: -1, Complete: true, Text: "stop"}} {
		if err := w.Write(ev); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{`{"index":0,"delta":{},"finish_reason":"length"}`, `{"index":1,"delta":{},"finish_reason":"stop"}`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("got %s, want %s in it", b.String(), want)
		}
	}
}

// TestReasonOfAFailedCall holds that a choice that said nothing but a call that
// failed has its finish reason too.
func TestReasonOfAFailedCall(t *testing.T) {
	var b bytes.Buffer
	w := NewOpenAIChat(&b)
	failed := &parse.Error{Code: parse.ErrSyntax, Choice: 1, Message: "no JSON"}
	for _, ev := range []stream.Event{
		{Text: "a", Index: -1},
		{Kind: stream.KindCallStart, Choice: 1, Text: "f"}, {Kind: stream.KindCallEnd, Choice: 1, Err: failed},
		{Kind: stream.KindEnd, Index: -1, Complete: true, Text: "stop"},
	} {
		if err := w.Write(ev); err != nil {
			t.Fatal(err)
		}
	}
	if want := `{"index":1,"delta":{},"finish_reason":"stop"}`; !strings.Contains(b.String(), want) {
		t.Errorf("got %s, want %s in it", b.String(), want)
	}
}

// TestIDs holds what an id becomes, that the same conversation gets the same ids
// again, and that each leads back.
func TestIDs(t *testing.T) {
	tests := []struct {
		name  string
		style idStyle
		id    string
		kept  bool
	}{
		{"chat takes any", anyIDs, "functions.tide:0", true},
		{"chat: null is absent", anyIDs, "null", false},
		{"chat: bytes that are no text", anyIDs, "\xff", false},
		{"anthropic", anthropicIDs, "call_Kq-1", true},
		{"anthropic: other letters", anthropicIDs, "functions.tide:0", false},
		{"mistral", mistralIDs, "w1bXc0000", true},
		{"mistral: too short", mistralIDs, "w1bXc000", false},
		{"mistral: other letters", mistralIDs, "call_Kq-1", false},
	}
	for _, tt := range tests {
		var a, b IDs
		first, again := a.write(tt.id, tt.style), b.write(tt.id, tt.style)
		second := a.write(tt.id, tt.style)
		if (first == tt.id) != tt.kept || first != again || second == first || !tt.style.fits(first) || !tt.style.fits(second) {
			t.Errorf("%s: got %q, again %q, and for a second call %q", tt.name, first, again, second)
		}
		for _, id := range []string{first, second} {
			if got, ok := a.Upstream(id); got != tt.id || !ok {
				t.Errorf("%s: %q leads back to %q, %v", tt.name, id, got, ok)
			}
		}
		if _, ok := a.Upstream("other"); ok {
			t.Errorf("%s: an id that was not written is known", tt.name)
		}
	}
}

// TestIDTaken holds that an upstream id that is one of ours is not written twice.
func TestIDTaken(t *testing.T) {
	var ids IDs
	ours := ids.write("", mistralIDs)
	if got := ids.write(ours, mistralIDs); got == ours || !mistralIDs.fits(got) {
		t.Errorf("got %q for %q", got, ours)
	}
}

// TestIDsLinear holds that calls under one id cost the same each.
func TestIDsLinear(t *testing.T) {
	var ids IDs
	for range 1 << 15 {
		ids.write("a", anyIDs)
	}
	if n := ids.repeated["a"]; n > 1<<15 {
		t.Errorf("%d ids were tried", n)
	}
}

// TestLateID holds that a call whose id comes after its start leads back to it.
func TestLateID(t *testing.T) {
	var ids IDs
	call := parse.Call{ID: "late", Name: "f", Arguments: json.RawMessage(`{"a":1}`)}
	s := written(t, NewAnthropic, func(w *Writer) { w.Deltas, w.IDs = true, &ids }, []stream.Event{
		{Kind: stream.KindCallStart, Text: "f"}, {Kind: stream.KindCallDelta, Text: `{"a":1}`}, {Kind: stream.KindCallEnd, Call: &call},
	})
	_, id, _ := strings.Cut(s, `"id":"toolu_`)
	id, _, _ = strings.Cut(id, `"`)
	if got, _ := ids.Upstream("toolu_" + id); got != "late" {
		t.Errorf("got %q, want late", got)
	}
}

// TestFailedCall holds that a call that failed is never whole in the stream, and
// that one without an argument byte is not there.
func TestFailedCall(t *testing.T) {
	for name, fresh := range writers {
		for _, args := range []string{"", "{}", `{"a":{}}`} {
			events := []stream.Event{{Kind: stream.KindCallStart, Text: "f", ID: "a"}}
			for _, c := range args {
				events = append(events, stream.Event{Kind: stream.KindCallDelta, Text: string(c)})
			}
			events = append(events,
				stream.Event{Kind: stream.KindCallEnd, Err: &stream.Error{Code: parse.ErrUnknownTool}},
				stream.Event{Kind: stream.KindEnd, Index: -1, Complete: true, Text: "stop"})
			s := written(t, fresh, func(w *Writer) { w.Deltas = true }, events)
			if got := resultOf(parsed(t, name, nil, s)); len(got.Calls) > 0 {
				t.Errorf("%s, %s: got %q\n%s", name, args, got.Calls, s)
			}
		}
	}
}

// TestHeld holds that what waits for a call has a limit, and that an event that
// is refused changes nothing.
func TestHeld(t *testing.T) {
	var b bytes.Buffer
	w := NewAnthropic(&b)
	w.Deltas = true
	for _, ev := range []stream.Event{{Kind: stream.KindCallStart, Text: "f"}, {Kind: stream.KindCallDelta, Text: "{"}} {
		if err := w.Write(ev); err != nil {
			t.Fatal(err)
		}
	}
	text := stream.Event{Index: -1, Text: strings.Repeat("x", 1<<20)}
	for n := range 16 {
		if err := w.Write(text); err != nil {
			t.Fatalf("after %d MiB: %v", n, err)
		}
	}
	if err := w.Write(text); !errors.Is(err, errHeld) {
		t.Errorf("got %v, want %v", err, errHeld)
	}
	call := parse.Call{Name: "f", Arguments: json.RawMessage("{}")}
	for _, ev := range []stream.Event{{Kind: stream.KindCallDelta, Text: "}"}, {Kind: stream.KindCallEnd, Call: &call}, text} {
		if err := w.Write(ev); err != nil {
			t.Error(err)
		}
	}
	for range 3 { // what was held and is out counts no more
		for _, ev := range []stream.Event{{Kind: stream.KindCallStart, Index: 1, Text: "f"}, {Kind: stream.KindCallDelta, Index: 1, Text: "{"}, text,
			{Kind: stream.KindCallDelta, Index: 1, Text: "}"}, {Kind: stream.KindCallEnd, Index: 1, Call: &call}} {
			if err := w.Write(ev); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := strings.Count(b.String(), "x"); got < 20<<20 || got > 20<<20+256 {
		t.Errorf("%d bytes of text came out, want 20 MiB", got)
	}
}

// TestInterleaved holds the order of blocks: what comes while a call is open
// comes after it, in its order.
func TestInterleaved(t *testing.T) {
	a := parse.Call{ID: "a", Name: "f", Arguments: json.RawMessage(`{"a":1}`)}
	c := parse.Call{ID: "c", Name: "g", Arguments: json.RawMessage(`{"c":1}`)}
	s := written(t, NewAnthropic, func(w *Writer) { w.Deltas = true }, []stream.Event{
		{Kind: stream.KindCallStart, Index: 0, Text: "f", ID: "a"}, {Kind: stream.KindCallDelta, Index: 0, Text: `{"a"`},
		{Kind: stream.KindText, Index: -1, Text: "hm"},
		{Kind: stream.KindCallStart, Index: 1, Text: "g", ID: "c"}, {Kind: stream.KindCallDelta, Index: 1, Text: `{"c":1}`},
		{Kind: stream.KindCallEnd, Index: 1, Call: &c},
		{Kind: stream.KindCallDelta, Index: 0, Text: `:1}`}, {Kind: stream.KindCallEnd, Index: 0, Call: &a},
		{Kind: stream.KindEnd, Index: -1, Complete: true, Text: "stop"},
	})
	validMessages(t, s)
	var got []string
	for _, ev := range parsed(t, "anthropic", nil, s) {
		if ev.Kind == stream.KindText || ev.Call != nil {
			got = append(got, fmt.Sprint(ev.Text, ev.Call != nil))
		}
	}
	if want := "[true hmfalse true]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
