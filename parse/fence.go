package parse

import "strings"

// fence is an open code fence: at least three equal backticks or tildes.
type fence struct {
	char  byte
	count int
	info  int  // where its info line begins: after the run
	ours  bool // it holds a call and nothing before it: its runs are markers
}

// maxInfo is how long the info of a fence around a call may be, in bytes.
const maxInfo = 24

// fenceRun reads the run of backticks or tildes at pos, where it opens or
// closes a fence (F1, F4).
func (r *reader) fenceRun() bool {
	c := r.text[r.pos]
	if c != '`' && c != '~' {
		return false
	}
	if f := r.fence; f != nil && c == '`' && f.char == '`' && !strings.Contains(r.text[f.info:r.pos], "\n") {
		r.fence = nil // a backtick in its info line: it never was one
	}
	if r.fence != nil {
		return r.closesAt(r.pos) && r.closeFence()
	}
	if !lineStart(r.text, r.pos) || run(r.text, r.pos) < 3 {
		return false
	}
	r.openFence()
	return true
}

// openFence reads the run at pos, which opens a fence. If it may stand around
// a call (F2) and a call follows, everything up to the call is a marker.
func (r *reader) openFence() {
	n := run(r.text, r.pos)
	f := &fence{char: r.text[r.pos], count: n, info: r.pos + n}
	kind, to := KindText, f.info
	if next, ok := r.candidate(f.info); ok && next-r.pos < r.maxCall {
		to = next
		if r.begins(next, r.depthBehind(KindText, r.depth, r.pos, next)) {
			kind, f.ours = KindMarker, true
		}
	}
	r.pass(kind, to)
	r.fence = f
}

// candidate reports whether the info at i allows a call in the fence, and
// returns the offset after it and the white space that follows.
func (r *reader) candidate(i int) (int, bool) {
	info, _, ok := strings.Cut(r.text[i:], "\n")
	if !ok || len(info) > maxInfo {
		return 0, false
	}
	for _, b := range []byte(info) {
		if !isAlphanumeric(b) && strings.IndexByte("_+ \t\r-", b) < 0 {
			return 0, false
		}
	}
	return skipSpace(r.text, i+len(info)), true
}

// closesAt reports whether the run at i closes the open fence where it stands
// at the start of a line (F4).
func (r *reader) closesAt(i int) bool {
	f := r.fence
	return f != nil && r.text[i] == f.char && run(r.text, i) >= f.count && lineStart(r.text, i)
}

// closeFence reads the run at pos, which closes the open fence.
func (r *reader) closeFence() bool {
	kind := KindText
	if r.fence.ours {
		kind = KindMarker
	}
	r.pass(kind, r.pos+run(r.text, r.pos))
	r.fence = nil
	return true
}

// behindCall reads what may follow a call, or its array's bracket, in a fence
// that is ours (F3): white space, and a closing run, on any column. It reports
// whether it closed the fence.
func (r *reader) behindCall() bool {
	f := r.fence
	if f == nil || !f.ours {
		return false
	}
	r.pass(KindMarker, skipSpace(r.text, r.pos))
	if r.pos == len(r.text) || r.text[r.pos] != f.char || run(r.text, r.pos) < f.count {
		return false
	}
	return r.closeFence()
}
