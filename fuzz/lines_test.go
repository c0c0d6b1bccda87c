package fuzz

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// Lines writes the segments of a text, one a line.
func Lines(text string, segments []parse.Segment) []string {
	lines := make([]string, 0, len(segments))
	for _, s := range segments {
		line := fmt.Sprintf("%s %d-%d", s.Kind, s.Start, s.End)
		switch {
		case s.Call != nil:
			line += " " + callText(s.Call)
		case s.Err != nil:
			line += " " + errorText(s.Err)
		default:
			line += fmt.Sprintf(" %q", slice(text, s.Start, s.End))
		}
		lines = append(lines, line)
	}
	return lines
}

// slice returns text[start:end] as far as there is such a thing: segments may
// be wrong.
func slice(text string, start, end int64) string {
	n := int64(len(text))
	start = min(max(start, 0), n)
	return text[start:min(max(end, start), n)]
}

func callText(c *parse.Call) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#%d %q %s", c.Index, c.Name, jsonText(c.Arguments))
	if c.ID != "" {
		fmt.Fprintf(&b, " id=%q", c.ID)
	}
	for _, r := range c.Repairs {
		fmt.Fprintf(&b, " %s@%d", r.Kind, r.Offset)
	}
	return b.String()
}

func errorText(e *parse.Error) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#%d %q %s@%d", e.Index, e.Name, e.Code.String(), e.Offset)
	if e.ID != "" {
		fmt.Fprintf(&b, " id=%q", e.ID)
	}
	if e.Pointer != "" {
		fmt.Fprintf(&b, " at=%q", e.Pointer)
	}
	if e.Arguments != nil {
		fmt.Fprintf(&b, " arguments=%s", jsonText(e.Arguments))
	}
	fmt.Fprintf(&b, " raw=%q", e.Raw)
	return b.String()
}

// jsonText writes JSON on one line: quoted, if it has several.
func jsonText(raw []byte) string {
	if bytes.ContainsAny(raw, "\n\r") || !utf8.Valid(raw) {
		return strconv.Quote(string(raw))
	}
	return string(raw)
}

// eventLines writes events, one a line.
func eventLines(events []stream.Event) []string {
	lines := make([]string, 0, len(events))
	for _, e := range events {
		lines = append(lines, eventLine(e))
	}
	return lines
}

func eventLine(e stream.Event) string {
	line := fmt.Sprintf("%s @%d #%d %q", e.Kind, e.Offset, e.Index, e.Text)
	if e.Choice != 0 {
		line += fmt.Sprintf(" choice=%d", e.Choice)
	}
	if e.ID != "" {
		line += fmt.Sprintf(" id=%q", e.ID)
	}
	if e.Call != nil {
		line += fmt.Sprintf(" %d-%d %s", e.Call.Start, e.Call.End, callText(e.Call))
	}
	if e.Err != nil {
		line += fmt.Sprintf(" %s %s", errorText(e.Err), e.Err.Message)
	}
	if e.Complete {
		line += " complete"
	}
	return line
}

// diff returns nil if the lines are equal, else an error that shows where they
// are not.
func diff(what string, want, got []string) error {
	if d := cmp.Diff(want, got); d != "" {
		return fmt.Errorf("%s (- want, + got):\n%s", what, d)
	}
	return nil
}
