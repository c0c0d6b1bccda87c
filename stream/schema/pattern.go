package schema

import (
	"fmt"
	"regexp"
	"time"

	"github.com/dlclark/regexp2"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// What a pattern that only a backtracking engine can run may cost, so that no
// string of a hostile model makes it run for long. Beyond it the string is
// refused with a violation whose keyword is "limit".
const (
	matchTime  = 50 * time.Millisecond  // of one match
	matchTimes = 200 * time.Millisecond // of all such matches in one validation
)

// matcher is a compiled pattern that is not a [regexp.Regexp].
type matcher struct {
	text string
	slow *regexp2.Regexp // nil if no engine can run the pattern
}

func (m *matcher) String() string { return m.text }

// MatchString reports whether s matches. A pattern that cannot run, or not in
// time, matches everything.
func (m *matcher) MatchString(s string) bool {
	if m.slow == nil {
		return true
	}
	ok, err := m.slow.MatchString(s)
	return ok || err != nil
}

// stopwatch bounds the time that the backtracking engine takes in all.
type stopwatch struct{ used time.Duration }

// matching is what is known of a string and a pattern.
type matching uint8

const (
	noMatch matching = iota
	match
	unknown // the pattern cannot run
	late    // the time is used up
)

func (w *stopwatch) match(re jsonschema.Regexp, s string) matching {
	m, _ := re.(*matcher)
	switch {
	case m == nil && !re.MatchString(s):
		return noMatch
	case m == nil:
		return match
	case m.slow == nil:
		return unknown
	case w.used > matchTimes:
		return late
	}
	start := time.Now()
	ok, err := m.slow.MatchString(s)
	w.used += time.Since(start)
	switch {
	case err != nil:
		return late
	case ok:
		return match
	}
	return noMatch
}

// unicodeEscape is how ECMAScript writes a character that Go writes \x{…}.
var unicodeEscape = regexp.MustCompile(`(^|[^\\])((?:\\\\)*)\\u([0-9A-Fa-f]{4})`)

// patterns compiles the patterns of one schema, which are ECMAScript's. Go's
// linear-time engine runs what it can, a backtracking engine with a time
// limit runs the rest.
type patterns struct {
	skipped []string // a sentence for each pattern that cannot run
	seen    map[string]bool
}

func (p *patterns) compile(pattern string) (jsonschema.Regexp, error) {
	rewritten := pattern
	for unicodeEscape.MatchString(rewritten) {
		rewritten = unicodeEscape.ReplaceAllString(rewritten, `$1$2\x{$3}`)
	}
	if re, err := regexp.Compile(rewritten); err == nil {
		return re, nil
	}
	m := &matcher{text: pattern}
	err := m.compile(regexp2.ECMAScript | regexp2.Unicode)
	if err != nil && m.compile(regexp2.None) != nil && !p.seen[pattern] {
		if p.seen == nil {
			p.seen = map[string]bool{}
		}
		p.seen[pattern] = true
		p.skipped = append(p.skipped, fmt.Sprintf("the pattern %s is not checked: %v", quote(pattern), err))
	}
	return m, nil
}

func (m *matcher) compile(options regexp2.RegexOptions) error {
	re, err := regexp2.Compile(m.text, options)
	if err == nil {
		re.MatchTimeout = matchTime
		m.slow = re
	}
	return err
}
