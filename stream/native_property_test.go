package stream

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// anyDelta draws a delta: any kind, for one of few calls, with a text that may
// be a piece of arguments.
func anyDelta(slot Slot, restarts bool) *rapid.Generator[Delta] {
	kinds := []DeltaKind{
		DeltaFragment, DeltaFragment, DeltaFragment, DeltaFragment, DeltaFragment, DeltaFragment, DeltaWhole,
		DeltaSnapshot, DeltaPath, DeltaClose, DeltaFinish, DeltaError, DeltaLost, DeltaDone, DeltaText,
	}
	if restarts {
		kinds = append(kinds, DeltaRestart)
	}
	return rapid.Custom(func(t *rapid.T) Delta {
		return Delta{
			Slot:    rapid.SampledFrom([]Slot{slot, slot, max(slot, slot/SlotBlock*SlotStart)}).Draw(t, "slot"),
			Kind:    rapid.SampledFrom(kinds).Draw(t, "kind"),
			Choice:  rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "choice"),
			ID:      rapid.SampledFrom([]string{"", "", "a", "b"}).Draw(t, "id"),
			CallID:  rapid.SampledFrom([]string{"", "", "", "", "a", "c"}).Draw(t, "call"),
			Name:    rapid.SampledFrom([]string{"", "", "f", "g"}).Draw(t, "name"),
			Index:   rapid.IntRange(0, 1).Draw(t, "index"),
			Indexed: rapid.IntRange(0, 3).Draw(t, "indexed") > 0,
			Text: rapid.SampledFrom([]string{
				"", "", " ", "{", "}", "{}", "null", "nu", `{"x":`, `1}`, `{"x":1}`, `{"x": 1}`, `{"x":1}}`, `"`, `"x":"`, `{"`, `\ud83d`, `\ude00"}`,
				"\xe9", "\x8a\x80", "[", "1", "x", `{"x":1,"x`, `"{\"x\":`, `1}"`, `"{}"`,
			}).Draw(t, "text"),
			Path:   rapid.SampledFrom([]string{"$.a", "$.b.c", "$.a[0]", "$.b[1]", "$['a']", "$", "$x"}).Draw(t, "path"),
			More:   rapid.Bool().Draw(t, "more"),
			Ending: rapid.SampledFrom([]Ending{EndingNormal, EndingCut}).Draw(t, "ending"),
		}
	})
}

func anyParser(t *rapid.T) *Parser {
	return &Parser{
		Tools:         rapid.SampledFrom([]Tools{nil, nil, {}, {{Name: "f", Schema: []byte(`{"type":"object"}`)}}}).Draw(t, "tools"),
		DecodeStrings: rapid.Bool().Draw(t, "strings"),
		MaxOpen:       rapid.IntRange(0, 3).Draw(t, "open"),
		MaxCall:       rapid.SampledFrom([]int{0, 0, 12}).Draw(t, "max"),
		MaxDepth:      rapid.SampledFrom([]int{0, 0, 1}).Draw(t, "depth"),
	}
}

// nativeProperty: whatever the deltas, the events fit the grammar, no call is
// handed out twice, how fragments are cut decides nothing, and the end of a
// prefix hands out no call.
func nativeProperty(t *rapid.T) {
	p := anyParser(t)
	restarts := rapid.Bool().Draw(t, "restarts")
	slot := rapid.SampledFrom([]Slot{SlotEntry, SlotItem, SlotBlock}).Draw(t, "slot")
	deltas := rapid.SliceOfN(anyDelta(slot, restarts), 0, 12).Draw(t, "deltas")
	events := applyAll(p, deltas)
	if err := checkGrammar(events); err != nil {
		t.Fatal(err)
	}
	want := showEvents(events)

	ids := map[string]int{}
	for _, e := range events {
		if e.Call == nil || e.Call.ID == "" || restarts || slot == SlotBlock {
			continue
		}
		if key := fmt.Sprint(e.Choice, e.Call.ID, e.Call.Name, string(e.Call.Arguments)); ids[key] > 1 {
			t.Fatalf("a call is out twice: %s", key)
		} else {
			ids[key]++
		}
	}

	p.Reset()
	if diff := cmp.Diff(want, showEvents(applyAll(p, recutIndexed(t, deltas)))); diff != "" {
		t.Fatalf("cut otherwise: -whole +cut\n%s", diff)
	}

	p.Reset()
	for _, d := range deltas[:rapid.IntRange(0, len(deltas)).Draw(t, "prefix")] {
		p.Apply(d)
	}
	for _, e := range p.Finish() {
		if e.Call != nil {
			t.Fatalf("the end of the input gives the call %s", showEvent(e))
		}
	}
}

// recutIndexed cuts the fragments that a provider's index tells apart.
func recutIndexed(t *rapid.T, deltas []Delta) []Delta {
	var out []Delta
	for _, d := range deltas {
		if d.Kind == DeltaFragment && d.Indexed && d.Text != "" && (d.Slot != SlotBlock || d.Name == "") {
			least := 1 // an id alone begins a call, also after a loss
			if d.Name != "" {
				least = 0
			}
			at := rapid.IntRange(least, len(d.Text)).Draw(t, "cut")
			head, tail := d, d
			head.Text, tail.Text, tail.Name = d.Text[:at], d.Text[at:], ""
			tail.Slot = min(d.Slot, SlotBlock)
			out = append(out, head, tail)
			continue
		}
		out = append(out, d)
	}
	return out
}

func TestNativeProperty(t *testing.T) { rapid.Check(t, nativeProperty) }

func FuzzNative(f *testing.F) { f.Fuzz(rapid.MakeFuzz(nativeProperty)) }

// anyObject draws the text of a JSON object, as a model may write it.
func anyObject(t *rapid.T) string {
	space := rapid.SampledFrom([]string{"", "", " ", "\n\t"})
	var value func(depth int) string
	value = func(depth int) string {
		kind := rapid.IntRange(0, 5).Draw(t, "kind")
		switch {
		case kind == 0 && depth > 0:
			s := "["
			for i := range rapid.IntRange(0, 3).Draw(t, "length") {
				if i > 0 {
					s += "," + space.Draw(t, "space")
				}
				s += value(depth - 1)
			}
			return s + space.Draw(t, "space") + "]"
		case kind <= 2 && depth > 0:
			s := "{" + space.Draw(t, "space")
			for i := range rapid.IntRange(0, 3).Draw(t, "length") {
				if i > 0 {
					s += ","
				}
				s += fmt.Sprintf(`"k%d"%s:%s`, i, space.Draw(t, "space"), value(depth-1))
			}
			return s + "}"
		case kind == 3:
			return rapid.SampledFrom([]string{"0", "-1.50", "1e9", "123456789012345678901", "true", "null"}).Draw(t, "plain")
		}
		text, err := json.Marshal(rapid.StringMatching(`[a-zé😀"\\ {}\n]{0,8}`).Draw(t, "string"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	s := "{"
	for i := range rapid.IntRange(1, 4).Draw(t, "members") {
		if i > 0 {
			s += ", "
		}
		s += fmt.Sprintf(`"a%d":`, i) + value(3)
	}
	return s + "}"
}

// Calls come back whatever way they are cut and interleaved, and their
// repetition is silent.
func TestNativeRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(rapid.Custom(anyObject), 1, 4).Draw(t, "calls")
		rest := make([]string, len(want))
		copy(rest, want)
		withIndex := rapid.Bool().Draw(t, "index")
		got := make([]string, len(want))
		p := new(Parser)
		take := func(events []Event) {
			for _, e := range events {
				switch {
				case e.Kind == KindCallEnd && e.Call != nil && got[e.Index] == "":
					got[e.Index] = string(e.Call.Arguments)
				case e.Kind != KindCallStart && e.Kind != KindCallDelta && e.Kind != KindEnd:
					t.Fatalf("got %s", showEvent(e))
				}
			}
		}
		for i := range want {
			take(p.Apply(Delta{Kind: DeltaFragment, ID: fmt.Sprint("id", i), Index: i, Indexed: withIndex, Name: "f"}))
		}
		for left := len(want); left > 0; {
			i := rapid.IntRange(0, len(want)-1).Draw(t, "call")
			if rest[i] == "" {
				for i = 0; rest[i] == ""; i++ {
				}
			}
			n := rapid.IntRange(1, len(rest[i])).Draw(t, "bytes")
			d := Delta{Kind: DeltaFragment, Index: i, Indexed: withIndex, Text: rest[i][:n]}
			if !withIndex {
				d.ID = fmt.Sprint("id", i)
			}
			take(p.Apply(d))
			if rest[i] = rest[i][n:]; rest[i] == "" {
				left--
			}
		}
		for i, text := range want {
			take(p.Apply(Delta{Kind: DeltaSnapshot, ID: fmt.Sprint("id", i), Text: text}))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("-want +got\n%s", diff)
		}
	})
}
