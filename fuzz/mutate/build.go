package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// runner runs the tests.
type runner struct {
	binaries []*binary
}

// binary is the compiled tests of a package.
type binary struct {
	path  string // of the package
	dir   string // of the package
	work  string // its copy, where the tests run
	file  string
	tests []*test
	args  []string      // of each run
	start time.Duration // what a run without a test takes
}

// test is one test, example or fuzz target, and what it does without a mutant.
type test struct {
	binary  *binary
	name    string
	time    time.Duration
	reaches map[int]bool // ids of the first mutants of sites
}

// build compiles the tests of the changed packages, and of others, with all
// mutants in them.
func build(m *module, dir string, f flags) (*runner, error) {
	overlay, err := m.overlay(dir)
	if err != nil {
		return nil, err
	}
	list, err := goList(f.tests)
	if err != nil {
		return nil, err
	}
	copied := filepath.Join(dir, "module")
	if err := m.copy(copied); err != nil {
		return nil, err
	}
	r := &runner{}
	for _, p := range m.packages {
		if p.tested {
			r.binaries = append(r.binaries, &binary{path: p.path, dir: p.dir})
		}
	}
	for _, l := range list {
		known := func(b *binary) bool { return b.path == l.ImportPath }
		if !l.DepOnly && !slices.ContainsFunc(r.binaries, known) {
			r.binaries = append(r.binaries, &binary{path: l.ImportPath, dir: l.Dir})
		}
	}
	for i, b := range r.binaries {
		b.file = filepath.Join(dir, fmt.Sprintf("%d.test", i))
		rel, err := filepath.Rel(m.root, b.dir)
		if err != nil {
			return nil, err
		}
		b.work = filepath.Join(copied, rel)
		cmd := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", b.file, b.path)
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("go test -c %s: %w\n%s", b.path, err, out)
		}
		if err := b.list(f); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// copy copies the module, but for what begins with a dot, so that the tests
// find the same files up to the end of a long run.
func (m *module) copy(to string) error {
	return filepath.WalkDir(m.root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(m.root, name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && rel != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		case !d.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o666)
	})
}

// overlay writes the changed files, and the file that says which are to be
// taken in place of which.
func (m *module) overlay(dir string) (string, error) {
	replace := map[string]string{}
	write := func(original, text string) error {
		name := filepath.Join(dir, fmt.Sprintf("%d.go", len(replace)))
		replace[original] = name
		return os.WriteFile(name, []byte(text), 0o666)
	}
	for _, p := range m.packages {
		if err := write(filepath.Join(p.dir, "mutate_switch.go"), m.switchFile(p)); err != nil {
			return "", err
		}
		for _, f := range p.files {
			if err := write(f.path, f.render()); err != nil {
				return "", err
			}
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, text, 0o666)
}

// rapidArgs are for tests that use rapid: random cases are the same in each
// run, and what a mutant broke is not written to the testdata of the package,
// where later runs would begin with it.
var rapidArgs = []string{"-rapid.nofailfile", "-rapid.seed=1", "-rapid.shrinktime=0s"}

// list finds the names of the tests, but for those to skip.
func (b *binary) list(f flags) error {
	args := append([]string{"-rapid.checks=" + strconv.Itoa(f.checks)}, rapidArgs...)
	if exec.Command(b.file, append([]string{"-test.run", "^$"}, args...)...).Run() == nil {
		b.args = args
	}
	b.start = time.Hour
	for range 3 {
		begin := time.Now()
		if _, err := b.run(nil, maxRecord, "EARLYCALL_MUTANT=0"); err != nil {
			return fmt.Errorf("%s: no test to run: %w", b.path, err)
		}
		b.start = min(b.start, time.Since(begin))
	}
	cmd := exec.Command(b.file, "-test.list", ".")
	cmd.Dir = b.work
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: the list of tests: %w", b.path, err)
	}
	for _, name := range strings.Fields(string(out)) {
		if !strings.HasPrefix(name, "Benchmark") && (f.skip == nil || !f.skip.MatchString(name)) {
			b.tests = append(b.tests, &test{binary: b, name: name})
		}
	}
	return nil
}
