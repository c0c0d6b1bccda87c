package fuzz

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/earlycall/earlycall/parse"
)

// long are replies that grow with n: what a machine may be tempted to read
// twice. The row's own markers are added to them.
var long = map[string]func(n int) string{
	"braces":       func(n int) string { return strings.Repeat("{", n) },
	"keys":         func(n int) string { return strings.Repeat(`{"`, n/2) },
	"empty":        func(n int) string { return strings.Repeat("{}", n/2) },
	"half keys":    func(n int) string { return strings.Repeat(`{"a" `, n/5) },
	"objects":      func(n int) string { return strings.Repeat(`{"a":`, n/5) },
	"broken":       func(n int) string { return strings.Repeat(`{"a":x`, n/6) },
	"no call":      func(n int) string { return strings.Repeat(`{"a":1}`, n/7) },
	"brackets":     func(n int) string { return strings.Repeat("[", n) },
	"spaced array": func(n int) string { return strings.Repeat("["+strings.Repeat(" ", 50), n/51) },
	"backticks":    func(n int) string { return strings.Repeat("`", n) },
	"fences":       func(n int) string { return strings.Repeat("```\n", n/4) },
	"fence space":  func(n int) string { return strings.Repeat("```\n"+strings.Repeat("\n", 60), n/64) },
	"tildes":       func(n int) string { return strings.Repeat("\n~~~ json\n[{", n/12) },
	"held object":  func(n int) string { return `{"x":[` + strings.Repeat(`"a",`, n/4) },
	"open string":  func(n int) string { return `{"x":"` + strings.Repeat(`\"`, n/2) },
	"held call":    func(n int) string { return `{"arguments":{"a":"` + strings.Repeat(`b\n`, n/3) + `"},"name":1}` },
	"thoughts":     func(n int) string { return strings.Repeat("<think>", n/7) },
	"half UTF-8":   func(n int) string { return strings.Repeat("\xe2\x80", n/2) },
	"prose":        func(n int) string { return strings.Repeat("Sure, I can. ", n/13) },
}

// longTexts are the long replies of about n bytes for a row.
func longTexts(f *parse.Format, n int) map[string]string {
	texts := map[string]string{}
	for name, text := range long {
		texts[name] = text(n)
	}
	for _, m := range markersOf(f) {
		texts[m] = strings.Repeat(m, n/len(m))
		texts[m+" and space"] = strings.Repeat(m+strings.Repeat(" ", 60), n/(len(m)+60))
		texts["half "+m] = strings.Repeat(m[:len(m)-1], n/len(m))
		texts[m+" in a call"] = newGen(nil, f).section([]spec{longSpec(strings.Repeat(m+" ", n/(len(m)+1)))}, plain)
		texts[m+" and a brace"] = strings.Repeat(m+"{", n/(len(m)+1))
	}
	return texts
}

// TestLinearLong counts the bytes visited of long replies, which are made of
// what is held back, refused, or broken.
func TestLinearLong(t *testing.T) {
	for _, f := range Rows() {
		for name, text := range longTexts(f, 4096) {
			for _, tools := range fuzzTools {
				c := Case{Format: f, Tools: tools, Text: text, Cuts: []int{len(text) / 2}}
				if err := Linear(c); err != nil {
					t.Errorf("%s, %s, tools %s: %v", f.Name, name, toolsText(tools), err)
				}
			}
		}
	}
}

// TestLong holds all laws for such replies, shorter ones: some are quadratic.
func TestLong(t *testing.T) {
	for _, f := range Rows() {
		for name, text := range longTexts(f, 600) {
			c := Case{Format: f, Text: text, Cuts: []int{len(text) / 2}}
			for _, law := range Laws {
				if err := watched(law, c); err != nil {
					t.Errorf("%s, %s, %s: %v\n%s", law.Name, f.Name, name, err, c)
				}
			}
		}
	}
}

// longSpec is a call of f whose argument k has that text.
func longSpec(text string) spec {
	return spec{name: "f", args: `{"k":"` + escape(text) + `"}`, params: []param{{key: "k", text: text}}}
}

// TestAllocations holds that cutting a reply into single bytes costs no
// allocation a chunk: only the growth of the buffers for what is cut, which is
// logarithmic, and a few for each call.
func TestAllocations(t *testing.T) {
	for _, f := range Rows() {
		g := newGen(nil, f)
		for _, n := range []int{64, 1024, 16 << 10} {
			texts := map[string]string{
				"prose": strings.Repeat("Sure, I can. ", n/13),
				"call":  "Sure." + g.section([]spec{longSpec(strings.Repeat("word ", n/5))}, plain) + "Done.",
				"lines": "Sure." + g.section([]spec{longSpec(strings.Repeat("é \"word\"\n", n/10))}, plain) + "Done.",
			}
			for name, text := range texts {
				checkAllocations(t, f, name, text)
			}
		}
	}
}

func checkAllocations(t *testing.T, f *parse.Format, name, text string) {
	t.Helper()
	c := Case{Format: f, Text: text}
	whole := allocations(c)
	c.Cuts = everyByte(len(text))
	single := allocations(c)
	if most := whole + 16 + 4*bits.Len(uint(len(text))); single > most {
		t.Errorf("%s, %s of %d bytes: %d allocations whole, %d byte by byte, more than %d",
			f.Name, name, len(text), whole, single, most)
	}
}

// allocations counts those of a machine that is made ready again for each run.
func allocations(c Case) int {
	p, chunks := c.Parser(), c.chunks()
	return int(testing.AllocsPerRun(5, func() {
		for _, chunk := range chunks {
			p.Feed(chunk)
		}
		p.Finish()
		p.Reset()
	}))
}
