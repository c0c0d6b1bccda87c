package parse

import (
	"encoding/json"
	"testing"
)

// checkSegments holds what is true of the segments of every reply: they cover
// it, coalesce, number calls in order, and carry what their kind says.
func checkSegments(t interface {
	Helper()
	Fatalf(string, ...any)
}, text string, segments []Segment) {
	t.Helper()
	var pos int64
	index := 0
	for i, s := range segments {
		switch {
		case s.Start != pos || s.End <= s.Start:
			t.Fatalf("segment %d is %d:%d, want it to start at %d and not to be empty", i, s.Start, s.End, pos)
		case s.Kind <= KindMarker && i > 0 && segments[i-1].Kind == s.Kind:
			t.Fatalf("segments %d and %d are both %v", i-1, i, s.Kind)
		case (s.Kind == KindCall) != (s.Call != nil), (s.Kind >= KindError) != (s.Err != nil):
			t.Fatalf("segment %d is %v, with call %v and error %v", i, s.Kind, s.Call, s.Err)
		}
		pos = s.End
		if s.Call != nil {
			checkCall(t, s, index)
			index++
		}
		if s.Err != nil {
			checkError(t, text, s, index)
			if s.Kind == KindError {
				index++
			}
		}
	}
	if pos != int64(len(text)) {
		t.Fatalf("segments end at %d, want %d", pos, len(text))
	}
}

func checkCall(t interface {
	Helper()
	Fatalf(string, ...any)
}, s Segment, index int) {
	t.Helper()
	c := s.Call
	if c.Index != index || c.Start != s.Start || c.End != s.End {
		t.Fatalf("call %d at %d:%d in the segment %d:%d, want index %d", c.Index, c.Start, c.End, s.Start, s.End, index)
	}
	if !json.Valid(c.Arguments) || c.Arguments[0] != '{' {
		t.Fatalf("call %d has arguments %q", index, c.Arguments)
	}
}

func checkError(t interface {
	Helper()
	Fatalf(string, ...any)
}, text string, s Segment, index int) {
	t.Helper()
	e := s.Err
	switch {
	case s.Kind == KindError && e.Index != index, s.Kind == KindConflict && e.Index != index-1:
		t.Fatalf("%v has index %d, want that of call %d", s.Kind, e.Index, index)
	case e.Offset > int64(len(text)), e.Message == "", e.Code == 0:
		t.Fatalf("%v is %#v", s.Kind, e)
	case e.Arguments != nil && (e.Code != ErrUnknownTool || !json.Valid(e.Arguments)):
		t.Fatalf("error %d has arguments %q", e.Index, e.Arguments)
	}
}
