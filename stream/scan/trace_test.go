package scan

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// The tests write a chunk's end as ¦.
const cut = "¦"

var stopNames = [...]string{More: "more", Key: "key", Begin: "begin", End: "end", Done: "done", Fail: "fail"}

// trace feeds the chunks to a scanner with the options of s and returns the
// stops with their offsets, as "key 4, begin 5, end 6, done 7". What Finish
// says comes last if nothing had ended before.
func trace(s Scanner, chunks ...string) string {
	var stops []string
	note := func(why Stop) { stops = append(stops, fmt.Sprintf("%s %d", stopNames[why], s.Offset())) }
	for _, chunk := range chunks {
		for {
			n, why := s.Scan(chunk)
			if why == More {
				break
			}
			note(why)
			if why == Done || why == Fail {
				return strings.Join(stops, ", ")
			}
			chunk = chunk[n:]
		}
	}
	note(s.Finish())
	return strings.Join(stops, ", ")
}

// pair is a scanner and the plain machine, which must always agree.
type pair struct {
	t     rapid.TB
	fast  Scanner
	plain plain
}

func newPair(t rapid.TB, options Scanner) *pair {
	return &pair{t: t, fast: options, plain: plain{Scanner: options}}
}

// scan reads from in with both machines and compares all that they know.
func (p *pair) scan(in string) (n int, why Stop) {
	p.t.Helper()
	was := p.fast
	bytewise := was
	n, why = p.fast.Scan(in)
	wantN, wantWhy := p.plain.scan(in)
	if n != wantN || why != wantWhy {
		p.t.Fatalf("Scan(%q) = %d, %s, want %d, %s; scanner was %+v", in, n, stopNames[why], wantN, stopNames[wantWhy], was)
	}
	if got, want := comparable(p.fast), comparable(p.plain.Scanner); got != want {
		p.t.Fatalf("after Scan(%q):\ngot  %+v\nwant %+v", in, got, want)
	}
	if d := len(p.plain.objects); d > 0 && p.fast.inObject() != p.plain.objects[d-1] {
		p.t.Fatalf("after Scan(%q): in an object: %t", in, p.fast.inObject())
	}
	if bn, bwhy := bytewise.ScanBytes([]byte(in)); bn != n || bwhy != why || bytewise != p.fast {
		p.t.Fatalf("ScanBytes(%q) = %d, %s, and Scan is %d, %s", in, bn, stopNames[bwhy], n, stopNames[why])
	}
	return n, why
}

// comparable returns s without what the plain machine keeps elsewhere.
func comparable(s Scanner) Scanner {
	s.top, s.stack = 0, [len(s.stack)]uint64{}
	return s
}

// feed reads the chunks up to the end of the value.
func (p *pair) feed(chunks ...string) Stop {
	p.t.Helper()
	for _, chunk := range chunks {
		for {
			n, why := p.scan(chunk)
			if why >= Done {
				return why
			}
			if why == More {
				break
			}
			chunk = chunk[n:]
		}
	}
	return More
}

// splits returns text cut into chunks at the given places, each taken modulo
// what is left.
func splits(text string, cuts []byte) (chunks []string) {
	for _, c := range cuts {
		n := int(c)
		if n >= len(text) {
			break
		}
		chunks = append(chunks, text[:n])
		text = text[n:]
	}
	return append(chunks, text)
}

// each returns text cut into chunks of n bytes.
func each(text string, n int) (chunks []string) {
	for len(text) > n {
		chunks = append(chunks, text[:n])
		text = text[n:]
	}
	return append(chunks, text)
}
