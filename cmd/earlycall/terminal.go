package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// newPrinter returns what prints events to out: for people if w is a terminal,
// else one JSON object a line.
func newPrinter(w, out io.Writer) func(*stream.Event) {
	if !isTerminal(w) {
		return linePrinter(out)
	}
	return (&reader{out: out, colour: os.Getenv("NO_COLOR") == "", fresh: true}).print
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// reader prints events for somebody who reads along: text as it comes, and a
// line for each thing that is not text.
type reader struct {
	out    io.Writer
	colour bool
	fresh  bool // the cursor is at the start of a line
	kind   stream.Kind
}

// style is how something looks on a terminal: an SGR parameter of ECMA-48.
type style string

const (
	plain  style = ""
	bold   style = "1"
	faint  style = "2"
	red    style = "31"
	green  style = "32"
	yellow style = "33"
	blue   style = "34"
)

func (r *reader) print(ev *stream.Event) {
	if r.kind != ev.Kind && (ev.Kind == stream.KindReasoning || r.kind == stream.KindReasoning) && !r.fresh {
		r.write(plain, "\n")
	}
	r.kind = ev.Kind
	switch {
	case ev.Kind == stream.KindText:
		r.write(plain, ev.Text)
	case ev.Kind == stream.KindReasoning, ev.Kind == stream.KindMarker:
		r.write(faint, ev.Text)
	case ev.Kind == stream.KindCallStart:
		r.line(blue, "… "+where(ev.Choice, ev.Index)+ev.Text)
	case ev.Kind == stream.KindCallDelta:
		r.line(faint, "  "+where(ev.Choice, ev.Index)+ev.Text)
	case ev.Call != nil:
		r.line(green, "✓ "+where(ev.Choice, ev.Index)+ev.Call.Name+" "+string(ev.Call.Arguments)+inParentheses(ev.Call.ID))
	case ev.Kind == stream.KindConflict:
		r.line(yellow, "! "+where(ev.Choice, ev.Index)+failureText(ev.Err))
	case ev.Err != nil:
		r.line(red, "✗ "+where(ev.Choice, ev.Index)+failureText(ev.Err))
	case ev.Complete:
		r.line(bold, "complete"+inParentheses(ev.Text))
	default:
		r.line(red, "not complete"+inParentheses(ev.Text))
	}
}

// where says which call of which choice it is.
func where(choice int16, index int32) string {
	switch {
	case index < 0:
		return ""
	case choice > 0:
		return fmt.Sprintf("%d.%d ", choice, index)
	}
	return fmt.Sprintf("%d ", index)
}

func failureText(e *parse.Error) string {
	s := strings.TrimSpace(e.Name+" "+e.Code.String()) + ": " + e.Message
	return fmt.Sprintf("%s (byte %d)", s, e.Offset)
}

func inParentheses(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

// line writes a line of its own.
func (r *reader) line(st style, s string) {
	if !r.fresh {
		r.write(plain, "\n")
	}
	r.write(st, s)
	r.write(plain, "\n")
}

// write writes s, which a model may have written: what could steer the terminal
// is shown instead.
func (r *reader) write(st style, s string) {
	if s == "" {
		return
	}
	s = harmless(s)
	r.fresh = strings.HasSuffix(s, "\n")
	if r.colour && st != plain {
		s = "\x1b[" + string(st) + "m" + s + "\x1b[0m"
	}
	io.WriteString(r.out, s) // a bufio.Writer keeps its error for Flush
}

// harmless returns s with all control characters but line feeds and tabs, and
// all bytes that are not UTF-8, made visible.
func harmless(s string) string {
	bad := func(c rune) bool {
		return c != '\n' && c != '\t' && (unicode.IsControl(c) || unicode.Is(unicode.Cf, c))
	}
	if utf8.ValidString(s) && strings.IndexFunc(s, bad) < 0 {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		switch {
		case c < 0x20 && bad(c):
			b.WriteRune('␀' + c)
		case bad(c):
			fmt.Fprintf(&b, "<U+%04X>", c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}
