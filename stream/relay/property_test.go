package relay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire"
)

// upstreamIDs are ids as providers spell them, and some that no provider takes.
var upstreamIDs = []string{
	"", "", "call_Kq1", "toolu_01T", "tooluse_q1", "chatcmpl-tool-9f", "w1bXc0000", "abcdefgh", "functions.tide:0",
	"harbour_tide_ab1", "fc_a", "null", "a b", "ü", "\x00", "\xff", "\"", "call_" + strings.Repeat("x", 80),
}

// upstreamReasons are finish reasons of all providers.
var upstreamReasons = []string{
	"stop", "tool_calls", "length", "content_filter", "function_call", "end_turn", "max_tokens", "tool_use",
	"stop_sequence", "pause_turn", "refusal", "model_context_window_exceeded", "STOP", "MAX_TOKENS", "SAFETY",
	"COMPLETE", "guardrail_intervened", "requires_action", "unheard_of", "",
}

// reply is a random reply: its events, and the finish reason of each choice.
type reply struct {
	events  []stream.Event
	reasons []string
}

// track is a call that is still to be said.
type track struct {
	choice int16
	index  int32
	call   parse.Call
	pieces []string // of its arguments
	begun  bool
	fails  bool
}

// replies draws replies of up to so many choices, whose calls interleave.
func replies(choices int) *rapid.Generator[reply] {
	return rapid.Custom(func(t *rapid.T) reply {
		r := reply{}
		n := rapid.IntRange(1, choices).Draw(t, "choices")
		var open []*track
		next := make([]int32, n)
		for range rapid.IntRange(0, 16).Draw(t, "steps") {
			choice := rapid.IntRange(0, n-1).Draw(t, "choice")
			switch rapid.IntRange(0, 6).Draw(t, "step") {
			case 0:
				r.add(stream.Event{Kind: stream.KindText, Choice: int16(choice), Index: -1, Text: rapid.StringN(0, 4, -1).Draw(t, "text")})
			case 1:
				r.add(stream.Event{Kind: stream.KindReasoning, Choice: int16(choice), Index: -1, Text: rapid.StringN(0, 4, -1).Draw(t, "reasoning")})
			case 2:
				bad := &stream.Error{Code: parse.ErrProvider, Message: "busy"}
				if rapid.Bool().Draw(t, "lost") {
					bad.Code = parse.ErrProtocol
				}
				r.add(stream.Event{Kind: stream.KindError, Index: -1, Err: bad})
			case 3, 4:
				open = append(open, newTrack(t, choice, next[choice]))
				next[choice]++
			default:
				if len(open) > 0 {
					at := rapid.IntRange(0, len(open)-1).Draw(t, "which")
					if r.step(open[at]) {
						open = slices.Delete(open, at, at+1)
					}
				}
			}
		}
		for _, o := range open {
			for !r.step(o) {
			}
		}
		for range n {
			r.reasons = append(r.reasons, rapid.SampledFrom(upstreamReasons).Draw(t, "reason"))
		}
		r.add(stream.Event{Kind: stream.KindEnd, Index: -1, Complete: rapid.IntRange(0, 5).Draw(t, "complete") > 0, Text: r.reasons[n-1]})
		return r
	})
}

func newTrack(t *rapid.T, choice int, index int32) *track {
	args := "{}"
	if rapid.IntRange(0, 3).Draw(t, "some") > 0 {
		b, err := json.Marshal(map[string]any{rapid.StringN(1, 4, -1).Draw(t, "key"): map[string]string{"k": rapid.StringN(0, 6, -1).Draw(t, "value")}})
		if err != nil {
			t.Fatal(err)
		}
		args = string(b)
	}
	o := &track{choice: int16(choice), index: index, fails: rapid.IntRange(0, 4).Draw(t, "fails") == 0}
	o.call = parse.Call{Index: int(index), ID: rapid.SampledFrom(upstreamIDs).Draw(t, "id"), Name: rapid.SampledFrom([]string{"f", "tide", "crm.get"}).Draw(t, "name"), Arguments: json.RawMessage(args)}
	whole := args
	if o.fails {
		whole = args[:rapid.IntRange(0, len(args)).Draw(t, "cut")]
	}
	for whole != "" {
		n := rapid.IntRange(1, len(whole)).Draw(t, "piece")
		for n < len(whole) && whole[n]&0xC0 == 0x80 {
			n++
		}
		o.pieces, whole = append(o.pieces, strings.ToValidUTF8(whole[:n], "")), whole[n:]
	}
	return o
}

func (r *reply) add(ev stream.Event) { r.events = append(r.events, ev) }

// step says the next thing of a call, and reports whether it was the last.
func (r *reply) step(o *track) bool {
	ev := stream.Event{Choice: o.choice, Index: o.index}
	switch {
	case !o.begun:
		o.begun = true
		ev.Kind, ev.Text, ev.ID = stream.KindCallStart, o.call.Name, o.call.ID
	case len(o.pieces) > 0:
		ev.Kind, ev.Text, o.pieces = stream.KindCallDelta, o.pieces[0], o.pieces[1:]
	case o.fails:
		ev.Kind, ev.Err = stream.KindCallEnd, &stream.Error{Code: parse.ErrTruncated}
		r.add(ev)
		return true
	default:
		ev.Kind, ev.Call = stream.KindCallEnd, &o.call
		r.add(ev)
		return true
	}
	r.add(ev)
	return false
}

// sum is what is compared of a reply.
type sum struct {
	Text, Reasoning map[int16]string
	Calls           []string // choice, upstream id, name, arguments; sorted
	Complete        bool
}

func sumOf(events []stream.Event, id func(string) string) sum {
	s := sum{Text: map[int16]string{}, Reasoning: map[int16]string{}}
	for _, ev := range events {
		switch {
		case ev.Kind == stream.KindText && ev.Text != "":
			s.Text[ev.Choice] += ev.Text
		case ev.Kind == stream.KindReasoning && ev.Text != "":
			s.Reasoning[ev.Choice] += ev.Text
		case ev.Call != nil:
			s.Calls = append(s.Calls, fmt.Sprintf("%d %q %s %s", ev.Choice, id(ev.Call.ID), ev.Call.Name, ev.Call.Arguments))
		case ev.Kind == stream.KindEnd:
			s.Complete = ev.Complete
		}
	}
	slices.Sort(s.Calls)
	return s
}

// TestReplies holds that each Writer writes any reply so that package wire reads
// the same calls, text and finish reasons, and that the stream fits its provider's
// grammar.
func TestReplies(t *testing.T) { rapid.Check(t, checkReply) }

// FuzzReplies looks for a reply that is read as another.
func FuzzReplies(f *testing.F) { f.Fuzz(rapid.MakeFuzz(checkReply)) }

func checkReply(t *rapid.T) {
	to := rapid.SampledFrom([]string{"anthropic", "openai-chat", "mistral"}).Draw(t, "to")
	choices := 3
	if to == "anthropic" {
		choices = 1
	}
	deltas := rapid.Bool().Draw(t, "deltas")
	var ids IDs
	seen := map[string]bool{}
	for turn := range rapid.IntRange(1, 2).Draw(t, "turns") {
		r := replies(choices).Draw(t, "reply")
		var b bytes.Buffer
		w := writers[to](&b)
		w.Deltas, w.IDs = deltas, &ids
		w.FinishReason = func(choice int) string { return append(r.reasons, "", "", "")[choice] }
		for _, ev := range r.events {
			if err := w.Write(ev); err != nil {
				t.Fatal(err)
			}
		}
		compare(t, to, r, &ids, seen, b.String())
		if t.Failed() {
			t.Fatalf("turn %d, %s, deltas %v:\n%s", turn, to, deltas, b.String())
		}
	}
}

// compare reads what was written of a reply.
func compare(t *rapid.T, to string, r reply, ids *IDs, seen map[string]bool, s string) {
	d, err := wire.New(to, wire.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var p stream.Parser
	var got []stream.Event
	for _, delta := range append(slices.Clone(d.Write([]byte(s))), d.Finish()...) {
		got = append(got, p.Apply(delta)...)
	}
	got = append(got, p.Finish()...)
	want := sumOf(r.events, func(id string) string { return id })
	read := sumOf(got, func(id string) string {
		if seen[id] {
			t.Errorf("the id %q is written twice", id)
		}
		seen[id] = true
		upstream, ok := ids.Upstream(id)
		if !ok {
			t.Errorf("the id %q is not known", id)
		}
		return upstream
	})
	if hasProviderError(got) { // the client sees that the reply is not whole
		read.Complete = want.Complete
	}
	if to != "anthropic" {
		want.Calls = slices.DeleteFunc(want.Calls, func(c string) bool { return strings.HasSuffix(c, " {}") && r.cut(c[0]-'0') })
	}
	if diff := cmp.Diff(want, read, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if last := r.events[len(r.events)-1]; last.Complete {
		checkReasons(t, to, r, d)
	}
	if to == "anthropic" {
		validMessages(t, s)
	} else {
		validChat(t, to, s)
	}
}

func hasProviderError(events []stream.Event) bool {
	return slices.ContainsFunc(events, func(ev stream.Event) bool { return ev.Err != nil && ev.Err.Code == parse.ErrProvider })
}

// cut reports whether a choice was cut. In Chat Completions nothing says then
// that a call {} is whole: it is read as one that was cut.
func (r reply) cut(choice byte) bool {
	switch reasonOf(r.reasons[choice]) {
	case stopLength, stopContext, stopFilter:
		return true
	}
	return !r.events[len(r.events)-1].Complete
}

// checkReasons holds that a cut stays a cut, and so on, in each choice.
func checkReasons(t *rapid.T, to string, r reply, d *wire.Decoder) {
	for choice, reason := range r.reasons {
		want, got := reasonOf(reason), reasonOf(d.FinishReason(choice))
		if to != "anthropic" {
			switch want {
			case stopContext:
				want = stopLength
			case stopPause, stopSequence:
				want = stopNormal
			}
		} else if want == stopSequence && got == stopNormal {
			want = stopNormal // there are calls
		}
		if used := choice == 0 || slices.ContainsFunc(r.events, func(ev stream.Event) bool {
			return int(ev.Choice) == choice && ev.Kind != stream.KindEnd
		}); used && got != want {
			t.Errorf("choice %d: the reason %q is read as %q", choice, reason, d.FinishReason(choice))
		}
	}
}
