package relay

import (
	"crypto/rand"
	"crypto/sha256"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// IDs holds the ids of the calls of a conversation: what the writers wrote for
// what the upstream provider gave. The zero value is ready. It has an entry for
// each call that was written. It is not safe for concurrent use.
//
// An id is written as it came if the provider that is written for takes it and
// no other call has it. Otherwise it becomes another one, the same whenever the
// same conversation is written again. A call without an id gets a random one.
type IDs struct {
	upstream map[string]string // by the id that was written
	repeated map[string]int    // how many others were made of an upstream id
}

// Upstream returns the id that the upstream provider gave to the call that was
// written under the id; "" if the provider gave none. It reports false for an id
// that was not written. A gateway asks it for each id in the next request.
func (m *IDs) Upstream(id string) (string, bool) {
	upstream, ok := m.upstream[id]
	return upstream, ok
}

// note notes under which upstream id a call that was written came.
func (m *IDs) note(id, upstream string) {
	if m.upstream == nil {
		m.upstream, m.repeated = map[string]string{}, map[string]int{}
	}
	m.upstream[id] = upstream
}

// write returns the id to write for an upstream id, and notes it.
func (m *IDs) write(upstream string, s idStyle) string {
	id := upstream
	for n := m.repeated[upstream]; !s.fits(id) || m.taken(id); n++ {
		seed := upstream
		if seed == "" {
			seed = rand.Text()
		}
		id = s.spell(seed, n)
		if upstream != "" && m.repeated != nil {
			m.repeated[upstream] = n + 1
		}
	}
	m.note(id, upstream)
	return id
}

func (m *IDs) taken(id string) bool {
	_, ok := m.upstream[id]
	return ok
}

// idStyle is what a provider takes as an id.
type idStyle struct {
	allowed func(c rune) bool
	exact   int // how long it must be; 0 for any length
	prefix  string
}

var (
	anyIDs       = idStyle{allowed: unicode.IsPrint, prefix: "call_"}
	anthropicIDs = idStyle{allowed: func(c rune) bool { return alphanumeric(c) || c == '_' || c == '-' }, prefix: "toolu_"}
	mistralIDs   = idStyle{allowed: alphanumeric, exact: 9}
)

func alphanumeric(c rune) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// fits reports whether the provider takes the id. The text null is absent to
// many readers.
func (s idStyle) fits(id string) bool {
	if id == "" || id == "null" || s.exact > 0 && len(id) != s.exact || !utf8.ValidString(id) {
		return false
	}
	for _, c := range id {
		if !s.allowed(c) {
			return false
		}
	}
	return true
}

// spell returns the n-th id that is made of a seed: its prefix and letters and
// digits of a digest.
func (s idStyle) spell(seed string, n int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	sum := sha256.Sum256([]byte(strconv.Itoa(n) + " " + seed))
	length := s.exact
	if length == 0 {
		length = 24
	}
	id := []byte(s.prefix)
	for _, c := range sum[:length] {
		id = append(id, letters[int(c)%len(letters)])
	}
	return string(id)
}
