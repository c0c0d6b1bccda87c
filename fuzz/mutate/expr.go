package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
)

// others are the operators that take the place of one.
var others = map[token.Token][]token.Token{
	token.LSS:     {token.LEQ, token.GEQ},
	token.LEQ:     {token.LSS, token.GTR},
	token.GTR:     {token.GEQ, token.LEQ},
	token.GEQ:     {token.GTR, token.LSS},
	token.EQL:     {token.NEQ},
	token.NEQ:     {token.EQL},
	token.LAND:    {token.LOR},
	token.LOR:     {token.LAND},
	token.ADD:     {token.SUB},
	token.SUB:     {token.ADD},
	token.MUL:     {token.QUO},
	token.QUO:     {token.MUL},
	token.REM:     {token.MUL},
	token.AND:     {token.OR},
	token.OR:      {token.AND},
	token.XOR:     {token.AND},
	token.AND_NOT: {token.AND},
	token.SHL:     {token.SHR},
	token.SHR:     {token.SHL},
}

// binary changes an operator, and leaves out a side of && and || and of what
// joins strings.
func (f *finder) binary(e *ast.BinaryExpr) {
	if f.constant(e) {
		return
	}
	x, y := f.text(e.X), f.text(e.Y)
	if f.is(e, types.IsString) {
		f.expr(e, x, y)
		return
	}
	start, end := f.offset(e.X.End()), f.offset(e.Y.Pos())
	between := f.file.source[start:end]
	at := f.offset(e.OpPos) - start
	for _, op := range others[e.Op] {
		f.expr(e, x+between[:at]+op.String()+between[at+len(e.Op.String()):]+y)
	}
	if e.Op == token.LAND || e.Op == token.LOR {
		f.expr(e, x, y)
	}
}

// negate turns round a condition that has no operator of its own.
func (f *finder) negate(e ast.Expr) {
	switch e.(type) {
	case *ast.CallExpr, *ast.SelectorExpr, *ast.IndexExpr:
	case *ast.Ident:
		if f.constant(e) {
			return
		}
	default:
		return
	}
	if f.is(e, types.IsBoolean) {
		f.expr(e, "!"+f.text(e))
	}
}

// boolean swaps true and false.
func (f *finder) boolean(id *ast.Ident) {
	if obj := f.info.Uses[id]; obj == types.Universe.Lookup("true") {
		f.expr(id, "false")
	} else if obj != nil && obj == types.Universe.Lookup("false") {
		f.expr(id, "true")
	}
}

// call swaps min and max.
func (f *finder) call(c *ast.CallExpr) {
	id, ok := c.Fun.(*ast.Ident)
	if !ok || f.info.Uses[id] == nil || f.info.Uses[id].Parent() != types.Universe {
		return
	}
	rest := f.text(c)[len(id.Name):]
	switch id.Name {
	case "min":
		f.expr(c, "max"+rest)
	case "max":
		f.expr(c, "min"+rest)
	}
}

// literal changes a number or byte by one, empties a string, or fills it. The
// site is all of the constant that the literal is a part of: its type is known.
func (f *finder) literal(lit *ast.BasicLit, stack []ast.Node) {
	var all ast.Expr = lit
	for i := len(stack) - 1; i >= 0; i-- {
		e, ok := stack[i].(ast.Expr)
		if !ok || !f.constant(e) {
			break
		}
		all = e
	}
	before := f.file.source[f.offset(all.Pos()):f.offset(lit.Pos())]
	after := f.file.source[f.offset(lit.End()):f.offset(all.End())]
	for _, text := range f.changed(lit, stack) {
		f.expr(all, before+text+after)
	}
}

// changed returns what takes the place of a literal.
func (f *finder) changed(lit *ast.BasicLit, stack []ast.Node) []string {
	value := constant.MakeFromLiteral(lit.Value, lit.Kind, 0)
	switch lit.Kind {
	case token.INT:
		return f.near(lit, value, stack[len(stack)-1])
	case token.CHAR:
		if r, ok := constant.Int64Val(value); ok {
			return []string{strconv.QuoteRune(rune(r) + 1)}
		}
	case token.STRING:
		if constant.StringVal(value) == "" {
			return []string{`"?"`}
		}
		return []string{`""`}
	}
	return nil
}

// near returns the numbers beside a literal, but for those that would say the
// same as another mutant (i > 3, i >= 3 and i > 2), those below a negative one,
// which stands for nothing at all, and what is returned beside an error.
func (f *finder) near(lit *ast.BasicLit, value constant.Value, parent ast.Node) []string {
	more := constant.BinaryOp(value, token.ADD, constant.MakeInt64(1)).String()
	less := constant.BinaryOp(value, token.SUB, constant.MakeInt64(1)).String()
	switch parent := parent.(type) {
	case *ast.UnaryExpr:
		if parent.Op == token.SUB {
			return []string{less}
		}
	case *ast.BinaryExpr:
		moreIsBoundary := parent.Op == token.LSS || parent.Op == token.GEQ
		lessIsBoundary := parent.Op == token.GTR || parent.Op == token.LEQ
		if parent.X == lit {
			moreIsBoundary, lessIsBoundary = lessIsBoundary, moreIsBoundary
		}
		switch {
		case moreIsBoundary:
			return []string{less}
		case lessIsBoundary:
			return []string{more}
		}
	case *ast.ReturnStmt:
		if f.fails(parent) {
			return nil
		}
	}
	return []string{more, less}
}

// fails reports whether a return statement returns an error: as its last
// result, an error or a pointer, which is not nil.
func (f *finder) fails(s *ast.ReturnStmt) bool {
	last := s.Results[len(s.Results)-1]
	if id, ok := last.(*ast.Ident); ok && id.Name == "nil" {
		return false
	}
	t := f.info.Types[last].Type
	_, pointer := t.(*types.Pointer)
	return len(s.Results) > 1 && (pointer || types.Identical(t, types.Universe.Lookup("error").Type()))
}
