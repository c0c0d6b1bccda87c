package stream

import "github.com/earlycall/earlycall/parse"

// ending says what settles an open call.
type ending uint8

const (
	endNormal ending = iota // the provider's end, of the call or of all calls: what has come is all
	endCut                  // an end that says that something is missing
	endInput                // the end of the input alone
)

// What is said of a call that is not complete.
const (
	cutByInput    = "the reply ended before the call was complete"
	cutByProvider = "the reply was cut off before the call was complete"
	cutByRestart  = "the reply began anew before the call was complete"
	cutByLoss     = "a part of the reply was lost before the call was complete"
	namelessCall  = "the call has no name"
)

// close applies the provider's end of a call.
func (n *nativeReply) close(d *Delta) {
	at, found, _ := n.find(d)
	if !found {
		return
	}
	if c := &n.calls[at]; c.state == callOpen {
		n.settle(c, endingOf(d.Ending))
	}
}

func endingOf(e Ending) ending {
	if e == EndingCut {
		return endCut
	}
	return endNormal
}

// finish applies the end of a choice.
func (n *nativeReply) finish(d *Delta) {
	ch := n.choice(d.Choice)
	ch.cut, ch.faults = d.Ending == EndingCut, n.faults
	if d.Text != "" {
		n.reason = n.arena.concat(nil, d.Text)
	}
	n.settleChoice(ch, endingOf(d.Ending))
}

// settleAll settles the open calls of all choices. What came after a finish
// reason that says of a cut is cut as well; and so is what is open if the
// provider has reported an error since the choice's last finish: the terminal
// event alone makes nothing complete then.
func (n *nativeReply) settleAll(how ending) {
	for _, ch := range n.choices {
		if n.open == 0 {
			return
		}
		n.steps++
		switch {
		case ch == nil:
		case how == endNormal && (ch.cut || ch.faults < n.faults):
			n.settleChoice(ch, endCut)
		default:
			n.settleChoice(ch, how)
		}
	}
}

func (n *nativeReply) settleChoice(ch *nativeChoice, how ending) {
	for ch.first != 0 {
		n.steps++
		n.settle(&n.calls[ch.first-1], how)
	}
}

// settle ends an open call: it is handed out if an end of that kind makes it
// complete, else it fails.
func (n *nativeReply) settle(c *nativeCall, how ending) {
	a := c.args
	if c.held && !c.begun() {
		n.silence(c)
		return
	}
	if a.state == argBefore && how == endNormal {
		if !n.settleEmpty(c) {
			return
		}
	}
	switch {
	case how == endInput:
		n.fail(c, fail{parse.ErrTruncated, int(c.read), cutByInput}, "")
	case a.state != argDone && (a.state != argHeld || how == endCut):
		n.fail(c, fail{parse.ErrTruncated, int(c.read), cutByProvider}, "")
	case c.name == "":
		n.fail(c, fail{parse.ErrNoName, int(c.read), namelessCall}, "")
	default:
		n.complete(c)
	}
}

// settleEmpty makes the arguments of a call that has no argument text: what
// came by path, or else {}. It reports whether the call is still open.
func (n *nativeReply) settleEmpty(c *nativeCall) bool {
	a := c.args
	switch {
	case a.tree == nil:
		a.make(parse.EmptyArguments)
	case a.tree.open == 0:
		text := a.tree.json()
		a.tree = nil
		at := int64(0)
		for len(text) > 0 && a.state != argDone {
			k, bad := a.take(text, at, &n.p.limits, false)
			if bad.code != 0 {
				n.fail(c, bad, oneByte(text, k))
				return false
			}
			text, at = text[k:], at+int64(k)
		}
	}
	return true
}

// lost applies the loss of a frame: what was in it may have belonged to any
// open call.
func (n *nativeReply) lost(d *Delta) {
	n.fault(d, parse.ErrProtocol, "a frame of the stream could not be read")
	n.lossy = true
	n.failAll(parse.ErrProtocol, cutByLoss)
}

func (n *nativeReply) failAll(code Code, message string) {
	for _, ch := range n.choices {
		if n.open == 0 {
			return
		}
		n.steps++
		for ch != nil && ch.first != 0 {
			n.steps++
			c := &n.calls[ch.first-1]
			n.fail(c, fail{code, int(c.read), message}, "")
		}
	}
}

// restart begins the reply anew. What is open is abandoned. What is out from
// the old reply stands if that was complete; else its calls are taken back.
func (n *nativeReply) restart() {
	n.failAll(parse.ErrTruncated, cutByRestart)
	n.steps += int64(len(n.calls))
	for i := range n.calls {
		if c := &n.calls[i]; !n.done {
			n.conflict(c, parse.ErrConflict, c.read, "the reply that the call came from began anew")
		}
	}
	n.forget()
}
