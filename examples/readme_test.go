package examples

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/parse/formats"
	"github.com/earlycall/earlycall/stream/wire"
)

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The first program of the README runs as it stands there.
func TestReadmeProgram(t *testing.T) {
	_, program, _ := strings.Cut(readme(t), "```go\n")
	program, _, _ = strings.Cut(program, "```")
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs("readme/main.go")
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{here: file}})
	if err != nil {
		t.Fatal(err)
	}
	overlayFile := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "run", "-overlay", overlayFile, "./readme").Output()
	_, want, _ := strings.Cut(readme(t), "```text\n")
	want, _, _ = strings.Cut(want, "```")
	if diff := cmp.Diff(want, string(out)); err != nil || diff != "" {
		t.Errorf("%v; the output shown and the program's (- want, + got):\n%s", err, diff)
	}
	for _, kind := range []string{"text: ", "CALL: ", "failed: "} {
		if !strings.Contains(want, kind) {
			t.Errorf("the output shown has no %q", kind)
		}
	}
}

// The README says how to get the library, and that it has no licence.
func TestReadmeFirstScreen(t *testing.T) {
	first, _, _ := strings.Cut(readme(t), "## ")
	for _, want := range []string{"go get github.com/earlycall/earlycall\n", "No licence has been chosen yet", "p.Finish()"} {
		if !strings.Contains(first, want) {
			t.Errorf("the README's beginning has no %q", want)
		}
	}
}

// The README's table of formats has the rows of the table, in order.
func TestReadmeFormats(t *testing.T) {
	settles := map[parse.Settle]string{
		parse.AtByte: "at its closing byte", parse.AtFence: "when the fence closes", parse.AtEnd: "at the end",
	}
	var want []string
	for _, f := range formats.All() {
		code := strings.ReplaceAll(f.Example, "\n", "⏎")
		tick := "`"
		if strings.Contains(code, "`") {
			tick = "````"
			code = " " + code + " "
		}
		want = append(want, "| `"+f.Name+"` | "+tick+code+tick+" | "+settles[f.Settles]+" |")
	}
	_, table, _ := strings.Cut(readme(t), "<!-- formats -->\n")
	table, _, _ = strings.Cut(table, "\n\n")
	if diff := cmp.Diff(want, strings.Split(table, "\n")[2:]); diff != "" {
		t.Errorf("the README's formats (- want, + got):\n%s", diff)
	}
}

// The README names every wire.
func TestReadmeWires(t *testing.T) {
	_, list, _ := strings.Cut(readme(t), "<!-- wires -->\n")
	list, _, _ = strings.Cut(list, "The table")
	var got []string
	for _, m := range regexp.MustCompile("`([a-z-]+)`").FindAllStringSubmatch(list, -1) {
		got = append(got, m[1])
	}
	if diff := cmp.Diff(wire.Names(), got); diff != "" {
		t.Errorf("the README's wires (- want, + got):\n%s", diff)
	}
}

// The files and folders that the README points to are there.
func TestReadmeLinks(t *testing.T) {
	for _, m := range regexp.MustCompile(`\]\(([^)#:]+)\)|(?:run \./|wire openai-chat )((?:cmd|examples)/[a-z/.]*)`).FindAllStringSubmatch(readme(t), -1) {
		path := m[1] + m[2]
		if _, err := os.Stat(filepath.Join("..", path)); err != nil {
			t.Errorf("the README points to %s: %v", path, err)
		}
	}
}
