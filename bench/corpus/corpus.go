// Package corpus makes the replies that the benchmarks read: the same ones at
// every run, and at least a megabyte of different ones in each corpus, because
// a processor learns a small text that is repeated by heart.
package corpus

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// Corpus is a set of different replies of one kind.
type Corpus struct {
	Name  string
	About string
	Docs  []Doc
}

// Doc is one reply: prose, at most one call, and a line feed.
type Doc struct {
	Text string // the whole reply
	Call string // the call, a part of Text; "" if there is none
}

// CallBytes returns the bytes of all calls.
func (c Corpus) CallBytes() (n int) {
	for _, d := range c.Docs {
		n += len(d.Call)
	}
	return n
}

// TextBytes returns the bytes of all replies.
func (c Corpus) TextBytes() (n int) {
	for _, d := range c.Docs {
		n += len(d.Text)
	}
	return n
}

// kinds lists the corpora: how many documents, and how one is made.
var kinds = []struct {
	name, about string
	docs        int
	doc         func(*writer) Doc
}{
	{"S", "calls of 80 to 200 B behind 10 to 60 B of prose", 7680, (*writer).small},
	{"M", "calls of about 2 KB, nested arguments", 640, (*writer).medium},
	{"L", "100 KB files in one string, an escape every 25 B, some words not ASCII", 20, func(w *writer) Doc { return w.file(100 << 10) }},
	{"XL", "a 4 MB string, a line feed every 80 B", 1, func(w *writer) Doc { return w.lines(4 << 20) }},
	{"D", "1000 levels of objects and arrays", 220, func(w *writer) Doc { return w.deep(1000) }},
	{"N", "100 KB of numbers", 20, func(w *writer) Doc { return w.numbers(100 << 10) }},
	{"W", "100 KB of indented JSON", 20, func(w *writer) Doc { return w.indented(100 << 10) }},
	{"U", "100 KB of Chinese and Japanese in one string", 20, func(w *writer) Doc { return w.cjk(100 << 10) }},
	{"B", "1 MB of base64 in one string", 1, func(w *writer) Doc { return w.base64(1 << 20) }},
	{"P", "100 KB of prose, no call", 20, func(w *writer) Doc { return Doc{Text: w.prose(100<<10) + "\n"} }},
	{"C", "100 KB of prose with a brace every 40 B, no call", 20, func(w *writer) Doc { return w.braces(100 << 10) }},
}

// Names lists the corpora that hold calls; P and C hold none.
var Names = []string{"S", "M", "L", "XL", "D", "N", "W", "U", "B"}

// Make returns the corpus of that name. It panics if there is none.
func Make(name string) Corpus {
	for i, k := range kinds {
		if k.name != name {
			continue
		}
		w := newWriter(uint64(i))
		c := Corpus{Name: k.name, About: k.about}
		for range k.docs {
			c.Docs = append(c.Docs, k.doc(w))
		}
		return c
	}
	panic("BUG: no corpus " + name)
}

// Files returns different file-writing calls of about size bytes each, total
// bytes in all, and at least one.
func Files(size, total int) Corpus {
	w := newWriter(uint64(size))
	c := Corpus{Name: "L" + strconv.Itoa(size>>10) + "K", About: "files in one string"}
	for range max(1, total/size) {
		c.Docs = append(c.Docs, w.file(size))
	}
	return c
}

// writer makes documents from a stream of random numbers.
type writer struct{ *rand.Rand }

func newWriter(seed uint64) *writer { return &writer{rand.New(rand.NewPCG(seed, 20240229))} }

func (w *writer) pick(from []string) string { return from[w.IntN(len(from))] }

func (w *writer) between(low, high int) int { return low + w.IntN(high-low+1) }

// prose returns about size bytes of words.
func (w *writer) prose(size int) string {
	var b strings.Builder
	for b.Len() < size {
		b.WriteString(w.pick(words))
		switch w.IntN(12) {
		case 0:
			b.WriteString(", ")
		case 1:
			b.WriteString(".\n")
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// envelope returns the document whose call has these arguments.
func (w *writer) envelope(prose int, name, arguments string) Doc {
	call := `{"name":"` + name + `","arguments":` + arguments + `}`
	text := w.prose(prose) + call + "\n"
	start := len(text) - len(call) - 1
	return Doc{Text: text, Call: text[start : start+len(call)]}
}

func (w *writer) small() Doc {
	var b strings.Builder
	size := w.between(40, 160)
	b.WriteByte('{')
	name := w.names()
	for n := 0; b.Len() < size; n++ {
		if n > 0 {
			b.WriteByte(',')
		}
		b.WriteString(name() + ":" + w.scalar())
	}
	b.WriteByte('}')
	return w.envelope(w.between(10, 60), w.pick(words)+"_"+w.pick(words), b.String())
}

func (w *writer) medium() Doc {
	var b strings.Builder
	b.WriteByte('{')
	for n := 0; b.Len() < 2000; n++ {
		if n > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Quote(w.pick(words)+strconv.Itoa(n)) + ":" + w.value(3))
	}
	b.WriteByte('}')
	return w.envelope(w.between(10, 60), w.pick(words), b.String())
}

// names returns a function that gives a different quoted name at each call.
func (w *writer) names() func() string {
	at, step := w.IntN(len(words)), []int{1, 3, 9, 11, 13, 17}[w.IntN(6)] // none divides len(words)
	return func() string {
		at = (at + step) % len(words)
		return strconv.Quote(words[at])
	}
}

// scalar returns a string, number or literal.
func (w *writer) scalar() string {
	switch w.IntN(6) {
	case 0:
		return strconv.Itoa(w.IntN(10000))
	case 1:
		return strconv.FormatFloat(w.NormFloat64()*100, 'g', w.between(2, 9), 64)
	case 2:
		return w.pick([]string{"true", "false", "null"})
	}
	return `"` + w.line(w.between(1, 6)) + `"`
}

// value returns a value of at most so many levels.
func (w *writer) value(levels int) string {
	n := w.IntN(5)
	if levels == 0 || n == 0 {
		return w.scalar()
	}
	object := w.IntN(2) == 0
	parts := make([]string, n)
	for i := range parts {
		parts[i] = w.value(levels - 1)
		if object {
			parts[i] = strconv.Quote(w.pick(words)+strconv.Itoa(i)) + ":" + parts[i]
		}
	}
	if object {
		return "{" + strings.Join(parts, ",") + "}"
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// line returns so many words.
func (w *writer) line(n int) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = w.pick(words)
	}
	return strings.Join(parts, " ")
}
