package stream

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/earlycall/earlycall/parse"
)

// path applies a value of a call's arguments, which come value by value.
func (n *nativeReply) path(d *Delta) {
	c := n.place(d)
	switch {
	case c == nil || !n.learn(c, d):
		return
	case c.state == callOut:
		n.conflict(c, parse.ErrTrailing, c.read, "a value arrived for a call that was complete")
		return
	case c.state != callOpen:
		return
	case c.read > 0:
		n.fail(c, fail{parse.ErrConflict, int(c.read), bothWays}, "")
		return
	}
	if c.args.tree == nil {
		c.args.tree = newPathTree(n.p.limits)
	}
	if bad := c.args.tree.put(d.Path, d.Text, d.More); bad.code != 0 {
		n.failPath(c, bad, d.Path)
	}
}

// failPath ends an open call with an error at a value's path.
func (n *nativeReply) failPath(c *nativeCall, bad fail, path string) {
	n.fail(c, bad, "")
	if err := n.p.events[len(n.p.events)-1].Err; err.Code == bad.code {
		err.Pointer = pathPointer(path)
	}
}

// step is one segment of a path: a member's name or an element's index.
type step struct {
	name  string
	index int // -1: it is a name
}

const bothWays = "the arguments came both as text and value by value"

// cutStep returns the first segment of a path (RFC 9535, after its $) and what
// follows it. It reports whether the path begins with a name or an index.
func cutStep(path string) (s step, rest string, ok bool) {
	switch {
	case len(path) < 2:
		return s, "", false
	case path[0] == '.':
		end := 1
		for end < len(path) && path[end] != '.' && path[end] != '[' {
			if !isPathByte(path[end]) {
				return s, "", false
			}
			end++
		}
		return step{path[1:end], -1}, path[end:], end > 1
	case path[0] != '[':
		return s, "", false
	case path[1] == '\'' || path[1] == '"':
		name, rest, ok := cutQuoted(path[1:])
		if !ok || rest == "" || rest[0] != ']' {
			return s, "", false
		}
		return step{name, -1}, rest[1:], true
	}
	digits, rest, ok := strings.Cut(path[1:], "]")
	index, err := strconv.ParseUint(digits, 10, 31)
	if !ok || err != nil || digits[0] == '0' && len(digits) > 1 {
		return s, "", false
	}
	return step{"", int(index)}, rest, true
}

// isPathByte reports whether c can be part of a name that is written without
// quotes. The standard has letters, digits, "_" and what isn't ASCII; "-" and
// "$" occur, and can't be anything else.
func isPathByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '$' || c >= 0x80
}

// cutQuoted returns the name in quotes that s begins with, and what follows it.
func cutQuoted(s string) (name, rest string, ok bool) {
	quote := s[0]
	end := strings.IndexByte(s[1:], quote) + 1
	if end > 0 && strings.IndexByte(s[:end], '\\') < 0 {
		return s[1:end], s[end+1:], true
	}
	var out []byte
	for i := 1; i < len(s); {
		switch {
		case s[i] == quote:
			return string(out), s[i+1:], true
		case s[i] != '\\':
			out = append(out, s[i])
			i++
			continue
		}
		size := pathEscape(s[i:], quote)
		if size == 0 {
			return "", "", false
		}
		if s[i+1] == '\'' {
			out = append(out, '\'')
		} else {
			out = append(out, unescape([]byte(s[i:i+size]))...)
		}
		i += size
	}
	return "", "", false
}

// pathEscape returns the length of the escape that s begins with, in a name in
// those quotes; 0 if it is none.
func pathEscape(s string, quote byte) int {
	switch {
	case len(s) < 2:
		return 0
	case s[1] == quote || strings.IndexByte(`\/bfnrt`, s[1]) >= 0:
		return 2
	case s[1] != 'u' || len(s) < 6 || !isHex4([]byte(s[2:6])):
		return 0
	}
	half := rune(hex4([]byte(s[2:6])))
	switch {
	case isLow(half):
		return 0
	case !isHigh(half):
		return 6
	case len(s) < 12 || s[6] != '\\' || s[7] != 'u' || !isHex4([]byte(s[8:12])) || !isLow(rune(hex4([]byte(s[8:12])))):
		return 0
	}
	return 12
}

// pathPointer returns a path as a JSON pointer (RFC 6901), as far as it is one
// of names and indexes.
func pathPointer(path string) string {
	var b strings.Builder
	path, ok := strings.CutPrefix(path, "$")
	for ok && path != "" {
		var s step
		if s, path, ok = cutStep(path); !ok {
			break
		}
		b.WriteByte('/')
		if s.index >= 0 {
			b.WriteString(strconv.Itoa(s.index))
			continue
		}
		name := strings.ReplaceAll(strings.ReplaceAll(s.name, "~", "~0"), "/", "~1")
		b.WriteString(strings.ToValidUTF8(name, string(utf8.RuneError)))
	}
	return b.String()
}
