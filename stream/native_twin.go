package stream

// A candidate is an entry that claims the id of another call. Nothing of it goes
// out until its arguments close or its end comes: then it is silent if it has
// got no arguments, or those of a call of that id and name; else it is a call.

// twin identifies the arguments of a candidate that became a call.
type twin struct {
	first  int32 // as in nativeCall
	digest uint64
	name   string
}

// repeats reports whether a candidate whose arguments are complete repeats a
// call of its id. If it does not it is a call from now on.
func (n *nativeReply) repeats(c *nativeCall) bool {
	first := &n.calls[c.first-1]
	t := twin{c.first, c.digest, c.name}
	if first.closed() && first.digest == t.digest && first.name == t.name || n.twins[t] {
		return true
	}
	if n.twins == nil {
		n.twins = make(map[twin]bool)
	}
	n.twins[t] = true
	c.held = false
	return false
}

// silence ends a candidate of which nothing goes out.
func (n *nativeReply) silence(c *nativeCall) { n.endCall(c, callSilent) }

// hasTwin reports whether a candidate for the call's id became a call with the
// call's name and those arguments.
func (n *nativeReply) hasTwin(c *nativeCall, sum uint64) bool {
	return n.twins[twin{n.claim(c.number - 1), sum, c.name}]
}
