package dispatch_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse/formats"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/dispatch"
	"github.com/earlycall/earlycall/stream/wire"
)

// token is the time between two tokens, at 50 a second.
const token = 20 * time.Millisecond

// tokens cuts text into n pieces of about the same length.
func tokens(text string, n int) []string {
	var out []string
	for i := range n {
		out = append(out, text[len(text)*i/n:len(text)*(i+1)/n])
	}
	return out
}

// chatFrames are the frames of a Chat Completions reply, a token each: 20 of
// text, then three calls of 24, then the finish.
func chatFrames() []string {
	var frames []string
	add := func(delta string) {
		frames = append(frames, `data: {"choices":[{"index":0,"delta":`+delta+"}]}\n\n")
	}
	for _, t := range tokens("Let me look at the weather in those three cities for you, one moment please. ", 20) {
		add(`{"content":` + quoted(t) + `}`)
	}
	for i, city := range []string{"Oslo", "Rome", "Kyiv"} {
		add(fmt.Sprintf(`{"tool_calls":[{"index":%d,"id":"c%d","type":"function","function":{"name":"weather","arguments":""}}]}`, i, i))
		for _, t := range tokens(`{"city":"`+city+`","from":"2026-03-01","to":"2026-03-08","unit":"celsius"}`, 23) {
			add(fmt.Sprintf(`{"tool_calls":[{"index":%d,"function":{"arguments":%s}}]}`, i, quoted(t)))
		}
	}
	return append(frames, `data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`+"\n\ndata: [DONE]\n\n")
}

// textFrames are the tokens of a reply with calls in the text, in the format
// of Hermes, with prose before, between and after them.
func textFrames() []string {
	frames := tokens("Let me look at the weather in those three cities for you, one moment please. ", 20)
	for _, city := range []string{"Oslo", "Rome", "Kyiv"} {
		frames = append(frames, "<tool_call>")
		frames = append(frames, tokens("\n"+`{"name":"weather","arguments":{"city":"`+city+`","from":"2026-03-01","unit":"celsius"}}`, 22)...)
		frames = append(frames, "\n</tool_call>", "\nThen the next.")
	}
	return append(frames, tokens(" While these are being looked up, here is what is usual for the season: it is mild, with some rain in the evening.", 30)...)
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// talk writes frames to a connection, one a token's time, and closes it.
func talk(w io.WriteCloser, frames []string) {
	for _, f := range frames {
		time.Sleep(token)
		if _, err := io.WriteString(w, f); err != nil {
			return
		}
	}
	_ = w.Close()
}

// hold passes events on, and calls only once release reports that they may go.
func hold(events iter.Seq2[stream.Event, error], release func(ev stream.Event) bool) iter.Seq2[stream.Event, error] {
	return func(yield func(stream.Event, error) bool) {
		var held []stream.Event
		for ev, err := range events {
			if release(ev) {
				for _, call := range held {
					if !yield(call, nil) {
						return
					}
				}
				held = nil
			}
			if ev.Kind == stream.KindCallEnd {
				held = append(held, ev)
			} else if !yield(ev, err) {
				return
			}
		}
	}
}

// When a call may start: the rows of the table.
var moments = []struct {
	name    string
	release func(ev stream.Event) bool
}{
	{"at the closing byte", nil},
	{"at the end of its block", func(ev stream.Event) bool {
		return ev.Kind == stream.KindCallStart || ev.Kind == stream.KindEnd ||
			ev.Kind == stream.KindMarker && strings.Contains(ev.Text, "</tool_call>")
	}},
	{"at the end of the stream", func(ev stream.Event) bool { return ev.Kind == stream.KindEnd }},
}

// measure plays a reply and returns when the first and the last result came.
func measure(t *testing.T, reply func(io.Reader) iter.Seq2[stream.Event, error], frames []string, release func(stream.Event) bool, parallel int) (first, last time.Duration) {
	tools, err := dispatch.NewRegistry(weather())
	if err != nil {
		t.Fatal(err)
	}
	client, server := net.Pipe()
	defer client.Close()
	begin := time.Now()
	go talk(server, frames)
	events := reply(client)
	if release != nil {
		events = hold(events, release)
	}
	for r, err := range dispatch.New(tools, dispatch.Options{Parallel: parallel}).Run(t.Context(), "", events) {
		if err != nil || r.Outcome != dispatch.OK {
			t.Fatalf("got %s: %s, %v", r.Call.Name, r.Text, err)
		}
		if last = time.Since(begin); first == 0 {
			first = last
		}
	}
	return first, max(last, time.Since(begin))
}

// weather is a tool that takes 300 ms.
func weather() dispatch.Tool {
	return dispatch.Func("weather", "", func(ctx context.Context, in struct {
		City string `json:"city"`
		From string `json:"from"`
		To   string `json:"to,omitempty"`
		Unit string `json:"unit"`
	}) (string, error) {
		time.Sleep(300 * time.Millisecond)
		return "mild", nil
	})
}

// The time that early dispatch saves, in virtual time: a reply with three
// calls at 50 tokens a second, and a tool that takes 300 ms.
func TestLatency(t *testing.T) {
	chat := func(r io.Reader) iter.Seq2[stream.Event, error] {
		return stream.Events(wire.OpenAIChat(r), &stream.Parser{})
	}
	text := func(r io.Reader) iter.Seq2[stream.Event, error] {
		hermes, ok := formats.Lookup("hermes")
		if !ok {
			t.Fatal("no format hermes")
		}
		return stream.Events(wire.Text(r), &stream.Parser{Format: hermes})
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-22s  %-26s  %12s  %12s\n", "reply", "calls start", "first result", "all done")
	done, begun := map[string]float64{}, map[string]float64{} // seconds
	row := func(name string, reply func(io.Reader) iter.Seq2[stream.Event, error], frames []string, parallel int) {
		for _, m := range moments {
			synctest.Test(t, func(t *testing.T) {
				first, last := measure(t, reply, frames, m.release, parallel)
				fmt.Fprintf(&b, "%-22s  %-26s  %12v  %12v\n", name, m.name, first, last)
				done[m.name+name], begun[m.name+name] = last.Seconds(), first.Seconds()
			})
		}
	}
	row("chat", chat, chatFrames(), 3)
	row("chat, one at a time", chat, chatFrames(), 1)
	row("text, prose behind", text, textFrames(), 3)
	row("text, one at a time", text, textFrames(), 1)
	t.Logf("\n%s", &b)
	for _, m := range moments {
		line := fmt.Sprintf("| %s | %v s | %v s | %v s | %v s |\n", m.name, begun[m.name+"chat"], done[m.name+"chat"],
			done[m.name+"chat, one at a time"], done[m.name+"text, one at a time"])
		if !strings.Contains(string(readme), line) {
			t.Errorf("the README's table lacks %q", line)
		}
	}
	if diff := cmp.Diff(strings.TrimPrefix(wantLatency, "\n"), b.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

const wantLatency = `
reply                   calls start                 first result      all done
chat                    at the closing byte                1.18s         2.14s
chat                    at the end of its block            1.22s         2.16s
chat                    at the end of the stream           2.16s         2.16s
chat, one at a time     at the closing byte                1.18s         2.14s
chat, one at a time     at the end of its block            1.22s         2.16s
chat, one at a time     at the end of the stream           2.16s         2.76s
text, prose behind      at the closing byte                1.16s          2.5s
text, prose behind      at the end of its block            1.18s          2.5s
text, prose behind      at the end of the stream            2.8s          2.8s
text, one at a time     at the closing byte                1.16s          2.5s
text, one at a time     at the end of its block            1.18s          2.5s
text, one at a time     at the end of the stream            2.8s          3.4s
`
