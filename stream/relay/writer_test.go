package relay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire"
)

// parsed returns the events of a stream.
func parsed(t testing.TB, name string, tools stream.Tools, chunks ...string) []stream.Event {
	t.Helper()
	d, err := wire.New(name, wire.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := &stream.Parser{Tools: tools}
	var all []stream.Event
	apply := func(deltas []stream.Delta) {
		for _, d := range deltas {
			all = append(all, p.Apply(d)...)
		}
	}
	for _, c := range chunks {
		apply(d.Write([]byte(c)))
	}
	apply(d.Finish())
	return append(all, p.Finish()...)
}

// written returns the stream that a Writer makes of events.
func written(t testing.TB, fresh func(io.Writer) *Writer, set func(*Writer), events []stream.Event) string {
	t.Helper()
	var b bytes.Buffer
	w := fresh(&b)
	if set != nil {
		set(w)
	}
	for _, ev := range events {
		if err := w.Write(ev); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// result is what a client has of a reply in the end.
type result struct {
	Text, Reasoning map[int16]string
	Calls           []string // choice, id, name, arguments
	Errors          []string
	Complete        bool
	Reason          string
}

// resultOf sums the events up. Calls are in order of their choice and index.
func resultOf(events []stream.Event) result {
	r := result{Text: map[int16]string{}, Reasoning: map[int16]string{}}
	for _, ev := range events {
		switch ev.Kind {
		case stream.KindText:
			r.Text[ev.Choice] += ev.Text
		case stream.KindReasoning:
			r.Reasoning[ev.Choice] += ev.Text
		case stream.KindCallEnd:
			if ev.Call != nil {
				r.Calls = append(r.Calls, fmt.Sprintf("%d %s %s %s", ev.Choice, ev.Call.ID, ev.Call.Name, ev.Call.Arguments))
			} else {
				r.Errors = append(r.Errors, ev.Err.Code.String())
			}
		case stream.KindConflict, stream.KindError:
			r.Errors = append(r.Errors, ev.Err.Code.String())
		case stream.KindEnd:
			r.Complete, r.Reason = ev.Complete, ev.Text
		}
	}
	return r
}

// recording is a reply as a server sent it.
type recording struct{ name, wire, in string }

// recordings returns the recordings of package wire.
func recordings(t testing.TB) []recording {
	t.Helper()
	names, err := filepath.Glob("../wire/testdata/*/*.*")
	if err != nil || len(names) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	var all []recording
	for _, name := range names {
		switch filepath.Ext(name) {
		case ".sse", ".ndjson", ".json":
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, recording{name, filepath.Base(filepath.Dir(name)), string(b)})
		}
	}
	return all
}

// events writes lines of JSON as server-sent events. What comes before the JSON
// of a line is the event's name.
func events(lines string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		line = strings.TrimSpace(line)
		if at := strings.IndexByte(line, '{'); at > 0 {
			fmt.Fprintf(&b, "event: %s\n", strings.TrimSpace(line[:at]))
			line = line[at:]
		}
		fmt.Fprintf(&b, "data: %s\n\n", line)
	}
	return b.String()
}

var writers = map[string]func(io.Writer) *Writer{"openai-chat": NewOpenAIChat, "mistral": NewMistral, "anthropic": NewAnthropic}

// TestWriterRoundTrip holds that what a Writer writes reads as what it was
// given, for all recordings, streaming arguments or not.
func TestWriterRoundTrip(t *testing.T) {
	for _, r := range recordings(t) {
		events := parsed(t, r.wire, nil, r.in)
		want := resultOf(events)
		for to, fresh := range writers {
			if to == "anthropic" && strings.Contains(r.name, "two_choices") {
				continue
			}
			for _, deltas := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%s/%v", r.name, to, deltas), func(t *testing.T) {
					var ids IDs
					s := written(t, fresh, func(w *Writer) { w.Deltas, w.IDs = deltas, &ids }, events)
					got := resultOf(parsed(t, to, nil, s))
					want := want
					want.Reason, got.Reason = "", ""
					if slices.Contains(got.Errors, parse.ErrProvider.String()) {
						want.Complete = false // what the Writer says of a call that failed
					}
					want.Errors, got.Errors = nil, nil
					for i, c := range got.Calls {
						id := strings.Split(c, " ")[1]
						upstream, ok := ids.Upstream(id)
						if !ok {
							t.Errorf("the id %q was not written", id)
						}
						got.Calls[i] = strings.Replace(c, id, upstream, 1)
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("-want +got\n%s\n%s", diff, s)
					}
				})
			}
		}
	}
}

// broken is a stream with about everything wrong that servers get wrong.
const broken = `
	{"choices":[{"delta":{"content":"One moment.","tool_calls":[{"function":{"name":"weigh"},"id":"a"}]}}]}
	{"choices":[{"delta":{"tool_calls":[{"function":{"name":"weigh","arguments":{"kilos":7}}}]}}]}
	{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"b","function":{"name":"now","arguments":""}}]}}]}
	{"choices":[{"delta":{"tool_calls":[{"index":3,"id":"c","function":{"name":"weigh","arguments":"{\"kilos\":NaN}"}}]}}]}
	{"choices":[{"delta":{},"finish_reason":"stop"}]}`

func TestOpenAIChatWriter(t *testing.T) {
	head := `data: {"id":"x","object":"chat.completion.chunk","created":5,"model":"m","choices":[`
	set := func(w *Writer) {
		w.ID, w.Model, w.Created = "x", "m", 5
		w.Usage = json.RawMessage("{\n \"total_tokens\": 9 }")
	}
	tests := []struct {
		name   string
		deltas bool
		in     string
		want   []string
	}{
		{"mended", false, events(broken), []string{
			head + `{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}`,
			head + `{"index":0,"delta":{"content":"One moment."},"finish_reason":null}]}`,
			head + `{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"weigh","arguments":""}}]},"finish_reason":null}]}`,
			head + `{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"kilos\":7}"}}]},"finish_reason":null}]}`,
			`: call 2 left out: syntax`,
			head + `{"index":0,"delta":{"tool_calls":[{"index":1,"id":"b","type":"function","function":{"name":"now","arguments":""}}]},"finish_reason":null}]}`,
			head + `{"index":0,"delta":{"tool_calls":[{"index":1,"function":{"arguments":"{}"}}]},"finish_reason":null}]}`,
			head + `{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`,
			head + `],"usage":{"total_tokens":9}}`,
			`data: [DONE]`,
		}},
		{"as it arrives", true, events(`
			{"choices":[{"delta":{"reasoning":"Hm.","tool_calls":[{"index":0,"id":"z","function":{"name":"weigh","arguments":"{\"kil"}}]}}]}
			{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"os\":"}}]},"finish_reason":"length"}]}`), []string{
			head + `{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}`,
			head + `{"index":0,"delta":{"reasoning_content":"Hm."},"finish_reason":null}]}`,
			head + `{"index":0,"delta":{"tool_calls":[{"index":0,"id":"z","type":"function","function":{"name":"weigh","arguments":""}}]},"finish_reason":null}]}`,
			head + `{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"kil"}}]},"finish_reason":null}]}`,
			head + `{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"os\":"}}]},"finish_reason":null}]}`,
			`data: {"error":{"message":"call 0 failed: truncated","type":"upstream_error","code":null}}`,
			head + `{"index":0,"delta":{},"finish_reason":"length"}]}`,
			head + `],"usage":{"total_tokens":9}}`,
			`data: [DONE]`,
		}},
		{"an error, and an early end", false, events("{\"error\":{\"message\":\"Bu\\nsy.\"}}\n{"), []string{
			`data: {"error":{"message":"Bu\nsy.","type":"upstream_error","code":null}}`,
			`: protocol`,
			`data: {"error":{"message":"the reply ended early","type":"upstream_error","code":null}}`,
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := written(t, NewOpenAIChat, func(w *Writer) { set(w); w.Deltas = tt.deltas }, parsed(t, "openai-chat", nil, tt.in))
			got := strings.Split(strings.TrimSuffix(s, "\n\n"), "\n\n")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestAnthropicWriter(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"mended", events(broken), `
			message_start {"type":"message_start","message":{"id":"msg_0","type":"message","role":"assistant","model":"","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":0,"output_tokens":0}}}
			content_block_start {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
			content_block_delta {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"One moment."}}
			content_block_stop {"type":"content_block_stop","index":0}
			content_block_start {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"a","name":"weigh","input":{}}}
			content_block_delta {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"kilos\":7}"}}
			content_block_stop {"type":"content_block_stop","index":1}
			: call 2 left out: syntax
			content_block_start {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"b","name":"now","input":{}}}
			content_block_delta {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{}"}}
			content_block_stop {"type":"content_block_stop","index":2}
			message_delta {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":0}}
			message_stop {"type":"message_stop"}`},
		{"reasoning, text and a filter", events(`
			{"choices":[{"delta":{"reasoning_content":"Hm.","content":"No."},"finish_reason":"content_filter"}]}`), `
			message_start {"type":"message_start","message":{"id":"msg_0","type":"message","role":"assistant","model":"","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":0,"output_tokens":0}}}
			content_block_start {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
			content_block_delta {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm."}}
			content_block_stop {"type":"content_block_stop","index":0}
			content_block_start {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}
			content_block_delta {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"No."}}
			content_block_stop {"type":"content_block_stop","index":1}
			message_delta {"type":"message_delta","delta":{"stop_reason":"refusal","stop_sequence":null},"usage":{"output_tokens":0}}
			message_stop {"type":"message_stop"}`},
		{"an error, and an early end", events(`{"error":"Busy."}`), `
			message_start {"type":"message_start","message":{"id":"msg_0","type":"message","role":"assistant","model":"","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":0,"output_tokens":0}}}
			error {"type":"error","error":{"type":"api_error","message":"Busy."}}
			error {"type":"error","error":{"type":"api_error","message":"the reply ended early"}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := written(t, NewAnthropic, nil, parsed(t, "openai-chat", nil, tt.in))
			want := strings.ReplaceAll(events(tt.want), "data: : ", ": ")
			want = strings.ReplaceAll(want, "event: : call 2 left out: syntax\n", "")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestWriterErrors(t *testing.T) {
	broken := errors.New("broken pipe")
	w := NewOpenAIChat(failing{broken})
	if err := w.Write(stream.Event{Kind: stream.KindText, Text: "x"}); err != broken {
		t.Errorf("got %v, want %v", err, broken)
	}
	if err := w.Write(stream.Event{Kind: stream.KindMarker, Text: "```"}); err != nil {
		t.Errorf("a marker: got %v, want none", err)
	}
	for _, fresh := range writers {
		w := fresh(io.Discard)
		w.Usage = json.RawMessage("{")
		if err := w.Write(stream.Event{Kind: stream.KindEnd, Complete: true}); !errors.Is(err, errUsage) {
			t.Errorf("a broken usage: got %v, want %v", err, errUsage)
		}
	}
	if err := NewAnthropic(io.Discard).Write(stream.Event{Choice: 1}); !errors.Is(err, errChoice) {
		t.Errorf("another choice: got %v, want %v", err, errChoice)
	}
}

// TestWriterUnmade holds that a Writer that none of the constructors has made
// tells so.
func TestWriterUnmade(t *testing.T) {
	for _, w := range []*Writer{{}, {ID: "x", Deltas: true}} {
		if err := w.Write(stream.Event{Kind: stream.KindText, Text: "x"}); !errors.Is(err, errUnmade) {
			t.Errorf("got %v, want %v", err, errUnmade)
		}
	}
}

// TestWriterEnded holds that nothing is written after the end of a reply,
// complete or not.
func TestWriterEnded(t *testing.T) {
	for name, fresh := range writers {
		for _, complete := range []bool{false, true} {
			var b bytes.Buffer
			w := fresh(&b)
			end := stream.Event{Kind: stream.KindEnd, Index: -1, Complete: complete}
			if err := w.Write(end); err != nil {
				t.Fatal(err)
			}
			want := b.String()
			for _, ev := range []stream.Event{{Kind: stream.KindText, Index: -1, Text: "x"}, {Kind: stream.KindMarker}, end} {
				if err := w.Write(ev); !errors.Is(err, errEnded) {
					t.Errorf("%s, complete %v, %v: got %v, want %v", name, complete, ev.Kind, err, errEnded)
				}
			}
			if got := b.String(); got != want {
				t.Errorf("%s, complete %v: got %q, want %q", name, complete, got, want)
			}
		}
	}
}

// TestWriterRefused holds that an event that was refused leaves no trace: the
// stream is the same once the event has been mended.
func TestWriterRefused(t *testing.T) {
	for name, fresh := range writers {
		end := stream.Event{Kind: stream.KindEnd, Index: -1, Complete: true}
		want := written(t, fresh, func(w *Writer) { w.Usage = json.RawMessage("{}") }, []stream.Event{end})
		var b bytes.Buffer
		w := fresh(&b)
		w.Usage = json.RawMessage("{")
		if err := w.Write(end); !errors.Is(err, errUsage) || b.Len() > 0 {
			t.Errorf("%s: got %q, %v, want nothing, %v", name, b.String(), err, errUsage)
		}
		w.Usage = json.RawMessage("{}")
		if err := w.Write(end); err != nil {
			t.Errorf("%s: got %v, want none", name, err)
		}
		if diff := cmp.Diff(want, b.String()); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
}

// TestWriterMadeUp holds the names that the docs give to what has none.
func TestWriterMadeUp(t *testing.T) {
	for name, fresh := range writers {
		call := stream.Event{Kind: stream.KindCallEnd, Call: &parse.Call{Name: "f", Arguments: json.RawMessage("{}")}}
		got := written(t, fresh, nil, []stream.Event{call, call})
		id := map[string]string{"openai-chat": `"id":"chatcmpl-0"`, "mistral": `"id":"chatcmpl-0"`, "anthropic": `"id":"msg_0"`}[name]
		if !strings.Contains(got, id) {
			t.Errorf("%s: got %q, want %q in it", name, got, id)
		}
		var ids []string
		for _, ev := range parsed(t, name, nil, got) {
			if ev.Kind == stream.KindCallStart {
				ids = append(ids, ev.ID)
			}
		}
		if len(ids) != 2 || ids[0] == ids[1] || ids[0] == "" {
			t.Errorf("%s: the ids are %q, want two", name, ids)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestWriterConflict(t *testing.T) {
	in := events(`
		{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"a\":1}"}}]}}]}
		{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"a\":2}"}}]},"finish_reason":"stop"}]}`)
	s := written(t, NewOpenAIChat, nil, parsed(t, "openai-chat", nil, in))
	got := resultOf(parsed(t, "openai-chat", nil, s))
	if diff := cmp.Diff([]string{"provider"}, got.Errors); diff != "" || len(got.Calls) != 1 {
		t.Errorf("-want +got\n%s\n%s", diff, s)
	}
}
