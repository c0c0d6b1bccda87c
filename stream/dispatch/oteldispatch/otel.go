// Package oteldispatch exports tool calls through OpenTelemetry: metrics, and
// a span a call. It is a module of its own, so that OpenTelemetry is only
// needed by those who use it.
//
//	around, err := oteldispatch.Around(otel.GetTracerProvider(), otel.GetMeterProvider())
//	conversation := dispatch.New(tools, dispatch.Options{Around: around})
package oteldispatch

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/dispatch"
)

const scope = "github.com/earlycall/earlycall/stream/dispatch"

// instruments are what calls are recorded with.
type instruments struct {
	tracer    trace.Tracer
	calls     metric.Int64Counter
	wait, run metric.Float64Histogram
}

// Around returns a hook for [dispatch.Options] that records each call that
// gets its turn; a call that failed in the reply itself is only in the
// [dispatch.Histogram].
//
// A span a call, "execute_tool NAME", is the parent of what the tool itself
// records. It has the attributes gen_ai.operation.name, gen_ai.tool.name and
// gen_ai.tool.call.id of OpenTelemetry's conventions for generative AI, and
// earlycall.code ([dispatch.Result.Code]), earlycall.choice and
// earlycall.index.
//
// The metrics, by gen_ai.tool.name and earlycall.code, are
// earlycall.tool.calls, earlycall.tool.wait (seconds from the event that
// closed the call to the start of the tool) and earlycall.tool.run (seconds
// from there to the end).
//
// No argument and no error's text is recorded, as they may hold values. A
// tool that is not registered is "(unknown)".
func Around(tracers trace.TracerProvider, meters metric.MeterProvider) (func(context.Context, parse.Call, string) (context.Context, func(dispatch.Result)), error) {
	meter := meters.Meter(scope)
	calls, err1 := meter.Int64Counter("earlycall.tool.calls", metric.WithUnit("{call}"), metric.WithDescription("Tool calls by what became of them."))
	wait, err2 := meter.Float64Histogram("earlycall.tool.wait", metric.WithUnit("s"), metric.WithDescription("Time from the event that closed a call to the start of its tool."))
	run, err3 := meter.Float64Histogram("earlycall.tool.run", metric.WithUnit("s"), metric.WithDescription("Time from the start of a tool to its end."))
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	i := &instruments{tracers.Tracer(scope), calls, wait, run}
	return i.around, nil
}

func (i *instruments) around(ctx context.Context, call parse.Call, _ string) (context.Context, func(dispatch.Result)) {
	ctx, span := i.tracer.Start(ctx, "execute_tool", trace.WithSpanKind(trace.SpanKindInternal), trace.WithAttributes(
		attribute.String("gen_ai.operation.name", "execute_tool"),
		attribute.String("gen_ai.tool.call.id", call.ID),
		attribute.Int("earlycall.choice", call.Choice),
		attribute.Int("earlycall.index", call.Index),
	))
	return ctx, func(r dispatch.Result) {
		defer span.End()
		name := r.Tool()
		attributes := []attribute.KeyValue{attribute.String("gen_ai.tool.name", name), attribute.String("earlycall.code", r.Code())}
		span.SetName("execute_tool " + name)
		span.SetAttributes(attributes...)
		if r.Outcome != dispatch.OK {
			span.SetStatus(codes.Error, r.Code())
		}
		labels := metric.WithAttributes(attributes...)
		i.calls.Add(ctx, 1, labels)
		if r.Arguments != nil {
			i.wait.Record(ctx, r.Wait.Seconds(), labels)
			i.run.Record(ctx, r.Ran.Seconds(), labels)
		}
	}
}
