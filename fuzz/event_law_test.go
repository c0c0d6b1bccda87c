package fuzz

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// Brackets: the events fit the grammar of stream.Kind, calls are numbered from
// 0 as they start, what belongs to a kind is set and nothing else, and a call
// starts under the name that it ends with.
func Brackets(c Case) error {
	outs := c.run()
	var open *stream.Event // the call that is open
	next := int32(0)
	for i := range outs {
		e := &outs[i].Event
		if err := fields(e); err != nil {
			return err
		}
		inside := e.Kind == stream.KindCallDelta || e.Kind == stream.KindCallEnd
		switch {
		case inside && (open == nil || open.Index != e.Index), !inside && open != nil:
			return fmt.Errorf("out of place: %s", eventLine(*e))
		case e.Kind == stream.KindCallStart && e.Index != next:
			return fmt.Errorf("call %d starts as %d", next, e.Index)
		case e.Kind == stream.KindCallStart:
			open = e
			next++
		case e.Kind == stream.KindConflict && (e.Index < 0 || e.Index >= next):
			return fmt.Errorf("a conflict of no call: %s", eventLine(*e))
		case e.Kind == stream.KindCallEnd:
			if err := ends(open, e); err != nil {
				return err
			}
			open = nil
		}
	}
	if open != nil {
		return fmt.Errorf("never ends: %s", eventLine(*open))
	}
	return nil
}

// ends reports what is wrong with a call's end beside its start.
func ends(start, end *stream.Event) error {
	var name, id string
	var index int
	if end.Call != nil {
		name, id, index = end.Call.Name, end.Call.ID, end.Call.Index
	} else {
		name, id, index = end.Err.Name, end.Err.ID, end.Err.Index
	}
	if start.Text != name || start.ID != "" && start.ID != id || int(start.Index) != index {
		return fmt.Errorf("starts as %s\nends as   %s", eventLine(*start), eventLine(*end))
	}
	return nil
}

// fields reports a field that is set and shouldn't be, or the other way round.
func fields(e *stream.Event) error {
	var call, err, indexed bool
	switch e.Kind {
	case stream.KindText, stream.KindReasoning, stream.KindMarker:
		if e.Text == "" {
			return fmt.Errorf("empty: %s", eventLine(*e))
		}
	case stream.KindCallDelta:
		if indexed = true; e.Text == "" {
			return fmt.Errorf("empty: %s", eventLine(*e))
		}
	case stream.KindCallStart:
		indexed = true
	case stream.KindCallEnd:
		indexed, call, err = true, e.Call != nil, e.Call == nil
	case stream.KindConflict:
		indexed, err = true, true
	case stream.KindError:
		err = true
	}
	if call != (e.Call != nil) || err != (e.Err != nil) || indexed != (e.Index >= 0) || e.Choice != 0 {
		return fmt.Errorf("fields that don't fit: %s", eventLine(*e))
	}
	return nil
}

// Strict: the deltas of a call join to its arguments: one JSON object, valid
// by RFC 8259, in valid UTF-8, without duplicate keys. The deltas of a call
// that failed begin such an object, and so are the arguments of a call of an
// unknown tool. No text and no delta ends inside a character that goes on.
func Strict(c Case) error {
	deltas := map[int32]*strings.Builder{}
	cut := map[int32]bool{} // calls with a delta that ends inside a character
	for _, o := range c.run() {
		var err error
		switch o.Kind {
		case stream.KindText, stream.KindReasoning:
			err = wholeRunes(c.Text, o)
		case stream.KindCallStart:
			deltas[o.Index] = new(strings.Builder)
		case stream.KindCallDelta:
			deltas[o.Index].WriteString(o.Text)
			cut[o.Index] = cut[o.Index] || !utf8.ValidString(o.Text)
		case stream.KindCallEnd:
			if err = c.strictEnd(o.Event, deltas[o.Index].String()); err == nil && o.Call != nil && cut[o.Index] {
				err = errors.New("a delta ends inside a character")
			}
		}
		if err != nil {
			return fmt.Errorf("%w: %s", err, eventLine(o.Event))
		}
	}
	return nil
}

func (c Case) strictEnd(end stream.Event, joined string) error {
	check := strictObject
	switch {
	case end.Call != nil && string(end.Call.Arguments) != joined:
		return fmt.Errorf("the deltas join to %q", joined)
	case end.Call == nil && end.Err.Arguments != nil:
		joined = string(end.Err.Arguments)
	case end.Call == nil:
		check = strictPrefix
	}
	if alone(c.Format) {
		if end.Call == nil {
			return nil
		}
		check = validObject // of two equal keys the last one wins
	}
	return check(joined)
}

// strictObject reports why a text is not one strict JSON object.
func strictObject(text string) error {
	if err := validObject(text); err != nil {
		return err
	}
	return strictPrefix(text)
}

// validObject reports why a text is not one JSON object, which may have a key
// twice.
func validObject(text string) error {
	if !strings.HasPrefix(text, "{") || !strings.HasSuffix(text, "}") || !json.Valid([]byte(text)) || !utf8.ValidString(text) {
		return errors.New("no JSON object")
	}
	return nil
}

// strictPrefix reports why a text is not the beginning of a strict JSON value.
func strictPrefix(text string) error {
	if !utf8.ValidString(text[:len(text)-cutRune(text)]) {
		return errors.New("invalid UTF-8 in the arguments")
	}
	_, err := walkJSON(text, func(int, string, int64) {})
	return err
}

// wholeRunes reports that an event ends inside a character that the next byte
// completes or may still complete.
func wholeRunes(text string, o Out) error {
	n, end := cutRune(o.Text), int(o.Offset)+len(o.Text)
	switch {
	case n == 0, end == o.Fed && o.AtEnd:
		return nil
	case end < o.Fed:
		if next := text[end-n : end+1]; utf8.FullRuneInString(next) && !utf8.ValidString(next) {
			return nil
		}
	}
	return errors.New("ends inside a character")
}

// cutRune returns how many bytes at the end of s begin a character that may
// still become valid.
func cutRune(s string) int {
	for n := min(3, len(s)); n > 0; n-- {
		if tail := s[len(s)-n:]; utf8.RuneStart(tail[0]) && !utf8.FullRuneInString(tail) {
			return n
		}
	}
	return 0
}

// Lossless: the events, in order, rebuild the reply: each byte is text,
// reasoning, marker, conflict, or part of one call, as it stands there.
func Lossless(c Case) error {
	segments := Segments(Coalesce(c.run()), len(c.Text))
	var rebuilt bytes.Buffer
	for _, s := range segments {
		if s.Start != int64(rebuilt.Len()) || s.End <= s.Start || s.End > int64(len(c.Text)) {
			return fmt.Errorf("bytes left out or given twice:\n%s", strings.Join(Lines(c.Text, segments), "\n"))
		}
		rebuilt.WriteString(c.Text[s.Start:s.End])
	}
	if rebuilt.Len() != len(c.Text) {
		return fmt.Errorf("the end is missing:\n%s", strings.Join(Lines(c.Text, segments), "\n"))
	}
	for _, e := range Coalesce(c.run()) {
		if _, ok := textKinds[e.Kind]; ok && slice(c.Text, e.Offset, e.Offset+int64(len(e.Text))) != e.Text {
			return fmt.Errorf("not as it stands in the reply: %s", eventLine(e))
		}
	}
	return nil
}

// Prefix: a call that Feed gave for a prefix of the reply is a call of the
// whole, by the machine and by the reference. It concerns the rows that decide
// at the byte.
func Prefix(c Case) error {
	if !c.atByte() {
		return nil
	}
	var whole []*parse.Call
	for _, s := range parse.Text(c.Text, c.Options()) {
		if s.Call != nil {
			whole = append(whole, s.Call)
		}
	}
	for _, cut := range append(c.Cuts, len(c.Text)) {
		prefix := c
		prefix.Text, prefix.Cuts = c.Text[:cut], nil
		for i, call := range calls(prefix.run(), false) {
			if i >= len(whole) || callText(call) != callText(whole[i]) {
				return fmt.Errorf("the first %d bytes give a call that the whole has not: %s", cut, callText(call))
			}
		}
	}
	return nil
}
