package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// module is what is changed: some packages of the module in this folder.
type module struct {
	fset     *token.FileSet
	root     string // the folder
	packages []*pack
	imports  types.Importer
}

// pack is one package.
type pack struct {
	path, dir string
	tested    bool // has tests
	files     []*file
}

// file is one file of a package, not a test.
type file struct {
	name   string // relative to the root
	path   string
	source string
	syntax *ast.File
	sites  []*site // in order of their beginnings, an outer one first
}

// listed is what go list says of a package.
type listed struct {
	ImportPath, Dir, Export   string
	GoFiles                   []string
	TestGoFiles, XTestGoFiles []string
	DepOnly                   bool
}

// load reads the packages, with their types, and finds the mutants.
func load(patterns []string) (*module, error) {
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	list, err := goList(append([]string{"os", "strconv", "sync"}, patterns...))
	if err != nil {
		return nil, err
	}
	m := &module{fset: token.NewFileSet(), root: root}
	exports := map[string]string{}
	for _, l := range list {
		exports[l.ImportPath] = l.Export
	}
	m.imports = importer.ForCompiler(m.fset, "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(exports[path])
	})
	for _, l := range list {
		if l.DepOnly || len(l.GoFiles) == 0 || l.Dir != root && !strings.HasPrefix(l.Dir, root+string(filepath.Separator)) {
			continue
		}
		p, err := m.read(l)
		if err != nil {
			return nil, err
		}
		m.packages = append(m.packages, p)
	}
	if len(m.packages) == 0 {
		return nil, errors.New("no packages of this folder's module: run it at the root")
	}
	return m, nil
}

func goList(patterns []string) ([]listed, error) {
	cmd := exec.Command("go", append([]string{"list", "-e", "-json=ImportPath,Dir,Export,GoFiles,TestGoFiles,XTestGoFiles,DepOnly", "-export", "-deps"}, patterns...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var l listed
		if err := dec.Decode(&l); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
}

// read reads one package and finds its mutants.
func (m *module) read(l listed) (*pack, error) {
	p := &pack{path: l.ImportPath, dir: l.Dir, tested: len(l.TestGoFiles)+len(l.XTestGoFiles) > 0}
	var syntax []*ast.File
	for _, name := range l.GoFiles {
		f := &file{path: filepath.Join(l.Dir, name)}
		f.name, _ = filepath.Rel(m.root, f.path)
		source, err := os.ReadFile(f.path)
		if err != nil {
			return nil, err
		}
		f.source = string(source)
		if f.syntax, err = parser.ParseFile(m.fset, f.path, source, parser.ParseComments); err != nil {
			return nil, err
		}
		p.files, syntax = append(p.files, f), append(syntax, f.syntax)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: m.imports}
	pkg, err := config.Check(p.path, m.fset, syntax, info)
	if err != nil {
		return nil, err
	}
	for _, f := range p.files {
		(&finder{fset: m.fset, pkg: pkg, info: info, file: f}).find()
	}
	return p, nil
}

// mutants returns all mutants, in order.
func (m *module) mutants() []*mutant {
	var all []*mutant
	for _, p := range m.packages {
		for _, f := range p.files {
			for _, s := range f.sites {
				all = append(all, s.mutants...)
			}
		}
	}
	return all
}
