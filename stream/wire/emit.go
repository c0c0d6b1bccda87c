package wire

import (
	"strings"
	"unicode/utf16"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// emit collects the deltas of a chunk.
type emit struct {
	out     []stream.Delta
	usage   usage
	reasons map[int]string // the finish reasons, by choice
	halves  []half
	steps   int64 // how many open things have been looked at, for the law that time is linear
}

// half is the first half of a surrogate pair that ended a piece of text. It
// waits for the next piece.
type half struct {
	kind   stream.DeltaKind
	choice int
	unit   rune
}

// maxHalves is how many halves can wait at once.
const maxHalves = 64

// reset forgets the deltas of the last chunk.
func (e *emit) reset() {
	clear(e.out)
	e.out = e.out[:0]
}

func (e *emit) add(d stream.Delta) { e.out = append(e.out, d) }

// prose adds a piece of text or reasoning, unless it is empty.
func (e *emit) prose(kind stream.DeltaKind, choice int, t text) {
	if s := e.join(kind, choice, t); s != "" {
		e.add(stream.Delta{Kind: kind, Choice: choice, Text: s})
	}
}

// join returns a piece of text, after the half that waits for it and without
// the half that it ends with.
func (e *emit) join(kind stream.DeltaKind, choice int, t text) string {
	if t.empty() {
		return ""
	}
	var first string
	if u := e.takeHalf(kind, choice); u != 0 {
		low, _ := unit(t.raw)
		pair := utf16.DecodeRune(u, low)
		first = string(pair) // U+FFFD if they are no pair
		if first != replacement {
			t.raw = t.raw[unitLen:]
		}
	}
	t, u := t.cutHalf()
	s := t.string()
	if first != "" {
		s = first + s
	}
	if u != 0 && !e.putHalf(half{kind, choice, u}) {
		s += replacement
	}
	return s
}

// replacement stands for half a surrogate pair whose other half does not come.
const replacement = "\ufffd"

func (e *emit) putHalf(h half) bool {
	if len(e.halves) == maxHalves {
		return false
	}
	e.halves = append(e.halves, h)
	return true
}

func (e *emit) takeHalf(kind stream.DeltaKind, choice int) rune {
	for i, h := range e.halves {
		e.steps++
		if h.kind == kind && h.choice == choice {
			e.halves = append(e.halves[:i], e.halves[i+1:]...)
			return h.unit
		}
	}
	return 0
}

// flush gives up on the halves that wait in a choice.
func (e *emit) flush(choice int) {
	for _, kind := range [...]stream.DeltaKind{stream.DeltaReasoning, stream.DeltaText} {
		if e.takeHalf(kind, choice) != 0 {
			e.add(stream.Delta{Kind: kind, Choice: choice, Text: replacement})
		}
	}
}

// flushAll gives up on all halves that wait.
func (e *emit) flushAll() {
	for i := 0; i < len(e.halves); {
		if h := e.halves[i]; h.kind == stream.DeltaFragment {
			i++
		} else {
			e.flush(h.choice)
		}
	}
	e.halves = e.halves[:0]
}

// finish adds the end of a choice, unless the reason is empty.
func (e *emit) finish(choice int, reason text) {
	if reason.empty() {
		return
	}
	e.flush(choice)
	s := reason.string()
	e.end(stream.Delta{Kind: stream.DeltaFinish, Choice: choice, Text: s, Ending: ending(s)})
}

// end adds the end of a choice, and keeps its reason.
func (e *emit) end(d stream.Delta) {
	if e.reasons == nil {
		e.reasons = make(map[int]string)
	}
	if _, known := e.reasons[d.Choice]; known || len(e.reasons) < maxChoices {
		e.reasons[d.Choice] = d.Text[:min(len(d.Text), maxReasonKept)]
	}
	e.add(d)
}

// maxReasonKept is how much of a finish reason is kept, in bytes.
const maxReasonKept = 256

// done adds the provider's terminal event.
func (e *emit) done() {
	e.flushAll()
	e.add(stream.Delta{Kind: stream.DeltaDone})
}

// lose adds that a frame could not be had.
func (e *emit) lose(err *parse.Error) { e.add(lossOf(err)) }

// lossOf returns the delta of a frame that could not be read.
func lossOf(err *parse.Error) stream.Delta {
	return stream.Delta{Kind: stream.DeltaLost, Text: err.Message, Err: err}
}

// setUsage merges a usage into what has been reported, unless it is absent.
func (e *emit) setUsage(raw []byte) { e.usage.merge(raw) }

// ending says what a finish reason means. A reason that is not known to be a
// normal one is not: an empty call is made out of a normal ending only.
func ending(reason string) stream.Ending {
	switch strings.ToLower(reason) {
	case "stop", "stop_sequence", "end_turn", "pause_turn", "tool_calls", "tool_call", "tool_use",
		"function_call", "complete", "completed", "requires_action", "eos", "eos_token":
		return stream.EndingNormal
	}
	return stream.EndingCut
}
