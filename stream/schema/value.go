package schema

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// What arguments may have; beyond it they are refused with a violation whose
// keyword is "limit". The limits keep a hostile model from costing much: a
// number such as 1e999999999 would fill the memory if it were computed with.
const (
	MaxDepth    = 1000    // open objects and arrays
	MaxValues   = 1 << 18 // values in all: 262,144; one counts for one more for every 16 levels and 256 bytes of names above it
	MaxNumber   = 4096    // bytes of one number
	MaxExponent = 1024    // power of ten of one number, up or down
)

// value is one JSON value and where it stands in its text.
type value struct {
	kind       byte // first byte of a value of its kind: { [ " 0 t n
	start, end int
	members    []member       // of an object, in order
	items      []value        // of an array
	up         *value         // the object or array that holds it; nil for the root
	step       step           // where in it
	index      map[string]int // of the members of a large object, by name; the last of equal names counts
}

// member is one member of an object.
type member struct {
	name     string // unescaped
	keyStart int    // offset of the key's opening quote
	keyEnd   int    // offset after its closing quote
	value    value
}

// reader builds values from text that encoding/json has found valid.
type reader struct {
	text   string
	pos    int
	path   []step // where the value being read is
	names  int    // bytes of the names on the path
	values int
	broken *Violation // the first limit that is exceeded
}

// step is one token of a path: a member's name, or an index.
type step struct {
	name  string
	index int // -1 for a member
}

// read parses text. It returns a violation if text is not JSON or exceeds a
// limit.
func read(text []byte) (value, *Violation) {
	if !json.Valid(text) {
		return value{}, &Violation{Keyword: "json", Message: "must be valid JSON"}
	}
	r := reader{text: string(text)}
	v := r.value()
	return v, r.broken
}

// indexed is how many members an object has at least that has an index.
const indexed = 9

// link sets the way up in all values below v, which must stay where it is,
// and indexes large objects.
func (v *value) link() {
	for i := range v.items {
		item := &v.items[i]
		item.up, item.step = v, step{"", i}
		item.link()
	}
	if len(v.members) >= indexed {
		v.index = make(map[string]int, len(v.members))
	}
	for i := range v.members {
		m := &v.members[i]
		m.value.up, m.value.step = v, step{m.name, -1}
		if v.index != nil {
			v.index[m.name] = i
		}
		m.value.link()
	}
}

// path returns the tokens of the JSON pointer of a linked value.
func (v *value) path() []string {
	var path []step
	for ; v.up != nil; v = v.up {
		path = append(path, v.step)
	}
	slices.Reverse(path)
	return tokens(path)
}

// member returns the index of the member of that name; -1 if there is none.
func (v *value) member(name string) int {
	if v.index != nil {
		if i, ok := v.index[name]; ok {
			return i
		}
		return -1
	}
	for i := len(v.members) - 1; i >= 0; i-- {
		if v.members[i].name == name {
			return i
		}
	}
	return -1
}

// effective returns the members that no later member of the same name
// replaces.
func (v *value) effective() []*member {
	list := make([]*member, 0, len(v.members))
	for i := range v.members {
		if m := &v.members[i]; v.member(m.name) == i {
			list = append(list, m)
		}
	}
	return list
}

// str returns a string, decoded.
func (v *value) str(text string) string { return unquote(text[v.start:v.end]) }

func (r *reader) space() {
	for r.pos < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.pos]) >= 0 {
		r.pos++
	}
}

// next skips white space and the delimiter after it.
func (r *reader) next() byte {
	r.space()
	c := r.text[r.pos]
	r.pos++
	return c
}

// value reads one value. After a limit is exceeded it returns at once and
// what it returns means nothing.
func (r *reader) value() value {
	r.space()
	v := value{kind: r.text[r.pos], start: r.pos}
	if r.values += 1 + len(r.path)/16 + r.names/256; r.values > MaxValues {
		r.exceed(fmt.Sprintf("must not hold more than %d values in all", MaxValues))
		return v
	}
	switch v.kind {
	case '{':
		r.object(&v)
	case '[':
		r.array(&v)
	case '"':
		r.skipString()
	case 't', 'f', 'n':
		r.word()
		if v.kind == 'f' {
			v.kind = 't'
		}
	default:
		v.kind = '0'
		r.word()
		if !computable(r.text[v.start:r.pos]) {
			r.exceed(fmt.Sprintf("must be a number of at most %d digits and a power of ten of at most %d", MaxNumber, MaxExponent))
		}
	}
	v.end = r.pos
	return v
}

func (r *reader) exceed(message string) {
	if r.broken == nil {
		r.broken = &Violation{Pointer: pointer(tokens(r.path)), Keyword: "limit", Message: message, Offset: min(r.pos, len(r.text))}
	}
}

// open enters an object or array, and reports whether it has a first element.
func (r *reader) open(closer byte) bool {
	r.pos++
	if len(r.path) >= MaxDepth {
		r.exceed(fmt.Sprintf("must not be nested deeper than %d levels", MaxDepth))
		return false
	}
	if r.space(); r.text[r.pos] == closer {
		r.pos++
		return false
	}
	return true
}

func (r *reader) object(v *value) {
	for more := r.open('}'); more && r.broken == nil; {
		r.space()
		m := member{keyStart: r.pos}
		r.skipString()
		m.keyEnd = r.pos
		m.name = unquote(r.text[m.keyStart:r.pos])
		r.next() // the colon
		r.path, r.names = append(r.path, step{m.name, -1}), r.names+len(m.name)
		m.value = r.value()
		r.path, r.names = r.path[:len(r.path)-1], r.names-len(m.name)
		v.members = append(v.members, m)
		more = r.broken == nil && r.next() == ','
	}
}

func (r *reader) array(v *value) {
	for more := r.open(']'); more && r.broken == nil; {
		r.path = append(r.path, step{"", len(v.items)})
		item := r.value()
		r.path = r.path[:len(r.path)-1]
		v.items = append(v.items, item)
		more = r.broken == nil && r.next() == ','
	}
}

func (r *reader) skipString() {
	for r.pos++; r.text[r.pos] != '"'; r.pos++ {
		if r.text[r.pos] == '\\' {
			r.pos++
		}
	}
	r.pos++
}

// word skips a number or a literal.
func (r *reader) word() {
	for r.pos < len(r.text) && strings.IndexByte(" \t\r\n,]}", r.text[r.pos]) < 0 {
		r.pos++
	}
}

// computable reports whether a number is within the limits.
func computable(number string) bool {
	if len(number) > MaxNumber {
		return false
	}
	e := strings.IndexAny(number, "eE")
	if e < 0 {
		return true
	}
	exponent, err := strconv.Atoi(number[e+1:])
	return err == nil && -MaxExponent <= exponent && exponent <= MaxExponent
}

// unquote decodes a valid JSON string.
func unquote(quoted string) string {
	if strings.IndexByte(quoted, '\\') < 0 {
		return strings.ToValidUTF8(quoted[1:len(quoted)-1], "\uFFFD")
	}
	var s string
	if err := json.Unmarshal([]byte(quoted), &s); err != nil {
		panic("BUG: invalid string in valid JSON: " + err.Error())
	}
	return s
}

// at returns the value that the tokens of a JSON pointer lead to, or the
// deepest one on the way there.
func (v *value) at(tokens []string) *value {
	for _, token := range tokens {
		next := v.child(token)
		if next == nil {
			return v
		}
		v = next
	}
	return v
}

func (v *value) child(token string) *value {
	if v.kind == '[' {
		if i, err := strconv.Atoi(token); err == nil && 0 <= i && i < len(v.items) {
			return &v.items[i]
		}
		return nil
	}
	if i := v.member(token); i >= 0 {
		return &v.members[i].value
	}
	return nil
}

// tokens returns a path as the tokens of a JSON pointer.
func tokens(path []step) []string {
	out := make([]string, len(path))
	for i, s := range path {
		out[i] = s.name
		if s.index >= 0 {
			out[i] = strconv.Itoa(s.index)
		}
	}
	return out
}

// escape writes a token of a JSON pointer.
func escape(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1")
}

// pointer writes tokens as a JSON pointer.
func pointer(tokens []string) string {
	var b strings.Builder
	for _, token := range tokens {
		b.WriteString("/")
		b.WriteString(escape(token))
	}
	return b.String()
}
