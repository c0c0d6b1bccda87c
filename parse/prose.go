package parse

import "strings"

// This file finds objects in prose (P1 to P3) and in arrays (A1, A2).

// opens reports whether the brace at i opens an object (P1): a closing brace
// follows, or a key and a colon, white space aside, within the bytes of a call.
// Nothing is said yet about the key being valid.
func opens(text string, i int) bool {
	i = skipSpace(text, i+1)
	if i == len(text) || text[i] != '"' {
		return i < len(text) && text[i] == '}'
	}
	for i++; i < len(text) && text[i] >= 0x20; i++ {
		switch text[i] {
		case '\\':
			i++
			if i < len(text) && text[i] < 0x20 {
				return false
			}
		case '"':
			i = skipSpace(text, i+1)
			return i < len(text) && text[i] == ':'
		}
	}
	return false
}

// depthBehind returns the depth of prose (P3) after text[from:to], if it was
// depth before: braces of text count, a blank line resets it. Reasoning is no
// prose.
func (r *reader) depthBehind(kind SegmentKind, depth, from, to int) int {
	if kind == KindReasoning {
		return depth
	}
	for i := from; i < to; i++ {
		switch b := r.text[i]; {
		case b == '\n' && r.blankLine(i) && !r.indented(i+1):
			depth = 0
		case b == '{' && kind == KindText:
			depth++
		case b == '}' && kind == KindText && depth > 0:
			depth--
		}
	}
	return depth
}

// blankLine reports whether the line that the line feed at i ends is blank.
func (r *reader) blankLine(i int) bool {
	line := r.text[strings.LastIndexByte(r.text[:i], '\n')+1 : i]
	return strings.Trim(line, " \t\r") == ""
}

// indented reports whether a space or a tab stands at i. Where the reply ends
// there, nothing can follow that would ask for the depth.
func (r *reader) indented(i int) bool {
	return i < len(r.text) && (r.text[i] == ' ' || r.text[i] == '\t')
}

// isMember reports whether the object at i, at that depth of prose, is a
// member of something that was opened in prose (P3).
func (r *reader) isMember(i, depth int) bool {
	before := strings.TrimRight(r.text[:i], space)
	return depth > 0 && before != "" && strings.IndexByte("{[(,:=", before[len(before)-1]) >= 0
}

// commits reports whether an object that opens at i, at that depth of prose,
// is a call, failed or not.
func (r *reader) commits(i, depth int) bool {
	if i == len(r.text) || r.text[i] != '{' || !opens(r.clip(i), i) || r.isMember(i, depth) {
		return false
	}
	_, ok := r.envelope(i).commit(r.tools)
	return ok
}

// begins reports whether a call begins at i, alone or as the first element of
// an array. So that not too much is held back, the bracket and the white space
// after it may be no longer than a call.
func (r *reader) begins(i, depth int) bool {
	if i == len(r.text) || r.text[i] != '[' {
		return r.commits(i, depth)
	}
	first := skipSpace(r.text, i+1)
	return first-i < r.maxCall && r.commits(first, r.depthBehind(KindText, depth, i, first))
}

// object reads the object that opens at pos. A call is a call; any other
// object is text, to its end.
func (r *reader) object() bool {
	if r.text[r.pos] != '{' || !opens(r.clip(r.pos), r.pos) {
		return false
	}
	if r.bareCall() {
		r.behindCall()
		return true
	}
	e := r.envelope(r.pos)
	end := e.end
	if f := e.first(true); f != nil {
		end = r.brokenEnd(r.pos, f.at)
	}
	r.add(Segment{Kind: KindText, Start: int64(r.pos), End: int64(end)})
	return true
}

// bareCall reads the call that begins at pos, if one does.
func (r *reader) bareCall() bool {
	if !r.commits(r.pos, r.depth) {
		return false
	}
	e := r.envelope(r.pos)
	at, _ := e.commit(r.tools)
	r.settle(e, at)
	return true
}

// array reads the array of calls that begins at pos (A1). It ends with its
// bracket, with a fence, or before anything that is neither call nor
// punctuation (A2).
func (r *reader) array() bool {
	if r.text[r.pos] != '[' || !r.begins(r.pos, r.depth) {
		return false
	}
	r.pass(KindMarker, skipSpace(r.text, r.pos+1))
	for r.pos < len(r.text) && r.element() {
	}
	return true
}

// element moves on in an array, and reports whether the array goes on.
func (r *reader) element() bool {
	switch b := r.text[r.pos]; {
	case isSpace(b) || b == ',':
		r.pass(KindMarker, r.pos+1)
		return true
	case b == ']':
		r.pass(KindMarker, r.pos+1)
		r.behindCall()
		return false
	}
	return r.bareCall() && !r.behindCall()
}
