package parse

import (
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// fault is the first thing that is wrong with a piece of text.
type fault struct {
	code Code
	at   int      // offset of the guilty byte
	why  string   // one sentence
	path []string // the keys and indexes that lead there, from the root of what was read
}

// checker reads strict JSON: RFC 8259, valid UTF-8, at most maxDepth open
// objects and arrays, and no two equal keys in one object unless duplicates
// says so. It stops at the guilty byte: the first one at which what was read
// so far can't be continued to something valid. Text that only ends too early
// is ErrTruncated, at the end of the text.
type checker struct {
	text       string
	maxDepth   int
	duplicates bool
	path       []string // the keys and indexes that lead to the value being read
}

// member is one member of an object. Its fields are set as far as it was read.
type member struct {
	key    string // unescaped
	keyEnd int    // offset of the key's closing quote
	at     int    // offset of the value's first byte; -1: not reached
	end    int    // offset after the value; -1: not reached
}

func (c *checker) fault(code Code, at int, why string) *fault {
	return &fault{code, at, why, slices.Clone(c.path)}
}

func (c *checker) syntax(at int, why string) *fault { return c.fault(ErrSyntax, at, why) }

func (c *checker) cut() *fault {
	return c.fault(ErrTruncated, len(c.text), "The JSON ends before it is complete.")
}

// value reads the value that begins at i, inside depth open objects and
// arrays, and returns the offset after it.
func (c *checker) value(i, depth int) (int, *fault) {
	if i == len(c.text) {
		return i, c.cut()
	}
	switch b := c.text[i]; {
	case b == '{':
		return c.object(i, depth, nil)
	case b == '[':
		return c.array(i, depth)
	case b == '"':
		end, f := c.str(i)
		return end + 1, f
	case b == '-' || isDigit(b):
		return c.number(i)
	case b == 't':
		return c.literal(i, "true")
	case b == 'f':
		return c.literal(i, "false")
	case b == 'n':
		return c.literal(i, "null")
	}
	return i, c.syntax(i, "A JSON value must begin here: an object, array, string, number, true, false or null.")
}

// object reads the object at i. If members is not nil, the members that were
// read are appended to it, the last one as far as it came.
func (c *checker) object(i, depth int, members *[]member) (int, *fault) {
	if depth >= c.maxDepth {
		return i, c.fault(ErrLimit, i, "The JSON is nested too deeply.")
	}
	if members == nil {
		members = new([]member)
	}
	seen := map[string]bool{}
	for first := true; ; first = false {
		i = c.space(i + 1)
		if i == len(c.text) {
			return i, c.cut()
		}
		if first && c.text[i] == '}' {
			return i + 1, nil
		}
		end, f := c.member(i, depth, seen, members)
		if f != nil {
			return end, f
		}
		i = c.space(end)
		if i == len(c.text) {
			return i, c.cut()
		}
		if c.text[i] == '}' {
			return i + 1, nil
		}
		if c.text[i] != ',' {
			return i, c.syntax(i, "A comma or a closing brace must follow a member of a JSON object.")
		}
	}
}

// member reads "key": value at i, appends it to members, and returns the
// offset after the value.
func (c *checker) member(i, depth int, seen map[string]bool, members *[]member) (int, *fault) {
	if c.text[i] != '"' {
		return i, c.syntax(i, "A JSON object's key must begin with a double quote.")
	}
	end, f := c.str(i)
	if f != nil {
		return end, f
	}
	key := unquote(c.text[i+1 : end])
	c.path = append(c.path, key)
	if seen[key] && !c.duplicates {
		return end, c.fault(ErrDuplicateKey, end, "A JSON object has two members with the same key.")
	}
	seen[key] = true
	*members = append(*members, member{key, end, -1, -1})
	m := &(*members)[len(*members)-1]
	if i = c.space(end + 1); i == len(c.text) {
		return i, c.cut()
	}
	if c.text[i] != ':' {
		return i, c.syntax(i, "A colon must follow the key of a JSON object.")
	}
	if i = c.space(i + 1); i == len(c.text) {
		return i, c.cut()
	}
	m.at = i
	if i, f = c.value(i, depth+1); f != nil {
		return i, f
	}
	m.end = i
	c.path = c.path[:len(c.path)-1]
	return i, nil
}

// array reads the array at i.
func (c *checker) array(i, depth int) (int, *fault) {
	if depth >= c.maxDepth {
		return i, c.fault(ErrLimit, i, "The JSON is nested too deeply.")
	}
	for n := 0; ; n++ {
		i = c.space(i + 1)
		if n == 0 && i < len(c.text) && c.text[i] == ']' {
			return i + 1, nil
		}
		c.path = append(c.path, itoa(n))
		end, f := c.value(i, depth+1)
		if f != nil {
			return end, f
		}
		c.path = c.path[:len(c.path)-1]
		i = c.space(end)
		if i == len(c.text) {
			return i, c.cut()
		}
		if c.text[i] == ']' {
			return i + 1, nil
		}
		if c.text[i] != ',' {
			return i, c.syntax(i, "A comma or a closing bracket must follow an element of a JSON array.")
		}
	}
}

// str reads the string whose opening quote is at i and returns the offset of
// its closing quote.
func (c *checker) str(i int) (int, *fault) {
	for i++; i < len(c.text); i++ {
		switch b := c.text[i]; {
		case b == '"':
			return i, nil
		case b < 0x20:
			return i, c.syntax(i, `A JSON string can't hold a raw control character; write it as an escape such as \n.`)
		case b == '\\':
			end, f := c.escape(i)
			if f != nil {
				return end, f
			}
			i = end - 1
		case b >= utf8.RuneSelf:
			n, ok := character(c.text[i:])
			switch {
			case !ok:
				return i + n, c.syntax(i+n, "A JSON string must be valid UTF-8.")
			case n == 0:
				return len(c.text), c.cut()
			}
			i += n - 1
		}
	}
	return i, c.cut()
}

// escape reads the escape whose backslash is at i and returns the offset
// after it.
func (c *checker) escape(i int) (int, *fault) {
	i++
	if i == len(c.text) {
		return i, c.cut()
	}
	if c.text[i] != 'u' {
		if strings.IndexByte(`"\/bfnrt`, c.text[i]) < 0 {
			return i, c.syntax(i, `A JSON string knows only the escapes \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits.`)
		}
		return i + 1, nil
	}
	for end := i + 5; ; {
		if i++; i == end {
			return i, nil
		}
		if i == len(c.text) {
			return i, c.cut()
		}
		if !isHex(c.text[i]) {
			return i, c.syntax(i, `Four hexadecimal digits must follow \u in a JSON string.`)
		}
	}
}

// number reads the number at i and returns the offset after it.
func (c *checker) number(i int) (int, *fault) {
	if c.text[i] == '-' {
		i++
	}
	if i < len(c.text) && c.text[i] == '0' {
		i++
	} else {
		var f *fault
		if i, f = c.digits(i); f != nil {
			return i, f
		}
	}
	if i < len(c.text) && c.text[i] == '.' {
		var f *fault
		if i, f = c.digits(i + 1); f != nil {
			return i, f
		}
	}
	if i < len(c.text) && (c.text[i] == 'e' || c.text[i] == 'E') {
		i++
		if i < len(c.text) && (c.text[i] == '+' || c.text[i] == '-') {
			i++
		}
		return c.digits(i)
	}
	return i, nil
}

// digits reads one or more digits at i.
func (c *checker) digits(i int) (int, *fault) {
	if i == len(c.text) {
		return i, c.cut()
	}
	if !isDigit(c.text[i]) {
		return i, c.syntax(i, "A digit must stand here in a JSON number.")
	}
	for i < len(c.text) && isDigit(c.text[i]) {
		i++
	}
	return i, nil
}

func (c *checker) literal(i int, word string) (int, *fault) {
	for n := range len(word) {
		if i+n == len(c.text) {
			return i + n, c.cut()
		}
		if c.text[i+n] != word[n] {
			return i + n, c.syntax(i+n, "This is no JSON value; the only words are true, false and null.")
		}
	}
	return i + len(word), nil
}

func (c *checker) space(i int) int { return skipSpace(c.text, i) }

// character reads the UTF-8 character at the start of s, which is not ASCII.
// It returns the character's length; or, if it isn't valid, false and the
// index of the first byte that shows it; or, if s ends inside it, 0.
func character(s string) (n int, ok bool) {
	if _, n := utf8.DecodeRuneInString(s); n > 1 {
		return n, true
	}
	for n := 1; n <= len(s); n++ {
		if utf8.FullRuneInString(s[:n]) {
			return n - 1, false
		}
	}
	return 0, true
}

// invalidUTF8 returns the offset of the first byte of s at which it can't be
// continued to valid UTF-8, or -1. If s ends inside a character, that is
// len(s).
func invalidUTF8(s string) int {
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		n, ok := character(s[i:])
		if !ok {
			return i + n
		}
		if n == 0 {
			return len(s)
		}
		i += n
	}
	return -1
}

// unquote returns what the inside of a valid JSON string stands for. A lone
// surrogate stands for U+FFFD.
func unquote(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			i++
			continue
		}
		r, n := escaped(s[i:])
		b.WriteRune(r)
		i += n
	}
	return b.String()
}

// escaped returns the character that the valid escape at the start of s stands
// for, and the escape's length: that of both halves, if they are a surrogate
// pair. A lone surrogate is U+FFFD.
func escaped(s string) (rune, int) {
	if s[1] != 'u' {
		return rune("\"\\/\b\f\n\r\t"[strings.IndexByte(`"\/bfnrt`, s[1])]), 2
	}
	r := hexRune(s[2:6])
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
		if r := utf16.DecodeRune(r, hexRune(s[8:12])); r != utf8.RuneError {
			return r, 12
		}
	}
	return utf8.RuneError, 6
}

// hexRune returns the number that four hexadecimal digits spell.
func hexRune(s string) (r rune) {
	for _, d := range []byte(s) {
		r = r<<4 | rune(strings.IndexByte("0123456789abcdef", d|0x20))
	}
	return r
}
