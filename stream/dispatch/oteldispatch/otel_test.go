package oteldispatch

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	oteltrace "go.opentelemetry.io/otel/trace"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/dispatch"
)

func TestAround(t *testing.T) {
	spans := tracetest.NewSpanRecorder()
	reader := metric.NewManualReader()
	around, err := Around(trace.NewTracerProvider(trace.WithSpanProcessor(spans)), metric.NewMeterProvider(metric.WithReader(reader)))
	if err != nil {
		t.Fatal(err)
	}
	var inside bool
	tools, err := dispatch.NewRegistry(
		dispatch.Tool{Name: "add", Run: func(ctx context.Context, _ json.RawMessage) (any, error) {
			inside = oteltrace.SpanContextFromContext(ctx).IsValid()
			return 3, nil
		}},
		dispatch.Tool{Name: "fail", Run: func(context.Context, json.RawMessage) (any, error) { return nil, errors.New("hunter2") }})
	if err != nil {
		t.Fatal(err)
	}
	reply := dispatch.New(tools, dispatch.Options{Around: around}).Reply(t.Context(), "")
	for i, name := range []string{"add", "fail", "made-up"} {
		reply.Event(stream.Event{Kind: stream.KindCallEnd, Index: int32(i), Call: &parse.Call{Index: i, Name: name, Arguments: json.RawMessage(`{"password":"hunter2"}`)}})
	}
	reply.Event(stream.Event{Kind: stream.KindEnd, Complete: true})
	for range reply.Results() {
	}
	var got []string
	for _, s := range spans.Ended() {
		got = append(got, s.Name()+" "+s.Status().Code.String()+" "+s.Status().Description)
		for _, a := range s.Attributes() {
			if strings.Contains(a.Value.String(), "hunter2") {
				t.Errorf("a value is recorded: %v", a)
			}
		}
	}
	slices.Sort(got)
	if want := "execute_tool (unknown) Error unknown-tool|execute_tool add Unset |execute_tool fail Error tool-error"; strings.Join(got, "|") != want {
		t.Errorf("got %s, want %s", strings.Join(got, "|"), want)
	}
	if !inside {
		t.Error("the tool's context has no span")
	}
	counts := collect(t, reader)
	if counts["earlycall.tool.calls"] != 3 || counts["earlycall.tool.wait"] != 2 || counts["earlycall.tool.run"] != 2 {
		t.Errorf("got %v", counts)
	}
}

// A name that the model made up is no label, also if the call is skipped.
func TestMadeUpNames(t *testing.T) {
	spans := tracetest.NewSpanRecorder()
	around, err := Around(trace.NewTracerProvider(trace.WithSpanProcessor(spans)), metric.NewMeterProvider())
	if err != nil {
		t.Fatal(err)
	}
	tools, err := dispatch.NewRegistry()
	if err != nil {
		t.Fatal(err)
	}
	c := dispatch.New(tools, dispatch.Options{Around: around, Retries: dispatch.Retries{Total: 1}})
	for range 2 {
		reply := c.Reply(t.Context(), "")
		reply.Event(stream.Event{Kind: stream.KindCallEnd, Call: &parse.Call{Name: "made-up", Arguments: json.RawMessage(`{}`)}})
		reply.Finish()
		for range reply.Results() {
		}
	}
	var got []string
	for _, s := range spans.Ended() {
		got = append(got, s.Name()+" "+s.Status().Description)
	}
	if want := "execute_tool (unknown) unknown-tool|execute_tool (unknown) skipped"; strings.Join(got, "|") != want {
		t.Errorf("got %s, want %s", strings.Join(got, "|"), want)
	}
}

// collect returns how many calls each metric has counted.
func collect(t *testing.T, reader *metric.ManualReader) map[string]uint64 {
	var all metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	counts := map[string]uint64{}
	for _, m := range all.ScopeMetrics[0].Metrics {
		switch of := m.Data.(type) {
		case metricdata.Sum[int64]:
			for _, p := range of.DataPoints {
				counts[m.Name] += uint64(p.Value)
			}
		case metricdata.Histogram[float64]:
			for _, p := range of.DataPoints {
				counts[m.Name] += p.Count
			}
		}
	}
	return counts
}
