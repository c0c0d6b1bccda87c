package wire

import (
	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// gemini reads the chunks of streamGenerateContent. A call comes whole, or, if
// the client has asked for it, as a name and then values for paths of its
// arguments; such a call gets an index of its own here.
type gemini struct {
	ends ends
	open map[int]geminiCall // by candidate: the call that paths belong to
	next int                // the index of the next such call

	// What the frame holds, until all of it is known to be JSON.
	candidates []geminiCandidate
	parts      []geminiPart
	paths      []geminiPath
}

// geminiCall is a call whose arguments come as paths.
type geminiCall struct {
	index int
	id    string
	begun bool // a path has come
}

type geminiCandidate struct {
	index          number
	parts          span
	finish, detail text
}

type geminiPart struct {
	text    text
	thought bool
	call    geminiFunction
}

type geminiFunction struct {
	set       bool
	id, name  text
	args      argument
	argsSet   bool // args is there, perhaps as null
	paths     span
	pathsSet  bool
	continues bool
}

// geminiPath is a value for one path.
type geminiPath struct {
	path      text
	value     []byte // as JSON; nil if only the value's end is reported
	continues bool
}

func (a *gemini) frame(f *Frame, r *reader, e *emit) verdict {
	a.candidates, a.parts, a.paths = a.candidates[:0], a.parts[:0], a.paths[:0]
	var err, blocked, top fault
	var usage []byte
	known := false
	for name := range r.members {
		switch string(name) {
		case "candidates":
			known = true
			a.candidates = a.candidates[:0]
			for range r.elements {
				a.candidates = append(a.candidates, a.candidate(r))
			}
		case "promptFeedback":
			known = true
			blocked = promptFeedback(r)
		case "usageMetadata":
			r.keepRaw(&usage)
		case "error":
			r.keepFault(&err)
		default:
			top.member(name, r)
		}
	}
	if !r.end() {
		return frameBroken
	}
	if !err.set && reports(f, top.typ) {
		err, err.set = top, true
	}
	for i := range a.candidates {
		a.emit(&a.candidates[i], err.set, e)
	}
	e.setUsage(usage)
	e.fault(blocked)
	e.fault(err)
	return know(known || usage != nil || err.set)
}

// promptFeedback reads why a prompt was refused, if it was.
func promptFeedback(r *reader) (f fault) {
	for name := range r.members {
		switch string(name) {
		case "blockReason":
			f.typ = r.text()
			f.set = !f.typ.empty()
		case "blockReasonMessage":
			f.message = r.text()
		}
	}
	return f
}

func (a *gemini) candidate(r *reader) (c geminiCandidate) {
	for name := range r.members {
		switch string(name) {
		case "index":
			c.index = r.number()
		case "content":
			c.parts = a.content(r)
		case "finishReason":
			c.finish = r.text()
		case "finishMessage":
			c.detail = r.text()
		}
	}
	return c
}

func (a *gemini) content(r *reader) (s span) {
	for name := range r.members {
		if string(name) == "parts" {
			s.from = len(a.parts)
			for range r.elements {
				a.parts = append(a.parts, a.part(r))
			}
			s.to = len(a.parts)
		}
	}
	return s
}

func (a *gemini) part(r *reader) (p geminiPart) {
	for name := range r.members {
		switch string(name) {
		case "text":
			p.text = r.text()
		case "thought":
			p.thought = r.flag()
		case "functionCall":
			p.call = a.function(r)
		}
	}
	return p
}

func (a *gemini) function(r *reader) (c geminiFunction) {
	c.set = r.peek() == '{'
	for name := range r.members {
		switch string(name) {
		case "id":
			c.id = r.text()
		case "name":
			c.name = r.text()
		case "args":
			c.argsSet = true
			c.args = r.argument()
		case "willContinue":
			c.continues = r.flag()
		case "partialArgs":
			c.pathsSet = false
			c.paths.from = len(a.paths)
			for range r.elements {
				c.pathsSet = true
				a.paths = append(a.paths, partialArg(r))
			}
			c.paths.to = len(a.paths)
		}
	}
	return c
}

func partialArg(r *reader) (p geminiPath) {
	for name := range r.members {
		switch string(name) {
		case "jsonPath":
			p.path = r.text()
		case "stringValue", "numberValue", "boolValue":
			p.value = r.raw()
		case "nullValue":
			p.value = jsonNull
		case "willContinue":
			p.continues = r.flag()
		}
	}
	return p
}

var jsonNull = []byte("null")

// emit adds the deltas of a candidate: its parts, then its end.
func (a *gemini) emit(c *geminiCandidate, told bool, e *emit) {
	i := c.index.n
	for k := range a.parts[c.parts.from:c.parts.to] {
		p := &a.parts[c.parts.from+k]
		kind := stream.DeltaText
		if p.thought {
			kind = stream.DeltaReasoning
		}
		e.prose(kind, i, p.text)
		if p.call.set {
			a.call(i, &p.call, e)
		}
	}
	if c.finish.is("FINISH_REASON_UNSPECIFIED") {
		c.finish = text{}
	}
	if !c.finish.empty() {
		a.leave(i, ending(c.finish.string()), e)
	}
	e.failure(c.finish, c.detail, told)
	e.finish(i, c.finish)
	a.ends.watch(i, !c.finish.empty())
}

// call adds what a functionCall tells.
func (a *gemini) call(choice int, c *geminiFunction, e *emit) {
	open, ok := a.open[choice]
	if ok && !c.name.empty() && (c.id.empty() || c.id.string() != open.id) {
		a.leave(choice, stream.EndingNormal, e)
		ok = false
	}
	switch {
	case ok || c.pathsSet:
	case !c.name.empty() && c.continues:
	case c.name.empty() && !c.argsSet: // a keep-alive, or an end of nothing
		return
	default:
		e.add(stream.Delta{Kind: stream.DeltaWhole, Choice: choice, ID: c.id.string(), Name: c.name.string(), Text: c.arguments()})
		return
	}
	if !ok && !c.name.empty() {
		a.begin(choice, c, e)
	}
	a.values(choice, c, e)
}

// arguments returns the arguments of a whole call: "" if there are none.
func (c *geminiFunction) arguments() string {
	if c.argsSet && !c.args.text.ok {
		return "null"
	}
	return c.args.string()
}

// begin begins a call whose arguments come as paths.
func (a *gemini) begin(choice int, c *geminiFunction, e *emit) {
	k := geminiCall{index: a.next, id: c.id.string()}
	a.next++
	if a.open == nil {
		a.open = make(map[int]geminiCall)
	}
	e.add(stream.Delta{Kind: stream.DeltaFragment, Choice: choice, ID: k.id, Index: k.index, Indexed: true, Name: c.name.string()})
	if len(a.open) == maxChoices {
		e.lose(lost(parse.ErrLimit, "the reply has too many candidates"))
		return
	}
	a.open[choice] = k
}

// values adds values for paths of the open call, and its end.
func (a *gemini) values(choice int, c *geminiFunction, e *emit) {
	open, ok := a.open[choice]
	who := stream.Delta{Choice: choice, ID: open.id, Index: open.index, Indexed: ok}
	for _, p := range a.paths[c.paths.from:c.paths.to] {
		d := who
		d.Kind, d.Path, d.Text, d.More = stream.DeltaPath, p.path.string(), string(p.value), p.continues
		if p.value == nil && p.continues {
			continue
		}
		open.begun = true
		e.add(d)
	}
	if !ok {
		return
	}
	if s := c.args.string(); s != "" {
		d := who
		d.Kind, d.Text = stream.DeltaSnapshot, s
		open.begun = true
		e.add(d)
	}
	a.open[choice] = open
	if !c.continues {
		a.close(choice, stream.EndingNormal, e)
	}
}

// leave ends the open call, whose own end did not come: it may be complete only
// if it has a path, and if what ends it is no cut.
func (a *gemini) leave(choice int, ending stream.Ending, e *emit) {
	if k, ok := a.open[choice]; ok {
		if !k.begun {
			ending = stream.EndingCut
		}
		a.close(choice, ending, e)
	}
}

func (a *gemini) close(choice int, ending stream.Ending, e *emit) {
	k := a.open[choice]
	delete(a.open, choice)
	e.add(stream.Delta{Kind: stream.DeltaClose, Choice: choice, ID: k.id, Index: k.index, Indexed: true, Ending: ending})
}

func (a *gemini) finish(e *emit) { a.ends.finish(e) }
