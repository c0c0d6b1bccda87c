package schema

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The required cases of the public JSON-Schema-Test-Suite, which
// github.com/google/jsonschema-go carries: all but those that need another
// document.
func TestSuite(t *testing.T) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/google/jsonschema-go").Output()
	if err != nil {
		t.Fatal(err)
	}
	drafts := []struct {
		name, folder, draft string
		run, remote         int
	}{{"2020-12", "draft2020-12", "", 1055, 44}, {"7", "draft7", draft07, 890, 23}}
	for _, tt := range drafts {
		t.Run(tt.name, func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "jsonschema", "testdata", tt.folder, "*.json"))
			if err != nil || len(files) < 36 {
				t.Fatalf("got %d files of the suite, %v", len(files), err)
			}
			run, remote := 0, 0
			for _, file := range files {
				r, n := suiteFile(t, file, tt.draft)
				run, remote = run+r, remote+n
			}
			if run != tt.run || remote != tt.remote {
				t.Errorf("%d cases were run and %d need another document, want %d and %d", run, remote, tt.run, tt.remote)
			}
		})
	}
}

// suiteFile runs one file, and counts the cases that were run and those that
// need another document.
func suiteFile(t *testing.T, file, draft string) (run, remote int) {
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var groups []struct {
		Description string
		Schema      json.RawMessage
		Tests       []struct {
			Description string
			Data        json.RawMessage
			Valid       bool
		}
	}
	if err := json.Unmarshal(raw, &groups); err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		s, err := compile(g.Schema, draft)
		if _, ok := errors.AsType[*jsonschema.LoadURLError](err); ok {
			remote += len(g.Tests)
			continue
		}
		if err != nil {
			t.Errorf("%s: %s: %v", filepath.Base(file), g.Description, err)
			continue
		}
		s.formats = nil
		for _, c := range g.Tests {
			run++
			found := s.Validate(c.Data)
			if (len(found) == 0) != c.Valid || s.valid(c.Data) != c.Valid {
				t.Errorf("%s: %s: %s: got %v, want valid=%t", filepath.Base(file), g.Description, c.Description, found, c.Valid)
			}
		}
	}
	return run, remote
}
