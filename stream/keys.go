package stream

import (
	"bytes"
	"hash/maphash"
	"strings"
)

// keySet finds equal keys in the open objects of a JSON value. Keys are
// compared unescaped, a lone surrogate as U+FFFD. Small objects are compared
// key by key; from linearKeys on an object has a hash table with a seed of
// its own, so that nobody can choose keys that make it slow.
type keySet struct {
	keys   []keySpan  // of all open objects that have keys, innermost last
	frames []keyFrame // those objects
	tables [][]slot   // spare hash tables
	seed   maphash.Seed
	seeded bool
}

// keySpan is where a key stands in the raw bytes, quotes excluded.
type keySpan struct {
	start, end int32
	escaped    bool
}

// keyFrame is an open object.
type keyFrame struct {
	depth   int32
	first   int32  // index of its first key in keys
	escaped bool   // one of them has an escape
	table   []slot // open addressing; nil while the object is small
}

// slot is a place in a hash table: a key's hash and its index in keys + 1, or
// nothing.
type slot struct {
	hash uint32
	key  int32
}

const (
	linearKeys  = 16
	spareTables = 4
)

func (k *keySet) clear() {
	for len(k.frames) > 0 {
		k.pop()
	}
}

// drop frees what many keys have grown.
func (k *keySet) drop() {
	k.clear()
	if cap(k.keys) > 1024 {
		k.keys = nil
	}
	k.tables = nil
}

func (k *keySet) pop() {
	last := len(k.frames) - 1
	f := &k.frames[last]
	k.keys = k.keys[:f.first]
	if f.table != nil {
		if len(k.tables) < spareTables {
			k.tables = append(k.tables, f.table)
		}
		f.table = nil
	}
	k.frames = k.frames[:last]
}

// source is where keys stand: the bytes that are kept, and those after them
// in the string that is being read.
type source struct {
	raw []byte
	in  string
}

func (s *source) at(i int) byte {
	if i < len(s.raw) {
		return s.raw[i]
	}
	return s.in[i-len(s.raw)]
}

// text returns the bytes of a key, as one or the other.
func (s *source) text(k keySpan) (kept []byte, read string) {
	n := int32(len(s.raw))
	if k.start < n {
		return s.raw[k.start:k.end], ""
	}
	return nil, s.in[k.start-n : k.end-n]
}

// plain returns a key unescaped.
func (s *source) plain(k keySpan) []byte {
	kept, read := s.text(k)
	if read != "" {
		kept = []byte(read)
	}
	return unescapeKey(kept)
}

// same reports whether two keys are equal.
func (s *source) same(a, b keySpan) bool {
	if a.escaped || b.escaped {
		return bytes.Equal(s.plain(a), s.plain(b))
	}
	if a.end-a.start != b.end-b.start {
		return false
	}
	aKept, aRead := s.text(a)
	bKept, bRead := s.text(b)
	switch {
	case aRead == "" && bRead == "":
		return bytes.Equal(aKept, bKept)
	case aRead != "" && bRead != "":
		return aRead == bRead
	case aRead != "":
		return aRead == string(bKept)
	}
	return bRead == string(aKept)
}

func (s *source) hash(seed maphash.Seed, k keySpan) uint32 {
	if k.escaped {
		return uint32(maphash.Bytes(seed, s.plain(k)))
	}
	kept, read := s.text(k)
	if read != "" {
		return uint32(maphash.String(seed, read))
	}
	return uint32(maphash.Bytes(seed, kept))
}

// span returns where the key is whose quotes stand at start and end.
func (s *source) span(start, end int) keySpan {
	k := keySpan{start: int32(start + 1), end: int32(end)}
	if kept, read := s.text(k); read != "" {
		k.escaped = strings.IndexByte(read, '\\') >= 0
	} else {
		k.escaped = bytes.IndexByte(kept, '\\') >= 0
	}
	return k
}

// isFirst reports whether the key whose opening quote is at start is the first
// of its object: whether a brace stands before it, white space aside.
func (s *source) isFirst(start int) bool {
	i := start - 1
	for isSpace(s.at(i)) {
		i--
	}
	return s.at(i) == '{'
}

// add notes the key whose quotes stand at start and end, in the object at that
// depth, and reports whether it is new there. The key lies in one part of s.
func (k *keySet) add(s *source, start, end, depth int) bool {
	f := k.frame(s, start, int32(depth))
	span := s.span(start, end)
	if f.table != nil || len(k.keys)-int(f.first) >= linearKeys {
		return k.addHashed(f, s, span)
	}
	f.escaped = f.escaped || span.escaped
	for _, old := range k.keys[f.first:] {
		if (f.escaped || old.end-old.start == span.end-span.start) && s.same(old, span) {
			return false
		}
	}
	k.keys = append(k.keys, span)
	return true
}

// frame returns the open object at that depth, to which the key belongs whose
// opening quote stands at start.
func (k *keySet) frame(s *source, start int, depth int32) *keyFrame {
	n := len(k.frames)
	for n > 0 && k.frames[n-1].depth > depth {
		k.pop()
		n--
	}
	if s.isFirst(start) {
		if n > 0 && k.frames[n-1].depth == depth {
			k.pop()
			n--
		}
		k.frames = append(k.frames, keyFrame{depth: depth, first: int32(len(k.keys))})
		n++
	}
	return &k.frames[n-1]
}

func (k *keySet) addHashed(f *keyFrame, s *source, span keySpan) bool {
	if n := len(k.keys) - int(f.first); 4*n >= 3*len(f.table) {
		k.grow(f, s, n)
	}
	hash := s.hash(k.seed, span)
	mask := uint32(len(f.table) - 1)
	i := hash & mask
	for ; f.table[i].key != 0; i = (i + 1) & mask {
		if f.table[i].hash == hash && s.same(k.keys[f.table[i].key-1], span) {
			return false
		}
	}
	k.keys = append(k.keys, span)
	f.table[i] = slot{hash, int32(len(k.keys))}
	return true
}

// grow gives the object a table of at least twice its keys.
func (k *keySet) grow(f *keyFrame, s *source, n int) {
	if !k.seeded {
		k.seed, k.seeded = maphash.MakeSeed(), true
	}
	size := 64
	for size < 2*n {
		size *= 2
	}
	old := f.table
	f.table = k.spare(size)
	if old == nil {
		for i := int(f.first); i < len(k.keys); i++ {
			f.put(slot{s.hash(k.seed, k.keys[i]), int32(i + 1)})
		}
		return
	}
	for _, o := range old {
		if o.key != 0 {
			f.put(o)
		}
	}
	if len(k.tables) < spareTables {
		k.tables = append(k.tables, old)
	}
}

// put places a key that is not in the table.
func (f *keyFrame) put(s slot) {
	mask := uint32(len(f.table) - 1)
	i := s.hash & mask
	for f.table[i].key != 0 {
		i = (i + 1) & mask
	}
	f.table[i] = s
}

// spare returns an empty table, a used one if there is one of that size.
func (k *keySet) spare(size int) []slot {
	for i, t := range k.tables {
		if len(t) == size {
			k.tables = append(k.tables[:i], k.tables[i+1:]...)
			clear(t)
			return t
		}
	}
	return make([]slot, size)
}
