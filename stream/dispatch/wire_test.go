package dispatch_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/parse/formats"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/dispatch"
	"github.com/earlycall/earlycall/stream/wire"
)

// waits returns a tool that waits for its context and tells the cause.
func waits(causes chan<- error) dispatch.Tool {
	return dispatch.Tool{Name: "wait", Run: func(ctx context.Context, _ json.RawMessage) (any, error) {
		<-ctx.Done()
		causes <- context.Cause(ctx)
		return nil, ctx.Err()
	}}
}

// arguments is a frame of a Chat Completions stream with argument text.
func arguments(head, text string) string {
	return fmt.Sprintf(`data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0%s,"function":{"name":"wait","arguments":%s}}]}}]}`+"\n\n", head, quoted(text))
}

// More arguments after a call that is out take it back.
func TestConflictOfAStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		go func() {
			_, _ = io.WriteString(w, arguments(`,"id":"c1"`, `{"a":1}`))
			time.Sleep(time.Second)
			_, _ = io.WriteString(w, arguments("", `{"a":2}`)+"data: [DONE]\n\n")
			_ = w.Close()
		}()
		causes := make(chan error, 1)
		tools, err := dispatch.NewRegistry(waits(causes))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		events := stream.Events(wire.OpenAIChat(r), &stream.Parser{Tools: tools.Tools()})
		for result, err := range dispatch.New(tools, dispatch.Options{}).Run(t.Context(), "", events) {
			if n++; err != nil || result.Outcome != dispatch.Conflict || result.Ran != time.Second {
				t.Errorf("got %v after %v, %v", result.Outcome, result.Ran, err)
			}
		}
		if cause := <-causes; n != 1 || !errors.Is(cause, parse.ErrConflict) {
			t.Errorf("got %d results, and the cause is %v", n, cause)
		}
	})
}

// A connection that breaks leaves the calls that are out, refuses the one that
// is cut, and skips what waits for a good end.
func TestBrokenConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reset := errors.New("connection reset")
		r, w := io.Pipe()
		go func() {
			for _, part := range []string{
				"<tool_call>{\"name\":\"weather\",\"arguments\":{\"city\":\"Oslo\",\"from\":\"\",\"unit\":\"\"}}</tool_call>",
				"<tool_call>{\"name\":\"send\",\"arguments\":{}}</tool_call>",
				"<tool_call>{\"name\":\"weather\",\"argum",
			} {
				_, _ = io.WriteString(w, part)
			}
			_ = w.CloseWithError(reset)
		}()
		send := dispatch.Tool{Name: "send", Waits: true, Run: func(context.Context, json.RawMessage) (any, error) { return "sent", nil }}
		tools, err := dispatch.NewRegistry(weather(), send)
		if err != nil {
			t.Fatal(err)
		}
		hermes, _ := formats.Lookup("hermes")
		events := stream.Events(wire.Text(r), &stream.Parser{Format: hermes, Tools: tools.Tools()})
		var got []string
		for result, err := range dispatch.New(tools, dispatch.Options{InOrder: true}).Run(t.Context(), "", events) {
			if err != nil {
				got = append(got, fmt.Sprint(errors.Is(err, reset)))
				continue
			}
			got = append(got, result.Call.Name+" "+result.Code())
		}
		if want := "weather ok, send skipped, weather truncated, true"; strings.Join(got, ", ") != want {
			t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
		}
	})
}
