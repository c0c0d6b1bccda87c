package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sample is a package with a fault of each kind that its tests may miss.
var sample = map[string]string{
	"go.mod": "module example.com/m\n\ngo 1.26\n",
	"m.go": `package m

// Max returns the larger one.
func Max(a, b int) int {
	if a > b {
		return a
	}
	return b
}

// Sum adds up.
func Sum(list []int) (n int) {
	for i := 0; i < len(list); i++ {
		n += list[i]
	}
	return n
}

func unused(c byte) bool { return c == 'a' }
`,
	"m_test.go": `package m

import "testing"

func TestMax(t *testing.T) {
	if Max(1, 2) != 2 || Max(2, 1) != 2 {
		t.Error("wrong")
	}
}

func TestSum(t *testing.T) {
	if Sum([]int{1, 2, 3}) != 6 {
		t.Error("wrong")
	}
}
`,
}

// inSample writes the sample to a folder of its own and goes there.
func inSample(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range sample {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

// TestOutcomes tries each mutant of the sample.
func TestOutcomes(t *testing.T) {
	inSample(t)
	m, err := load([]string{"."})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.settle(); err != nil {
		t.Fatal(err)
	}
	r, err := build(m, t.TempDir(), flags{tests: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.record(1); err != nil {
		t.Fatal(err)
	}
	all := m.mutants()
	r.run(all, 2)
	got := map[string]outcome{}
	for _, m := range all {
		got[m.key().after] = m.outcome
	}
	for after, want := range map[string]outcome{
		"if a >= b {":                       survived,
		"if a <= b {":                       killed,
		"for i := 0; i <= len(list); i++ {": killed,
		"n -= list[i]":                      killed,
		"":                                  killed,
		"func unused(c byte) bool { return c != 'a' }": notCovered,
		"func unused(c byte) bool { return c == 'b' }": notCovered,
		"for i := 1; i < len(list); i++ {":             killed,
		"for i := -1; i < len(list); i++ {":            killed,
		"for i := 0; i >= len(list); i++ {":            killed,
	} {
		if outcome, ok := got[after]; !ok || outcome != want {
			t.Errorf("%s: %v, want %v", after, outcome, want)
		}
	}
}

// TestLists holds that a report can be read back, and that what is known is
// not listed as a survivor.
func TestLists(t *testing.T) {
	inSample(t)
	m, err := load([]string{"."})
	if err != nil {
		t.Fatal(err)
	}
	all := m.mutants()
	for _, m := range all {
		m.outcome = survived
	}
	var b bytes.Buffer
	report(&b, all, nil, true)
	if err := os.WriteFile("list", b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	list, err := readList("list")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		if _, ok := list[m.key()]; !ok {
			t.Errorf("not read back: %+v", m.key())
		}
		list[m.key()] = "a reason"
	}
	b.Reset()
	list[key{file: "m.go", function: "Max", before: "gone", after: "gone"}] = "a reason"
	report(&b, all, list, true)
	if got := b.String(); !strings.Contains(got, "stale, this is killed or gone: m.go Max\n- gone") || strings.Contains(got, "survived\n") {
		t.Errorf("the report is\n%s", got)
	}
}

// TestMutants holds that each kind of change is found, and that what doesn't
// compile is left out.
func TestMutants(t *testing.T) {
	sample := map[string][]string{
		"func f(a, b bool) bool { return a && b }":                                        {"a || b", "return a }", "return b }"},
		"func f(a bool) bool { return !a }":                                               {"return a }"},
		"func f(a bool) bool { if a { return true }; return false }":                      {"if !a", "return false }; return false", "return true }; return true"},
		"func f(a, b uint) uint { return a &^ b | a<<1 }":                                 {"a & b", "a &^ b & a<<1", "a>>1", "a<<2", "a<<0"},
		"func f(a, b int) int { return min(a, b) }":                                       {"max(a, b)"},
		"func f(a string) string { a += \"x\"; return a + \"y\" }":                        {"a = \"x\"", "a += \"\"", "{ ; return", "return a }"},
		"func f(a int) { for { if a > 3 { break }; a++ } }":                               {"{ if a > 3 { }; a++ }", "a--", "a > 4"},
		"func f(a int) int { switch a { case 1, 2: return 1; case 5: a = 3 }; return a }": {"case 1, 1:", "case 2, 2:", "case 1: a = 3"},
		"func f(a byte) bool { return a == 255 }":                                         {"a == 254"},
		"const c = 3; var v = [c + 1]int{}":                                               {},
		"func f() { panic(\"BUG: \" + \"x\") }":                                           {},
	}
	for text, want := range sample {
		inSample(t)
		if err := os.WriteFile("m.go", []byte("package m\n\n"+text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		m, err := load([]string{"."})
		if err != nil {
			t.Fatal(err)
		}
		if err := m.settle(); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range m.mutants() {
			got = append(got, m.key().after)
		}
		for _, w := range want {
			if !slices.ContainsFunc(got, func(g string) bool { return strings.Contains(g, w) }) {
				t.Errorf("%s: no %s in\n%s", text, w, strings.Join(got, "\n"))
			}
		}
		if (len(got) > 0) != (len(want) > 0) || slices.ContainsFunc(got, func(g string) bool { return strings.Contains(g, "256") }) {
			t.Errorf("%s: want no mutant that changes nothing, or that does not compile:\n%s", text, strings.Join(got, "\n"))
		}
	}
}
