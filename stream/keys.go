package stream

import (
	"bytes"
	"hash/maphash"
)

// keySet finds equal keys in the open objects of a JSON value. Keys are
// compared unescaped, a lone surrogate as U+FFFD. Small objects are compared
// key by key; from linearKeys on an object has a hash table with a seed of
// its own, so that nobody can choose keys that make it slow.
type keySet struct {
	keys   []keySpan  // of all open objects that have keys, innermost last
	frames []keyFrame // those objects
	tables [][]int32  // spare hash tables
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
	depth int32
	first int32   // index of its first key in keys
	table []int32 // open addressing: index in keys + 1; nil while the object is small
}

const linearKeys = 16

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
		if len(k.tables) < 4 {
			k.tables = append(k.tables, f.table)
		}
		f.table = nil
	}
	k.frames = k.frames[:last]
}

// add notes the key whose opening quote is raw[start] and whose closing quote
// is the last byte of raw, in the object at that depth, and reports whether
// it is new there.
func (k *keySet) add(raw []byte, start, depth int) bool {
	for n := len(k.frames); n > 0 && int(k.frames[n-1].depth) > depth; n = len(k.frames) {
		k.pop()
	}
	if firstMember(raw, start) {
		if n := len(k.frames); n > 0 && int(k.frames[n-1].depth) == depth {
			k.pop()
		}
		k.frames = append(k.frames, keyFrame{depth: int32(depth), first: int32(len(k.keys))})
	}
	f := &k.frames[len(k.frames)-1]
	text := raw[start+1 : len(raw)-1]
	span := keySpan{int32(start + 1), int32(len(raw) - 1), bytes.IndexByte(text, '\\') >= 0}
	if f.table == nil && len(k.keys)-int(f.first) < linearKeys {
		for _, old := range k.keys[f.first:] {
			if sameKey(raw, old, span) {
				return false
			}
		}
		k.keys = append(k.keys, span)
		return true
	}
	return k.addHashed(f, raw, span)
}

func (k *keySet) addHashed(f *keyFrame, raw []byte, span keySpan) bool {
	if n := len(k.keys) - int(f.first); n*2 >= len(f.table) {
		k.grow(f, raw, n)
	}
	slot := k.find(f, raw, span)
	if f.table[slot] != 0 {
		return false
	}
	k.keys = append(k.keys, span)
	f.table[slot] = int32(len(k.keys))
	return true
}

// grow gives the object a table of four times its keys.
func (k *keySet) grow(f *keyFrame, raw []byte, n int) {
	if !k.seeded {
		k.seed, k.seeded = maphash.MakeSeed(), true
	}
	size := 64
	for size < 4*n {
		size *= 2
	}
	f.table = k.spare(size)
	for i := int(f.first); i < len(k.keys); i++ {
		f.table[k.find(f, raw, k.keys[i])] = int32(i + 1)
	}
}

// spare returns an empty table, a used one if there is one of that size.
func (k *keySet) spare(size int) []int32 {
	for i, t := range k.tables {
		if len(t) == size {
			k.tables = append(k.tables[:i], k.tables[i+1:]...)
			clear(t)
			return t
		}
	}
	return make([]int32, size)
}

// find returns the slot of that key, or the empty slot where it belongs.
func (k *keySet) find(f *keyFrame, raw []byte, span keySpan) int {
	mask := len(f.table) - 1
	slot := int(maphash.Bytes(k.seed, keyText(raw, span))) & mask
	for f.table[slot] != 0 && !sameKey(raw, k.keys[f.table[slot]-1], span) {
		slot = (slot + 1) & mask
	}
	return slot
}

func sameKey(raw []byte, a, b keySpan) bool {
	if !a.escaped && !b.escaped {
		return bytes.Equal(raw[a.start:a.end], raw[b.start:b.end])
	}
	return bytes.Equal(keyText(raw, a), keyText(raw, b))
}

// keyText returns a key unescaped.
func keyText(raw []byte, s keySpan) []byte {
	if !s.escaped {
		return raw[s.start:s.end]
	}
	return unescape(raw[s.start:s.end])
}

// firstMember reports whether the key whose opening quote is raw[start] is
// the first of its object: whether "{" stands before it, white space aside.
func firstMember(raw []byte, start int) bool {
	i := start - 1
	for isSpace(raw[i]) {
		i--
	}
	return raw[i] == '{'
}
