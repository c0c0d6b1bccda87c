package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// operators are those of assignments that take the place of one.
var operators = map[token.Token][]string{
	token.ADD_ASSIGN:     {"-="},
	token.SUB_ASSIGN:     {"+="},
	token.MUL_ASSIGN:     {"/="},
	token.QUO_ASSIGN:     {"*="},
	token.OR_ASSIGN:      {"="},
	token.AND_ASSIGN:     {"="},
	token.XOR_ASSIGN:     {"="},
	token.AND_NOT_ASSIGN: {"|="},
	token.SHL_ASSIGN:     {">>="},
	token.SHR_ASSIGN:     {"<<="},
}

// statements finds the mutants of the statements of a block or clause.
func (f *finder) statements(list []ast.Stmt, parent ast.Node) {
	for _, s := range list {
		for {
			l, ok := s.(*ast.LabeledStmt)
			if !ok {
				break
			}
			s = l.Stmt
		}
		f.statement(s, parent)
	}
}

// statement leaves a statement out, or changes its operator.
func (f *finder) statement(s ast.Stmt, parent ast.Node) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		f.assignment(s)
	case *ast.IncDecStmt:
		op := "--"
		if s.Tok == token.DEC {
			op = "++"
		}
		f.stmt(s, s, "", f.text(s.X)+op)
	case *ast.ExprStmt:
		if c, ok := s.X.(*ast.CallExpr); ok && !f.isPanic(c) {
			f.stmt(s, s, "")
		}
	case *ast.BranchStmt:
		// Where a goto ends a function or clause, it can't be missing.
		_, inIf := parent.(*ast.IfStmt)
		if s.Tok == token.BREAK || s.Tok == token.CONTINUE || s.Tok == token.GOTO && inIf {
			f.stmt(s, s, "")
		}
	case *ast.ReturnStmt:
		if len(s.Results) == 0 {
			f.stmt(s, s, "")
		}
	}
}

func (f *finder) assignment(s *ast.AssignStmt) {
	if id, ok := s.Lhs[0].(*ast.Ident); s.Tok == token.DEFINE || ok && id.Name == "_" {
		return
	}
	f.stmt(s, s, "")
	left, right := f.text(s.Lhs[0]), f.text(s.Rhs[0])
	for _, op := range operators[s.Tok] {
		if f.is(s.Lhs[0], types.IsString) {
			op = "="
		}
		f.stmt(s, s, left+" "+op+" "+right)
	}
}

// clause leaves out a value of a switch's case: another one of the clause, or
// of a clause before it, stands there twice. Where there is no other, the body
// of the clause is left out. A switch without a tag has conditions, which are
// false then.
func (f *finder) clause(c *ast.CaseClause, stack []ast.Node) {
	sw, ok := stack[len(stack)-2].(*ast.SwitchStmt)
	if !ok || len(c.List) == 0 {
		return
	}
	if sw.Tag == nil {
		for _, e := range c.List {
			f.expr(e, "false")
			f.negate(e)
		}
		return
	}
	earlier := valueBefore(sw, c)
	for i, e := range c.List {
		switch {
		case i > 0:
			f.expr(e, f.text(c.List[0]))
		case len(c.List) > 1:
			f.expr(e, f.text(c.List[1]))
		case earlier != nil:
			f.expr(e, f.text(earlier))
		default:
			f.body(c.Body)
		}
	}
}

// valueBefore returns a value of a clause before c, or nil.
func valueBefore(sw *ast.SwitchStmt, c *ast.CaseClause) ast.Expr {
	for _, s := range sw.Body.List {
		if other, ok := s.(*ast.CaseClause); ok && len(other.List) > 0 && other.Pos() < c.Pos() {
			return other.List[0]
		}
	}
	return nil
}

// body leaves out the body of a clause, unless it ends by leaving the switch.
func (f *finder) body(list []ast.Stmt) {
	if len(list) == 0 {
		return
	}
	last := list[len(list)-1]
	switch last := last.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt, *ast.SwitchStmt, *ast.ForStmt, *ast.IfStmt:
		return
	case *ast.ExprStmt:
		if strings.HasPrefix(f.text(last), "panic(") {
			return
		}
	}
	f.stmt(list[0], last, "")
}
