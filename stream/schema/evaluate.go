package schema

import (
	"maps"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// What checking arguments may cost; beyond it they are refused with a
// violation whose keyword is "limit". A step is about a keyword that looks at
// a value or at 64 bytes of it.
const (
	MaxSteps  = 1 << 24
	memoCost  = 8      // steps of a result that is kept
	faultCost = 16     // steps of a fault
	maxNest   = 50_000 // evaluations within one another
)

// evaluator evaluates schemas on the values of one text. A schema that can be
// reached in several ways is evaluated on a value once: the cost is at most
// the product of schemas and values, and never exponential.
type evaluator struct {
	*Schema
	text    string
	explain bool // faults are wanted, not the verdict alone
	steps   int
	nest    int
	stop    <-chan struct{}
	broken  *Violation // the limit that ended the evaluation
	slow    stopwatch

	digests  digests
	strings  map[*value]string
	keys     map[*member]*value
	memo     map[memoKey]*result
	contexts []context
}

type memoKey struct {
	schema  *jsonschema.Schema
	value   *value
	context int
}

// context is the part of the dynamic scope that counts: where each dynamic
// anchor leads. The outermost resource that has it decides.
type context struct {
	leads map[string]*jsonschema.Schema
	inner map[*resource]int // the context in a resource that is entered
}

// result is what a schema says of a value. A nil *result is being worked out.
type result struct {
	ok    bool
	fault *fault // if not ok, and faults are wanted
	seen  bits   // the members or items that were evaluated, if ok and these are tracked
}

// fault is one thing that is wrong with a value. A fault may be a cause of
// several others.
type fault struct {
	at     *value
	kind   jsonschema.ErrorKind
	causes []*fault
}

func (s *Schema) evaluator(text string, explain bool, stop <-chan struct{}) *evaluator {
	e := &evaluator{Schema: s, text: text, explain: explain, stop: stop, digests: newDigests(text), memo: map[memoKey]*result{}}
	if s.plan.resources != nil {
		e.contexts = []context{{inner: map[*resource]int{}}}
	}
	return e
}

// step counts work, and reports whether it may go on.
func (e *evaluator) step(v *value, n int) bool {
	before := e.steps
	e.steps += n
	switch {
	case e.broken != nil:
		return false
	case e.steps > MaxSteps:
		e.exceed(v, "takes too many steps to check against the tool's schema: send fewer values")
	case e.nest > maxNest:
		e.exceed(v, "is nested too deeply for the tool's schema")
	case e.stop != nil && before>>10 != e.steps>>10:
		select {
		case <-e.stop:
			e.exceed(v, "was not checked to the end, since the check was stopped")
		default:
		}
	}
	return e.broken == nil
}

func (e *evaluator) exceed(v *value, message string) {
	if e.broken == nil {
		e.broken = &Violation{Pointer: pointer(v.path()), Keyword: "limit", Message: message, Offset: v.start}
	}
}

// eval returns what s says of v.
func (e *evaluator) eval(s *jsonschema.Schema, v *value, ctx int) result {
	if !e.step(v, 1) {
		return result{}
	}
	if s.Bool != nil {
		return e.boolean(*s.Bool, v)
	}
	n := e.plan.nodes[s]
	ctx = e.enter(ctx, n.resource)
	e.nest++
	defer func() { e.nest-- }()
	if !n.shared {
		return e.check(n, v, ctx)
	}
	key := memoKey{s, v, ctx}
	if known, ok := e.memo[key]; ok {
		if known == nil {
			return e.fail(v, &kind.RefCycle{})
		}
		return *known
	}
	e.step(v, memoCost)
	e.memo[key] = nil
	r := e.check(n, v, ctx)
	e.memo[key] = &r
	return r
}

func (e *evaluator) boolean(ok bool, v *value) result {
	if ok {
		return result{ok: true}
	}
	return e.fail(v, &kind.FalseSchema{})
}

func (e *evaluator) fail(v *value, k jsonschema.ErrorKind) result {
	if !e.explain || !e.step(v, faultCost) {
		return result{}
	}
	return result{fault: &fault{at: v, kind: k}}
}

// enter returns the context in a resource.
func (e *evaluator) enter(ctx int, r *resource) int {
	if r == nil {
		return ctx
	}
	if inner, ok := e.contexts[ctx].inner[r]; ok {
		return inner
	}
	outer := e.contexts[ctx].leads
	leads := maps.Clone(r.anchors)
	maps.Copy(leads, outer)
	inner := ctx
	if len(leads) != len(outer) {
		inner = e.context(leads)
	}
	e.contexts[ctx].inner[r] = inner
	return inner
}

func (e *evaluator) context(leads map[string]*jsonschema.Schema) int {
	for i := range e.contexts {
		if maps.Equal(e.contexts[i].leads, leads) {
			return i
		}
	}
	e.contexts = append(e.contexts, context{leads, map[*resource]int{}})
	return len(e.contexts) - 1
}

// lead returns the schema to which a dynamic reference to s leads.
func (e *evaluator) lead(s *jsonschema.Schema, anchor string, ctx int) *jsonschema.Schema {
	if e.contexts == nil {
		return s
	}
	if to, ok := e.contexts[ctx].leads[anchor]; ok {
		return to
	}
	return s
}

// str returns a string, decoded once.
func (e *evaluator) str(v *value) string {
	if s, ok := e.strings[v]; ok {
		return s
	}
	e.step(v, (v.end-v.start)/64)
	s := v.str(e.text)
	if e.strings == nil {
		e.strings = map[*value]string{}
	}
	e.strings[v] = s
	return s
}

// matches compares a string at v with a pattern.
func (e *evaluator) matches(re jsonschema.Regexp, s string, v *value) matching {
	if !e.step(v, 1+len(s)/64) {
		return noMatch
	}
	m := e.slow.match(re, s)
	if m == late {
		e.exceed(v, "takes too long to match the pattern "+clip(re.String(), 128))
	}
	return m
}

// bits is a set of indexes.
type bits []uint64

func (b *bits) add(i int) {
	for len(*b) <= i/64 {
		*b = append(*b, 0)
	}
	(*b)[i/64] |= 1 << (i % 64)
}

func (b bits) has(i int) bool { return i/64 < len(b) && b[i/64]&(1<<(i%64)) != 0 }

func (b *bits) merge(other bits) {
	for len(*b) < len(other) {
		*b = append(*b, 0)
	}
	for i, word := range other {
		(*b)[i] |= word
	}
}
