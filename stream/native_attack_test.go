package stream

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// nativeAttack is a reply of deltas that a machine may be tempted to look at
// many times: n of a kind, then n of another.
type nativeAttack struct {
	name string
	each []func(i int) Delta
}

func always(d Delta) func(int) Delta { return func(int) Delta { return d } }

func numbered(d Delta, id bool) func(int) Delta {
	return func(i int) Delta {
		d.Index, d.Indexed = i, true
		if id {
			d.ID = fmt.Sprint("call_", i)
		}
		return d
	}
}

func inChoice(d Delta) func(int) Delta {
	return func(i int) Delta {
		d.Choice = i % maxChoices
		return d
	}
}

var (
	openCall  = numbered(Delta{Kind: DeltaFragment, Name: "f"}, true)
	openBlock = numbered(Delta{Kind: DeltaFragment, Slot: SlotStart, Name: "f"}, true)
	claim     = numbered(Delta{Kind: DeltaFragment, ID: "a", Name: "f"}, false)
	long      = strings.Repeat(" ", 1<<10)
)

var nativeAttacks = []nativeAttack{
	{"open blocks, terminal events", []func(int) Delta{openBlock, always(Delta{Kind: DeltaDone})}},
	{"open blocks, finish reasons", []func(int) Delta{openBlock, always(Delta{Kind: DeltaFinish, Text: "stop"})}},
	{"open blocks, cuts", []func(int) Delta{openBlock, always(Delta{Kind: DeltaFinish, Ending: EndingCut})}},
	{"open calls, losses", []func(int) Delta{openCall, always(Delta{Kind: DeltaLost})}},
	{"open calls, restarts", []func(int) Delta{openCall, always(Delta{Kind: DeltaRestart})}},
	{"open calls, pieces of nobody", []func(int) Delta{openCall, always(Delta{Kind: DeltaFragment, Text: "x"})}},
	{"open calls, errors", []func(int) Delta{openCall, always(Delta{Kind: DeltaError, Text: "x"})}},
	{"strays", []func(int) Delta{always(Delta{Kind: DeltaLost}), numbered(Delta{Kind: DeltaFragment, Text: "x"}, false)}},
	{"candidates, terminal events", []func(int) Delta{claim, always(Delta{Kind: DeltaDone})}},
	{"candidates with arguments, in turn", []func(int) Delta{
		claim, numbered(Delta{Kind: DeltaFragment, Text: `{"x":1}`}, false), numbered(Delta{Kind: DeltaFragment, Text: "x"}, false)}},
	{"candidates that differ", []func(int) Delta{func(i int) Delta {
		return Delta{Kind: DeltaWhole, ID: "a", Name: "f", Text: fmt.Sprintf(`{"x":%d}`, i)}
	}, func(i int) Delta {
		return Delta{Kind: DeltaSnapshot, ID: "a", Name: "f", Text: fmt.Sprintf(`{"x":%d}`, i)}
	}}},
	{"a name after the close, again and again", []func(int) Delta{
		always(Delta{Kind: DeltaFragment, ID: "a", Name: "f", Text: `{"x":1}`})}},
	{"many choices, terminal events", []func(int) Delta{
		inChoice(Delta{Kind: DeltaFragment, ID: "a", Name: "f"}), always(Delta{Kind: DeltaDone})}},
	{"many choices, losses", []func(int) Delta{
		inChoice(Delta{Kind: DeltaFragment, ID: "a", Name: "f"}), always(Delta{Kind: DeltaLost})}},
	{"many choices, restarts", []func(int) Delta{
		inChoice(Delta{Kind: DeltaFragment, ID: "a", Name: "f"}), always(Delta{Kind: DeltaRestart})}},
	{"a nameless item of white space, final arguments", []func(int) Delta{
		always(Delta{Kind: DeltaFragment, Slot: SlotItem, ID: "i", Indexed: true, Text: long}),
		always(Delta{Kind: DeltaSnapshot, Slot: SlotItem, ID: "i", Indexed: true, Text: `{}`})}},
	{"a nameless item with white space in it, final arguments", []func(int) Delta{
		func(i int) Delta {
			text := long
			if i == 0 {
				text = `{"x":`
			}
			return Delta{Kind: DeltaFragment, Slot: SlotItem, ID: "i", Indexed: true, Text: text}
		},
		func(i int) Delta {
			if i == 0 {
				return Delta{Kind: DeltaFragment, Slot: SlotItem, ID: "i", Indexed: true, Text: `1}`}
			}
			return Delta{Kind: DeltaSnapshot, Slot: SlotItem, ID: "i", Indexed: true, Text: `{"x":1}`}
		}}},
	{"equal final arguments", []func(int) Delta{always(Delta{Kind: DeltaSnapshot, Slot: SlotItem, ID: "i", CallID: "a", Name: "f", Text: `{"x":1}`})}},
	{"items of one call id", []func(int) Delta{func(i int) Delta {
		return Delta{Kind: DeltaSnapshot, Slot: SlotItem, ID: fmt.Sprint("i", i), CallID: "a", Name: "f", Text: `{"x":1}`}
	}}},
	{"pieces of names", []func(int) Delta{openCall, numbered(Delta{Kind: DeltaFragment, Name: "n"}, false), numbered(Delta{Kind: DeltaFragment, Name: "m"}, false)}},
	{"values by path, losses", []func(int) Delta{
		func(i int) Delta {
			return Delta{Kind: DeltaPath, Indexed: true, Name: "f", Path: fmt.Sprintf("$.a[%d]", i), Text: "1"}
		}, always(Delta{Kind: DeltaLost})}},
}

// measure applies the deltas of an attack, and returns the bytes and steps that
// the parser counts and the bytes of memory.
func (a *nativeAttack) measure(n int) (steps, memory int64) {
	p := Parser{MaxOpen: 1 << 20}
	var deltas []Delta
	for _, each := range a.each {
		for i := range n {
			deltas = append(deltas, each(i))
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, d := range deltas {
		p.Apply(d)
	}
	p.Finish()
	runtime.ReadMemStats(&after)
	return p.Visited() + p.Steps(), int64(after.TotalAlloc - before.TotalAlloc)
}

// text returns how much text n deltas of each kind have, in bytes.
func (a *nativeAttack) text(n int) (size int64) {
	for _, each := range a.each {
		for i := range n {
			size += int64(len(each(i).Text))
		}
	}
	return size
}

// TestNativeAttacks holds that no reply of deltas costs more than in proportion
// to their number: sixteen times as many, about sixteen times the cost.
func TestNativeAttacks(t *testing.T) {
	const n, times = 512, 16
	for _, a := range nativeAttacks {
		steps, memory := a.measure(n)
		more, moreMemory := a.measure(times * n)
		if most := 4*int64(times*n*len(a.each)) + 4*a.text(times*n) + 4096; more > times*steps*3/2+4096 || more > most {
			t.Errorf("%s: %d steps, and %d for %d times the deltas, at most %d", a.name, steps, more, times, most)
		}
		if moreMemory > times*memory*2+1<<20 {
			t.Errorf("%s: %d bytes of memory, and %d for %d times the deltas", a.name, memory, moreMemory, times)
		}
	}
}
