package subject

import "github.com/earlycall/earlycall/stream"

// Parser is the whole parser, with its zero value's options but for one
// limit: bare JSON calls in prose, any name.
type Parser struct {
	Calls, Failed int // what became of the calls

	parser stream.Parser
}

func (p *Parser) Feed(chunk string) {
	p.parser.MaxCall = 32 << 20 // the longest call has 16 MB, which its envelope makes more than the default
	p.count(p.parser.Feed(chunk))
}

func (p *Parser) End() {
	p.count(p.parser.Finish())
	p.parser.Reset()
}

func (p *Parser) count(events []stream.Event) {
	for i := range events {
		if events[i].Kind != stream.KindCallEnd {
			continue
		}
		if events[i].Err != nil {
			p.Failed++
		} else {
			p.Calls++
		}
	}
}
