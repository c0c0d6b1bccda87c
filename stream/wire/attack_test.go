package wire

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// attack is a stream that is written to cost more than its bytes. It has a size,
// and its length in bytes grows with that.
type attack struct {
	wire, name string
	in         func(n int) string
	chunk      int // bytes a chunk; 0: all in one
}

// repeat returns n copies of a frame, numbered where it has a %d.
func repeat(n int, f string) string {
	if !strings.Contains(f, "%d") {
		return strings.Repeat("data: "+f+"\n\n", n)
	}
	var b strings.Builder
	for i := range n {
		b.WriteString("data: " + strings.ReplaceAll(f, "%d", fmt.Sprint(i)) + "\n\n")
	}
	return b.String()
}

// then returns an attack that opens n things and then looks at them n times.
func then(open, look string) func(int) string {
	return func(n int) string { return repeat(n, open) + repeat(n, look) }
}

const (
	openBlock  = `{"type":"content_block_start","index":%d,"content_block":{"type":"tool_use","id":"c%d","name":"f","input":{}}}`
	openInput  = `{"type":"content_block_start","index":%d,"content_block":{"type":"tool_use","id":"c%d","name":"f","input":{"a":1}}}`
	openStop   = openBlock + "\n\n" + `data: {"type":"content_block_stop","index":%d}`
	openCohere = `{"type":"tool-call-start","index":%d,"delta":{"message":{"tool_calls":{"id":"c%d","function":{"name":"f"}}}}}`
	openStep   = `{"event_type":"step.start","index":%d,"step":{"type":"function_call","id":"c%d","name":"f"}}`
	openCustom = `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":%d,"id":"c%d","custom":{"name":"f","input":"a"}}]}}]}`
	openChoice = `{"choices":[{"index":%d,"delta":{"tool_calls":[{"index":0,"id":"c","custom":{"name":"f","input":"a"}}]}}]}`
)

// attacks are the streams.
var attacks = []attack{
	{"anthropic", "open blocks, message_stop", then(openBlock, `{"type":"message_stop"}`), 0},
	{"anthropic", "open blocks, message_delta", then(openBlock, `{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`), 0},
	{"anthropic", "open blocks with input, message_delta", then(openInput, `{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`), 0},
	{"anthropic", "open blocks, pings", then(openBlock, `{"type":"ping"}`), 0},
	{"anthropic", "stopped blocks, text", then(openStop, `{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"a"}}`), 0},
	{"anthropic", "open blocks, message_start", then(openBlock, `{"type":"message_start","message":{}}`), 0},
	{"anthropic", "open blocks, fallback", then(openBlock, `{"type":"content_block_start","index":0,"content_block":{"type":"fallback"}}`), 0},
	{"anthropic", "one index over and over", func(n int) string { return repeat(2*n, strings.ReplaceAll(openBlock, "%d", "0")) }, 0},
	{"cohere", "open calls, message-end", then(openCohere, `{"type":"message-end","delta":{"finish_reason":"COMPLETE"}}`), 0},
	{"gemini-interactions", "open steps, completed", then(openStep, `{"event_type":"interaction.completed"}`), 0},
	{"openai-chat", "open texts of custom tools, [DONE]", then(openCustom, `[DONE]`), 0},
	{"openai-chat", "open texts of custom tools, finishes", then(openCustom, `{"choices":[{"index":0,"finish_reason":"stop"}]}`), 0},
	{"openai-chat", "many choices, [DONE]", then(openChoice, `[DONE]`), 0},
	{"openai-chat", "many choices, a text and [DONE]", then(`{"choices":[{"index":%d,"delta":{"content":"a"}}]}`, strings.ReplaceAll(openChoice, "%d", "0")+"\n\ndata: [DONE]"), 0},
	{"openai-chat", "many choices, each with half a character", then(`{"choices":[{"index":%d,"delta":{"content":"\ud83d"}}]}`, `[DONE]`), 0},
	{"openai-chat", "a frame with many choices", func(n int) string {
		return repeat(1, `{"choices":[`+strings.Repeat(`{"index":7,"delta":{"content":"a"}},`, n)+`{}]}`)
	}, 0},
	{"openai-chat", "a frame with many entries", func(n int) string {
		return repeat(1, `{"choices":[{"delta":{"tool_calls":[`+strings.Repeat(`{"index":0,"custom":{"input":"a"}},`, n)+`{}]}}]}`)
	}, 0},
	{"openai-chat", "an account with many members", then(`{"usage":{"a%d":1}}`, `{"usage":{"b%d":1}}`), 0},
	{"openai-chat", "a large account", func(n int) string {
		return repeat(n, `{"usage":{`+strings.Repeat(`"a":1,`, 60)+`"b":2}}`)
	}, 0},
	{"openai-responses", "dropped items, created", then(`{"type":"response.output_item.added","output_index":%d,"item":{"id":"i%d","type":"mcp_call"}}`, `{"type":"response.created"}`), 0},
	{"openai-responses", "texts, completed", then(`{"type":"response.output_text.delta","output_index":%d,"delta":"a"}`, `{"type":"response.completed","response":{"status":"completed"}}`), 0},
	{"openai-responses", "custom items, done", then(`{"type":"response.custom_tool_call_input.delta","item_id":"i%d","delta":"a"}`, `{"type":"response.custom_tool_call_input.done","item_id":"i%d"}`), 0},
	{"openai-responses", "a snapshot with many items", func(n int) string {
		return repeat(1, `{"type":"response.completed","response":{"status":"completed","output":[`+strings.Repeat(`{"type":"message","content":[{"text":"a"}]},`, n)+`{}]}}`)
	}, 0},
	{"gemini", "open calls of candidates, finishes", then(`{"candidates":[{"index":%d,"content":{"parts":[{"functionCall":{"name":"f","willContinue":true}}]}}]}`, `{"candidates":[{"finishReason":"STOP"}]}`), 0},
	{"auto", "white space", func(n int) string { return strings.Repeat(" ", 64*n) }, 1},
	{"auto", "white space in large chunks", func(n int) string { return strings.Repeat("\n", 512*n) }, 512},
	{"auto", "an object that does not end", func(n int) string { return "{" + strings.Repeat(" ", 64*n) }, 1},
	{"auto", "frames that tell nothing", func(n int) string { return repeat(n, "{}") }, 1},
	{"auto", "a comment that does not end", func(n int) string { return ":" + strings.Repeat("a", 64*n) }, 1},
	{"openai-chat", "one byte a chunk", func(n int) string { return repeat(n, `{"choices":[{"delta":{"content":"a"}}]}`) }, 1},
	{"ollama", "one byte a chunk", func(n int) string { return strings.Repeat(`{"message":{"content":"a"}}`+"\n", n) }, 1},
	{"openai-chat", "a body that is no reply", func(n int) string { return "<" + strings.Repeat("a\n", 32*n) }, 1},
	{"ollama", "a page", func(n int) string { return strings.Repeat("<p>\n", 16*n) }, 1},
}

// cost is what reading a stream has cost.
type cost struct {
	in           int   // bytes of the stream
	steps, bytes int64 // open things looked at; bytes allocated
}

// measure reads a stream and returns its cost.
func (a attack) measure(t *testing.T, n int) (c cost) {
	t.Helper()
	in := []byte(a.in(n))
	size := a.chunk
	if size == 0 {
		size = len(in)
	}
	d, err := New(a.wire, Options{})
	if err != nil {
		t.Fatal(err)
	}
	probe := d.auto
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := 0; i < len(in); i += size {
		d.Write(in[i:min(i+size, len(in))])
	}
	d.Finish()
	runtime.ReadMemStats(&after)
	c = cost{len(in), d.e.steps, int64(after.TotalAlloc - before.TotalAlloc)}
	if probe != nil {
		c.steps += probe.steps
	}
	return c
}

// TestAttacks holds that no stream costs more than in proportion to its bytes:
// sixteen times the size, at most about sixteen times the cost.
func TestAttacks(t *testing.T) {
	const n, times = 512, 16
	for _, a := range attacks {
		small, large := a.measure(t, n), a.measure(t, times*n)
		ratio := float64(large.in) / float64(small.in)
		if limit := ratio*1.5*float64(small.steps) + 4096; float64(large.steps) > limit {
			t.Errorf("%s, %s: %d steps for %d bytes, %d for %d", a.wire, a.name, small.steps, small.in, large.steps, large.in)
		}
		if limit := ratio*2*float64(small.bytes) + 1<<20; float64(large.bytes) > limit {
			t.Errorf("%s, %s: %d bytes allocated for %d bytes, %d for %d", a.wire, a.name, small.bytes, small.in, large.bytes, large.in)
		}
		t.Logf("%-20s %-45s %9d bytes: %8d steps, %10d allocated; %9d bytes: %8d steps, %10d allocated",
			a.wire, a.name, small.in, small.steps, small.bytes, large.in, large.steps, large.bytes)
	}
}

// TestProbeBound holds that auto looks at a bounded part of a stream.
func TestProbeBound(t *testing.T) {
	for _, in := range []string{strings.Repeat(" ", 40<<20), "{" + strings.Repeat(" ", 40<<20)} {
		d, err := New("auto", Options{})
		if err != nil {
			t.Fatal(err)
		}
		probe := d.auto
		for p := range slices.Chunk([]byte(in), 1<<14) {
			d.Write(p)
		}
		if d.Wire() != "text" || probe.steps > 2*maxProbe || len(probe.buf) > 2*maxProbe {
			t.Errorf("got the wire %q after %d steps, with %d bytes kept", d.Wire(), probe.steps, len(probe.buf))
		}
	}
}

// TestFramersLinear holds that one byte a chunk costs no framer more than in
// proportion, in memory.
func TestFramersLinear(t *testing.T) {
	tests := map[string]struct {
		fresh func() Framer
		in    string
	}{
		"SSE":         {func() Framer { return &SSE{} }, "data: {\"a\":1}\n\n"},
		"SSE, lines":  {func() Framer { return &SSE{} }, "data: 1\n"},
		"NDJSON":      {func() Framer { return &NDJSON{} }, "{\"a\":1}\n"},
		"NDJSON, one": {func() Framer { return &NDJSON{} }, "\"a\""},
		"JSON":        {func() Framer { return &JSON{} }, `{"a":1},`},
		"JSON, one":   {func() Framer { return &JSON{} }, `{"a":`},
		"EventStream": {func() Framer { return &EventStream{} }, message(`{"a":1}`, ":event-type", "x")},
	}
	for name, tt := range tests {
		read := func(n int) int64 {
			in := []byte(strings.Repeat(tt.in, n))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for f := tt.fresh(); len(in) > 0; in = in[1:] {
				f.Write(in[:1])
				for _, ok := f.Next(); ok; _, ok = f.Next() {
				}
			}
			runtime.ReadMemStats(&after)
			return int64(after.TotalAlloc - before.TotalAlloc)
		}
		if small, large := read(1<<9), read(1<<13); large > 32*small+1<<16 {
			t.Errorf("%s: %d bytes allocated, and %d for 16 times the stream", name, small, large)
		}
	}
}
