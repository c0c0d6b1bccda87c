package formats

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
)

var update = flag.Bool("update", false, "write what the rows say into testdata")

// A golden file is a list of cases:
//
//	## name
//	tools: a b
//	reasoning
//	<<<
//	the reply
//	>>>
//	what Text says, a segment a line
//
// The line of tools is missing where nothing is said of them, and is "tools:"
// where none are offered; each tool has a schema in which i is an integer, n a
// number or null, b a boolean, o an object and a an array. The line "reasoning"
// says that the reply starts inside reasoning. The line feed before >>> isn't
// part of the reply. Blank lines between cases don't count.
type golden struct {
	name    string
	options parse.Options
	head    string // the lines between name and reply
	reply   string
	want    string
}

const schema = `{"properties":{"i":{"type":"integer"},"n":{"type":["number","null"]},"b":{"type":"boolean"},"o":{"type":"object"},"a":{"type":"array"}}}`

func readGolden(t *testing.T, path string) []golden {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; every row needs a golden file", err)
	}
	var cases []golden
	for _, section := range strings.Split("\n"+string(b), "\n## ")[1:] {
		head, rest, ok1 := strings.Cut(section, "\n<<<\n")
		reply, want, ok2 := strings.Cut(rest, "\n>>>\n")
		if !ok1 || !ok2 {
			t.Fatalf("%s: the case %q lacks <<< or >>>", path, section)
		}
		name, head, _ := strings.Cut(head, "\n")
		g := golden{name: name, head: head, reply: reply, want: strings.TrimSpace(want)}
		for line := range strings.Lines(head) {
			g.option(t, strings.TrimSpace(line))
		}
		cases = append(cases, g)
	}
	return cases
}

func (g *golden) option(t *testing.T, line string) {
	t.Helper()
	tools, ok := strings.CutPrefix(line, "tools:")
	switch {
	case ok:
		g.options.Tools = parse.Tools{}
		for _, name := range strings.Fields(tools) {
			g.options.Tools = append(g.options.Tools, parse.Tool{Name: name, Schema: json.RawMessage(schema)})
		}
	case line == "reasoning":
		g.options.InReasoning = true
	default:
		t.Fatalf("%s: unknown line %q", g.name, line)
	}
}

func (g *golden) write(b *strings.Builder, got string) {
	fmt.Fprintf(b, "## %s\n", g.name)
	if g.head != "" {
		fmt.Fprintln(b, g.head)
	}
	fmt.Fprintf(b, "<<<\n%s\n>>>\n%s\n\n", g.reply, got)
}

func TestGolden(t *testing.T) {
	for _, row := range All() {
		t.Run(row.Name, func(t *testing.T) {
			path := filepath.Join("testdata", row.Name+".txt")
			cases := readGolden(t, path)
			if len(cases) == 0 {
				t.Fatalf("%s has no case", path)
			}
			var file strings.Builder
			for _, g := range cases {
				g.options.Format = row
				var got strings.Builder
				render(&got, g.reply, parse.Text(g.reply, g.options))
				g.write(&file, strings.TrimSpace(got.String()))
				if diff := cmp.Diff(g.want, strings.TrimSpace(got.String())); diff != "" && !*update {
					t.Errorf("%s: -want +got\n%s", g.name, diff)
				}
			}
			if *update {
				if err := os.WriteFile(path, []byte(strings.TrimRight(file.String(), "\n")+"\n"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// render writes segments one a line.
func render(b *strings.Builder, text string, segments []parse.Segment) {
	for _, s := range segments {
		fmt.Fprint(b, s.Kind)
		switch {
		case s.Call != nil:
			fmt.Fprintf(b, " %d %s %s", s.Call.Index, s.Call.Name, s.Call.Arguments)
			if s.Call.ID != "" {
				fmt.Fprintf(b, " id=%s", s.Call.ID)
			}
			for _, r := range s.Call.Repairs {
				fmt.Fprintf(b, " +%s@%d", r.Kind, r.Offset)
			}
		case s.Err != nil:
			fmt.Fprintf(b, " %d %q %s @%d %q", s.Err.Index, s.Err.Name, s.Err.Code.String(), s.Err.Offset, text[s.Start:s.End])
			if s.Err.Arguments != nil {
				fmt.Fprintf(b, " args=%s", s.Err.Arguments)
			}
		default:
			fmt.Fprintf(b, " %q", text[s.Start:s.End])
		}
		b.WriteByte('\n')
	}
}
