package parse

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// bareJSON and the rows that the properties are tried on. The last two settle
// calls later than at their closing byte.
var propertyRows = []*Format{&bareRow, &hermesRow, &mistralRow, &qwenStrictRow, &qwenRow, &firstRow, &toolKeyRow}

const byteRows = 4

var propertyTools = []Tools{nil, {}, {{Name: "a"}}, {{Name: "b", Schema: json.RawMessage(`{"properties":{"k":{"type":["integer","array"]}}}`)}}}

// nasty draws text of pieces that mean something to one row or another.
func nasty(t *rapid.T) string {
	piece := rapid.SampledFrom([]string{
		"{", "}", "[", "]", ",", ":", `"`, "\\", "\n", "\n\n", " ", "x", "`", "```", "```json\n", "\n```\n", "~~~\n", "\xe2", "\x82", "é",
		`"name":"a"`, `"name":"b"`, `"name":`, `"arguments":{}`, `"arguments":`, `"args":null`, `"arguments":"{}"`, `"id":"i"`, `"description"`,
		`{"name":"a","arguments":{}}`, `{"name":"b","arguments":{"k":1}}`, `{"arguments":[],"name":"a"}`, `{"name":"a","arguments":"{`, `{"tool":"a"}`, `{}`,
		"<think>", "</think>", "[THINK]", "[/THINK]", "<tool_call>", "</tool_call>", "<tool_", "<|im_end|>",
		"[TOOL_CALLS]", "[/TOOL_CALLS]", "[ARGS]", "[CALL_ID]", "a{", "a",
		"<function=a>", "<function=b>", "<function=", "</function>", "<parameter=k>", "<parameter=l>", "<parameter=", "</parameter>", ">", "1",
	})
	return strings.Join(rapid.SliceOfN(piece, 0, 24).Draw(t, "pieces"), "")
}

func drawOptions(t *rapid.T) Options {
	return Options{
		Format:      rapid.SampledFrom(propertyRows).Draw(t, "row"),
		Tools:       rapid.SampledFrom(propertyTools).Draw(t, "tools"),
		InReasoning: rapid.Bool().Draw(t, "in reasoning"),
		MaxCall:     rapid.SampledFrom([]int{0, 0, 0, 1, 20, 40}).Draw(t, "most bytes"),
		MaxDepth:    rapid.SampledFrom([]int{0, 0, 0, 1, 2, 3}).Draw(t, "most levels"),
	}
}

func TestTextCovers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := nasty(t)
		checkSegments(t, text, Text(text, drawOptions(t)))
	})
}

func FuzzText(f *testing.F) {
	f.Add("Sure. [{\"name\":\"a\",\"arguments\":{}}]", uint8(0), uint8(0), false)
	f.Add("<tool_call>[{\"name\":\"a\"},x</tool_call>", uint8(1), uint8(2), false)
	f.Add("[TOOL_CALLS]a[CALL_ID]i[ARGS]{}", uint8(2), uint8(0), true)
	f.Add("<function=b>\n<parameter=k>\n1\n</parameter>\n</function>", uint8(4), uint8(3), false)
	f.Fuzz(func(t *testing.T, text string, row, tools uint8, inReasoning bool) {
		checkSegments(t, text, Text(text, Options{
			Format: propertyRows[int(row)%len(propertyRows)], Tools: propertyTools[int(tools)%len(propertyTools)], InReasoning: inReasoning,
		}))
	})
}

// A row that Check finds fault with must not make Text panic or loop.
func TestTextOnAnyRow(t *testing.T) {
	marker := rapid.SampledFrom([]string{"", "<", "<a", "<a>", "{", "[", "x", " ", "\"", "</a>"})
	markers := rapid.SliceOfN(marker, 0, 2)
	rapid.Check(t, func(t *rapid.T) {
		row := Format{
			Shapes: Shape(rapid.Uint8().Draw(t, "shapes")) &^ (ShapeFirstObject | ShapeToolKey),
			Open:   markers.Draw(t, "open"), Close: markers.Draw(t, "close"), EndOfTurn: markers.Draw(t, "end of turn"),
			MustClose: rapid.Bool().Draw(t, "must close"), CallsInReasoning: rapid.Bool().Draw(t, "in reasoning"),
			Named: Named{marker.Draw(t, "arguments"), marker.Draw(t, "id")},
			Tagged: Tagged{
				Open: marker.Draw(t, "function"), OpenEnd: marker.Draw(t, "function end"), Close: marker.Draw(t, "function close"),
				Key: marker.Draw(t, "key"), KeyEnd: marker.Draw(t, "key end"), ValueClose: marker.Draw(t, "value close"),
				Bare: rapid.Bool().Draw(t, "bare"), OpenValue: rapid.Bool().Draw(t, "open value"),
			},
			Reasoning: []Pair{{marker.Draw(t, "think"), marker.Draw(t, "think close")}},
		}
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"<", "a", ">", "</a>", "{", "}", "[", "]", " ", "\"", ":", "x", `{"name":"a","args":{}}`}), 0, 20).Draw(t, "text"), "")
		var end int64
		for _, s := range Text(text, Options{Format: &row}) {
			if s.Start != end {
				t.Fatalf("a segment starts at %d, want %d", s.Start, end)
			}
			end = s.End
		}
		if end != int64(len(text)) {
			t.Fatalf("segments end at %d of %d", end, len(text))
		}
	})
}

// A call of a prefix is a call of the whole, in rows that settle at the byte.
func TestTextPrefixes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := nasty(t)
		o := Options{
			Format: propertyRows[rapid.IntRange(0, byteRows-1).Draw(t, "row")],
			Tools:  rapid.SampledFrom(propertyTools).Draw(t, "tools"),
		}
		whole := Calls(Text(text, o))
		for i := range text {
			part := Calls(Text(text[:i], o))
			if len(part) > len(whole) || len(part) > 0 && !reflect.DeepEqual(part, whole[:len(part)]) {
				t.Fatalf("%q: calls %v\nof the prefix %q: %v", text, whole, text[:i], part)
			}
		}
	})
}

// Whatever stands in a string of a call that is cut or broken, it doesn't run.
func TestNothingInABrokenCallRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		inside := quote(strings.ToValidUTF8(nasty(t), "\ufffd"))
		head := rapid.SampledFrom([]string{`{"name":"a","arguments":{"k":`, `{"name":"a","k":`, `{"k":`, `{"arguments":{"k":`}).Draw(t, "head")
		tail := rapid.SampledFrom([]string{"", " x", ` "x`, `,"k":1}}`, `,"k":1,"name":"a","arguments":{}}`, "]]}}", "\\"}).Draw(t, "tail")
		for _, opener := range []string{"", "x ", "[", "```json\n", "{"} {
			mustNotCall(t, opener+head+inside+tail, &bareRow)
		}
		mustNotCall(t, "<tool_call>"+head+inside+tail, &hermesRow)
		mustNotCall(t, "<tool_call>["+head+inside+tail, &hermesRow)
		mustNotCall(t, "[TOOL_CALLS]"+head+inside+tail, &mistralRow)
		mustNotCall(t, `[TOOL_CALLS]a[ARGS]{"k":`+inside+tail, &mistralRow)
	})
}

func mustNotCall(t fataler, text string, row *Format) {
	t.Helper()
	for _, tools := range propertyTools {
		if calls := Calls(Text(text, Options{Format: row, Tools: tools})); len(calls) > 0 {
			t.Fatalf("%s, tools %v: %q runs %v", row.Name, tools, text, calls)
		}
	}
}

// Calls that are written as a row has them come back.
func TestTextRoundTrip(t *testing.T) {
	write := []struct {
		row   *Format
		write func(name, key, value string) string
	}{
		{&bareRow, func(n, k, v string) string {
			return `{"name":` + quote(n) + `,"arguments":{` + quote(k) + ":" + quote(v) + "}}"
		}},
		{&bareRow, func(n, k, v string) string {
			return "```json\n[{\"args\":" + quote("{"+quote(k)+":"+quote(v)+"}") + `,"name":` + quote(n) + "}]\n```\n"
		}},
		{&hermesRow, func(n, k, v string) string {
			return "<tool_call>\n{\"name\":" + quote(n) + `,"arguments":{` + quote(k) + ":" + quote(v) + "}}\n</tool_call>\n"
		}},
		{&mistralRow, func(n, k, v string) string { return "[TOOL_CALLS]" + n + "[ARGS]{" + quote(k) + ":" + quote(v) + "}" }},
		{&qwenRow, func(n, k, v string) string {
			return "<tool_call>\n<function=" + n + ">\n<parameter=" + k + ">\n" + v + "\n</parameter>\n</function>\n</tool_call>\n"
		}},
	}
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.String().Filter(func(s string) bool { return !strings.Contains(s, "</") && !strings.Contains(s, "\n<") })
		for _, w := range write {
			var text strings.Builder
			var want []string
			for range rapid.IntRange(1, 3).Draw(t, "calls") {
				name, key, v := rapid.StringMatching(`[a-z_.]{1,9}`).Draw(t, "name"), rapid.StringMatching(`[a-z]{1,3}`).Draw(t, "key"), value.Draw(t, "value")
				text.WriteString(w.write(name, key, v))
				want = append(want, name+`{`+quote(key)+":"+quote(v)+"}")
			}
			var got []string
			for _, c := range Calls(Text(text.String(), Options{Format: w.row})) {
				got = append(got, c.Name+string(c.Arguments))
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %q gives %q, want %q", w.row.Name, text.String(), got, want)
			}
		}
	})
}

// checkSegments holds what is true of the segments of every reply: they cover
// it, coalesce, number calls in order, and carry what their kind says.
func checkSegments(t fataler, text string, segments []Segment) {
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

func checkCall(t fataler, s Segment, index int) {
	t.Helper()
	c := s.Call
	if c.Index != index || c.Start != s.Start || c.End != s.End {
		t.Fatalf("call %d at %d:%d in the segment %d:%d, want index %d", c.Index, c.Start, c.End, s.Start, s.End, index)
	}
	if !json.Valid(c.Arguments) || c.Arguments[0] != '{' {
		t.Fatalf("call %d has arguments %q", index, c.Arguments)
	}
}

func checkError(t fataler, text string, s Segment, index int) {
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
