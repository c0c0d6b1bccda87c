// Package follow is the least that can be built on the scanner: it finds the
// calls in a reply and captures them. What the whole parser adds is measured
// against it.
package follow

import (
	"encoding/binary"
	"strings"

	"github.com/earlycall/earlycall/stream/scan"
)

// Follower skips prose up to an opening brace, follows the JSON object that
// begins there, and notes its raw bytes and where its name and arguments are.
// An object that goes wrong is dropped, and prose goes on at the guilty byte.
// The zero value is ready.
type Follower struct {
	Calls int // objects that were complete

	scan      scan.Scanner
	open      bool
	raw       []byte // of the object, as far as earlier chunks had it
	whole     string // the latest object, if it lay in one chunk
	member    int    // which member's value is open
	name      span
	arguments span
}

// span is a part of the object's raw bytes.
type span struct{ start, end int }

// The members that matter.
const (
	other = iota
	isName
	isArguments
)

// Feed reads the next chunk of the reply.
func (f *Follower) Feed(chunk string) {
	for {
		if f.open {
			n, why := f.scan.Scan(chunk)
			if why == scan.More {
				// A short chunk is copied without a call: eight bytes are
				// written, its own are kept.
				if end := len(f.raw); 4 <= len(chunk) && len(chunk) <= 8 && cap(f.raw)-end >= 8 {
					tail := len(chunk) - 4
					word := uint64(load32(chunk)) | uint64(load32(chunk[tail:]))<<(8*tail&63)
					binary.LittleEndian.PutUint64(f.raw[end:end+8], word)
					f.raw = f.raw[:end+len(chunk)]
					return
				}
				f.raw = append(f.raw, chunk...)
				return
			}
			chunk = chunk[f.stop(chunk, n, why):]
		}
		i := strings.IndexByte(chunk, '{')
		if i < 0 {
			return
		}
		chunk = chunk[i:]
		f.begin()
	}
}

func (f *Follower) begin() {
	f.scan.Reset()
	f.scan.Members = true
	f.raw = f.raw[:0]
	f.name, f.arguments = span{}, span{}
	f.open = true
}

// stop handles a stop of the scanner at chunk[n] and goes on. It returns how
// much of the chunk belongs to the object.
func (f *Follower) stop(chunk string, n int, why scan.Stop) int {
	for {
		switch why {
		case scan.More:
			f.raw = append(f.raw, chunk...)
			return n
		case scan.Begin:
			f.beginMember(chunk[:n])
		case scan.End:
			f.endMember()
		case scan.Done:
			f.done(chunk[:n])
			return n
		case scan.Fail:
			f.open = false
			return n
		}
		var read int
		read, why = f.scan.Scan(chunk[n:])
		n += read
	}
}

// beginMember notes where the value of a member begins; read is what this
// chunk has of the object before it.
func (f *Follower) beginMember(read string) {
	f.member = other
	var name [len(`"arguments"`)]byte
	n, quote := 0, int(f.scan.KeyStart())
	if quote < len(f.raw) {
		n = copy(name[:], f.raw[quote:])
		quote = len(f.raw)
	}
	copy(name[n:], read[quote-len(f.raw):])
	at := int(f.scan.Offset())
	switch {
	case string(name[:len(`"name"`)]) == `"name"`:
		f.member, f.name.start = isName, at
	case string(name[:]) == `"arguments"`:
		f.member, f.arguments.start = isArguments, at
	}
}

func (f *Follower) endMember() {
	at := int(f.scan.Offset())
	switch f.member {
	case isName:
		f.name.end = at
	case isArguments:
		f.arguments.end = at
	}
}

// done ends the object, which isn't copied if it lies in one chunk.
func (f *Follower) done(read string) {
	f.open = false
	f.Calls++
	if len(f.raw) == 0 {
		f.whole = read
		return
	}
	f.raw = append(f.raw, read...)
}

// Call returns the raw name and arguments of the latest complete object; it is
// to be asked before the next Feed, and may copy.
func (f *Follower) Call() (name, arguments string) {
	text := f.whole
	if len(f.raw) > 0 {
		text = string(f.raw)
	}
	return text[f.name.start:f.name.end], text[f.arguments.start:f.arguments.end]
}

// Retained returns the bytes that the follower's buffer holds on to.
func (f *Follower) Retained() int { return cap(f.raw) }

// End ends the reply; an open object is dropped.
func (f *Follower) End() { f.open = false }

// load32 returns the first four bytes of s.
func load32(s string) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
