package stream

import "slices"

// Whether a brace balances depends on where strings begin and end, and that
// depends on the brace that one starts from: a quote opens a string or closes
// one. At each byte there are but three states to be in, so that all starts
// together are followed in one pass, on at most three tracks at a time. Where
// two tracks come to the same state they stay together, and what they had open
// before is kept apart below what they open from there on.

// track is what all starts that are in one state have open.
type track struct {
	open  []int    // braces, the innermost last
	below []*track // the tracks that have met here, with what they had open
}

// The states that a track can be in.
const (
	trackOut = iota // outside of strings
	trackIn         // in a string
	trackEsc        // after a backslash in it
	trackStates
)

// braces follows the braces of a text.
type braces struct {
	tracks [trackStates]*track
	tries  int // braces seen, the latest not counted that is beyond maxTries
	beyond int // where the first brace beyond them stands; -1: there is none
	start  int // the first brace that has balanced; -1: none has
	end    int // after the one that balances it
}

// firstBalanced returns where the first brace of s that balances stands, of the
// first maxTries, and the index after the one that balances it; start is -1 if
// none does. Where there are more braces, beyond says where they begin; else
// it is -1.
func firstBalanced(s string) (start, end, beyond int) {
	b := braces{beyond: -1, start: -1}
	for i := 0; i < len(s); i++ {
		b.step(s[i], i)
	}
	return b.start, b.end, b.beyond
}

// step takes a byte.
func (b *braces) step(c byte, i int) {
	if c == '{' {
		b.try(i)
	}
	switch out := b.tracks[trackOut]; {
	case out == nil:
	case c == '{':
		out.open = append(out.open, i)
	case c == '}':
		b.close(out, i)
	}
	if c == '"' || c == '\\' || b.tracks[trackEsc] != nil {
		b.turn(c)
	}
}

// try begins a track at a brace if there is none outside of strings.
func (b *braces) try(i int) {
	if b.tries == maxTries {
		if b.beyond < 0 {
			b.beyond = i
		}
		return
	}
	b.tries++
	if b.tracks[trackOut] == nil {
		b.tracks[trackOut] = new(track)
	}
}

// turn moves each track to the state after c.
func (b *braces) turn(c byte) {
	var next [trackStates]*track
	for from, t := range b.tracks {
		to := from
		switch {
		case from == trackEsc || from == trackOut && c == '"':
			to = trackIn
		case from == trackIn && c == '"':
			to = trackOut
		case from == trackIn && c == '\\':
			to = trackEsc
		}
		next[to] = meet(next[to], t)
	}
	b.tracks = next
}

// meet returns the track on which two tracks go on, either of which may be nil.
func meet(s, t *track) *track {
	switch {
	case s == nil:
		return t
	case t == nil:
		return s
	}
	return &track{below: append(s.rest(), t.rest()...)}
}

// rest returns the tracks that hold what t has open, which is t itself if it
// has opened anything since it was met.
func (t *track) rest() []*track {
	if len(t.open) > 0 {
		return []*track{t}
	}
	return slices.Clone(t.below)
}

// close takes a closing brace at i. Each of the tracks that have met closes
// what it has open; one with nothing open is left out from there on.
func (b *braces) close(t *track, i int) {
	if n := len(t.open); n > 0 {
		b.closed(t.open[n-1], i)
		t.open = t.open[:n-1]
		return
	}
	var left []*track
	for todo := t.below; len(todo) > 0; {
		u := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		n := len(u.open)
		if n == 0 {
			todo = append(todo, u.below...)
			continue
		}
		b.closed(u.open[n-1], i)
		if u.open = u.open[:n-1]; n > 1 || len(u.below) > 0 {
			left = append(left, u)
		}
	}
	t.below = left
}

// closed notes that the brace at start is balanced by the one at i.
func (b *braces) closed(start, i int) {
	tried := b.beyond < 0 || start < b.beyond
	if tried && (b.start < 0 || start < b.start) {
		b.start, b.end = start, i+1
	}
}
