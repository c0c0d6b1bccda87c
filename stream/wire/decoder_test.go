package wire

import (
	"errors"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

func TestText(t *testing.T) {
	check(t, "text", Options{}, "Hel¦lo é\n[DONE]", "feed Hello é⏎[DONE]\ndone")
	check(t, "text", Options{}, "", "done")
}

func TestArgs(t *testing.T) {
	o := Options{Name: "weigh"}
	check(t, "args", o, `{"kilos"¦:7}`, "fragment #0 name=weigh {\"kilos\":7}\nclose #0\ndone")
	check(t, "args", o, ``, "fragment #0 name=weigh\nclose #0\ndone")
	check(t, "args", o, " ¦", "fragment #0 name=weigh  \nclose #0\ndone")
}

func TestAuto(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"prose", "Hello.", "text"},
		{"nothing", "", "text"},
		{"white space", " \n", "text"},
		{"prose that begins like a field", "daring", "text"},
		{"half a field", "dat", "text"},
		{"a bare call", `{"name":"f","arguments":{}} and text`, "text"},
		{"bare calls in an array", `[{"name":"f","arguments":{}}]`, "text"},
		{"an object that does not end", `{"choices":`, "openai-chat"},
		{"an object that does not end and tells nothing", `{"a":`, "text"},
		{"openai-chat", events(`{"id":"c","choices":[]}`), "openai-chat"},
		{"openai-chat, in one piece", `{"object":"chat.completion"}`, "openai-chat"},
		{"openai-chat, behind a comment", ": ping\n\n" + events(`{"choices":[]}`), "openai-chat"},
		{"openai-chat, no end", "data: {\"choices\":[]}", "openai-chat"},
		{"only [DONE]", "data: [DONE]\n\n", "openai-chat"},
		{"openai-responses", events(`response.created {"type":"response.created","response":{"usage":null}}`), "openai-responses"},
		{"anthropic", events(`message_start {"type":"message_start","message":{}}`), "anthropic"},
		{"anthropic, behind a ping", events("{\"type\":\"ping\"}\n{\"type\":\"content_block_stop\"}"), "anthropic"},
		{"gemini", events(`{"candidates":[]}`), "gemini"},
		{"gemini, as an array", `[{"usageMetadata":{}}`, "gemini"},
		{"gemini-interactions", events(`{"event_type":"interaction.created"}`), "gemini-interactions"},
		{"ollama", `{"model":"m","message":{},"done":false}` + "\n", "ollama"},
		{"cohere", events(`{"type":"message-start"}`), "cohere"},
		{"bedrock", message(`{}`, ":event-type", "messageStart"), "bedrock"},
		{"a NUL", "\x00text that is no message", "text"},
		{"an error document", `{"error":{"message":"no"}}`, "openai-chat"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, chunks := range [][]string{{tt.in}, bytesOf(tt.in)} {
				want := run(t, tt.want, Options{}, chunks...)
				if tt.in == "" { // the empty text is complete, an empty body is not
					want = run(t, "auto", Options{}, "")
				}
				if diff := cmp.Diff(want, run(t, "auto", Options{}, chunks...)); diff != "" {
					t.Errorf("%d chunks: -want +got\n%s", len(chunks), diff)
				}
				d, err := New("auto", Options{})
				if err != nil {
					t.Fatal(err)
				}
				if got := d.Wire(); got != "" {
					t.Errorf("at first: got %q, want none", got)
				}
				for _, c := range chunks {
					d.Write([]byte(c))
				}
				d.Finish()
				if got := d.Wire(); got != tt.want {
					t.Errorf("%d chunks: got %q, want %q", len(chunks), got, tt.want)
				}
			}
		})
	}
}

func TestAutoGivesUp(t *testing.T) {
	d, err := New("auto", Options{})
	if err != nil {
		t.Fatal(err)
	}
	d.Write([]byte("{" + strings.Repeat(" ", maxProbe)))
	if got := d.Wire(); got != "text" {
		t.Errorf("a long object: got %q, want text", got)
	}
	d, err = New("auto", Options{})
	if err != nil {
		t.Fatal(err)
	}
	d.Write([]byte(strings.Repeat("data: {}\n\n", maxProbeFrames+1)))
	if got := d.Wire(); got != "openai-chat" {
		t.Errorf("many frames: got %q, want openai-chat", got)
	}
}

// TestFinishTwice holds that the end is reported once.
func TestFinishTwice(t *testing.T) {
	for _, name := range Names() {
		d, err := New(name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		d.Write([]byte(events(`{"choices":[{"finish_reason":"stop"}]}`)))
		d.Finish()
		if again := d.Finish(); len(again) != 0 {
			t.Errorf("%s: the second Finish gives %d deltas", name, len(again))
		}
	}
}

func TestNewUnknown(t *testing.T) {
	if _, err := New("telegraph", Options{}); err == nil {
		t.Error("got no error")
	}
	for _, name := range Names() {
		if _, err := New(name, Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestFaces holds that each function reads the wire of its name.
func TestFaces(t *testing.T) {
	faces := map[string]func(io.Reader) iter.Seq2[stream.Delta, error]{
		"text": Text, "openai-chat": OpenAIChat, "openai-responses": OpenAIResponses, "anthropic": Anthropic,
		"gemini": Gemini, "gemini-interactions": GeminiInteractions, "ollama": Ollama, "bedrock": Bedrock,
		"cohere": Cohere, "mistral": Mistral, "auto": Auto,
		"args": func(r io.Reader) iter.Seq2[stream.Delta, error] { return Args(r, "weigh") },
	}
	in := map[string]string{
		"text": "x", "args": "{}", "auto": events(`{"type":"message_stop"}`),
		"openai-chat":         events(`{"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}`),
		"openai-responses":    events(`{"type":"response.completed","response":{}}`),
		"anthropic":           events(`{"type":"message_stop"}`),
		"gemini":              events(`{"candidates":[{"finishReason":"STOP"}]}`),
		"gemini-interactions": events(`{"event_type":"interaction.completed"}`),
		"ollama":              `{"done":true}`,
		"bedrock":             messages(`messageStop {}`),
		"cohere":              events(`{"type":"message-end"}`),
		"mistral":             events(`[DONE]`),
	}
	for _, name := range Names() {
		var got []string
		for d, err := range faces[name](iotest.HalfReader(strings.NewReader(in[name]))) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, show(d))
		}
		want := run(t, name, Options{Name: "weigh"}, in[name])
		if diff := cmp.Diff(want, got); diff != "" || !strings.HasPrefix(got[len(got)-1], "done") {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
}

func TestDeltasError(t *testing.T) {
	broken := errors.New("connection reset")
	tests := []struct{ wire, in, want string }{
		{"openai-chat", "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}", "text x\nconnection reset"},
		{"openai-chat", "data: {\"choices\":[{\"finish_reason\":\"stop\"}]}\n\ndata: {\"cho", "finish stop\ndone (cut)\nconnection reset"},
		{"args", "{", "fragment #0 {\nconnection reset"},
		{"text", "Hel", "feed Hel\nconnection reset"},
		{"auto", "Hel", "feed Hel\nconnection reset"},
	}
	for _, tt := range tests {
		d, err := New(tt.wire, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for d, err := range Deltas(io.MultiReader(strings.NewReader(tt.in), iotest.ErrReader(broken)), d) {
			if err != nil {
				got = append(got, err.Error())
				continue
			}
			got = append(got, show(d))
		}
		if diff := cmp.Diff(strings.Split(tt.want, "\n"), got); diff != "" {
			t.Errorf("%s: -want +got\n%s", tt.wire, diff)
		}
	}
}

func TestDeltasStopped(t *testing.T) {
	in := events("{\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n[DONE]")
	for range OpenAIChat(strings.NewReader(in)) {
		break
	}
	for range Text(iotest.ErrReader(io.ErrUnexpectedEOF)) {
		break
	}
}

// TestEqualMembers holds that of two equal members of a frame the last counts,
// and that a name that is spelled with an escape is another.
func TestEqualMembers(t *testing.T) {
	tests := []struct{ wire, in, want string }{
		{"openai-chat", events(`{"choices":[{"delta":{"content":"a"}}],"choices":[{"delta":{"content":"b","cont\u0065nt":"c","content":"d"}}]}`), "text d"},
		{"openai-chat", events(`{"choices":[{"delta":{"content":[{"text":"a"}],"content":[{"text":"b"}]}}]}`), "text b"},
		{"gemini", events(`{"candidates":[{"content":{"parts":[{"text":"a"}]}}],"candidates":[{"content":{"parts":[{"text":"b"}],"parts":[{"text":"c"}]}}]}`), "text c"},
		{"gemini", events(`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","partialArgs":[{"jsonPath":"$.a","numberValue":1}],"partialArgs":[],"args":{}}}]}}]}`), "whole name=f {}"},
		{"anthropic", events(`{"type":"message","content":[{"type":"text","text":"a"}],"content":[{"type":"text","text":"b"}]}`), "text b\ndone"},
		{"openai-responses", `{"object":"response","status":"completed","output":[{"type":"message","content":[{"text":"a"}]}],"output":[{"type":"message","content":[{"text":"b"}],"content":[{"text":"c"}]}]}`, "text c\nfinish completed\ndone"},
		{"ollama", `{"message":{"tool_calls":[{"function":{"name":"f","arguments":{}}}],"tool_calls":[{"function":{"name":"g","arguments":{}}}]}}` + "\n", "whole name=g {}"},
	}
	for _, tt := range tests {
		t.Run(tt.wire, func(t *testing.T) { check(t, tt.wire, Options{}, tt.in, tt.want) })
	}
}

func TestErrors(t *testing.T) {
	d, err := New("openai-chat", Options{MaxLine: 100})
	if err != nil {
		t.Fatal(err)
	}
	got := slices.Clone(d.Write([]byte(events(`{"error":{"message":"Slow down.","type":"rate","code":429}}`))))
	got = append(got, d.Write([]byte("data: {\n\n"))...)
	got = append(got, d.Write([]byte("data: {"+strings.Repeat(" ", 100)))...)
	got = append(got, d.Write([]byte("}\n\n"+events("[DONE]")))...)
	if len(got) != 4 || got[3].Kind != stream.DeltaDone {
		t.Fatalf("got %d deltas, want 4", len(got))
	}
	var p *ProviderError
	if !errors.As(got[0].Err, &p) || *p != (ProviderError{Type: "rate", Code: "429", Message: "Slow down."}) {
		t.Errorf("got %#v", got[0].Err)
	}
	if !errors.Is(got[1].Err, parse.ErrProtocol) || !errors.Is(got[2].Err, parse.ErrLimit) {
		t.Errorf("got %v and %v, want ErrProtocol and ErrLimit", got[1].Err, got[2].Err)
	}
}
