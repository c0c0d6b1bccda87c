package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// progress draws how far a replay has come on a line of a terminal. A nil
// progress draws nothing.
type progress struct {
	w     io.Writer
	total int64 // bytes; 0: not known
	done  int64
	count int
	next  time.Time // when to draw again
}

// redraw is how often the line is drawn at most.
const redraw = 100 * time.Millisecond

// newProgress returns a progress on w, unless w is no terminal, or out, where
// the results go, is one too.
func newProgress(w, out io.Writer, total int64) *progress {
	if !isTerminal(w) || isTerminal(out) {
		return nil
	}
	return &progress{w: w, total: total}
}

// add says that one more reply, of so many bytes of the log, is done.
func (p *progress) add(bytes int) {
	if p == nil {
		return
	}
	p.done += int64(bytes)
	p.count++
	if now := time.Now(); now.After(p.next) {
		p.next = now.Add(redraw)
		io.WriteString(p.w, "\r\x1b[K"+p.line())
	}
}

// line returns the line.
func (p *progress) line() string {
	if p.total <= 0 {
		return fmt.Sprintf("%s, %.1f MB", counted(p.count, "reply", "replies"), float64(p.done)/1e6)
	}
	const width = 30
	share := min(1, float64(p.done)/float64(p.total))
	full := int(share * width)
	return fmt.Sprintf("%s%s %3.0f %%, %s", strings.Repeat("█", full), strings.Repeat("░", width-full), 100*share, counted(p.count, "reply", "replies"))
}

// clear takes the line away, until it is drawn again.
func (p *progress) clear() {
	if p != nil && p.count > 0 {
		io.WriteString(p.w, "\r\x1b[K")
		p.next = time.Time{}
	}
}
