package stream

import (
	"runtime"
	"strings"
	"testing"
)

// attack is a reply that a machine may be tempted to read many times, or to
// keep many pieces of.
type attack struct {
	name   string
	format string
	text   func(n int) string // about n bytes
}

// repeat returns head and as many of the units as make about n bytes.
func repeat(head, unit string) func(n int) string {
	return func(n int) string { return head + strings.Repeat(unit, n/len(unit)) }
}

const taggedHead = "<tool_call><function=f><parameter=k>"

var attacks = []attack{
	{"prose of <", "qwen3_coder", repeat("", "<")},
	{"a value of <", "qwen3_coder", repeat(taggedHead, "<")},
	{"a value of line feeds", "qwen3_coder", repeat(taggedHead, "\n")},
	{"a value of keys", "qwen3_coder", repeat(taggedHead, "\n<parameter=")},
	{"a value of closes", "qwen3_coder", repeat(taggedHead, "</parameter>")},
	{"a value of closes and white space", "qwen3_coder", repeat(taggedHead, "</parameter>"+strings.Repeat(" ", 63))},
	{"a value of half closes", "qwen3_coder", repeat(taggedHead, "</parameter></func")},
	{"a broken value of <", "qwen3_coder", repeat(taggedHead+"\xff", "<")},
	{"a broken value of closes", "qwen3_coder", repeat(taggedHead+"\xff", "</parameter></func")},
	{"a broken key", "qwen3_coder", repeat("<tool_call><function=f><parameter=\xff", "k")},
	{"white space in a broken call", "qwen3_coder", repeat(taggedHead+"\xff</parameter>\n<parameter=l></parameter>", " ")},
	{"parameters", "qwen3_coder", repeat(taggedHead, "</parameter><parameter=k>")},
	{"bare openers", "qwen3_coder", repeat("", "<function=f")},
	{"openers", "hermes", repeat("", "<tool_call>")},
	{"openers and white space", "hermes", repeat("", "<tool_call>"+strings.Repeat(" ", 63))},
	{"broken bodies", "hermes", repeat("", "<tool_call>{x\n")},
	{"single quotes", "hermes", repeat("<tool_call>{x", ",''")},
	{"an open string of backticks", "hermes", repeat("<tool_call>{x:`", "\\`")},
	{"line feeds in a broken body", "hermes", repeat("<tool_call>{x", "\n<tool_cal")},
	{"brackets too many", "hermes", repeat(`<tool_call>{"name":"f","arguments":{}}`, "}]")},
	{"closers", "hermes", repeat(`<tool_call>{"name":"f","arguments":{}}`, "</tool_call>")},
	{"elements", "mistral", repeat("[TOOL_CALLS][{}", ",x")},
	{"names", "mistral", repeat("", "[TOOL_CALLS]name")},
	{"keys", "json", repeat("", `{"`)},
	{"braces", "json", repeat("", "{")},
	{"backticks", "json", repeat("", "`")},
	{"info lines", "json", repeat("", "```info lines of no \n")},
	{"fences and white space", "json", repeat("", "```\n"+strings.Repeat("\n", 60))},
	{"runs in a broken object", "json", repeat("`````\n{\"name\":\"f\",\"arguments\":{x", "\n```")},
	{"blank lines", "json", repeat("{", "\n\n ")},
	{"nested arguments", "json", repeat(`{"name":"f","arguments":`, `{"a":`)},
	{"an odd quote", "json", repeat(`{"name":"f","arguments":{"a":""`, `"{`)},
	{"thoughts", "json", repeat("", "<think></think>")},
	{"braces that never balance", "first-object", repeat("", `{"`)},
	{"the tool key", "tool-key", repeat("```", `"tool"`)},
}

// TestAttacks holds that the work for a reply is linear in its length, in the
// bytes and steps that Visited counts, and that the memory for it is: sixteen
// times the reply costs about sixteen times as much.
func TestAttacks(t *testing.T) {
	const small, large = 64 << 10, 1 << 20
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			for _, chunk := range []int{large * 2, 7} {
				visits := func(n int) (visited int64, events int) {
					text := a.text(n)
					p := Parser{Format: format(a.format)}
					for _, c := range inChunks(text, chunk) {
						events += len(p.Feed(c))
					}
					events += len(p.Finish())
					if most := 4*int64(len(text)) + 256; p.Visited() > most {
						t.Errorf("%d bytes in chunks of %d: %d visited, more than %d", len(text), chunk, p.Visited(), most)
					}
					return p.Visited(), events
				}
				few, fewEvents := visits(small)
				many, manyEvents := visits(large)
				if many > 20*few || manyEvents > 20*fewEvents {
					t.Errorf("chunks of %d: %d visited and %d events for 64 KiB, %d and %d for 1 MiB", chunk, few, fewEvents, many, manyEvents)
				}
			}
		})
	}
}

// TestAttackMemory holds that a byte of a reply costs few bytes of memory, and
// an event, which may be an error with a message, not many.
func TestAttackMemory(t *testing.T) {
	const size, aByte, anEvent = 1 << 20, 64, 1 << 10
	for _, a := range attacks {
		text := a.text(size)
		p := Parser{Format: format(a.format)}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		events := len(p.Feed(text))
		runtime.ReadMemStats(&after)
		if got, most := after.TotalAlloc-before.TotalAlloc, uint64(size*aByte+events*anEvent); got > most {
			t.Errorf("%s: %d bytes of memory for %d bytes and %d events, more than %d", a.name, got, size, events, most)
		}
	}
}

// TestOneDelta holds that what a Feed brings of a value is one delta, whatever
// in it may have been its end.
func TestOneDelta(t *testing.T) {
	for _, text := range []string{"<", "a<b", "<<\n<</parameter>x<", "\n<parameter=\n"} {
		p := Parser{Format: format("qwen3_coder")}
		p.Feed(taggedHead)
		for range 3 {
			deltas := 0
			for _, e := range p.Feed(strings.Repeat(text, 1000)) {
				if e.Kind == KindCallDelta {
					deltas++
				}
			}
			if deltas != 1 {
				t.Errorf("%q: got %d deltas, want 1", text, deltas)
			}
		}
	}
}
