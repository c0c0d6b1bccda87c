package stream

import (
	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/scan"
)

// object takes one strict JSON value as it arrives: it checks the grammar,
// refuses duplicate keys and what exceeds the limits, and keeps the bytes.
// The zero value, after start, is ready.
//
// Invariant between calls: raw holds every byte read since start, in order.
type object struct {
	scan  scan.Scanner
	raw   []byte
	keys  keySet
	max   int
	most  int // bytes of the longest value since the last reset
	ahead ahead
	fault fault
}

// ahead is a result of the scanner that read has not acted on.
type ahead struct {
	known bool
	n     int
	stop  scan.Stop
}

// fault says why an object can't go on.
type fault uint8

const (
	faultSyntax    fault = iota // the grammar
	faultDuplicate              // a second member with the same key; the guilty byte is its closing quote
	faultDepth                  // too many open objects and arrays
	faultSize                   // too many bytes
)

// code is what the fault is called outside.
func (f fault) code() Code {
	switch f {
	case faultDuplicate:
		return parse.ErrDuplicateKey
	case faultDepth, faultSize:
		return parse.ErrLimit
	}
	return parse.ErrSyntax
}

// start begins a new value. With members, read stops around the values of the
// root's members too.
func (o *object) start(limits *limits, members bool) {
	o.scan = scan.Scanner{Limit: int16(limits.depth), Keys: true, Members: members}
	o.most = max(o.most, len(o.raw))
	o.raw = o.raw[:0]
	o.keys.clear()
	o.max = limits.call
	o.fault, o.ahead = faultSyntax, ahead{}
}

// drop gives the bytes back to the garbage collector where they are many
// more than the last reply needed.
func (o *object) drop() {
	o.most = max(o.most, len(o.raw))
	if cap(o.raw) > keepBytes && cap(o.raw) > 4*o.most {
		o.raw = nil
	}
	o.raw, o.most = o.raw[:0], 0
	o.keys.drop()
}

// append adds bytes to raw.
func (o *object) append(s string) {
	if need := len(o.raw) + len(s); need > cap(o.raw) {
		o.grow(need)
	}
	o.raw = append(o.raw, s...)
}

// grow gives raw room for that many bytes: twice what it had, or, where that
// is much, half as much again. It never has room for more than twice its bytes.
func (o *object) grow(need int) {
	size := 2 * cap(o.raw)
	if size > 1<<20 {
		size -= cap(o.raw) / 2
	}
	grown := make([]byte, len(o.raw), max(need, size, 256))
	copy(grown, o.raw)
	o.raw = grown
}

// read takes bytes from in, up to the next stop that concerns the caller: Key
// is given for the root's members only. It returns the bytes taken, which are
// in raw now. After scan.Fail the guilty byte is in[n], not taken, and fault
// says what is wrong with it.
func (o *object) read(in string) (n int, why scan.Stop) {
	room := o.max - len(o.raw)
	short := len(in) > room
	if short {
		in = in[:room]
	}
	kept := 0 // in[:kept] is in raw
	for n < len(in) {
		m, stop := o.ahead.n, o.ahead.stop
		if o.ahead.known {
			o.ahead.known = false
		} else {
			m, stop = o.scan.Scan(in[n:])
		}
		n += m
		if stop == scan.More {
			break
		}
		if stop == scan.Key {
			start, depth := int(o.scan.KeyStart()), o.scan.Depth()
			if depth == 1 || start < len(o.raw) {
				o.append(in[kept:n])
				kept = n
			}
			s := source{o.raw, in[kept:n]}
			if !o.keys.add(&s, start, len(s.raw)+len(s.in)-1, depth) {
				o.fault = faultDuplicate
				o.append(in[kept:n])
				o.raw = o.raw[:len(o.raw)-1]
				return n - 1, scan.Fail
			}
			if depth > 1 {
				continue
			}
		}
		if stop == scan.Fail && o.scan.Overflow() {
			o.fault = faultDepth
		}
		o.append(in[kept:n])
		return n, stop
	}
	o.append(in[kept:n])
	if short {
		o.fault = faultSize
		return n, scan.Fail
	}
	return n, scan.More
}

// through takes all of in if no stop lies in it, and reports whether it has.
// If not, the next read must be of the same bytes.
func (o *object) through(in string) bool {
	if len(in) > o.max-len(o.raw) {
		return false
	}
	n, stop := o.scan.Scan(in)
	if stop != scan.More {
		o.ahead = ahead{true, n, stop}
		return false
	}
	o.append(in)
	return true
}

// key returns the name of the member that read has just stopped after, as
// written, without its quotes.
func (o *object) key() []byte {
	return o.raw[o.scan.KeyStart()+1 : len(o.raw)-1]
}

// message says what is wrong after scan.Fail, in a sentence that a model can
// act on.
func (o *object) message() string {
	switch o.fault {
	case faultDuplicate:
		return "the JSON has two members of the same name in one object; give one"
	case faultDepth:
		return "the JSON is nested too deeply"
	case faultSize:
		return "the call is too long"
	}
	return "the JSON is not valid: expected " + o.scan.Expected()
}
