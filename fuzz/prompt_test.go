package fuzz

import (
	"errors"
	"fmt"
	"strings"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// Prompt: fed byte by byte, a call comes out with the byte that closes it, an
// error with the guilty byte, and all other bytes are out but for what may be
// held back. It concerns the rows that decide at the byte.
func Prompt(c Case) error {
	if !c.atByte() {
		return nil
	}
	p := c.Parser()
	var pending []string // after each byte
	c.Cuts = everyByte(len(c.Text))
	outs := Run(p, c.chunks(), func(int) { pending = append(pending, p.Pending()) })
	for i := range outs {
		if err := c.late(outs, i); err != nil {
			return fmt.Errorf("%w: after %d bytes: %s", err, outs[i].Fed, eventLine(outs[i].Event))
		}
	}
	if err := c.held(outs, pending); err != nil {
		return err
	}
	return c.accounted(outs, pending)
}

// held reports what is held back and should be out.
func (c Case) held(outs []Out, pending []string) error {
	h := newHolds(c)
	next := 0
	for i, held := range pending {
		for ; next < len(outs) && outs[next].Fed <= i+1 && !outs[next].AtEnd; next++ {
			h.broken = outs[next].Kind == stream.KindCallEnd && outs[next].Err != nil
		}
		switch {
		case held == "" || h.may(held):
		case !strings.HasSuffix(c.Text[:i+1], held):
			return fmt.Errorf("after %d bytes not their end is held: %q", i+1, held)
		default:
			return fmt.Errorf("after %d bytes this is held back: %q", i+1, held)
		}
	}
	return nil
}

// longestEscape is the length of a pair of surrogates: \ud83d\ude00.
const longestEscape = 12

// late reports a call or an error that came out after it was decided.
func (c Case) late(outs []Out, i int) error {
	o := outs[i]
	if o.Kind != stream.KindCallEnd {
		return nil
	}
	if o.Call != nil {
		if c.has(parse.ShapeFirstObject) && o.AtEnd && strings.IndexByte(c.Text, '{') < int(o.Call.Start) {
			return nil // an earlier brace might have balanced
		}
		if o.Fed != int(o.Call.End) && c.ownClose(o.Call) {
			return fmt.Errorf("a call that ends at %d is late", o.Call.End)
		}
		return nil
	}
	switch o.Err.Code {
	case parse.ErrTruncated:
		if !o.AtEnd {
			return errors.New("truncated before the end")
		}
		return nil
	case parse.ErrUnknownTool: // comes with the arguments, or where they break
		return nil
	}
	if o.Fed == int(o.Err.Offset)+1 || c.has(parse.ShapeTagged|parse.ShapeFirstObject) {
		return nil // first-object: settled where the braces balance
	}
	if c.Text[o.Err.Offset] == '\\' && o.Fed <= int(o.Err.Offset)+longestEscape {
		return nil // it took the whole escape to see what is wrong
	}
	if c.has(parse.ShapeBare) && outs[i-1].Kind == stream.KindCallStart && outs[i-1].Fed == o.Fed {
		return nil // the guilty byte came before the name that committed
	}
	if c.has(parse.ShapeNamed) && o.Err.Code == parse.ErrLimit && outs[i-1].Kind == stream.KindCallStart && outs[i-1].Fed == o.Fed {
		return nil // the guilty byte stands in a name that had not been committed
	}
	if c.beginsMarker(c.Text[o.Err.Offset:o.Fed-1]) || o.AtEnd && c.beginsMarker(c.Text[o.Err.Offset:]) {
		return nil // the guilty byte might have begun a marker
	}
	return errors.New("an error is late")
}

// beginsMarker reports whether s is the beginning of an opener or a closer.
func (c Case) beginsMarker(s string) bool {
	for _, m := range append(append([]string(nil), c.Format.Open...), c.Format.Close...) {
		if s != "" && strings.HasPrefix(m, s) {
			return true
		}
	}
	return false
}

// ownClose reports whether a call ends by its own closing byte: not where the
// format lets a close be missing and what follows ends the call.
func (c Case) ownClose(call *parse.Call) bool {
	text := c.Text[call.Start:call.End]
	if !c.has(parse.ShapeTagged) {
		return strings.HasSuffix(text, "}")
	}
	inside, closed := strings.CutSuffix(text, c.Format.Tagged.Close)
	return closed && (string(call.Arguments) == "{}" || strings.HasSuffix(strings.TrimRight(inside, space), c.Format.Tagged.ValueClose))
}

// accounted reports bytes that are neither out nor held after some byte, and
// not part of a call, an error or a conflict.
func (c Case) accounted(outs []Out, pending []string) error {
	segments := Segments(Coalesce(outs), len(c.Text))
	next, done := 0, 0 // the next event; the bytes before done are out
	inside := false    // a call is open
	for i, held := range pending {
		for ; next < len(outs) && outs[next].Fed <= i+1 && !outs[next].AtEnd; next++ {
			e := outs[next].Event
			if _, ok := textKinds[e.Kind]; ok {
				done = int(e.Offset) + len(e.Text)
			}
			inside = e.Kind == stream.KindCallStart || e.Kind == stream.KindCallDelta
		}
		if inside || done+len(held) == i+1 {
			continue
		}
		for _, s := range segments {
			ofCall := s.Call != nil || s.Err != nil
			if int(s.End) > done && int(s.Start) < i+1-len(held) && !ofCall {
				return fmt.Errorf("after %d bytes, of which %q are held, these are missing: %q",
					i+1, held, slice(c.Text, max(s.Start, int64(done)), min(s.End, int64(i+1-len(held)))))
			}
		}
	}
	return nil
}
