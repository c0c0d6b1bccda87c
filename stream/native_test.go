package stream

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/scan"
)

// nativeTest is a row of the tables of native calls. In is a delta a line, as
// parseDelta reads it; want an event a line, as showEvent writes it.
type nativeTest struct {
	name, in, want string
	tools          Tools
	options        func(*Parser)
}

var deltaKinds = map[string]DeltaKind{
	"text": DeltaText, "fragment": DeltaFragment, "whole": DeltaWhole, "snapshot": DeltaSnapshot,
	"path": DeltaPath, "close": DeltaClose, "finish": DeltaFinish, "error": DeltaError, "lost": DeltaLost,
	"restart": DeltaRestart, "done": DeltaDone, "reasoning": DeltaReasoning,
}

// parseDelta reads a delta: its kind, then what is set (slot=item choice=1 id=a call=b #0
// name=f $.path (cut) …), then its text, from the first word that is none of
// these. "¦" in it is up to the caller, "␠" is a space, "⏎" a line feed.
func parseDelta(line string) Delta {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	kind, ok := deltaKinds[word]
	if !ok {
		panic("no such delta: " + line)
	}
	d := Delta{Kind: kind}
	for rest != "" {
		word, after, _ := strings.Cut(rest, " ")
		key, value, _ := strings.Cut(word, "=")
		switch {
		case key == "choice":
			d.Choice, _ = strconv.Atoi(value)
		case key == "id":
			d.ID = value
		case key == "slot":
			d.Slot = map[string]Slot{"item": SlotItem, "block": SlotBlock, "start": SlotStart}[value]
		case key == "call":
			d.CallID = value
		case key == "name":
			d.Name = value
		case word[0] == '#':
			d.Index, _ = strconv.Atoi(word[1:])
			d.Indexed = true
		case word[0] == '$':
			d.Path = strings.ReplaceAll(word, "␠", " ")
		case word == "(cut)":
			d.Ending = EndingCut
		case word == "…":
			d.More = true
		default:
			d.Text = strings.NewReplacer("␠", " ", "⏎", "\n").Replace(rest)
			return d
		}
		rest = after
	}
	return d
}

func parseDeltas(in string) []Delta {
	var out []Delta
	for line := range strings.Lines(in) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, cutDelta(parseDelta(line), "¦")...)
		}
	}
	return out
}

// cutDelta makes a fragment several, at each cut. What follows the first has no
// name.
func cutDelta(d Delta, cut string) []Delta {
	pieces := strings.Split(d.Text, cut)
	out := make([]Delta, len(pieces))
	for i, piece := range pieces {
		out[i] = d
		out[i].Text = piece
		if i > 0 {
			out[i].Name = ""
			out[i].Slot = min(d.Slot, SlotBlock)
		}
	}
	return out
}

// showEvent writes an event: its kind, the call's index (2/1 is index 1 in
// choice 2), and what there is to tell.
func showEvent(e Event) string {
	at := strconv.Itoa(int(e.Index))
	if e.Choice != 0 {
		at = fmt.Sprintf("%d/%d", e.Choice, e.Index)
	}
	switch e.Kind {
	case KindCallStart:
		return strings.TrimSpace(fmt.Sprintf("start %s %s", at, e.Text))
	case KindCallDelta:
		return fmt.Sprintf("delta %s %s", at, e.Text)
	case KindCallEnd:
		if c := e.Call; c != nil {
			s := fmt.Sprintf("call %s %s%s %s", at, c.Name, strings.Repeat(" id="+c.ID, min(len(c.ID), 1)), c.Arguments)
			for _, r := range c.Repairs {
				s += " (" + string(r.Kind) + ")"
			}
			return s
		}
		s := fmt.Sprintf("failed %s %s@%d", at, e.Err.Code.String(), e.Err.Offset)
		if e.Err.Arguments != nil {
			s += " " + string(e.Err.Arguments)
		}
		return s
	case KindConflict:
		return fmt.Sprintf("conflict %s %s@%d", at, e.Err.Code.String(), e.Offset)
	case KindError:
		return "error " + e.Err.Code.String()
	case KindEnd:
		if e.Complete {
			return strings.TrimSpace("end " + e.Text)
		}
		return strings.TrimSpace("end (incomplete) " + e.Text)
	}
	return e.Kind.String() + " " + e.Text
}

// showEvents writes events, with the deltas of a call that follow each other
// joined.
func showEvents(events []Event) []string {
	var out []string
	for i := 0; i < len(events); i++ {
		e := events[i]
		for e.Kind == KindCallDelta && i+1 < len(events) && events[i+1].Kind == KindCallDelta &&
			events[i+1].Index == e.Index && events[i+1].Choice == e.Choice {
			i++
			e.Text += events[i].Text
		}
		out = append(out, showEvent(e))
	}
	return out
}

// applyAll applies deltas and ends the reply.
func applyAll(p *Parser, deltas []Delta) []Event {
	var out []Event
	for _, d := range deltas {
		out = append(out, p.Apply(d)...)
	}
	return append(out, p.Finish()...)
}

// recut returns the deltas with each fragment that tells whose it is cut at
// every byte, or in two at the byte with that index.
func recut(deltas []Delta, at int) []Delta {
	var out []Delta
	for _, d := range deltas {
		switch {
		case d.Kind != DeltaFragment || d.ID == "" && !d.Indexed || len(d.Text) <= max(at, 0):
			out = append(out, d)
		case at < 0:
			pieces := make([]string, len(d.Text))
			for i := range len(d.Text) {
				pieces[i] = d.Text[i : i+1]
			}
			d.Text = strings.Join(pieces, "\xff")
			out = append(out, cutDelta(d, "\xff")...)
		default:
			d.Text = d.Text[:at] + "\xff" + d.Text[at:]
			out = append(out, cutDelta(d, "\xff")...)
		}
	}
	return out
}

func (tt *nativeTest) run(t *testing.T) {
	t.Helper()
	p := &Parser{Tools: tt.tools}
	if tt.options != nil {
		tt.options(p)
	}
	deltas := parseDeltas(tt.in)
	var want []string
	for line := range strings.Lines(tt.want) {
		if line = strings.TrimSpace(line); line != "" {
			want = append(want, strings.NewReplacer("␠", " ", "⏎", "\n").Replace(line))
		}
	}
	check := func(how string, deltas []Delta) {
		t.Helper()
		p.Reset()
		events := applyAll(p, deltas)
		if diff := cmp.Diff(want, showEvents(events)); diff != "" {
			t.Fatalf("%s: -want +got\n%s", how, diff)
		}
		if err := checkGrammar(events); err != nil {
			t.Fatalf("%s: %v", how, err)
		}
	}
	check("as given", deltas)
	check("byte by byte", recut(deltas, -1))
	longest := 0
	for _, d := range deltas {
		longest = max(longest, len(d.Text))
	}
	for at := range longest {
		check(fmt.Sprintf("cut at %d", at), recut(deltas, at))
	}
}

func runNative(t *testing.T, tests []nativeTest) {
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { tt.run(t) })
	}
}

// checkGrammar reports what in the events of a reply does not fit the grammar
// of events, or breaks what a call promises.
func checkGrammar(events []Event) error {
	type key struct{ choice, index int }
	open := map[key]*strings.Builder{}
	ended := map[key]bool{}
	out := map[key]bool{}
	for i, e := range events {
		k := key{int(e.Choice), int(e.Index)}
		b, isOpen := open[k]
		switch e.Kind {
		case KindCallStart:
			if isOpen || ended[k] {
				return fmt.Errorf("event %d: a second start of %v", i, k)
			}
			open[k] = new(strings.Builder)
		case KindCallDelta:
			if !isOpen || e.Text == "" {
				return fmt.Errorf("event %d: a delta of %v, open: %v, text %q", i, k, isOpen, e.Text)
			}
			b.WriteString(e.Text)
		case KindCallEnd:
			if !isOpen || (e.Call == nil) == (e.Err == nil) {
				return fmt.Errorf("event %d: an end of %v, open: %v", i, k, isOpen)
			}
			delete(open, k)
			ended[k] = true
			if e.Call == nil {
				continue
			}
			out[k] = true
			if s := string(e.Call.Arguments); s != b.String() || !strictObject(s) || e.Call.Name == "" {
				return fmt.Errorf("event %d: call %q with arguments %q, deltas %q", i, e.Call.Name, s, b)
			}
		case KindConflict:
			if !out[k] || e.Err == nil {
				return fmt.Errorf("event %d: a conflict of %v, which is not out", i, k)
			}
			out[k] = false // no second one
		case KindError:
			if e.Index != -1 || e.Err == nil || e.Err.Message == "" {
				return fmt.Errorf("event %d: an error that tells nothing", i)
			}
		case KindEnd:
			if i != len(events)-1 || len(open) > 0 {
				return fmt.Errorf("event %d: the end, with %d open calls", i, len(open))
			}
		}
	}
	if len(events) == 0 || events[len(events)-1].Kind != KindEnd {
		return fmt.Errorf("no end")
	}
	return nil
}

// strictObject reports whether s is one JSON object without white space around
// it and without duplicate keys.
func strictObject(s string) bool {
	var o object
	o.start(&limits{parse.DefaultMaxCall, parse.DefaultMaxDepth}, false)
	for n := 0; n < len(s); {
		m, why := o.read(s[n:])
		n += m
		switch why {
		case scan.Done:
			return n == len(s) && s[0] == '{'
		case scan.Fail:
			return false
		}
	}
	return false
}
