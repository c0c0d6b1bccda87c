package scan

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// BenchmarkMachines compares the scanner with the plain machine: what the
// gotos of run, and the words and blocks of skip.go, are worth.
func BenchmarkMachines(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, kind := range []struct {
		name string
		make func(*rand.Rand) string
	}{{"calls", call}, {"files", file}, {"numbers", numbers}} {
		var texts []string
		bytes := 0
		for bytes < 1<<20 { // so much that the processor can't learn it by heart
			texts = append(texts, kind.make(r))
			bytes += len(texts[len(texts)-1])
		}
		for _, size := range []int{4, 4096} {
			b.Run(fmt.Sprintf("%s/%dB/scanner", kind.name, size), func(b *testing.B) {
				machine(b, texts, bytes, size, func() func(string) Stop {
					var s Scanner
					return func(chunk string) Stop { _, why := s.Scan(chunk); return why }
				})
			})
			b.Run(fmt.Sprintf("%s/%dB/plain", kind.name, size), func(b *testing.B) {
				machine(b, texts, bytes, size, func() func(string) Stop {
					s := plain{objects: make([]bool, 0, 64)}
					return func(chunk string) Stop { _, why := s.scan(chunk); return why }
				})
			})
		}
	}
}

func machine(b *testing.B, texts []string, bytes, size int, fresh func() func(string) Stop) {
	b.SetBytes(int64(bytes))
	for b.Loop() {
		for _, text := range texts {
			scan := fresh()
			for len(text) > size {
				scan(text[:size])
				text = text[size:]
			}
			if why := scan(text); why != Done {
				b.Fatalf("a text ended with %s", stopNames[why])
			}
		}
	}
}

// call returns a small object.
func call(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString(`{"name":"` + letters(r, 12) + `","arguments":{`)
	for i := range 2 + r.IntN(6) {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"` + letters(r, 9) + `":`)
		b.WriteString([]string{strconv.Itoa(r.IntN(9999)), "true", "null", `["` + letters(r, 20) + `",{}]`, `"` + letters(r, 30) + `"`}[r.IntN(5)])
	}
	return b.String() + "}}"
}

// file returns an object with a long string of short lines.
func file(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString(`{"text":"`)
	for b.Len() < 50_000 {
		b.WriteString(letters(r, 40) + []string{`\n`, `\n\t`, `\"`, ` é `}[r.IntN(4)])
	}
	return b.String() + `"}`
}

// numbers returns an array of numbers.
func numbers(r *rand.Rand) string {
	var b strings.Builder
	for range 5000 {
		b.WriteString("," + strconv.FormatFloat(r.NormFloat64()*1000, 'f', r.IntN(9), 64))
	}
	return "[" + b.String()[1:] + "]"
}

// letters returns up to n letters.
func letters(r *rand.Rand, n int) string {
	b := make([]byte, 1+r.IntN(n))
	for i := range b {
		b[i] = 'a' + byte(r.IntN(26))
	}
	return string(b)
}
