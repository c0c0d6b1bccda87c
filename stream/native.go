package stream

// native is a stand-in: replaced by the slot machine.
type native struct{}

func (p *Parser) nativeDelta(d Delta)            {}
func (p *Parser) nativeFinish()                  {}
func (p *Parser) nativeComplete() (bool, string) { return true, "" }
func (p *Parser) nativeReset()                   {}
