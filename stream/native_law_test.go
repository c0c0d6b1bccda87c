package stream

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestNativeNothingMadeUp holds that the arguments of a call are pieces of one
// index that follow each other there, or {} by an explicit end, whatever ids and
// names come and whatever is lost. Each piece names its index and is unique.
func TestNativeNothingMadeUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		blocks := rapid.Bool().Draw(t, "blocks")
		var all [3]string // the text of each index
		var p Parser
		ended := false
		check := func(events []Event) {
			for _, e := range events {
				if e.Call == nil {
					continue
				}
				args := string(e.Call.Arguments)
				if len(e.Call.Repairs) > 0 {
					if args != "{}" || !ended {
						t.Fatalf("made up: %s", showEvent(e))
					}
					continue
				}
				if !strings.Contains(all[0], args) && !strings.Contains(all[1], args) && !strings.Contains(all[2], args) {
					t.Fatalf("%s is no run of pieces of one index: %q", showEvent(e), all)
				}
			}
		}
		for i := range rapid.IntRange(1, 24).Draw(t, "entries") {
			d := Delta{Kind: DeltaFragment, Index: rapid.IntRange(0, 2).Draw(t, "index"), Indexed: true}
			switch rapid.IntRange(0, 9).Draw(t, "kind") {
			case 0, 1, 2:
				d.ID = rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "id")
				d.Name = rapid.SampledFrom([]string{"f", "g"}).Draw(t, "name")
				if blocks {
					d.Slot = SlotStart
					all[d.Index] = "" // nothing before a start is its call's
				}
			case 3:
				d = rapid.SampledFrom([]Delta{{Kind: DeltaLost}, {Kind: DeltaFinish}, {Kind: DeltaFinish, Ending: EndingCut}, {Kind: DeltaDone, Ending: EndingCut}}).Draw(t, "event")
				if d.Kind == DeltaLost {
					all = [3]string{} // nothing before a loss is out later
				}
				ended = d.Kind == DeltaFinish && d.Ending == EndingNormal
			default:
				d.Text = rapid.SampledFrom([]string{
					fmt.Sprintf(`{"k%d_%d":1`, d.Index, i), fmt.Sprintf(`,"k%d_%d":1`, d.Index, i), "}",
					fmt.Sprintf(`{"k%d_%d":1}`, d.Index, i),
				}).Draw(t, "text")
				if blocks {
					d.Slot = SlotBlock
				}
				all[d.Index] += d.Text
			}
			check(p.Apply(d))
			ended = false
		}
		check(p.Finish())
	})
}
