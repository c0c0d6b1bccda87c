package fuzz

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/earlycall/earlycall"

// imports says which packages of the module, and which others that are not in
// the standard library, a package may import. What is not listed may import
// anything: cmd, examples, bench and fuzz.
var imports = map[string][]string{
	"parse":             {},
	"parse/formats":     {"parse"},
	"stream":            {"parse", "stream/scan", "stream/repair"},
	"stream/scan":       {},
	"stream/repair":     {"stream/scan"},
	"stream/partial":    {"stream/scan"},
	"stream/schema":     {"stream/scan", "parse", "github.com/dlclark/regexp2", "github.com/google/jsonschema-go", "github.com/santhosh-tekuri/jsonschema/v6"},
	"stream/wire":       {"stream", "parse", "stream/scan", "stream/wire/frame"},
	"stream/wire/frame": {"parse"},
	"stream/relay":      {"stream", "parse", "stream/wire"},
	"stream/dispatch":   {"stream", "parse", "stream/schema"},
}

// free are the folders whose packages may import anything.
var free = []string{"cmd", "examples", "bench", "fuzz"}

// goFiles returns the Go files of the module by folder, parsed. A folder with a
// go.mod is a module of its own.
func goFiles(t *testing.T, fset *token.FileSet, mode parser.Mode) map[string][]*ast.File {
	t.Helper()
	root := os.DirFS("..")
	files := map[string][]*ast.File{}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && exists(root, path.Join(name, "go.mod")):
			return fs.SkipDir
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && name != "."):
			return fs.SkipDir
		case path.Ext(name) != ".go":
			return nil
		}
		f, err := parser.ParseFile(fset, filepath.Join("..", name), nil, mode)
		files[path.Dir(name)] = append(files[path.Dir(name)], f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func exists(root fs.FS, name string) bool {
	_, err := fs.Stat(root, name)
	return err == nil
}

// TestImports holds who may import whom.
func TestImports(t *testing.T) {
	fset := token.NewFileSet()
	for dir, files := range goFiles(t, fset, parser.ImportsOnly) {
		top, _, _ := strings.Cut(dir, "/")
		allowed, listed := imports[dir]
		if !listed && !slices.Contains(free, top) {
			t.Errorf("the package %s is in no rule", dir)
			continue
		}
		for _, f := range files {
			for _, spec := range f.Imports {
				checkImport(t, fset, dir, allowed, listed, spec)
			}
		}
	}
}

func checkImport(t *testing.T, fset *token.FileSet, dir string, allowed []string, listed bool, spec *ast.ImportSpec) {
	t.Helper()
	name, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		t.Fatal(err)
	}
	at := fset.Position(spec.Pos())
	test := strings.HasSuffix(at.Filename, "_test.go")
	ours, isOurs := strings.CutPrefix(name, module+"/")
	first, _, _ := strings.Cut(name, "/")
	switch {
	case name == "net/http" && !test && listed:
		t.Errorf("%s: %s imports net/http", at, dir)
	case dir == "parse" && isOurs && strings.HasPrefix(ours, "stream"):
		t.Errorf("%s: the reference leans on the machine", at)
	case listed && !test && isOurs && !slices.Contains(allowed, ours):
		t.Errorf("%s: %s imports %s", at, dir, ours)
	case listed && !test && !isOurs && strings.Contains(first, ".") && !slices.ContainsFunc(allowed, func(a string) bool {
		return name == a || strings.HasPrefix(name, a+"/")
	}):
		t.Errorf("%s: %s imports %s", at, dir, name)
	}
}

// TestTopLevel holds that the top level has these names, dotfiles and nothing
// else.
func TestTopLevel(t *testing.T) {
	names := []string{"go.mod", "go.sum", "go.work", "go.work.sum", "README.md", "LICENSE",
		"parse", "stream", "fuzz", "bench", "examples", "cmd"}
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && !slices.Contains(names, e.Name()) {
			t.Errorf("%s does not belong at the top level", e.Name())
		}
	}
}

// allowedOfParse are the functions and methods of package parse that the
// packages of stream may use: none of them reads a reply or a part of one.
var allowedOfParse = []string{
	"Code.Error", "Code.String", "Error.Error", "Error.Unwrap", "Format.Check",
	"Tools.Lookup", "Tools.Declares", "Tools.None", "Tool.ParameterTypes", "Options.Limits",
}

// TestStreamReadsByItself holds that the machine uses no function of parse
// that parses, by resolving each name in it.
func TestStreamReadsByItself(t *testing.T) {
	fset := token.NewFileSet()
	files := goFiles(t, fset, parser.SkipObjectResolution)
	m := &moduleImporter{fset: fset, files: files, done: map[string]*types.Package{}, uses: map[*ast.Ident]types.Object{}}
	for _, dir := range slices.Sorted(maps.Keys(files)) {
		if strings.HasPrefix(dir, "stream") {
			m.check(dir)
		}
	}
	found := 0
	for id, obj := range m.uses {
		f, ok := obj.(*types.Func)
		if !ok || f.Pkg() == nil || f.Pkg().Path() != module+"/parse" || !strings.Contains(fset.Position(id.Pos()).Filename, "stream/") {
			continue
		}
		found++
		if name := funcName(f); !slices.Contains(allowedOfParse, name) {
			t.Errorf("%s: stream uses parse.%s", fset.Position(id.Pos()), name)
		}
	}
	if found == 0 {
		t.Error("stream uses nothing of parse: the check sees nothing")
	}
}

// funcName returns F, or T.M for a method.
func funcName(f *types.Func) string {
	recv := f.Signature().Recv()
	if recv == nil {
		return f.Name()
	}
	typ := recv.Type()
	if p, ok := typ.(*types.Pointer); ok {
		typ = p.Elem()
	}
	if named, ok := typ.(*types.Named); ok {
		return named.Obj().Name() + "." + f.Name()
	}
	return f.Name()
}

// moduleImporter checks the packages of the module from their files, without
// their tests. Other packages are empty to it, and what is amiss therefore is
// passed over: uses holds what could be resolved.
type moduleImporter struct {
	fset  *token.FileSet
	files map[string][]*ast.File
	done  map[string]*types.Package
	uses  map[*ast.Ident]types.Object
}

func (m *moduleImporter) Import(name string) (*types.Package, error) {
	if dir, ok := strings.CutPrefix(name, module+"/"); ok {
		return m.check(dir), nil
	}
	if m.done[name] == nil {
		m.done[name] = types.NewPackage(name, path.Base(name))
		m.done[name].MarkComplete()
	}
	return m.done[name], nil
}

func (m *moduleImporter) check(dir string) *types.Package {
	name := module + "/" + dir
	if m.done[name] != nil {
		return m.done[name]
	}
	files := slices.DeleteFunc(slices.Clone(m.files[dir]), func(f *ast.File) bool {
		return strings.HasSuffix(m.fset.Position(f.Pos()).Filename, "_test.go")
	})
	config := types.Config{Importer: m, Error: func(error) {}}
	m.done[name], _ = config.Check(name, m.fset, files, &types.Info{Uses: m.uses})
	return m.done[name]
}
