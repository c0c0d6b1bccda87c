package wire

import (
	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// The free text of a custom tool's call becomes the arguments {"input":"…"},
// written as JSON while the text arrives.
const (
	customOpen  = `{"input":"`
	customClose = `"}`
)

// customDelta adds a piece of the text of a custom call.
func (a *openAIResponses) customDelta(m *responseItem, index number, t text, e *emit) {
	if a.skips(m, index) {
		return
	}
	key := itemOf(index, m.id)
	d := m.delta(stream.DeltaFragment, index)
	if !a.custom[key] {
		note(&a.custom, key, e)
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
	if a.skips(m, index) {
		return
	}
	key := itemOf(index, m.id)
	half := e.takeHalf(stream.DeltaFragment, index.n)
	switch {
	case m.input.ok:
		d := m.delta(stream.DeltaSnapshot, index)
		d.Text = customOpen + quoted(m.input.string()) + customClose
		e.add(d)
	case a.custom[key]:
		d := m.delta(stream.DeltaFragment, index)
		if half != 0 {
			d.Text = replacement
		}
		d.Text += customClose
		e.add(d)
	}
	delete(a.custom, key)
}

// customItem adds what a custom call's item holds at its end. The text of one
// that was cut stays open, and its end makes it truncated.
func (a *openAIResponses) customItem(m *responseItem, index number, e *emit) {
	ended, ok := m.ending()
	switch {
	case ok && ended == stream.EndingNormal:
		a.customDone(m, index, e)
	case !a.custom[itemOf(index, m.id)]:
		d := m.delta(stream.DeltaFragment, index)
		d.Text = customOpen + quoted(m.input.string())
		e.add(d)
	}
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

// custom is a call of a custom tool in Chat Completions whose text is open: no
// event of its own ends it there, but its choice's finish reason does.
type custom struct {
	who  stream.Delta // the call, without text
	half int          // where half of a character waits, see emit.join
	done bool         // a snapshot has given all of it
}

// maxCustoms is how many texts of custom tools can be open in a choice at once.
const maxCustoms = 1 << 14

// call adds a fragment of a call.
func (a *openAIChat) call(choice int, c *chatCall, e *emit) {
	if !c.custom {
		e.fragment(choice, c)
		return
	}
	p := a.reply(choice)
	at, ok := p.find(c)
	if !ok && len(p.custom) == maxCustoms {
		e.lose(lost(parse.ErrLimit, "the reply has too many open calls of custom tools"))
		return
	}
	d := c.delta(stream.DeltaFragment, choice)
	if !ok {
		at = p.begin(choice, d)
		a.openText(choice, p)
		d.Text = customOpen
	}
	d.Text += quoted(e.join(stream.DeltaFragment, p.custom[at].half, c.input))
	if d.Text != "" || d.Name != "" || d.ID != "" {
		e.add(d)
	}
}

// find returns where the open call is that an entry continues. A new id begins
// another one, on an index that is used too.
func (p *chatReply) find(c *chatCall) (at int, ok bool) {
	if at, ok = len(p.custom)-1, len(p.custom) > 0; c.index.ok {
		at, ok = p.byIndex[c.index.n]
	}
	if ok && !c.id.empty() && p.custom[at].who.ID != "" && c.id.string() != p.custom[at].who.ID {
		return 0, false
	}
	return at, ok
}

// begin notes that the text of a call is open.
func (p *chatReply) begin(choice int, d stream.Delta) (at int) {
	at = len(p.custom)
	d.Name = ""
	p.custom = append(p.custom, custom{who: d, half: (choice+1)<<32 | at})
	if d.Indexed {
		if p.byIndex == nil {
			p.byIndex = make(map[int]int)
		}
		p.byIndex[d.Index] = at
	}
	return at
}

// openText notes that a choice has an open text. A choice over the limit is not
// followed: its texts stay open, and the reply's end makes them truncated.
func (a *openAIChat) openText(choice int, p *chatReply) {
	if a.texts == nil {
		a.texts = make(map[int]*chatReply)
	}
	if a.replies[choice] == p {
		a.texts[choice] = p
	}
}

// endCustoms ends the open texts of a choice: as they should, or by a cut, after
// which the parser finds them open.
func (a *openAIChat) endCustoms(choice int, p *chatReply, how stream.Ending, e *emit) {
	if len(p.custom) == 0 {
		return
	}
	delete(a.texts, choice)
	e.steps += int64(len(p.custom))
	for _, c := range p.custom {
		if how == stream.EndingCut {
			break
		}
		d := c.who
		if e.takeHalf(stream.DeltaFragment, c.half) != 0 {
			d.Text = replacement
		}
		if c.done {
			continue
		}
		d.Text += customClose
		e.add(d)
	}
	p.custom, p.byIndex = nil, nil
}
