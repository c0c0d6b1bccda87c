package wire

import "github.com/earlycall/earlycall/stream"

// The free text of a custom tool's call becomes the arguments {"input":"…"},
// written as JSON while the text arrives.
const (
	customOpen  = `{"input":"`
	customClose = `"}`
)

// customDelta adds a piece of the text of a custom call.
func (a *openAIResponses) customDelta(m *responseItem, index number, t text, e *emit) {
	if a.skips(index) {
		return
	}
	d := m.delta(stream.DeltaFragment, index)
	if !a.custom[index.n] {
		note(&a.custom, index.n, e)
		d.Text = customOpen
	}
	d.Text += quoted(e.join(stream.DeltaFragment, index.n, t))
	if d.Text != "" {
		e.add(d)
	}
}

// customDone adds the end of a custom call's text, with all of it if the event
// tells it.
func (a *openAIResponses) customDone(m *responseItem, index number, e *emit) {
	if a.skips(index) {
		return
	}
	half := e.takeHalf(stream.DeltaFragment, index.n)
	switch {
	case m.input.ok:
		d := m.delta(stream.DeltaSnapshot, index)
		d.Text = customOpen + quoted(m.input.string()) + customClose
		e.add(d)
	case a.custom[index.n]:
		d := m.delta(stream.DeltaFragment, index)
		if half != 0 {
			d.Text = replacement
		}
		d.Text += customClose
		e.add(d)
	}
	delete(a.custom, index.n)
}

// quoted returns s as the inside of a JSON string.
func quoted(s string) string {
	n := 0
	for n < len(s) && s[n] >= ' ' && s[n] != '"' && s[n] != '\\' {
		n++
	}
	if n == len(s) {
		return s
	}
	return string(appendQuoted(make([]byte, 0, len(s)+8), s))
}

// appendQuoted appends s as the inside of a JSON string.
func appendQuoted(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c < ' ':
			b = append(b, `\u00`...)
			b = append(b, hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
	}
	return b
}
