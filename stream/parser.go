package stream

import (
	"slices"

	"github.com/earlycall/earlycall/parse"
)

// Parser finds the calls in one reply. The zero value finds bare JSON
// envelopes in prose and fences, takes any name, and has the default limits.
// Set the exported fields before the first Feed or Apply, or after Reset.
//
// A Parser serves one reply at a time and one goroutine at a time. It reads
// no more than what it is given, keeps no more than the limits allow, and
// never panics on what a model says.
type Parser struct {
	Format        *Format // the model's format; nil: bare JSON for Feed, no search in the text of a provider's stream for Apply
	Tools         Tools   // the tools that were offered; nil: any name. Arguments are not checked by their schemas: see packages schema and dispatch
	InReasoning   bool    // the reply starts inside reasoning: the prompt's template has opened it
	DecodeStrings bool    // a native call's arguments may be a JSON string that holds the object
	MaxCall       int     // bytes a call, from its first byte; 0 or less: parse.DefaultMaxCall; at most 256 MiB
	MaxDepth      int     // open objects and arrays a call; 0 or less: parse.DefaultMaxDepth; at most 1,024
	MaxOpen       int     // open native calls; 0: DefaultMaxOpen

	events  []Event
	row     *row
	limits  limits
	begun   bool
	ended   bool
	visited int64
	types   map[string]map[string]parse.Types // per tool, as its schema is first needed
	first   reply
	others  map[int]*reply // the choices but 0
	native  native
}

// DefaultMaxOpen is how many native calls may be open at once.
const DefaultMaxOpen = 128

// maxChoices is how many parallel choices a reply may have.
const maxChoices = 128

// keepEvents is how many events the list of a Feed may have room for to be
// kept for the next reply.
const keepEvents = 1 << 10

// keepBytes is how large a buffer may be to be kept for the next reply in any
// case. A larger one is kept if the last reply needed a good part of it.
const keepBytes = 64 << 10

type limits struct {
	call  int // bytes
	depth int // levels
}

// begin makes the parser ready for a reply.
func (p *Parser) begin() {
	p.begun = true
	if p.row == nil || p.row.format != p.Format && !(p.Format == nil && p.row.format == &bareJSON) {
		p.row = newRow(p.Format)
	}
	p.limits.call, p.limits.depth = Options{MaxCall: p.MaxCall, MaxDepth: p.MaxDepth}.Limits()
	clear(p.types) // the tools may have changed after Reset
	p.first.start(p, 0)
}

// reply returns the machine of a choice.
func (p *Parser) reply(choice int) *reply {
	if choice == 0 {
		return &p.first
	}
	r := p.others[choice]
	if r == nil {
		if p.others == nil {
			p.others = make(map[int]*reply)
		}
		r = new(reply)
		r.start(p, choice)
		p.others[choice] = r
	}
	return r
}

// Feed reads the next chunk of the reply's text and returns what became
// known, in order. The slice is valid until the next call; the strings in it
// for ever. After Finish it returns nothing until Reset.
func (p *Parser) Feed(text string) []Event {
	p.events = p.events[:0]
	if !p.begun {
		p.begin()
	}
	if !p.ended {
		p.first.feed(text)
	}
	return p.events
}

// FeedBytes is Feed for bytes, which it copies once.
func (p *Parser) FeedBytes(text []byte) []Event { return p.Feed(string(text)) }

// Apply reads the next delta of a provider's stream: text, reasoning, or what
// concerns a native call. Text is searched for calls only if the parser has a
// Format (formats.Lookup("json") for bare JSON): a server that gives native
// calls has found them already.
func (p *Parser) Apply(d Delta) []Event {
	p.events = p.events[:0]
	if !p.begun {
		p.begin()
	}
	switch {
	case p.ended:
	case d.Choice < 0 || d.Choice >= maxChoices:
		p.emitError(parse.ErrLimit, "the choice's index is out of range")
	case d.Kind == DeltaFeed, d.Kind == DeltaText && p.Format != nil:
		p.nativeSee()
		p.reply(d.Choice).feed(d.Text)
	case d.Kind == DeltaText:
		p.nativeSee()
		p.reply(d.Choice).pass(KindText, d.Text)
	case d.Kind == DeltaReasoning:
		p.nativeSee()
		p.reply(d.Choice).pass(KindReasoning, d.Text)
	default:
		p.interrupt(d.Kind)
		p.nativeDelta(d)
	}
	return p.events
}

// interrupt tells the machines of the text what a delta of that kind means to
// them: text may be missing, or it begins anew. In a reply that begins anew
// before it was complete, the calls that are out are taken back.
func (p *Parser) interrupt(kind DeltaKind) {
	if kind != DeltaLost && kind != DeltaRestart {
		return
	}
	abandoned := kind == DeltaRestart && (p.native.reply == nil || !p.native.reply.done)
	for _, choice := range p.choices() {
		r := p.reply(choice)
		r.interrupt(kind == DeltaLost)
		if abandoned {
			r.takeBack()
		}
	}
}

// choices returns the choices whose text has begun, in order.
func (p *Parser) choices() []int {
	choices := make([]int, 1, 1+len(p.others))
	for choice := range p.others {
		choices = append(choices, choice)
	}
	slices.Sort(choices)
	return choices
}

// textEvent emits an event that has a text and nothing else. There may be one
// for every chunk: it is written in place.
func (p *Parser) textEvent(kind Kind, choice int, index int32, off int64, text string) {
	n := len(p.events)
	if n == cap(p.events) {
		p.events = append(p.events, Event{})
	} else {
		p.events = p.events[:n+1]
	}
	e := &p.events[n]
	e.Kind, e.Complete, e.Choice, e.Index, e.Offset = kind, false, int16(choice), index, off
	e.Text, e.ID = text, ""
	e.Call, e.Err = nil, nil
}

// emitError reports what went wrong outside of calls.
func (p *Parser) emitError(code Code, message string) { p.emitErrorAt(code, 0, message) }

func (p *Parser) emitErrorAt(code Code, off int64, message string) {
	p.events = append(p.events, Event{Kind: KindError, Index: -1, Offset: off,
		Err: &Error{Code: code, Index: -1, Offset: off, Message: message}})
}

// Finish says that the reply has ended. It returns what only the end can
// settle, and then one KindEnd.
func (p *Parser) Finish() []Event {
	p.events = p.events[:0]
	if !p.begun {
		p.begin()
	}
	if p.ended {
		return nil
	}
	p.ended = true
	p.nativeFinish()
	whole := p.first.finish()
	if len(p.others) > 0 {
		for _, choice := range p.choices()[1:] {
			whole = p.reply(choice).finish() && whole
		}
	}
	complete, reason := p.nativeComplete()
	p.events = append(p.events, Event{Kind: KindEnd, Index: -1, Offset: p.first.pos,
		Complete: complete && whole, Text: reason})
	return p.events
}

// Pending returns the bytes of the first choice's text that are held back
// because it is not decided what they are.
func (p *Parser) Pending() string { return p.first.pending() }

// Visited returns how many bytes of text and of native calls' arguments were
// read so far, those that were read again counted again: at most four for each
// byte that came.
func (p *Parser) Visited() int64 { return p.visited }

// Reset makes the parser ready for another reply. It keeps the options and
// small buffers.
func (p *Parser) Reset() {
	p.begun, p.ended = false, false
	p.visited = 0
	p.first.reset()
	p.others = nil
	p.nativeReset()
	clear(p.events)
	if cap(p.events) > keepEvents {
		p.events = nil
	}
	p.events = p.events[:0]
}

// nextIndex gives the next call of a choice its index.
func (p *Parser) nextIndex(choice int) int32 {
	r := p.reply(choice)
	r.calls++
	return r.calls - 1
}

// textLen returns the length of a choice's text so far.
func (p *Parser) textLen(choice int) int64 { return p.reply(choice).pos }
