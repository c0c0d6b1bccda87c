package corpus

import (
	"encoding/base64"
	"strconv"
	"strings"
)

// file returns a call that writes a file of about size bytes: source text,
// with an escape every 25 bytes or so, and 2 % of the words not ASCII.
func (w *writer) file(size int) Doc {
	var b strings.Builder
	b.WriteString(`{"path":"` + w.pick(words) + `/` + w.pick(words) + `.go","content":"`)
	for b.Len() < size {
		switch n := w.IntN(50); {
		case n == 0:
			b.WriteString(w.pick(foreign))
		default:
			b.WriteString(w.pick(words))
		}
		switch w.IntN(12) {
		case 0:
			b.WriteString(`\n`)
		case 1:
			b.WriteString(`\n\t`)
		case 2:
			b.WriteString(`\"`)
		default:
			b.WriteByte(' ')
		}
	}
	b.WriteString(`"}`)
	return w.envelope(40, "write_file", b.String())
}

// lines returns a call with one string of lines of about 80 bytes.
func (w *writer) lines(size int) Doc {
	var b strings.Builder
	b.WriteString(`{"content":"`)
	for end := 0; b.Len() < size; {
		b.WriteString(w.pick(words))
		if b.Len() < end {
			b.WriteByte(' ')
			continue
		}
		b.WriteString(`\n`)
		end = b.Len() + w.between(60, 90)
	}
	b.WriteString(`"}`)
	return w.envelope(40, "write_file", b.String())
}

// deep returns a call of so many levels.
func (w *writer) deep(levels int) Doc {
	var open, shut strings.Builder
	closers := make([]byte, 0, levels)
	open.WriteString(`{"a":`)
	closers = append(closers, '}')
	for len(closers) < levels-1 {
		if w.IntN(2) == 0 {
			open.WriteString(`{"` + w.pick(words)[:2] + `":`)
			closers = append(closers, '}')
			continue
		}
		open.WriteByte('[')
		if w.IntN(4) == 0 {
			open.WriteString(strconv.Itoa(w.IntN(100)) + ",")
		}
		closers = append(closers, ']')
	}
	open.WriteString("1")
	for i := len(closers) - 1; i >= 0; i-- {
		shut.WriteByte(closers[i])
	}
	return w.envelope(40, "nest", open.String()+shut.String())
}

// numbers returns a call with an array of numbers as tools take them: counts,
// prices, coordinates, times, and what measuring gives.
func (w *writer) numbers(size int) Doc {
	var b strings.Builder
	b.WriteString(`{"values":[`)
	for b.Len() < size {
		switch w.IntN(6) {
		case 0, 1:
			b.WriteString(strconv.Itoa(w.IntN(1100) - 100))
		case 2:
			b.WriteString(strconv.FormatFloat(w.ExpFloat64()*100, 'f', 2, 64))
		case 3:
			b.WriteString(strconv.FormatFloat(w.NormFloat64()*60, 'f', w.between(4, 6), 64))
		case 4:
			b.WriteString(strconv.Itoa(1_600_000_000 + w.IntN(200_000_000)))
		case 5:
			b.WriteString(strconv.FormatFloat(w.NormFloat64(), 'e', w.between(1, 12), 64))
		}
		b.WriteByte(',')
	}
	b.WriteString(`0]}`)
	return w.envelope(40, "sum", b.String())
}

// indented returns a call with indented arguments: a table of records.
func (w *writer) indented(size int) Doc {
	var b strings.Builder
	b.WriteString("{\n  \"rows\": [\n")
	for b.Len() < size {
		b.WriteString("    {\n")
		name := w.names()
		for range w.between(2, 6) {
			b.WriteString("      " + name() + ": " + w.scalar() + ",\n")
		}
		b.WriteString("      \"all tags\": [\n        " + w.scalar() + ",\n        " + w.scalar() + "\n      ]\n    },\n")
	}
	b.WriteString("    null\n  ]\n}")
	return w.envelope(40, "insert", b.String())
}

// cjk returns a call with one string of Chinese characters and Japanese kana,
// with a full stop now and then.
func (w *writer) cjk(size int) Doc {
	var b strings.Builder
	b.WriteString(`{"text":"`)
	for b.Len() < size {
		switch w.IntN(20) {
		case 0:
			b.WriteRune('。')
		case 1, 2, 3, 4, 5:
			b.WriteRune(rune(w.between(0x3042, 0x3093)))
		default:
			b.WriteRune(rune(w.between(0x4E00, 0x9FA5)))
		}
	}
	b.WriteString(`"}`)
	return w.envelope(40, "translate", b.String())
}

// base64 returns a call with one string of base64.
func (w *writer) base64(size int) Doc {
	raw := make([]byte, size/4*3)
	for i := range raw {
		raw[i] = byte(w.Uint32())
	}
	return w.envelope(40, "upload", `{"image":"`+base64.StdEncoding.EncodeToString(raw)+`"}`)
}

// braces returns prose with braces that open nothing.
func (w *writer) braces(size int) Doc {
	var b strings.Builder
	for b.Len() < size {
		b.WriteString(w.prose(w.between(25, 45)))
		b.WriteString(w.pick([]string{"{x} ", "{ ", "{{ ", "{key: 1} ", `{"so" to say} `}))
	}
	return Doc{Text: b.String() + "\n"}
}
