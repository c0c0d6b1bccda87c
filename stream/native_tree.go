package stream

import (
	"strings"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/scan"
)

// pathTree holds arguments that come value by value, each with its path. Its
// root is nodes[0].
type pathTree struct {
	nodes    []pathNode
	children map[pathKey]int32 // indexes in nodes
	open     int               // values that go on
	size     int               // what it costs
	limits   limits
}

// pathNode is a value, or an object or array that values lie in.
type pathNode struct {
	kind        nodeKind
	open        bool   // it goes on
	parent      int32  // index in nodes
	next        int32  // the next member or element; 0: none
	first, last int32  // of an object or array: its members or elements; 0: none
	length      int    // of an object or array
	name        string // of a member
	text        []byte // of a string: what is between its quotes; of another value: all of it
}

// nodeKind says what a node is.
type nodeKind uint8

const (
	nodeUnset  nodeKind = iota // a value of which nothing has come yet
	nodeObject                 // its members have paths
	nodeArray                  // its elements have paths
	nodeString                 // it comes in pieces
	nodeWhole                  // any other value, which came at once
)

// pathKey identifies a member or element.
type pathKey struct {
	parent int32
	step
}

// nodeCost is what a node counts for, in bytes of the call's limit.
const nodeCost = 64

func newPathTree(l limits) *pathTree {
	return &pathTree{nodes: []pathNode{{kind: nodeObject}}, children: map[pathKey]int32{}, limits: l}
}

// What is wrong with a value or its path.
const (
	badPath     = "a value's path is not one of names and indexes"
	badValue    = "a value of the arguments is not valid JSON"
	badIndex    = "an element's index leaves a gap in its array"
	otherShape  = "a value's path contradicts an earlier one"
	closedValue = "a value arrived for a path that was complete"
	tooLarge    = "the call is too large"
	tooDeep     = "the arguments are nested too deeply"
)

// put adds a value, or the next piece of a string, at a path. A value of no
// bytes opens or closes the path. The code of the result is zero if all is well.
func (t *pathTree) put(path, value string, more bool) fail {
	if t.size += len(value); t.size > t.limits.call {
		return fail{code: parse.ErrLimit, message: tooLarge}
	}
	at, bad := t.walk(path)
	if bad.code != 0 {
		return bad
	}
	if value != "" && !isValue(value) {
		return fail{code: parse.ErrSyntax, message: badValue}
	}
	n := &t.nodes[at]
	isString := strings.HasPrefix(value, `"`)
	switch {
	case value == "" && !more && !n.open && n.kind != nodeUnset: // the end of a value, again
	case n.kind == nodeObject || n.kind == nodeArray:
		return fail{code: parse.ErrConflict, message: otherShape}
	case n.kind != nodeUnset && !n.open,
		n.kind == nodeString && value != "" && !isString,
		n.kind == nodeWhole && value != "":
		return fail{code: parse.ErrConflict, message: closedValue}
	case isString:
		n.kind = nodeString
		n.text = append(n.text, value[1:len(value)-1]...)
	case value != "":
		n.kind = nodeWhole
		n.text = []byte(value)
	case n.kind == nodeUnset && !more:
		return fail{code: parse.ErrSyntax, message: badValue}
	}
	if n.open != more {
		n.open = more
		if t.open--; more {
			t.open += 2
		}
	}
	return fail{}
}

// isValue reports whether s is one JSON value.
func isValue(s string) bool {
	var sc scan.Scanner
	n, _ := sc.Scan(s)
	return n == len(s) && sc.Finish() == scan.Done && !isSpace(s[0])
}

// walk returns the node at a path. It makes what is missing on the way.
func (t *pathTree) walk(path string) (at int32, bad fail) {
	rest, ok := strings.CutPrefix(path, "$")
	if ok && rest == "" {
		return 0, fail{code: parse.ErrArguments, message: notObject}
	}
	for depth := 1; ok && rest != ""; depth++ {
		var s step
		if s, rest, ok = cutStep(rest); !ok {
			break
		}
		if depth > t.limits.depth {
			return 0, fail{code: parse.ErrLimit, message: tooDeep}
		}
		if at, bad = t.child(at, s); bad.code != 0 {
			return 0, bad
		}
	}
	if !ok {
		return 0, fail{code: parse.ErrSyntax, message: badPath}
	}
	return at, fail{}
}

// child returns a member or element of a node, which becomes an object or array
// if it is nothing yet.
func (t *pathTree) child(parent int32, s step) (at int32, bad fail) {
	n := &t.nodes[parent]
	kind := nodeObject
	if s.index >= 0 {
		kind = nodeArray
	}
	switch {
	case n.kind == nodeUnset && !n.open:
		n.kind = kind
	case parent == 0 && kind == nodeArray:
		return 0, fail{code: parse.ErrArguments, message: notObject}
	case n.kind != kind:
		return 0, fail{code: parse.ErrConflict, message: otherShape}
	}
	key := pathKey{parent, s}
	if at, ok := t.children[key]; ok {
		return at, fail{}
	}
	if s.index > n.length {
		return 0, fail{code: parse.ErrSyntax, message: badIndex}
	}
	if t.size += nodeCost + len(s.name); t.size > t.limits.call {
		return 0, fail{code: parse.ErrLimit, message: tooLarge}
	}
	at = int32(len(t.nodes))
	if n.last == 0 {
		n.first = at
	} else {
		t.nodes[n.last].next = at
	}
	n.last = at
	n.length++
	key.name = strings.Clone(s.name)
	t.nodes = append(t.nodes, pathNode{parent: parent, name: key.name})
	t.children[key] = at
	return at, fail{}
}

// json returns the arguments as JSON, members in the order in which they came.
// It is an object, but what is in it may be wrong.
func (t *pathTree) json() string {
	var b strings.Builder
	for at := int32(0); ; {
		n := &t.nodes[at]
		if at != 0 && t.nodes[n.parent].kind == nodeObject {
			writeQuoted(&b, n.name)
			b.WriteByte(':')
		}
		if n.first != 0 {
			b.WriteByte("{["[n.kind-nodeObject])
			at = n.first
			continue
		}
		n.write(&b)
		for n.next == 0 {
			if at = n.parent; at == 0 {
				b.WriteByte('}')
				return b.String()
			}
			n = &t.nodes[at]
			b.WriteByte("}]"[n.kind-nodeObject])
		}
		b.WriteByte(',')
		at = n.next
	}
}

// write writes a value that is complete.
func (n *pathNode) write(b *strings.Builder) {
	if n.kind == nodeString {
		b.WriteByte('"')
		b.Write(n.text)
		b.WriteByte('"')
		return
	}
	b.Write(n.text)
}

// writeQuoted writes s as a JSON string.
func writeQuoted(b *strings.Builder, s string) {
	const hex = "0123456789abcdef"
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < 0x20:
			b.WriteString(`\u00`)
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&0xf])
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
}
