package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// outcome is what a record expects.
type outcome struct {
	Calls     []expectedCall `json:"calls"`     // in the order in which they come out
	Error     *string        `json:"error"`     // null: no error and no conflict; else one with that code
	Content   *string        `json:"content"`   // text, trimmed, white space folded; null: unchecked
	Reasoning *string        `json:"reasoning"` // likewise
	Complete  *bool          `json:"complete"`  // null: unchecked
}

// expectedCall is a call that a record expects. What is absent is unchecked,
// but the name.
type expectedCall struct {
	ID        *string         `json:"id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"` // compared as JSON, numbers by literal
	Raw       *string         `json:"raw"`       // compared byte by byte
	Choice    *int            `json:"choice"`
	AtChunk   *int            `json:"at_chunk"` // compared if the chunks are as given
}

// differ returns in what a result differs from all outcomes that would pass, by
// the first of them; "" if it agrees with one.
func differ(r *result, want *outcome, alt []outcome, asGiven bool) string {
	first := want.differ(r, asGiven)
	if first == "" || slices.ContainsFunc(alt, func(o outcome) bool { return o.differ(r, asGiven) == "" }) {
		return ""
	}
	return first
}

func (o *outcome) differ(r *result, asGiven bool) string {
	for _, why := range []string{
		o.differInCalls(r, asGiven),
		o.differInErrors(r),
		differInText("content", r.content, o.Content),
		differInText("reasoning", r.reasoning, o.Reasoning),
	} {
		if why != "" {
			return why
		}
	}
	if o.Complete != nil && *o.Complete != r.complete {
		return fmt.Sprintf("complete: got %v, want %v", r.complete, *o.Complete)
	}
	return ""
}

func (o *outcome) differInCalls(r *result, asGiven bool) string {
	for i := range min(len(r.calls), len(o.Calls)) {
		if why := o.Calls[i].differ(r.calls[i], asGiven); why != "" {
			return fmt.Sprintf("call %d: %s", i, why)
		}
	}
	if len(r.calls) == len(o.Calls) {
		return ""
	}
	var names []string
	for _, c := range r.calls {
		names = append(names, c.Name)
	}
	return fmt.Sprintf("calls: got %d, want %d: %q", len(r.calls), len(o.Calls), names)
}

func (e *expectedCall) differ(got outCall, asGiven bool) string {
	switch {
	case got.Name != e.Name:
		return fmt.Sprintf("name: got %q, want %q", got.Name, e.Name)
	case e.ID != nil && got.ID != *e.ID:
		return fmt.Sprintf("id: got %q, want %q", got.ID, *e.ID)
	case e.Choice != nil && got.Choice != *e.Choice:
		return fmt.Sprintf("choice: got %d, want %d", got.Choice, *e.Choice)
	case e.Raw != nil && string(got.Arguments) != *e.Raw:
		return fmt.Sprintf("raw: got %q, want %q", got.Arguments, *e.Raw)
	case e.Arguments != nil && !equalJSON(got.Arguments, e.Arguments):
		return fmt.Sprintf("arguments: got %s, want %s", got.Arguments, e.Arguments)
	case asGiven && e.AtChunk != nil && !e.onTime(got):
		return fmt.Sprintf("at_chunk: got %d, want %d", got.chunk, *e.AtChunk)
	}
	return ""
}

// onTime reports whether the call came with the chunk that closed it. A {} may
// have been held.
func (e *expectedCall) onTime(got outCall) bool {
	return got.chunk == *e.AtChunk || got.chunk > *e.AtChunk && string(got.Arguments) == "{}"
}

func (o *outcome) differInErrors(r *result) string {
	var codes []string
	for _, e := range slices.Concat(r.errors, r.conflicts) {
		codes = append(codes, e.Code.String())
	}
	switch {
	case o.Error == nil && len(codes) > 0:
		return fmt.Sprintf("error: got %q, want none", codes)
	case o.Error == nil,
		slices.Contains(codes, *o.Error),
		*o.Error == "truncated" && !r.complete,
		(*o.Error == "trailing" || *o.Error == "conflict") && len(r.conflicts) > 0:
		return ""
	}
	return fmt.Sprintf("error: got %q, want %q", codes, *o.Error)
}

func differInText(what string, got perChoice, want *string) string {
	if want == nil {
		return ""
	}
	g, w := folded(got.String()), folded(*want)
	if g == w {
		return ""
	}
	return fmt.Sprintf("%s: got %q, want %q", what, g, w)
}

// folded returns s without white space around it, and with one space for each
// run of it.
func folded(s string) string { return strings.Join(strings.Fields(s), " ") }

// equalJSON reports whether two texts are the same JSON: the order of members,
// white space and escapes aside, and numbers by literal.
func equalJSON(a, b []byte) bool {
	x, errX := decodeJSON(a)
	y, errY := decodeJSON(b)
	return errX == nil && errY == nil && reflect.DeepEqual(x, y)
}

func decodeJSON(b []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}
