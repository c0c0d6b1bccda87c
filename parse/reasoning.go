package parse

import "strings"

// thinkPairs are the markers of reasoning where a row names none.
var thinkPairs = []Pair{{"<think>", "</think>"}}

func (r *reader) pairs() []Pair {
	if r.row.Reasoning == nil {
		return thinkPairs
	}
	return r.row.Reasoning
}

// startReasoning reads an open marker; or, where nothing but white space
// stands before it in the reply, a close marker whose open marker was in the
// prompt.
func (r *reader) startReasoning() bool {
	pairs := r.pairs()
	for i := range pairs {
		if p := &pairs[i]; p.Open != "" && strings.HasPrefix(r.text[r.pos:], p.Open) {
			r.pass(KindMarker, r.pos+len(p.Open))
			r.reason = p
			return true
		}
	}
	if !allSpace(r.text[:r.pos]) {
		return false
	}
	for _, p := range pairs {
		if r.markerAt(r.pos, []string{p.Close}) {
			r.pass(KindMarker, r.pos+len(p.Close))
			return true
		}
	}
	return false
}

// endReasoning reads the close marker of the open reasoning; or its open
// marker, where nothing but white space stands before it in the reply.
func (r *reader) endReasoning() bool {
	rest, p := r.text[r.pos:], r.reason
	switch {
	case p.Close != "" && strings.HasPrefix(rest, p.Close):
		r.pass(KindMarker, r.pos+len(p.Close))
		r.reason = nil
		return true
	case p.Open != "" && strings.HasPrefix(rest, p.Open) && allSpace(r.text[:r.pos]):
		r.pass(KindMarker, r.pos+len(p.Open))
		return true
	}
	return false
}
