package main

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// finder finds the mutants of a file.
type finder struct {
	fset     *token.FileSet
	pkg      *types.Package
	info     *types.Info
	file     *file
	function string
}

// find fills in the file's sites.
func (f *finder) find() {
	for _, d := range f.file.syntax.Decls {
		f.function = functionOf(d)
		ast.PreorderStack(d, nil, f.visit)
	}
	slices.SortStableFunc(f.file.sites, func(a, b *site) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end), cmp.Compare(a.typ, b.typ))
	})
}

// functionOf returns F, or T.F for a method.
func functionOf(d ast.Decl) string {
	decl, ok := d.(*ast.FuncDecl)
	if !ok {
		return ""
	}
	if decl.Recv == nil || len(decl.Recv.List) == 0 {
		return decl.Name.Name
	}
	typ := decl.Recv.List[0].Type
	if p, ok := typ.(*ast.StarExpr); ok {
		typ = p.X
	}
	if id, ok := typ.(*ast.Ident); ok {
		return id.Name + "." + decl.Name.Name
	}
	return decl.Name.Name
}

// visit finds the mutants of one node, inside those of the stack.
func (f *finder) visit(n ast.Node, stack []ast.Node) bool {
	var parent ast.Node
	if len(stack) > 0 {
		parent = stack[len(stack)-1]
	}
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok == token.VAR
	case *ast.ArrayType, *ast.FuncType, *ast.StructType, *ast.InterfaceType:
		return false
	case *ast.CallExpr:
		if f.isPanic(n) {
			return false
		}
		f.call(n)
	case *ast.BlockStmt:
		f.statements(n.List, parent)
	case *ast.CaseClause:
		f.clause(n, stack)
		f.statements(n.Body, n)
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.UnaryExpr:
		if n.Op == token.NOT || n.Op == token.SUB {
			f.expr(n, f.text(n.X))
		}
	case *ast.BasicLit:
		f.literal(n, stack)
	case *ast.Ident:
		f.boolean(n)
	case *ast.IfStmt:
		f.negate(n.Cond)
	case *ast.ForStmt:
		f.negate(n.Cond)
	case *ast.ReturnStmt:
		for _, r := range n.Results {
			f.negate(r)
		}
	}
	return true
}

func (f *finder) text(n ast.Node) string {
	return f.file.source[f.offset(n.Pos()):f.offset(n.End())]
}

func (f *finder) offset(p token.Pos) int { return f.fset.Position(p).Offset }

// expr notes mutants of an expression.
func (f *finder) expr(e ast.Expr, texts ...string) {
	tv, ok := f.info.Types[e]
	if !ok || tv.Type == nil {
		return
	}
	if typ, ok := f.typeName(types.Default(tv.Type)); ok {
		f.add(e.Pos(), e.End(), typ, texts)
	}
}

// stmt notes mutants of statements.
func (f *finder) stmt(from, to ast.Node, texts ...string) {
	f.add(from.Pos(), to.End(), "", texts)
}

func (f *finder) add(pos, end token.Pos, typ string, texts []string) {
	at := f.fset.Position(pos)
	start, stop := at.Offset, f.offset(end)
	var s *site
	for _, other := range f.file.sites {
		if other.start == start && other.end == stop && other.typ == typ {
			s = other
		}
	}
	if s == nil {
		s = &site{file: f.file, start: start, end: stop, typ: typ, function: f.function, line: at.Line}
		f.file.sites = append(f.file.sites, s)
	}
	for _, text := range texts {
		same := func(m *mutant) bool { return m.text == text }
		if text != f.file.source[start:stop] && !slices.ContainsFunc(s.mutants, same) {
			s.mutants = append(s.mutants, &mutant{site: s, text: text})
		}
	}
}

// typeName returns how the file writes a type.
func (f *finder) typeName(t types.Type) (name string, ok bool) {
	ok = true
	name = types.TypeString(t, func(p *types.Package) string {
		if p == f.pkg {
			return ""
		}
		for _, spec := range f.file.syntax.Imports {
			if path, _ := strconv.Unquote(spec.Path.Value); path == p.Path() {
				if spec.Name != nil {
					return spec.Name.Name
				}
				return p.Name()
			}
		}
		ok = false
		return ""
	})
	return name, ok && !strings.HasPrefix(name, "untyped")
}

// isPanic reports whether a call says that the impossible has happened.
func (f *finder) isPanic(c *ast.CallExpr) bool {
	id, ok := c.Fun.(*ast.Ident)
	return ok && id.Name == "panic"
}

// constant reports whether an expression's value is known.
func (f *finder) constant(e ast.Expr) bool { return f.info.Types[e].Value != nil }

// is reports whether the underlying type of an expression is of that kind.
func (f *finder) is(e ast.Expr, kind types.BasicInfo) bool {
	t := f.info.Types[e].Type
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&kind != 0
}
