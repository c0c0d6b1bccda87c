package stream

import (
	"reflect"
	"strings"
	"testing"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/parse/formats"
)

func TestSizes(t *testing.T) {
	for _, tt := range []struct {
		typ  reflect.Type
		most uintptr
	}{
		{reflect.TypeFor[Parser](), 1 << 10},
		{reflect.TypeFor[Event](), 64},
	} {
		if got := tt.typ.Size(); got > tt.most {
			t.Errorf("%v: got %d bytes, want at most %d", tt.typ, got, tt.most)
		}
	}
}

// rowsByByte are the rows that decide a call at its closing byte.
func rowsByByte() []*Format {
	var rows []*Format
	for _, row := range formats.All() {
		if row.Settles == parse.AtByte && row.Shapes&parse.ShapeFirstObject == 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// opened returns how a call begins in a row, up to within a string of its
// arguments, and how it ends from there.
func opened(row *Format) (head, tail string) {
	head, tail, ok := strings.Cut(row.Example, "v")
	for ok && !strings.HasSuffix(head, `"`) && !strings.HasSuffix(head, "\n") {
		more, rest, found := strings.Cut(tail, "v")
		head, tail, ok = head+"v"+more, rest, found
	}
	return head, tail
}

// A chunk costs no allocation, neither in prose nor inside the arguments.
func TestChunkAllocs(t *testing.T) {
	for _, row := range formats.All() {
		p := newParser(Options{Format: row})
		p.Feed("Sure. ")
		if got := testing.AllocsPerRun(1000, func() { p.Feed("and so on\n") }); got > 0 {
			t.Errorf("%s: got %v allocations a chunk of prose, want none", row.Name, got)
		}
	}
	for _, row := range rowsByByte() {
		head, tail := opened(row)
		p := newParser(Options{Format: row, Tools: offered("f")})
		grow := func() {
			p.Reset()
			p.Feed(head)
			for range 6000 {
				p.Feed("and so on ")
			}
		}
		grow()
		p.Feed(tail)
		grow() // into buffers that are large enough now
		if got := testing.AllocsPerRun(10, func() { p.Feed("word") }); got > 0 {
			t.Errorf("%s: got %v allocations a chunk of arguments, want none", row.Name, got)
		}
	}
}

// A call costs at most four allocations: the Call, its arguments, a name that
// is not a tool's, and what has to be made a string.
func TestCallAllocs(t *testing.T) {
	const calls = 20
	for _, row := range rowsByByte() {
		for _, tools := range []Tools{nil, offered("f")} {
			for _, size := range []int{3, 1 << 20} {
				chunks := inChunks(strings.Repeat("So: "+row.Example+"\n", calls), size)
				if got := allocsPerReply(row, tools, chunks) / calls; got > 4 {
					t.Errorf("%s, %d tools, chunks of %d: got %v allocations a call, want at most 4", row.Name, len(tools), size, got)
				}
			}
		}
	}
}

// A long call costs no more, but for the deltas of arguments that are written
// anew, which are made strings in blocks.
func TestLongCallAllocs(t *testing.T) {
	for _, row := range rowsByByte() {
		head, tail := opened(row)
		text := head + strings.Repeat("some words and ", 7000) + tail
		most := 4
		if row.Shapes&parse.ShapeTagged != 0 {
			most += len(text)/arenaBlock + 1
		}
		chunks := inChunks(text, 4)
		if got := allocsPerReply(row, offered("f"), chunks); got > float64(most) {
			t.Errorf("%s: got %v allocations in %d chunks, want at most %d", row.Name, got, len(chunks), most)
		}
	}
}

// allocsPerReply returns the allocations of a reply on a parser that has read
// it before.
func allocsPerReply(row *Format, tools Tools, chunks []string) float64 {
	p := newParser(Options{Format: row, Tools: tools})
	return testing.AllocsPerRun(5, func() {
		for _, chunk := range chunks {
			p.Feed(chunk)
		}
		p.Finish()
		p.Reset()
	})
}

// While a call is open, no buffer is more than twice as large as what has
// been read of it. After Reset only small buffers stay.
func TestBuffers(t *testing.T) {
	for _, row := range rowsByByte() {
		head, tail := opened(row)
		p := newParser(Options{Format: row})
		n := len(head)
		p.Feed(head)
		for range 40_000 {
			p.Feed("some text ")
			n += 10
			if got, most := largest(&p.first), max(2*n, 1<<10); got > most {
				t.Fatalf("%s: a buffer of %d bytes for a call of %d", row.Name, got, n)
			}
		}
		p.Feed(tail)
		for range 2 { // a large buffer may stay for one small reply, and no more
			p.Reset()
			p.Feed("Sure. " + row.Example)
		}
		p.Reset()
		if got := largest(&p.first); got > keepBytes {
			t.Errorf("%s: a buffer of %d bytes after small replies", row.Name, got)
		}
	}
}

// largest returns the size of the largest buffer of a reply.
func largest(r *reply) int {
	n := max(cap(r.held), cap(r.obj.raw), r.arena.block.Cap())
	if r.tag != nil {
		n = max(n, cap(r.tag.out), cap(r.tag.value))
	}
	if r.env.text != nil {
		n = max(n, cap(r.env.text.obj.raw))
	}
	return n
}

// A reply that had to be held, or had many events, leaves nothing large after
// either.
func TestBuffersHeld(t *testing.T) {
	for _, row := range formats.All() {
		p := newParser(Options{Format: row})
		p.Feed(strings.Repeat(row.Example+"\n", 3000))
		p.Feed(`{"x":"` + strings.Repeat("x", 1<<19))
		p.Feed("```" + strings.Repeat(" ", 1<<19) + "```")
		p.Finish()
		for range 2 {
			p.Reset()
			p.Feed("Sure.")
			p.Finish()
		}
		p.Reset()
		if got := largest(&p.first); got > keepBytes || cap(p.events) > keepEvents {
			t.Errorf("%s: a buffer of %d bytes and room for %d events after small replies", row.Name, got, cap(p.events))
		}
	}
}

// repetition is a reply that grows: head, then body again and again, then tail.
type repetition struct{ head, body, tail string }

func (r repetition) text(n int) string {
	return r.head + strings.Repeat(r.body, n/len(r.body)) + r.tail
}

// adversarial are replies in which a machine may be tempted to read the same
// bytes again and again.
func adversarial(row *Format) map[string]repetition {
	texts := map[string]repetition{
		"prose":          {body: "Sure, I can. "},
		"braces":         {body: "{"},
		"brackets":       {body: "["},
		"keys":           {body: `{"`},
		"half objects":   {body: `{"a":`},
		"objects":        {body: `{"a":1}`},
		"broken objects": {body: `{"a":x`},
		"long key":       {head: `{"`, body: "a"},
		"held object":    {head: `{"a":[`, body: `"b",`},
		"held call":      {head: `{"arguments":{"a":"`, body: `b\n`, tail: `"},"name":7}`},
		"held string":    {head: `{"arguments":"{\"a\":\"`, body: `b\\n`, tail: `\"}","name":7}`},
		"deep keys":      {head: `{"name":"f","arguments":`, body: `{"a":`},
		"flat keys":      {head: `{"name":"f","arguments":[`, body: `{"a":1,"b":{"a":1}},`},
		"fences":         {body: "```\n"},
		"fence openers":  {body: "```js\n\n\n[{"},
		"broken fence":   {head: "```\n{\"a\":x\n", body: "``\n"},
		"thoughts":       {body: "<think>"},
		"half a thought": {body: "<think"},
		"cut characters": {body: "\xe2\x82"},
	}
	if len(row.Open) == 0 {
		return texts
	}
	open := row.Open[0]
	head, tail := opened(row)
	texts["openers"] = repetition{body: open}
	texts["openers and space"] = repetition{body: open + gap}
	texts["half openers"] = repetition{body: open[:len(open)-1]}
	texts["arrays"] = repetition{body: open + "["}
	texts["broken bodies"] = repetition{body: open + "{x"}
	texts["array of words"] = repetition{head: open + "[{}", body: `,x`}
	texts["names"] = repetition{body: open + "f"}
	texts["calls"] = repetition{body: row.Example}
	texts["argument"] = repetition{head, "word\n", tail}
	if t := row.Tagged; t.Open != "" {
		texts["closes in a value"] = repetition{head, t.ValueClose + gap, tail}
		texts["half closes in a value"] = repetition{head, "\n" + t.ValueClose[:len(t.ValueClose)-1], tail}
		texts["keys in a value"] = repetition{head, "\n" + t.Key + "k", tail}
		texts["broken tags"] = repetition{body: t.Open + "f" + t.OpenEnd + "x"}
		texts["half tags"] = repetition{body: t.Open + "f"}
	}
	return texts
}

// A machine reads at most four bytes for each byte of the reply, however long
// the reply is and however it is cut. What it reads again of a short reply is
// tried with a long one too.
func TestVisited(t *testing.T) {
	const short, long = 64 << 10, 1 << 20
	for _, row := range formats.All() {
		for name, reply := range adversarial(row) {
			check := func(text string, size int) float64 {
				got := visitedPerByte(row, text, size)
				if got > 4 {
					t.Errorf("%s, %s, %d bytes in chunks of %d: %.1f bytes visited a byte", row.Name, name, len(text), size, got)
				}
				return got
			}
			if check(reply.text(short), 61) > 1.5 {
				check(reply.text(long), long)
			}
		}
	}
}

func visitedPerByte(row *Format, text string, size int) float64 {
	p := newParser(Options{Format: row})
	for _, chunk := range inChunks(text, size) {
		p.Feed(chunk)
	}
	p.Finish()
	return float64(p.Visited()) / float64(len(text))
}
