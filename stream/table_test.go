package stream

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse/formats"
)

// textTest is a row of the tables of replies in text.
//
// In is the reply: ¦ where a chunk ends, ⏎ for a line feed, ˋ for a backtick.
// Want is what becomes known, a line each, as showReply writes it. Pending, if
// it is not empty, is what is held back after each chunk, with ¦ between.
type textTest struct {
	name, in, want string
	pending        string
}

const chunkEnd = "¦"

var (
	spelled = strings.NewReplacer("⏎", "\n", "ˋ", "`")
	shown   = strings.NewReplacer("\n", "⏎", "`", "ˋ", "\r", `\r`, "\t", `\t`)
)

// runText reads each reply as it is cut, whole, byte by byte, and in two
// pieces however cut. What becomes known must be the same each time.
func runText(t *testing.T, o Options, tests []textTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { tt.run(t, o) })
	}
}

func (tt *textTest) run(t *testing.T, o Options) {
	t.Helper()
	chunks := strings.Split(spelled.Replace(tt.in), chunkEnd)
	text := strings.Join(chunks, "")
	want := wantLines(tt.want)
	p := newParser(o)
	check := func(how string, chunks ...string) {
		t.Helper()
		events := feedAll(p, chunks)
		if diff := cmp.Diff(want, showReply(text, events)); diff != "" {
			t.Fatalf("%s: -want +got\n%s", how, diff)
		}
		if i := cutCharacter(events); i >= 0 {
			t.Fatalf("%s: %s ends inside a character", how, showEvent(events[i]))
		}
		p.Reset()
	}
	check("as cut", chunks...)
	check("whole", text)
	check("byte by byte", bytewise(text)...)
	for at := 1; at < len(text); at++ {
		check(fmt.Sprintf("cut at %d", at), text[:at], text[at:])
	}
	if tt.pending == "" {
		return
	}
	var held []string
	for _, chunk := range chunks {
		p.Feed(chunk)
		held = append(held, showText(p.Pending()))
	}
	if diff := cmp.Diff(strings.Split(tt.pending, chunkEnd), held); diff != "" {
		t.Errorf("Pending: -want +got\n%s", diff)
	}
}

// newParser returns a parser with those options.
func newParser(o Options) *Parser {
	return &Parser{Format: o.Format, Tools: o.Tools, InReasoning: o.InReasoning, MaxCall: o.MaxCall, MaxDepth: o.MaxDepth}
}

// format returns the row of that name.
func format(name string) *Format {
	row, ok := formats.Lookup(name)
	if !ok {
		panic("no row " + name)
	}
	return row
}

// offered returns tools of those names, without schemas.
func offered(names ...string) Tools {
	tools := Tools{}
	for _, name := range names {
		tools = append(tools, Tool{Name: name})
	}
	return tools
}

// feedAll feeds a reply and ends it.
func feedAll(p *Parser, chunks []string) []Event {
	var events []Event
	for _, chunk := range chunks {
		events = append(events, p.Feed(chunk)...)
	}
	return append(events, p.Finish()...)
}

func bytewise(text string) []string { return inChunks(text, 1) }

// inChunks cuts a text into chunks of n bytes.
func inChunks(text string, n int) []string {
	var chunks []string
	for ; len(text) > n; text = text[n:] {
		chunks = append(chunks, text[:n])
	}
	return append(chunks, text)
}

func wantLines(want string) []string {
	var out []string
	for line := range strings.Lines(want) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// showReply writes the events of a reply, neighbours joined:
//
//	text «Sure.⏎»
//	call 0 search {"q":"Oslo"} id=x (null-arguments@9)
//	failed 0 search syntax@12 /q «{"na…x» «…}» after «{"q":»
//	conflict 0 search trailing@40 «junk»
//	error no-call@4
//	incomplete
//
// A call stands for its start, its deltas and its end. Of a failed one the
// pointer, the raw bytes, what else is skipped, and the deltas are shown; where
// less is skipped than the raw bytes, that comes after "of". A line says so
// where the events contradict each other, or leave a gap in the text.
func showReply(text string, events []Event) []string {
	out := []string(nil)
	v := view{text: text}
	events = joined(events)
	for i, e := range events {
		v.end = spanEnd(events[i+1:])
		if line := v.show(e); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// joined returns events with neighbours that are pieces of the same thing made
// one.
func joined(events []Event) []Event {
	var out []Event
	for _, e := range events {
		if n := len(out); n > 0 && out[n-1].Kind == e.Kind && out[n-1].Index == e.Index && out[n-1].Choice == e.Choice && isPiece(e.Kind) {
			out[n-1].Text += e.Text
			continue
		}
		out = append(out, e)
	}
	return out
}

// cutCharacter returns the index of an event whose text ends inside a character
// that the next one completes, or -1.
func cutCharacter(events []Event) int {
	for i := 1; i < len(events); i++ {
		a, b := events[i-1], events[i]
		if n := cutRune(a.Text); n > 0 && a.Kind == b.Kind && isPiece(a.Kind) {
			if r, _ := utf8.DecodeRuneInString(a.Text[len(a.Text)-n:] + b.Text); r != utf8.RuneError {
				return i - 1
			}
		}
	}
	return -1
}

func isPiece(k Kind) bool {
	return k == KindText || k == KindReasoning || k == KindMarker || k == KindCallDelta
}

// spanEnd returns where the next event begins that has bytes of the text.
func spanEnd(events []Event) int {
	for _, e := range events {
		if e.Kind != KindCallDelta && e.Kind != KindCallEnd && e.Kind != KindError {
			return int(e.Offset)
		}
	}
	return 0
}

// view follows the events of a reply and compares them with its text.
type view struct {
	text   string
	pos    int // what is before is reported
	end    int // where the next event with bytes begins
	start  Event
	deltas string
}

func (v *view) show(e Event) string {
	switch e.Kind {
	case KindText, KindReasoning, KindMarker:
		line := fmt.Sprintf("%v «%s»%s", e.Kind, showText(e.Text), v.gap(e.Offset))
		if got := v.upTo(int(e.Offset) + len(e.Text)); got != e.Text {
			line += " instead of " + showText(got)
		}
		return line
	case KindCallStart:
		v.start, v.deltas = e, ""
	case KindCallDelta:
		v.deltas += e.Text
	case KindCallEnd:
		if e.Call != nil {
			return v.showCall(e)
		}
		return v.showFailed(e)
	case KindConflict:
		gap := v.gap(e.Offset)
		return fmt.Sprintf("conflict %d %s %s@%d «%s»%s", e.Err.Index, orDash(e.Err.Name), e.Err.Code.String(), e.Err.Offset,
			showText(v.upTo(v.end)), gap)
	case KindError:
		return fmt.Sprintf("error %s@%d", e.Err.Code.String(), e.Err.Offset)
	case KindEnd:
		if !e.Complete {
			return "incomplete" + v.gap(e.Offset)
		}
		return strings.TrimSpace(v.gap(e.Offset))
	}
	return ""
}

func (v *view) showCall(e Event) string {
	c := e.Call
	line := fmt.Sprintf("call %d %s %s", c.Index, orDash(c.Name), showText(string(c.Arguments)))
	if c.ID != "" {
		line += " id=" + showText(c.ID)
	}
	for _, r := range c.Repairs {
		line += fmt.Sprintf(" (%s@%d)", r.Kind, r.Offset)
	}
	line += v.gap(c.Start) + v.begun(e, c.Name)
	if v.deltas != string(c.Arguments) {
		line += " deltas " + v.deltas
	}
	v.pos = int(c.End)
	return line
}

func (v *view) showFailed(e Event) string {
	err := e.Err
	line := fmt.Sprintf("failed %d %s %s@%d", err.Index, orDash(err.Name), err.Code.String(), err.Offset)
	if err.ID != "" {
		line += " id=" + showText(err.ID)
	}
	if err.Pointer != "" {
		line += " " + showText(err.Pointer)
	}
	line += " «" + showText(err.Raw) + "»" + v.gap(e.Offset) + v.begun(e, err.Name)
	span := v.upTo(v.end)
	if rest, ok := strings.CutPrefix(span, err.Raw); !ok {
		line += " of «" + showText(span) + "»"
	} else if rest != "" {
		line += " «" + showText(rest) + "»"
	}
	if v.deltas != "" {
		line += " after «" + showText(v.deltas) + "»"
	}
	if err.Arguments != nil {
		line += " arguments " + string(err.Arguments)
	}
	return line
}

// begun tells in what the start of a call differs from its end.
func (v *view) begun(e Event, name string) string {
	if v.start.Kind != KindCallStart || v.start.Index != e.Index || v.start.Text != name || v.start.Offset != e.Offset {
		return fmt.Sprintf(" started as %d %q at %d", v.start.Index, v.start.Text, v.start.Offset)
	}
	v.start = Event{}
	return ""
}

// upTo returns the text that is not told before end, and takes it as told.
func (v *view) upTo(end int) string {
	from := v.pos
	v.pos = end
	if from > end || end > len(v.text) {
		return "nothing"
	}
	return v.text[from:end]
}

func (v *view) gap(offset int64) string {
	if int(offset) == v.pos {
		return ""
	}
	return fmt.Sprintf(" at %d, not %d", offset, v.pos)
}

// showText writes a text on one line, with control bytes and what is no UTF-8
// as \xNN.
func showText(s string) string {
	s = shown.Replace(s)
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r < ' ' || r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, `\x%02x`, s[0])
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

func orDash(name string) string {
	if name == "" {
		return "-"
	}
	return showText(name)
}
