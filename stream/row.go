package stream

import (
	"slices"
	"strings"

	"github.com/earlycall/earlycall/parse"
)

// row is a format made ready for the machine: its markers in one list, and
// which bytes stop the reading of text.
type row struct {
	format  *Format
	markers []marker
	stops   [256]stops
	only    int // the one byte that stops the reading of text; -1 if there are several
}

// marker is one literal of a row.
type marker struct {
	text string
	role role
	pair int8 // of roleThink and roleUnthink: which pair of reasoning markers
}

// role says what a marker is for. A set of roles says which markers can
// stand at a place.
type role uint16

const (
	roleOpen       role = 1 << iota // opens a call or a section: <tool_call>
	roleClose                       // closes it: </tool_call>
	roleTurn                        // ends the turn: <|im_end|>
	roleThink                       // opens reasoning: <think>
	roleUnthink                     // closes it: </think>
	roleArguments                   // between name and arguments: [ARGS]
	roleID                          // between name and id: [CALL_ID]
	roleTagOpen                     // <function=
	roleTagClose                    // </function>
	roleKey                         // <parameter=
	roleValueClose                  // </parameter>
)

// stops tells for one byte where it must be looked at.
type stops uint8

const (
	stopsText   stops = 1 << iota // in text
	stopsReason                   // in reasoning
	stopsMarker                   // it begins a marker of the row
	stopsBroken                   // in a broken body, outside of strings
	stopsValue                    // in the raw text of a parameter
)

// bareJSON is the row of the zero value of Parser.
var bareJSON = Format{Name: "json", Shapes: parse.ShapeBare}

var think = []parse.Pair{{Open: "<think>", Close: "</think>"}}

// defaultKeys are the names of an envelope's members where a row names none.
var defaultKeys = parse.Keys{
	Name:      []string{"name"},
	Arguments: []string{"arguments", "parameters", "args"},
	ID:        []string{"id"},
}

func newRow(f *Format) *row {
	if f == nil {
		f = &bareJSON
	}
	w := &row{format: f}
	w.addReasoning()
	w.add(roleOpen, f.Open...)
	w.add(roleClose, f.Close...)
	w.add(roleTurn, f.EndOfTurn...)
	if w.has(parse.ShapeNamed) {
		w.add(roleArguments, f.Named.Arguments)
		if f.Named.Arguments != "" { // which ends the id
			w.add(roleID, f.Named.ID)
		}
	}
	if t := f.Tagged; w.has(parse.ShapeTagged) && !slices.Contains([]string{t.Open, t.OpenEnd, t.Close, t.Key, t.KeyEnd, t.ValueClose}, "") {
		w.add(roleTagOpen, f.Tagged.Open)
		w.add(roleTagClose, f.Tagged.Close)
		w.add(roleKey, f.Tagged.Key)
		w.add(roleValueClose, f.Tagged.ValueClose)
	}
	w.findStops()
	return w
}

func (w *row) has(s parse.Shape) bool { return w.format.Shapes&s != 0 }

func (w *row) addReasoning() {
	pairs := w.format.Reasoning
	if pairs == nil {
		pairs = think
	}
	for i, pair := range pairs {
		for _, m := range [...]marker{{pair.Open, roleThink, int8(i)}, {pair.Close, roleUnthink, int8(i)}} {
			if m.text != "" {
				w.markers = append(w.markers, m)
			}
		}
	}
}

// reasons reports whether the row has markers of reasoning.
func (w *row) reasons() bool { return len(w.markers) > 0 && w.markers[0].role == roleThink }

func (w *row) add(r role, texts ...string) {
	for _, text := range texts {
		if text != "" {
			w.markers = append(w.markers, marker{text: text, role: r})
		}
	}
}

// findStops fills the table of stops.
func (w *row) findStops() {
	for _, m := range w.markers {
		s := stopsMarker
		if m.role&(roleOpen|roleClose|roleTurn|roleThink|roleUnthink|roleTagOpen|roleTagClose) != 0 {
			s |= stopsText
		}
		if m.role == roleUnthink || m.role == roleThink || w.format.CallsInReasoning && m.role&(roleOpen|roleClose|roleTagOpen|roleTagClose) != 0 {
			s |= stopsReason
		}
		if m.role&rolesEnd != 0 {
			s |= stopsBroken
		}
		if m.role == roleValueClose || m.role == roleTagClose {
			s |= stopsValue
		}
		w.stops[m.text[0]] |= s
	}
	for _, c := range "{}\"'`[,:\n" {
		w.stops[c] |= stopsBroken
	}
	w.stops['\n'] |= stopsValue
	if w.has(parse.ShapeBare) {
		for _, c := range "{}[\n`~" {
			w.stops[c] |= stopsText
		}
		w.stops['~'] |= stopsBroken
	}
	w.only = w.single(stopsText)
}

// rolesEnd are the markers that end a broken body.
const rolesEnd = roleOpen | roleClose | roleTagOpen | roleTagClose

// single returns the only byte that has that stop, or -1.
func (w *row) single(s stops) int {
	only := -1
	for c := range w.stops {
		if w.stops[c]&s == 0 {
			continue
		}
		if only >= 0 {
			return -1
		}
		only = c
	}
	return only
}

// next returns the index of the first byte of in, from i on, that has one of
// the stops, or len(in).
func (w *row) next(in string, i int, s stops) int {
	if s == stopsText && w.only >= 0 {
		if n := strings.IndexByte(in[i:], byte(w.only)); n >= 0 {
			return i + n
		}
		return len(in)
	}
	for i < len(in) && w.stops[in[i]]&s == 0 {
		i++
	}
	return i
}

// match finds the marker of one of those roles that begins with head, which
// was read before, and goes on with in. It returns the marker and how many
// bytes of in it takes. If there is none, more reports whether the input ended
// inside one. Of the markers that close reasoning only the pair's own counts; of pair -1,
// each.
func (w *row) match(head []byte, in string, roles role, pair int8) (m *marker, n int, more bool) {
	for i := range w.markers {
		m := &w.markers[i]
		if m.role&roles == 0 || m.role == roleUnthink && m.pair != pair && pair >= 0 ||
			len(m.text) <= len(head) || m.text[:len(head)] != string(head) {
			continue
		}
		rest := m.text[len(head):]
		if strings.HasPrefix(in, rest) {
			return m, len(rest), false
		}
		if strings.HasPrefix(rest, in) {
			more = true
		}
	}
	return nil, 0, more
}

// common returns how many of the bytes head + in some marker of those roles
// begins with, at most.
func (w *row) common(head []byte, in string, roles role) (n int) {
	for i := range w.markers {
		m := &w.markers[i]
		if m.role&roles == 0 {
			continue
		}
		k := 0
		for k < len(m.text) && k < len(head)+len(in) && m.text[k] == byteAt(head, in, k) {
			k++
		}
		n = max(n, k)
	}
	return n
}

// byteAt returns the i-th byte of head + in.
func byteAt(head []byte, in string, i int) byte {
	if i < len(head) {
		return head[i]
	}
	return in[i-len(head)]
}
