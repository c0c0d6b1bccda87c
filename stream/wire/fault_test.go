package wire

import (
	"errors"
	"strings"
	"testing"

	"github.com/earlycall/earlycall/stream"
)

// failed is a frame that says that the provider or the model failed.
type failed struct{ wire, in string }

// faults are such frames of all wires, one error each.
var faults = []failed{
	{"openai-chat", `{"error":{"message":"m"}}`},
	{"openai-chat", `{"error":"m"}`},
	{"openai-chat", `{"error":["m"]}`},
	{"openai-chat", `{"type":"error","message":"m"}`},
	{"openai-chat", `{"object":"error","message":"m"}`},
	{"openai-chat", `error {"message":"m"}`},
	{"openai-chat", `{"choices":[{"delta":{},"error":{"code":502,"message":"m"},"finish_reason":"error"}]}`},
	{"openai-chat", `{"choices":[{"delta":{},"error":{"code":502}}]}`},
	{"openai-chat", `{"error":{"code":502,"message":"m"},"choices":[{"delta":{},"finish_reason":"error"}]}`},
	{"openai-chat", `{"choices":[{"delta":{},"finish_reason":"error"}]}`},
	{"openai-chat", `{"choices":[],"x_groq":{"id":"r","error":"m"}}`},
	{"openai-chat", `{"choices":[{"delta":{},"content_filter_result":{"error":{"code":"content_filter_error","message":"m"}}}]}`},
	{"openai-chat", `{"choices":[{"delta":{},"content_filter_results":{"error":{"message":"m"}}}]}`},
	{"mistral", `{"object":"error","message":"m","type":"invalid_request"}`},
	{"openai-responses", `{"type":"error","code":"c","message":"m"}`},
	{"openai-responses", `{"type":"error","error":{"message":"m"}}`},
	{"openai-responses", `{"type":"response.failed","response":{"status":"failed","error":{"message":"m"}}}`},
	{"openai-responses", `{"type":"response.failed","response":{"status":"failed"}}`},
	{"openai-responses", `{"object":"response","status":"failed","error":null}`},
	{"openai-responses", `{"error":{"message":"m"}}`},
	{"anthropic", `{"type":"error","error":{"type":"overloaded_error","message":"m"}}`},
	{"anthropic", `error {"type":"error"}`},
	{"anthropic", `{"error":{"message":"m"}}`},
	{"gemini", `{"error":{"code":503,"status":"UNAVAILABLE"}}`},
	{"gemini", `{"promptFeedback":{"blockReason":"SAFETY"}}`},
	{"gemini", `{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL","finishMessage":"m"}]}`},
	{"gemini", `{"candidates":[{"finishReason":"UNEXPECTED_TOOL_CALL"}]}`},
	{"gemini", `{"candidates":[{"finishReason":"TOO_MANY_TOOL_CALLS"}]}`},
	{"gemini", `{"candidates":[{"finishReason":"MISSING_THOUGHT_SIGNATURE"}]}`},
	{"gemini", `{"candidates":[{"finishReason":"MALFORMED_RESPONSE"}]}`},
	{"gemini-interactions", `{"event_type":"error","error":{"message":"m"}}`},
	{"gemini-interactions", `{"event_type":"interaction.completed","interaction":{"status":"failed"}}`},
	{"gemini-interactions", `{"event_type":"interaction.failed","interaction":{"error":{"message":"m"}}}`},
	{"gemini-interactions", `{"id":"i","status":"failed"}`},
	{"gemini-interactions", `{"id":"i","status":"failed","error":{"message":"m"},"steps":[]}`},
	{"ollama", `{"error":"m"}`},
	{"ollama", `{"done":true,"done_reason":"error"}`},
	{"bedrock", `messageStop {"stopReason":"malformed_tool_use"}`},
	{"bedrock", `messageStop {"stopReason":"malformed_model_output"}`},
	{"bedrock", `throttlingException {"message":"m"}`},
	{"bedrock", `modelStreamErrorException {}`},
	{"bedrock", `chunk {"type":"error","error":{"message":"m"}}`},
	{"cohere", `{"type":"message-end","delta":{"finish_reason":"ERROR"}}`},
	{"cohere", `{"type":"message-end","delta":{"finish_reason":"TIMEOUT","error":"m"}}`},
	{"cohere", `{"message":"m"}`},
	{"cohere", `{"error":{"message":"m"}}`},
	{"cohere", `{"id":"x","finish_reason":"ERROR","message":{"role":"assistant","content":[]}}`},
}

// spell writes the frame of a wire.
func (f failed) spell() string {
	switch f.wire {
	case "ollama":
		return f.in + "\n"
	case "bedrock":
		return messages(f.in)
	}
	return events(f.in)
}

// providerErrors counts the errors that a provider has reported.
func providerErrors(t *testing.T, deltas []stream.Delta) (n int) {
	t.Helper()
	for _, d := range deltas {
		var p *ProviderError
		switch is := d.Kind == stream.DeltaError; {
		case is && !errors.As(d.Err, &p):
			t.Errorf("%s has no ProviderError", show(d))
		case is:
			n++
		case d.Kind == stream.DeltaLost:
			t.Errorf("got %s", show(d))
		}
	}
	return n
}

// TestFailures holds that each way to report a failure is one error.
func TestFailures(t *testing.T) {
	for _, f := range faults {
		for _, chunks := range [][]string{{f.spell()}, bytesOf(f.spell())} {
			if got := providerErrors(t, decodeAll(t, f.wire, false, chunks...)); got != 1 {
				t.Errorf("%s: %s: got %d errors, want 1", f.wire, f.in, got)
			}
		}
	}
}

// TestFailureBodies holds that an error document is an error where the wire's
// framing is another one, after a byte order mark and white space too.
func TestFailureBodies(t *testing.T) {
	for _, f := range faults {
		if f.wire == "bedrock" || !strings.HasPrefix(f.in, "{") {
			continue
		}
		for _, body := range []string{f.in, "\ufeff\r\n " + f.in + "\n", "[" + f.in + "]"} {
			if f.wire == "ollama" && body != f.in {
				continue
			}
			if got := providerErrors(t, decodeAll(t, f.wire, false, body)); got != 1 {
				t.Errorf("%s: %s: got %d errors, want 1", f.wire, body, got)
			}
		}
	}
}

// TestNoFailures holds that members that hold nothing, and reasons that end a
// reply as they should or by a cut, are no error of the provider.
func TestNoFailures(t *testing.T) {
	for _, f := range []failed{
		{"openai-chat", `{"error":null,"choices":[]}`},
		{"openai-chat", `{"error":{},"choices":[]}`},
		{"openai-chat", `{"error":{"code":"","message":null,"type":""},"choices":[]}`},
		{"openai-chat", `{"error":{"code":0},"choices":[]}`},
		{"openai-chat", `{"error":false,"choices":[],"x_groq":{"id":"r","error":null}}`},
		{"openai-chat", `{"choices":[{"delta":{},"error":null,"content_filter_results":{"hate":{"filtered":false}},"finish_reason":"content_filter"}]}`},
		{"anthropic", `{"type":"message_delta","delta":{"stop_reason":"refusal"},"error":null}`},
		{"gemini", `{"candidates":[{"finishReason":"SAFETY"}]}`},
		{"ollama", `{"error":"","done":true}`},
		{"cohere", `{"type":"message-end","delta":{"finish_reason":"MAX_TOKENS","error":null}}`},
		{"gemini-interactions", `{"event_type":"interaction.completed","interaction":{"status":"requires_action","error":null}}`},
	} {
		in := f.spell()
		if f.wire != "ollama" {
			in += events(f.in)
		}
		all := decodeAll(t, f.wire, false, in)
		for _, d := range all {
			if d.Kind == stream.DeltaError {
				t.Errorf("%s: %s: got %s", f.wire, f.in, show(d))
			}
		}
	}
}
