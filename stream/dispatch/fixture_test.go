package dispatch

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// The events of hand-made replies.

func start(index int, name string) stream.Event {
	return stream.Event{Kind: stream.KindCallStart, Index: int32(index), Text: name}
}

func call(index int, name, arguments string) stream.Event {
	return stream.Event{Kind: stream.KindCallEnd, Index: int32(index), Call: &parse.Call{
		Index: index, ID: fmt.Sprintf("id%d", index), Name: name, Arguments: json.RawMessage(arguments),
	}}
}

func broken(index int, name string, code parse.Code) stream.Event {
	return stream.Event{Kind: stream.KindCallEnd, Index: int32(index), Err: &parse.Error{
		Code: code, Index: index, ID: fmt.Sprintf("id%d", index), Name: name, Message: "something is wrong.",
	}}
}

func conflict(index int) stream.Event {
	return stream.Event{Kind: stream.KindConflict, Index: int32(index), Err: &parse.Error{Code: parse.ErrTrailing, Index: index, Message: "more bytes"}}
}

func end(complete bool) stream.Event {
	return stream.Event{Kind: stream.KindEnd, Index: -1, Complete: complete}
}

// seq yields events; pauses (durations) and errors may stand between them.
func seq(steps ...any) iter.Seq2[stream.Event, error] {
	return func(yield func(stream.Event, error) bool) {
		for _, step := range steps {
			switch step := step.(type) {
			case time.Duration:
				time.Sleep(step)
			case error:
				yield(stream.Event{}, step)
				return
			case stream.Event:
				if !yield(step, nil) {
					return
				}
			}
		}
	}
}

// tool makes a tool that takes any object.
func simple(name string, run func(ctx context.Context, arguments json.RawMessage) (any, error)) Tool {
	return Tool{Name: name, Run: run}
}

// sleeps returns a Run that takes d, and ends early with its context.
func sleeps(d time.Duration) func(context.Context, json.RawMessage) (any, error) {
	return func(ctx context.Context, _ json.RawMessage) (any, error) {
		select {
		case <-time.After(d):
			return "slept " + d.String(), nil
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

func conversation(t testing.TB, o Options, tools ...Tool) *Conversation {
	t.Helper()
	r, err := NewRegistry(tools...)
	if err != nil {
		t.Fatal(err)
	}
	return New(r, o)
}

// conflictOf returns the text of a tool whose call was contradicted.
func conflictOf(name string, started bool, outcome Outcome) string {
	return conflictText(Result{Call: parse.Call{Name: name}, Outcome: outcome, started: started})
}

// told writes results one a line: index, code and text.
func told(results []Result) string {
	var lines []string
	for _, r := range results {
		lines = append(lines, fmt.Sprintf("%d %s %s", r.Call.Index, r.Code(), r.Text))
	}
	return strings.Join(lines, "\n")
}

func collect(t testing.TB, seq iter.Seq2[Result, error]) []Result {
	t.Helper()
	var results []Result
	for r, err := range seq {
		if err != nil {
			t.Errorf("unexpected error: %v", err)
		}
		results = append(results, r)
	}
	return results
}

func want(t testing.TB, got []Result, lines ...string) {
	t.Helper()
	if diff := cmp.Diff(strings.Join(lines, "\n"), told(got)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
