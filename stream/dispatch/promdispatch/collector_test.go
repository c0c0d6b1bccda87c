package promdispatch

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/dispatch"
)

func TestCollector(t *testing.T) {
	tools, err := dispatch.NewRegistry(dispatch.Tool{Name: "add", Run: func(context.Context, json.RawMessage) (any, error) { return 3, nil }})
	if err != nil {
		t.Fatal(err)
	}
	var calls dispatch.Histogram
	c := NewCollector(&calls)
	reply := dispatch.New(tools, dispatch.Options{Histogram: &calls}).Reply(t.Context(), "")
	for i, name := range []string{"add", "add", "made-up", "made-up-too"} {
		reply.Event(stream.Event{Kind: stream.KindCallEnd, Index: int32(i), Call: &parse.Call{Index: i, Name: name, Arguments: json.RawMessage("{}")}})
	}
	reply.Event(stream.Event{Kind: stream.KindEnd, Complete: true})
	for range reply.Results() {
	}
	want := `
# HELP earlycall_tool_calls_total Tool calls by what became of them.
# TYPE earlycall_tool_calls_total counter
earlycall_tool_calls_total{code="ok",tool="add"} 2
earlycall_tool_calls_total{code="unknown-tool",tool="(unknown)"} 2
`
	if err := testutil.CollectAndCompare(c, strings.NewReader(want), "earlycall_tool_calls_total"); err != nil {
		t.Error(err)
	}
	if n := testutil.CollectAndCount(c, "earlycall_tool_wait_seconds", "earlycall_tool_run_seconds"); n != 2 {
		t.Errorf("got %d histograms, want 2", n)
	}
	if problems, err := testutil.CollectAndLint(c); err != nil || len(problems) > 0 {
		t.Errorf("got %v, %v", problems, err)
	}
}
