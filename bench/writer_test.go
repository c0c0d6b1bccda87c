package bench

import (
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"os"
	"path/filepath"
	"testing"

	"github.com/anthropics/anthropic-sdk-go/v2"
	anthropicsse "github.com/anthropics/anthropic-sdk-go/v2/packages/ssestream"
	"github.com/google/go-cmp/cmp"
	"github.com/openai/openai-go/v3"
	openaisse "github.com/openai/openai-go/v3/packages/ssestream"

	"github.com/earlycall/earlycall/bench/sdks"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/relay"
	"github.com/earlycall/earlycall/stream/wire"
)

// said is what a reply says, as any reader should read it.
type said struct {
	Text  string
	Calls []saidCall
}

type saidCall struct{ Name, Arguments string }

// compact returns JSON without white space, which readers may or may not keep.
func compact(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return b.String()
}

// readEvents returns what the library reads of a stream of deltas, and the
// events of it.
func readEvents(t *testing.T, deltas iter.Seq2[stream.Delta, error]) (s said, events []stream.Event) {
	t.Helper()
	for e, err := range stream.Events(deltas, new(stream.Parser)) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
		if e.Kind == stream.KindText {
			s.Text += e.Text
		}
		if e.Call != nil {
			s.Calls = append(s.Calls, saidCall{e.Call.Name, compact(t, string(e.Call.Arguments))})
		}
	}
	return s, events
}

func readOpenAI(t *testing.T, body []byte) (s said) {
	t.Helper()
	chunks := openaisse.NewStream[openai.ChatCompletionChunk](openaisse.NewDecoder(sdks.Response(body)), nil)
	var acc openai.ChatCompletionAccumulator
	for chunks.Next() {
		if !acc.AddChunk(chunks.Current()) {
			t.Fatal("openai-go does not take a chunk")
		}
	}
	if chunks.Err() != nil {
		t.Fatal(chunks.Err())
	}
	m := acc.Choices[0].Message
	s.Text = m.Content
	for _, c := range m.ToolCalls {
		s.Calls = append(s.Calls, saidCall{c.Function.Name, compact(t, c.Function.Arguments)})
	}
	return s
}

func readAnthropic(t *testing.T, body []byte) (s said) {
	t.Helper()
	chunks := anthropicsse.NewStream[anthropic.MessageStreamEventUnion](anthropicsse.NewDecoder(sdks.Response(body)), nil)
	var acc anthropic.Message
	for chunks.Next() {
		if err := acc.Accumulate(chunks.Current()); err != nil {
			t.Fatal(err)
		}
	}
	if chunks.Err() != nil {
		t.Fatal(chunks.Err())
	}
	for _, b := range acc.Content {
		switch b.Type {
		case "text":
			s.Text += b.Text
		case "tool_use":
			s.Calls = append(s.Calls, saidCall{b.Name, compact(t, string(b.Input))})
		}
	}
	return s
}

// What the writers write of any recorded reply, the library and the providers'
// own modules read back the same.
func TestWriterRoundTrip(t *testing.T) {
	faces := map[string]func(io.Reader) iter.Seq2[stream.Delta, error]{
		"openai-chat": wire.OpenAIChat, "openai-responses": wire.OpenAIResponses, "anthropic": wire.Anthropic,
		"gemini": wire.Gemini, "gemini-interactions": wire.GeminiInteractions, "ollama": wire.Ollama,
		"cohere": wire.Cohere, "mistral": wire.Mistral,
	}
	files, err := filepath.Glob("../stream/wire/testdata/*/*.*")
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	for _, file := range files {
		face := faces[filepath.Base(filepath.Dir(file))]
		if ext := filepath.Ext(file); face == nil || ext != ".sse" && ext != ".ndjson" && ext != ".json" {
			continue
		}
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, events := readEvents(t, face(bytes.NewReader(body)))
		if last := events[len(events)-1]; !last.Complete || hasError(events) || manyChoices(events) {
			continue // written as an error, or more than a message can hold
		}
		calls += len(want.Calls)
		t.Run(filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file), func(t *testing.T) {
			for _, deltas := range []bool{false, true} {
				var chat, messages bytes.Buffer
				write(t, relay.NewOpenAIChat(&chat), deltas, events)
				write(t, relay.NewAnthropic(&messages), deltas, events)
				for name, got := range map[string]said{
					"our reading of chat":     first(readEvents(t, wire.OpenAIChat(bytes.NewReader(chat.Bytes())))),
					"openai-go":               readOpenAI(t, chat.Bytes()),
					"our reading of messages": first(readEvents(t, wire.Anthropic(bytes.NewReader(messages.Bytes())))),
					"anthropic-sdk-go":        readAnthropic(t, messages.Bytes()),
				} {
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("%s, deltas %v (- want, + got):\n%s", name, deltas, diff)
					}
				}
			}
		})
	}
	if calls < 10 {
		t.Errorf("only %d calls were written", calls)
	}
}

func first(s said, _ []stream.Event) said { return s }

func write(t *testing.T, w *relay.Writer, deltas bool, events []stream.Event) {
	t.Helper()
	w.Deltas = deltas
	for _, e := range events {
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
	}
}

func hasError(events []stream.Event) bool {
	for _, e := range events {
		if e.Err != nil {
			return true
		}
	}
	return false
}

func manyChoices(events []stream.Event) bool {
	for _, e := range events {
		if e.Choice > 0 {
			return true
		}
	}
	return false
}
