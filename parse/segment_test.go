package parse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// render writes segments one a line:
//
//	text "…"
//	call 0 name {"k":1} id=x +null-arguments@9
//	error 0 name syntax @12 "raw" of "span" args={}
//	conflict 0 name trailing @12 of "span"
//
// An empty name is -, the raw text is left out where it is the whole span, and
// a span is left out where it is the raw text.
func render(text string, segments []Segment) string {
	var b strings.Builder
	for _, s := range segments {
		span := text[s.Start:s.End]
		fmt.Fprint(&b, s.Kind)
		switch {
		case s.Call != nil:
			renderCall(&b, s.Call)
		case s.Err != nil:
			renderError(&b, s.Err, span)
		default:
			fmt.Fprintf(&b, " %q", span)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func renderCall(b *strings.Builder, c *Call) {
	fmt.Fprintf(b, " %d %s %s", c.Index, c.Name, c.Arguments)
	if c.ID != "" {
		fmt.Fprintf(b, " id=%s", c.ID)
	}
	for _, r := range c.Repairs {
		fmt.Fprintf(b, " +%s@%d", r.Kind, r.Offset)
	}
}

func renderError(b *strings.Builder, e *Error, span string) {
	name := e.Name
	if name == "" {
		name = "-"
	}
	fmt.Fprintf(b, " %d %s %s @%d", e.Index, name, e.Code.String(), e.Offset)
	if e.ID != "" {
		fmt.Fprintf(b, " id=%s", e.ID)
	}
	fmt.Fprintf(b, " %q", e.Raw)
	if e.Raw != span {
		fmt.Fprintf(b, " of %q", span)
	}
	if e.Arguments != nil {
		fmt.Fprintf(b, " args=%s", e.Arguments)
	}
	if e.Pointer != "" {
		fmt.Fprintf(b, " at %s", e.Pointer)
	}
}

// textTest is a row of a table of replies. Lines of want may be indented.
type textTest struct {
	name string
	text string
	want string
}

func runText(t *testing.T, o Options, tests []textTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			segments := Text(tt.text, o)
			checkSegments(t, tt.text, segments)
			if diff := cmp.Diff(lines(tt.want), lines(render(tt.text, segments))); diff != "" {
				t.Errorf("Text(%q): -want +got\n%s", tt.text, diff)
			}
		})
	}
}

func lines(s string) []string {
	var list []string
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}

// named returns a set of tools with these names and no schemas.
func named(names ...string) Tools {
	tools := Tools{}
	for _, n := range names {
		tools = append(tools, Tool{Name: n})
	}
	return tools
}
