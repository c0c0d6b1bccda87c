package wire

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// kept are the members whose values go out as they are spelled, or whose members
// have a meaning each: they are left alone.
var kept = map[string]bool{"arguments": true, "args": true, "input": true, "error": true, "action": true, "usage": true, "usageMetadata": true}

// nulls are members that say nothing as null, for any object of a frame.
var nulls = []string{"error", "refusal", "tool_calls", "function_call", "reasoning", "x_groq", "usage", "finishMessage", "namespace", "status", "object", "finish_reason", "message", "incomplete_details", "zz_unknown"}

// unknowns are values of members that no wire knows.
var unknowns = []string{"1", `"x"`, "null", `{"a":[{"type":"error"}],"choices":[{"delta":{"content":"no"}}]}`, `["tool_use",{}]`, `"\ud83d"`, "-0.5e+7", "true", `{}`, `"}\"]"`}

// respelling spells frames another way that means the same.
type respelling struct{ t *rapid.T }

// space returns white space, or none.
func (s respelling) space() string {
	return rapid.SampledFrom([]string{"", "", " ", "\t"}).Draw(s.t, "space")
}

// value spells a JSON value another way.
func (s respelling) value(raw json.RawMessage) string {
	raw = bytes.TrimSpace(raw)
	switch {
	case raw[0] == '{':
		return s.object(raw)
	case raw[0] == '[':
		var list []json.RawMessage
		if err := json.Unmarshal(raw, &list); err != nil {
			s.t.Fatal(err)
		}
		parts := make([]string, len(list))
		for i := range list {
			parts[i] = s.space() + s.value(list[i]) + s.space()
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	return string(raw)
}

// object spells an object another way: its members in any order, with others
// between them that say nothing.
func (s respelling) object(raw json.RawMessage) string {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil {
		s.t.Fatal(err)
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(members)) {
		value := members[name]
		spelled := s.value(value)
		if kept[name] {
			spelled = string(bytes.TrimSpace(value))
		}
		list = append(list, fmt.Sprintf("%q%s:%s%s", name, s.space(), s.space(), spelled))
	}
	for _, name := range nulls {
		if _, ok := members[name]; !ok && rapid.IntRange(0, 5).Draw(s.t, "null") == 0 {
			list = append(list, fmt.Sprintf("%q: null", name))
		}
	}
	for i := range rapid.IntRange(0, 2).Draw(s.t, "unknown") {
		list = append(list, fmt.Sprintf(`"zz_%d":%s`, i, rapid.SampledFrom(unknowns).Draw(s.t, "value")))
	}
	list = rapid.Permutation(list).Draw(s.t, "order")
	return s.space() + "{" + s.space() + strings.Join(list, s.space()+",") + s.space() + "}" + s.space()
}

// frame spells a frame's payload another way. A wrapped event is spelled so too.
func (s respelling) frame(payload []byte) string {
	payload = bytes.TrimSpace(payload)
	if len(payload) == 0 || payload[0] != '{' || !json.Valid(payload) {
		return string(payload)
	}
	var wrapped struct{ Bytes []byte }
	if err := json.Unmarshal(payload, &wrapped); err == nil && wrapped.Bytes != nil {
		return `{"p":"x","bytes":"` + base64.StdEncoding.EncodeToString([]byte(s.frame(wrapped.Bytes))) + `"}`
	}
	return s.value(payload)
}

// usageOf returns the account of tokens of the frames of a stream.
func usageOf(t interface{ Fatal(...any) }, wire string, frames [][]byte) string {
	d, err := New(wire, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range frames {
		d.WriteFrame(f)
	}
	return string(d.Usage())
}

// TestRespelled holds that a recorded reply gives the same deltas with the
// members of its frames in any order, with unknown members, with members that
// are null in place of absent ones, and with white space.
func TestRespelled(t *testing.T) {
	for _, r := range recordings(t) {
		frames := payloads(t, r.wire, r.in)
		want, usage := run(t, r.wire, Options{}, r.in), usageOf(t, r.wire, frames)
		t.Run(r.name, rapid.MakeCheck(func(rt *rapid.T) {
			s := respelling{rt}
			spelled := make([][]byte, len(frames))
			for i, f := range frames {
				spelled[i] = []byte(s.frame(f))
			}
			if diff := cmp.Diff(usage, usageOf(rt, r.wire, spelled)); diff != "" {
				rt.Fatalf("usage: -want +got\n%s\n%s", diff, bytes.Join(spelled, []byte("\n")))
			}
			if diff := cmp.Diff(want, writeFrames(t, r.wire, spelled)); diff != "" {
				rt.Fatalf("-want +got\n%s\n%s", diff, bytes.Join(spelled, []byte("\n")))
			}
		}))
	}
}
