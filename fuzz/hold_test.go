package fuzz

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/earlycall/earlycall/parse"
)

// holds knows what a machine may hold back while it is not decided: the
// beginning of a marker, an opener with white space and the beginning of a
// body, a fence's opener or "[" with white space, a "{" up to its first colon,
// an object that is not committed, a cut character.
type holds struct {
	Case
	markers []string // that text may hold
	openers []string
	broken  bool // the bytes of a call that failed are being skipped
}

// maxSpace is how much white space may stand between an opener and its body.
const maxSpace = 64

func newHolds(c Case) *holds {
	h := &holds{Case: c}
	for _, pair := range pairs(c.Format) {
		h.markers = append(h.markers, pair.Open, pair.Close)
	}
	if c.Tools.None() || c.Format == nil {
		return h
	}
	f := c.Format
	h.openers = f.Open
	h.markers = slices.Concat(h.markers, f.Open, f.Close, f.EndOfTurn)
	if f.Shapes&parse.ShapeTagged != 0 {
		h.markers = append(h.markers, f.Tagged.Open, f.Tagged.Close)
	}
	return h
}

// pairs returns the reasoning markers of a row.
func pairs(f *parse.Format) []parse.Pair {
	if f == nil || f.Reasoning == nil {
		return []parse.Pair{{Open: "<think>", Close: "</think>"}}
	}
	return f.Reasoning
}

// may reports whether s may be held back.
func (h *holds) may(s string) bool {
	if len(s) == cutRune(s) || h.markerPrefix(s) {
		return true
	}
	for _, open := range h.openers {
		if rest, ok := strings.CutPrefix(s, open); ok && h.bodyPrefix(rest) {
			return true
		}
	}
	if h.has(parse.ShapeTagged) && h.Format.Tagged.Bare && h.headPrefix(s) {
		return true
	}
	if h.has(parse.ShapeFirstObject) && s[0] == '{' {
		return true // up to where the braces balance
	}
	return h.has(parse.ShapeBare) && !h.Tools.None() && (h.fencePrefix(s) || h.arrayPrefix(s))
}

// markerPrefix reports whether s is a proper prefix of a marker.
func (h *holds) markerPrefix(s string) bool {
	return slices.ContainsFunc(h.markers, func(m string) bool {
		return len(s) < len(m) && strings.HasPrefix(m, s)
	})
}

// bodyPrefix reports whether s, after an opener, does not tell yet whether
// the opener commits.
func (h *holds) bodyPrefix(s string) bool {
	body := strings.TrimLeft(s, space)
	if len(s)-len(body) > maxSpace {
		return false
	}
	switch {
	case body == "":
		return true
	case h.has(parse.ShapeEnvelope) && body[0] == '[':
		return strings.Trim(body[1:], space) == "" && len(s) <= maxSpace+1
	case h.has(parse.ShapeTagged) && len(body) < len(h.Format.Tagged.Open) && strings.HasPrefix(h.Format.Tagged.Open, body):
		return true
	}
	return h.has(parse.ShapeNamed) && h.namePrefix(body)
}

// namePrefix reports whether s is the name of a Named body, or its beginning,
// and perhaps the beginning of the marker after it.
func (h *holds) namePrefix(s string) bool {
	rest := strings.TrimLeft(s, nameBytes)
	name := len(s) - len(rest)
	if name == 0 || name > 256 {
		return false
	}
	behind := append([]string{h.Format.Named.Arguments, h.Format.Named.ID}, h.openers...)
	return rest == "" || slices.ContainsFunc(behind, func(m string) bool {
		return len(rest) < len(m) && strings.HasPrefix(m, rest)
	})
}

// headPrefix reports whether s is the opener of a tagged call and its name,
// which has not ended.
func (h *holds) headPrefix(s string) bool {
	t := h.Format.Tagged
	name, ok := strings.CutPrefix(s, t.Open)
	return ok && len(name) <= 256+len(t.OpenEnd) && !strings.Contains(name, t.OpenEnd) && !strings.Contains(name, "<") &&
		utf8.ValidString(name[:len(name)-cutRune(name)]) &&
		strings.IndexFunc(name, func(r rune) bool { return r < ' ' }) < 0
}

const (
	space     = " \t\r\n"
	digits    = "0123456789"
	letters   = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	nameBytes = letters + digits + "_.-/:"
	infoBytes = letters + digits + "_+ \t\r-"
)

// fencePrefix reports whether s is a fence's run, or its opener, with white
// space and what an array may be held with.
func (h *holds) fencePrefix(s string) bool {
	if s[0] != '`' && s[0] != '~' {
		return false
	}
	rest := strings.TrimLeft(s, s[:1])
	if rest == "" {
		return true
	}
	info, body, ended := strings.Cut(rest, "\n")
	if len(s)-len(rest) < 3 || len(info) > 24 || strings.Trim(info, infoBytes) != "" {
		return false
	}
	body = strings.TrimLeft(body, space)
	return !ended || body == "" || h.arrayPrefix(body)
}

// arrayPrefix reports whether s is a "[" with white space, an object that is
// not decided, or both.
func (h *holds) arrayPrefix(s string) bool {
	if s[0] == '[' {
		s = strings.TrimLeft(s[1:], space)
	}
	return s == "" || s[0] == '{' && (keyPrefix(s) || h.undecided(s))
}

// keyPrefix reports whether s, which begins with "{", ends before the colon
// after its first key and may still come to it.
func keyPrefix(s string) bool {
	s = strings.TrimLeft(s[1:], space)
	if s == "" {
		return true
	}
	if s[0] != '"' {
		return false
	}
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] < ' ':
			return false
		case s[i] == '\\':
			i++
			if i < len(s) && s[i] < ' ' {
				return false
			}
		case s[i] == '"':
			return strings.Trim(s[i+1:], space) == ""
		}
	}
	return true
}

// undecided reports whether s is the beginning of an object that is neither
// committed nor text: it is strict JSON so far and within the limits, its
// members have not shown that it is a call, nor that it is none.
func (h *holds) undecided(s string) bool {
	if !utf8.ValidString(s[:len(s)-cutRune(s)]) || len(s) > limit(h.MaxCall, parse.DefaultMaxCall) {
		return false
	}
	var members []member
	deepest, err := walkJSON(s, func(depth int, name string, end int64) {
		if depth == 1 {
			members = append(members, member{name, memberValue(s[end:])})
		}
	})
	if err != nil || deepest > limit(h.MaxDepth, parse.DefaultMaxDepth) || json.Valid([]byte(s)) {
		return false
	}
	return !h.decided(members)
}

func limit(n, otherwise int) int {
	if n > 0 {
		return n
	}
	return otherwise
}

// member is a member of the object's root: its key and what there is of its
// value, with what follows.
type member struct{ key, value string }

// memberValue returns what follows the colon after a key.
func memberValue(s string) string {
	s = strings.TrimLeft(s, space)
	if s == "" {
		return ""
	}
	return strings.TrimLeft(s[1:], space)
}

// decided reports whether the members commit the object, or make it text.
func (h *holds) decided(members []member) bool {
	keys := keysOf(h.Format)
	var name, args *member
	for i, m := range members {
		switch {
		case m.key == "description", args != nil && slices.Contains(keys.Arguments, m.key):
			return true
		case slices.Contains(keys.Name, m.key):
			name = &members[i]
		case slices.Contains(keys.Arguments, m.key):
			args = &members[i]
		}
	}
	called := name.text()
	if h.Tools.Declares(called) && h.Tools != nil {
		return true
	}
	if called == "" || args == nil {
		return false
	}
	begun := args.value != "" && args.value[0] == '{'
	return begun || h.Tools == nil && args.given(limit(h.MaxDepth, parse.DefaultMaxDepth))
}

// text returns the value of a member if it is a string that has ended.
func (m *member) text() (s string) {
	if m == nil || json.NewDecoder(strings.NewReader(m.value)).Decode(&s) != nil {
		return ""
	}
	return s
}

// given reports whether a member is null, or a string that holds a strict
// object of at most that depth.
func (m *member) given(depth int) bool {
	s := strings.Trim(m.text(), space)
	if s == "" {
		return strings.HasPrefix(m.value, "null")
	}
	deepest, _ := walkJSON(s, func(int, string, int64) {})
	return deepest <= depth && strictObject(s) == nil
}

// keysOf returns the names of the members of a row's envelope.
func keysOf(f *parse.Format) parse.Keys {
	keys := parse.Keys{
		Name:      []string{"name"},
		Arguments: []string{"arguments", "parameters", "args"},
		ID:        []string{"id"},
	}
	if f == nil {
		return keys
	}
	if f.Keys.Name != nil {
		keys.Name = f.Keys.Name
	}
	if f.Keys.Arguments != nil {
		keys.Arguments = f.Keys.Arguments
	}
	if f.Keys.ID != nil {
		keys.ID = f.Keys.ID
	}
	return keys
}
