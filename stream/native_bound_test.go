package stream

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/earlycall/earlycall/parse"
)

func TestNativeAllocs(t *testing.T) {
	p := new(Parser)
	var ids []string
	for i := range 100 {
		ids = append(ids, fmt.Sprint("call_", i))
	}
	fragment := Delta{Kind: DeltaFragment, Index: 0, Indexed: true, Text: "four"}
	const calls = 50
	reply := func() {
		for i := range calls {
			p.Apply(Delta{Kind: DeltaFragment, ID: ids[i], CallID: ids[calls+i], Index: i, Indexed: true, Name: "search"})
			p.Apply(Delta{Kind: DeltaFragment, Index: i, Indexed: true, Text: `{`})
			p.Apply(Delta{Kind: DeltaFragment, Index: i, Indexed: true, Text: `"q":"`})
			fragment.Index = i
			for range 100 {
				p.Apply(fragment)
			}
			p.Apply(Delta{Kind: DeltaFragment, Index: i, Indexed: true, Text: `"}`})
		}
		p.Apply(Delta{Kind: DeltaFinish, Text: "stop"})
		p.Apply(Delta{Kind: DeltaDone})
		p.Reset()
	}
	reply()
	if got := testing.AllocsPerRun(100, reply) / calls; got > 4 {
		t.Errorf("a call: got %v allocations, want at most 4", got)
	}
	fragment.Index = 0
	for range 10 {
		p.Apply(Delta{Kind: DeltaFragment, Index: 0, Indexed: true, Name: "search", Text: `{"q":"`})
		for range 4000 {
			p.Apply(fragment)
		}
		p.Reset()
	}
	p.Apply(Delta{Kind: DeltaFragment, Index: 0, Indexed: true, Name: "search", Text: `{"q":"`})
	if got := testing.AllocsPerRun(1000, func() { p.Apply(fragment) }); got > 0 {
		t.Errorf("a fragment: got %v allocations, want none", got)
	}
	text := Delta{Kind: DeltaReasoning, Text: "hm"}
	if got := testing.AllocsPerRun(1000, func() { p.Apply(text) }); got > 0 {
		t.Errorf("reasoning: got %v allocations, want none", got)
	}
}

// The part of a Parser that takes native calls is one word as long as there
// are none.
func TestNativeSize(t *testing.T) {
	if got, want := unsafe.Sizeof(native{}), unsafe.Sizeof(uintptr(0)); got > want {
		t.Errorf("got %d bytes, want %d", got, want)
	}
}

func TestNativeParallel(t *testing.T) {
	const calls = 10_000
	apply := func(p *Parser, each func(Event)) {
		for _, text := range []string{"", `{"x"`, `:1}`} {
			for i := range calls {
				for _, e := range p.Apply(Delta{Kind: DeltaFragment, Index: i, Indexed: true, ID: fmt.Sprint(i), Name: "f", Text: text}) {
					each(e)
				}
			}
		}
		p.Finish()
	}
	for _, tt := range []struct{ limit, want int }{{0, DefaultMaxOpen}, {7, 7}, {calls, calls}} {
		out, failed := 0, 0
		apply(&Parser{MaxOpen: tt.limit}, func(e Event) {
			switch {
			case e.Call != nil:
				out++
			case e.Kind == KindCallEnd && e.Err.Code == parse.ErrLimit:
				failed++
			}
		})
		if out != tt.want || failed != calls-tt.want {
			t.Errorf("limit %d: got %d calls and %d errors, want %d calls", tt.limit, out, failed, tt.want)
		}
	}
}

// What stays of calls that have ended does not grow with their arguments, and
// there is an end to their number.
func TestNativeMemory(t *testing.T) {
	p := new(Parser)
	large := `{"x":"` + strings.Repeat("y", 100_000) + `"}`
	before := heap()
	events := 0
	for i := range maxNativeCalls + 1000 {
		text := `{"x":1}`
		if i%1000 == 0 {
			text = large + strings.Repeat(" ", i%7)
		}
		events += len(p.Apply(Delta{Kind: DeltaFragment, ID: fmt.Sprint("call_", i), Index: i, Indexed: true, Name: "f", Text: text}))
	}
	if got, want := events, 3*maxNativeCalls+1; got != want {
		t.Errorf("got %d events, want %d", got, want)
	}
	if grown := heap() - before; grown > 400*maxNativeCalls {
		t.Errorf("got %d bytes for %d calls", grown, maxNativeCalls)
	}
	p.Reset()
	if grown := heap() - before; grown > 1<<20 {
		t.Errorf("got %d bytes after Reset", grown)
	}
	runtime.KeepAlive(p)
}

func TestNativeKeys(t *testing.T) {
	p := new(Parser)
	before := heap()
	var last Event
	for i := range 20 {
		id := fmt.Sprint(i, strings.Repeat("x", 1<<20))
		for _, e := range p.Apply(Delta{Kind: DeltaFragment, ID: id, Index: i, Indexed: true, Name: "f", Text: `{"x":1}`}) {
			last = e
		}
	}
	if last.Kind != KindError || last.Err.Code != parse.ErrLimit {
		t.Errorf("got %+v, want one error of a limit at the end", last)
	}
	if grown := heap() - before; grown > 20<<20 {
		t.Errorf("got %d bytes", grown)
	}
	p.Reset()
	if events := p.Apply(Delta{Kind: DeltaFragment, ID: strings.Repeat("x", 15<<20), Name: "f", Text: `{"x":1}`}); len(events) != 3 {
		t.Errorf("behind Reset: got %v, want a call", events)
	}
	p.Reset()
	for range 2000 {
		for _, e := range p.Apply(Delta{Kind: DeltaFragment, Indexed: true, Name: "x"}) {
			last = e
		}
		p.Apply(Delta{Kind: DeltaFragment, Indexed: true, Name: "y"})
	}
	if last.Kind != KindCallEnd || last.Err == nil || last.Err.Code != parse.ErrLimit || len(last.Err.Name) > maxNativeName {
		t.Errorf("a long name: got %+v, want an error of a limit", last)
	}
	long := strings.Repeat("x", maxNativeName+1)
	if events := p.Apply(Delta{Kind: DeltaFragment, Index: 1, Indexed: true, Name: long, Text: "{}"}); len(events) != 2 ||
		events[1].Err == nil || events[1].Err.Code != parse.ErrLimit {
		t.Errorf("a long name at once: got %v, want an error of a limit", events)
	}
	runtime.KeepAlive(p)
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// The bytes that are read grow in proportion to the input, however it is cut.
func TestNativeLinear(t *testing.T) {
	inputs := []struct {
		name string
		make func(n int) []Delta
	}{
		{"a string byte by byte", func(n int) []Delta { return repeatFragment(n, `{"x":"`, "y") }},
		{"white space before", func(n int) []Delta { return repeatFragment(n, "", " ") }},
		{"white space in a held brace", func(n int) []Delta { return repeatFragment(n, "{", " ") }},
		{"white space behind a placeholder", func(n int) []Delta { return repeatFragment(n, "{}", " ") }},
		{"placeholders", func(n int) []Delta { return repeatFragment(n, "", "{}") }},
		{"bytes behind the close", func(n int) []Delta { return repeatFragment(n, `{"x":1}`, "}") }},
		{"continuation bytes cut off", func(n int) []Delta { return repeatFragment(n, `{"x":"`, "\xc3", "\xa9") }},
		{"pieces of a name", func(n int) []Delta {
			return []Delta{{Kind: DeltaFragment, Indexed: true, Name: strings.Repeat("x", n)}}
		}},
		{"calls", func(n int) []Delta {
			out := make([]Delta, n/8)
			for i := range out {
				out[i] = Delta{Kind: DeltaFragment, ID: fmt.Sprint(i), Name: "f", Text: `{"x":1}`}
			}
			return out
		}},
		{"snapshots of an open call", func(n int) []Delta {
			out := repeatFragment(n/2, `{"x":"`, "y")
			return append(out, Delta{Kind: DeltaSnapshot, Indexed: true, Text: `{"x":"` + strings.Repeat("y", n/2)})
		}},
	}
	for _, tt := range inputs {
		t.Run(tt.name, func(t *testing.T) {
			for _, n := range []int{1 << 12, 1 << 16} {
				deltas := tt.make(n)
				size := int64(0)
				var p Parser
				for _, d := range deltas {
					size += int64(len(d.Text) + len(d.Name) + len(d.ID))
					p.Apply(d)
				}
				p.Finish()
				if got := p.Visited(); got > 4*size {
					t.Errorf("%d bytes of %d were read, want at most four times as many", got, size)
				}
			}
		})
	}
}

func repeatFragment(n int, first string, pieces ...string) []Delta {
	out := []Delta{{Kind: DeltaFragment, Indexed: true, Name: "f", Text: first}}
	for i := range n {
		out = append(out, Delta{Kind: DeltaFragment, Indexed: true, Text: pieces[i%len(pieces)]})
	}
	return out
}

func BenchmarkNative(b *testing.B) {
	text := `{"path":"a.go","content":"` + strings.Repeat(`x := \"a line of code\"\n\t`, 400) + `","lines":[1,2,3],"mode":{"dry":true}}`
	for _, size := range []int{4, 64, 4096} {
		deltas := []Delta{{Kind: DeltaFragment, ID: "call_1", Indexed: true, Name: "write"}}
		for rest := text; rest != ""; rest = rest[min(size, len(rest)):] {
			deltas = append(deltas, Delta{Kind: DeltaFragment, Indexed: true, Text: rest[:min(size, len(rest))]})
		}
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			p := new(Parser)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				for i := range deltas {
					p.Apply(deltas[i])
				}
				p.Reset()
			}
		})
	}
}
