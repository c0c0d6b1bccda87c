package scan

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// checkValid holds Valid, and the same question asked in chunks, against
// encoding/json and unicode/utf8.
func checkValid(t rapid.TB, text string, cuts []byte) {
	want := json.Valid([]byte(text)) && utf8.ValidString(text)
	if want && depth(text) > DefaultMaxDepth {
		want = false
	}
	if got := Valid([]byte(text)); got != want {
		t.Fatalf("Valid(%q) = %t, want %t", text, got, want)
	}
	if got := validInChunks(splits(text, cuts)); got != want {
		t.Fatalf("%q cut at %v: valid is %t, want %t", text, cuts, got, want)
	}
}

// depth returns how deep valid JSON nests.
func depth(text string) (deepest int) {
	var depth int
	var inside, escaped bool
	for _, c := range []byte(text) {
		switch {
		case escaped:
			escaped = false
		case inside:
			escaped = c == '\\'
			inside = c != '"'
		case c == '"':
			inside = true
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	return deepest
}

// checkSplit holds the scanner against the plain machine, after each chunk,
// and the stops of the chunks against those of the whole text.
func checkSplit(t rapid.TB, text string, cuts []byte) {
	for options := range 4 {
		s := Scanner{Limit: int16(len(cuts)), Keys: options&1 != 0, Members: options&2 != 0}
		chunks := splits(text, cuts)
		newPair(t, s).feed(chunks...)
		if got, want := trace(s, chunks...), trace(s, text); got != want {
			t.Fatalf("%q cut at %v: got %s, want %s", text, cuts, got, want)
		}
	}
}

// pieces are what random texts are made of: JSON, and what comes near it.
var pieces = []string{
	`{`, `}`, `[`, `]`, `,`, `:`, `"`, `\`, ` `, "\n", "\t", `{"a":`, `"b":`, `{}`, `[]`, `""`, `,"c":`, `[1,`,
	`true`, `false`, `null`, `tru`, `nul`, `0`, `1`, `-`, `.`, `e`, `E+`, `12345678901234567890`, `0.5`, `1e9`, `-0`,
	`a`, `text`, `eight by`, `\n`, `\"`, `\\`, `\u00e9`, `\uD83D`, `\uDE80`, `\u12`, `\x`, `"quoted"`,
	strings.Repeat("plain ", 12), strings.Repeat(`line\n`, 14), strings.Repeat(`\\`, 33), strings.Repeat(`\"`, 40),
	`é`, `ß`, `語`, `日本語日本語`, `🙂`, "\u0800", "\uD7FF", "\uFFFF", "\U00010000", "\U0010FFFF",
	"\x00", "\x1f", "\x7f", "\x80", "\xbf", "\xc0", "\xc2", "\xe0", "\xe2\x80", "\xed\xa0", "\xf0\x9f", "\xf4\x90", "\xff",
}

// document draws valid JSON.
func document() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var value func(levels int) string
		text := rapid.Custom(func(t *rapid.T) string {
			runes := rapid.SliceOfN(rapid.SampledFrom([]string{
				"plain words", `\n`, `\"`, `\\`, `\/`, `\u00e9`, `\uD800`, "é", "語", "🙂", "", "x", "\x7f",
			}), 0, 30).Draw(t, "runes")
			return `"` + strings.Join(runes, "") + `"`
		})
		blank := rapid.SampledFrom([]string{"", "", "", " ", "\n  ", "\t", "\r\n"})
		value = func(levels int) string {
			kind := rapid.IntRange(0, 5).Draw(t, "kind")
			if levels == 0 {
				kind = min(kind, 3)
			}
			space := blank.Draw(t, "blank")
			switch kind {
			case 0:
				return space + rapid.SampledFrom([]string{"true", "false", "null"}).Draw(t, "literal") + space
			case 1:
				return space + rapid.StringMatching(`-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?`).Draw(t, "number") + space
			case 2, 3:
				return space + text.Draw(t, "text") + space
			}
			parts := make([]string, rapid.IntRange(0, 4).Draw(t, "members"))
			for i := range parts {
				if kind == 4 {
					parts[i] = space + text.Draw(t, "name") + space + ":"
				}
				parts[i] += value(levels - 1)
			}
			if kind == 4 {
				return space + "{" + strings.Join(parts, ",") + space + "}" + space
			}
			return space + "[" + strings.Join(parts, ",") + space + "]" + space
		}
		return value(4)
	})
}

// near draws JSON, often with something wrong in it.
func near() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		if rapid.IntRange(0, 3).Draw(t, "source") == 0 {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 24).Draw(t, "pieces"), "")
		}
		text := document().Draw(t, "document")
		for range rapid.IntRange(0, 2).Draw(t, "changes") {
			at := rapid.IntRange(0, len(text)).Draw(t, "at")
			until := min(len(text), at+rapid.IntRange(0, 2).Draw(t, "dropped"))
			text = text[:at] + rapid.SampledFrom(pieces).Draw(t, "piece") + text[until:]
		}
		return text
	})
}

func cuts() *rapid.Generator[[]byte] { return rapid.SliceOfN(rapid.Byte(), 0, 20) }

func TestValidRandom(t *testing.T) {
	valid := 0
	rapid.Check(t, func(r *rapid.T) {
		text := near().Draw(r, "text")
		if Valid([]byte(text)) {
			valid++
		}
		checkValid(r, text, cuts().Draw(r, "cuts"))
	})
	if valid == 0 {
		t.Error("no text was valid")
	}
}

func TestSplitRandom(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		checkSplit(r, near().Draw(r, "text"), cuts().Draw(r, "cuts"))
	})
}

// TestDocumentRandom: all that is drawn as valid is.
func TestDocumentRandom(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := document().Draw(r, "document")
		if !Valid([]byte(text)) {
			r.Fatalf("Valid(%q) = false", text)
		}
	})
}

func FuzzValid(f *testing.F) {
	for _, tt := range suite {
		if len(tt.in) < 200 {
			f.Add(tt.in, []byte{1, 2, 3})
		}
	}
	f.Fuzz(func(t *testing.T, text string, cuts []byte) { checkValid(t, text, cuts) })
}

func FuzzSplit(f *testing.F) {
	for _, tt := range suite {
		if len(tt.in) < 200 {
			f.Add(tt.in, []byte{1, 2, 3})
		}
	}
	f.Add(`{"a":"`+strings.Join(pieces[33:44], "")+`"}`, []byte{70, 70, 9, 200})
	f.Fuzz(func(t *testing.T, text string, cuts []byte) { checkSplit(t, text, cuts) })
}

// TestEdges runs every text of up to four bytes at the edges of UTF-8, and of
// JSON's strings, through a string, in every position of a word and a block.
func TestEdges(t *testing.T) {
	edges := []byte{0x1F, 0x20, '"', '\\', 'u', 'n', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5}
	pad := strings.Repeat("p", 64)
	var text [4]byte
	for i := range len(edges) * len(edges) * len(edges) * len(edges) {
		n := i
		for k := range text {
			text[k] = edges[n%len(edges)]
			n /= len(edges)
		}
		lead := pad[:i%9]
		in := `"` + lead + string(text[:]) + `pppppppp"`
		fast, slow := Scanner{}, plain{}
		n1, why1 := fast.Scan(in)
		n2, why2 := slow.scan(in)
		if n1 != n2 || why1 != why2 || comparable(fast) != comparable(slow.Scanner) {
			t.Fatalf("Scan(%q) = %d, %s, want %d, %s", in, n1, stopNames[why1], n2, stopNames[why2])
		}
	}
}

// TestBlocks runs texts with many escapes, which are read 64 bytes at a time,
// with each piece at every place of a block.
func TestBlocks(t *testing.T) {
	lead := `"\n\n\n\n\n`
	for _, piece := range pieces {
		for at := range 130 {
			in := lead + strings.Repeat("x", at) + piece + strings.Repeat(`y\n`, 70) + `"`
			p := newPair(t, Scanner{})
			p.feed(in)
			in = lead + strings.Repeat(`\\`, at/2) + strings.Repeat("z", at%2) + piece + strings.Repeat(`\"`, 70) + `"`
			p = newPair(t, Scanner{})
			p.feed(in)
		}
	}
}
