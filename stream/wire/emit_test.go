package wire

import (
	"fmt"
	"strings"
	"testing"
)

// TestHalves holds what becomes of halves of surrogate pairs whose other half
// never comes.
func TestHalves(t *testing.T) {
	check(t, "openai-chat", Options{}, events(`
		{"choices":[{"delta":{"content":"a\ud83d","reasoning":"b\ud83d"}},{"index":1,"delta":{"content":"\ud83d"}}]}`), `
		reasoning b
		text a
		reasoning �
		text �
		text choice=1 �`)
	check(t, "openai-responses", Options{}, events(`
		{"type":"response.output_text.delta","delta":"\ud83d"}
		{"type":"response.custom_tool_call_input.delta","item_id":"c","output_index":0,"delta":"x\ud83d"}
		{"type":"response.custom_tool_call_input.delta","item_id":"c","output_index":0,"delta":"\\ud83d"}
		{"type":"response.completed","response":{"status":"completed"}}`), `
		fragment id=c #0 {"input":"x�\\ud83d
		text �
		finish completed
		done`)
}

// TestManyHalves holds that few halves wait at once.
func TestManyHalves(t *testing.T) {
	var in strings.Builder
	for i := range maxHalves + 1 {
		fmt.Fprintf(&in, `data: {"choices":[{"index":%d,"delta":{"content":"\ud83d"}}]}`+"\n\n", i)
	}
	got := run(t, "openai-chat", Options{}, in.String())
	if len(got) != maxHalves+1 || got[0] != fmt.Sprintf("text choice=%d �", maxHalves) {
		t.Errorf("got %d deltas, the first of them %q", len(got), got[0])
	}
}

// TestManyChoices holds that a reply of more choices than are watched is not
// complete without [DONE].
func TestManyChoices(t *testing.T) {
	var in strings.Builder
	for i := range maxChoices + 1 {
		fmt.Fprintf(&in, `data: {"choices":[{"index":%d,"finish_reason":"stop"}]}`+"\n\n", i)
	}
	if got := run(t, "openai-chat", Options{}, in.String()); len(got) != maxChoices+1 {
		t.Errorf("got %d deltas, want %d", len(got), maxChoices+1)
	}
	if got := run(t, "openai-chat", Options{}, in.String()+"data: [DONE]\n\n"); got[len(got)-1] != "done" {
		t.Errorf("got %q at the end, want done", got[len(got)-1])
	}
}

// TestBrokenEscapes holds that a frame with a broken escape is lost.
func TestBrokenEscapes(t *testing.T) {
	for _, s := range []string{`\`, `\u`, `\u12"`, `\u12x4`, `\U0041`, `\'`, `\ud83d\u12`, "\x1f"} {
		in := "data: {\"choices\":[{\"delta\":{\"content\":\"" + s + "\"}}]}\n\ndata: [DONE]\n\n"
		check(t, "openai-chat", Options{}, in, "lost the frame at byte 0 of the stream is not JSON\ndone")
	}
}
