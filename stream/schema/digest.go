package schema

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"slices"
	"strings"
)

// digest stands for a JSON value: equal values have equal digests, and others
// do not. Member order, white space, escapes and spellings of a number do not
// matter.
type digest [sha256.Size]byte

// digests computes digests, each once.
type digests struct {
	text string
	of   map[*value]digest
}

func newDigests(text string) digests { return digests{text, map[*value]digest{}} }

func (d *digests) sum(v *value) digest {
	if sum, ok := d.of[v]; ok {
		return sum
	}
	b := []byte{v.kind}
	switch v.kind {
	case '{':
		b = d.object(b, v)
	case '[':
		for i := range v.items {
			sum := d.sum(&v.items[i])
			b = append(b, sum[:]...)
		}
	case '"':
		b = append(b, v.str(d.text)...)
	case '0':
		b = append(b, parseDecimal(d.text[v.start:v.end]).String()...)
	default:
		b = append(b, d.text[v.start])
	}
	sum := digest(sha256.Sum256(b))
	d.of[v] = sum
	return sum
}

func (d *digests) object(b []byte, v *value) []byte {
	members := v.effective()
	slices.SortFunc(members, func(a, b *member) int { return strings.Compare(a.name, b.name) })
	for _, m := range members {
		b = binary.AppendUvarint(b, uint64(len(m.name)))
		b = append(b, m.name...)
		sum := d.sum(&m.value)
		b = append(b, sum[:]...)
	}
	return b
}

// digestOf returns the digest of a value of a schema.
func digestOf(v any) digest {
	text, err := json.Marshal(v)
	if err != nil {
		panic("BUG: a schema's value is no JSON: " + err.Error())
	}
	root, _ := read(text)
	d := newDigests(string(text))
	return d.sum(&root)
}
