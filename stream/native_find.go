package stream

// find returns the index in calls of the call that the delta speaks of, if
// there is one. Where there is none, first is not 0 if the delta begins a
// candidate: a call that claims the id of the call with the index first - 1; it
// is -1 if it must not begin a call.
func (n *nativeReply) find(d *Delta) (at int32, found bool, first int32) {
	ch := n.choice(d.Choice)
	switch d.Slot {
	case SlotStart:
		return 0, false, 0
	case SlotBlock:
		at, found = n.findBlock(ch, d)
	case SlotItem:
		at, found, first = n.findItem(ch, d)
	default:
		at, found, first = n.findEntry(ch, d)
	}
	if found {
		at = n.original(at)
	}
	return at, found, first
}

// original returns the index of the call that a silent candidate repeats; of
// any other call its own.
func (n *nativeReply) original(at int32) int32 {
	if c := &n.calls[at]; c.state == callSilent {
		return c.first - 1
	}
	return at
}

// claim returns what a candidate for the id of a call keeps of that: the index
// of the call that had the id first, + 1.
func (n *nativeReply) claim(at int32) (first int32) {
	if c := &n.calls[at]; c.first > 0 {
		return c.first
	}
	return at + 1
}

// closed reports whether the call's arguments have closed.
func (c *nativeCall) closed() bool { return c.state == callOut || c.state == callUnknown }

// onIndex returns the index in calls of the call on the delta's index.
func (ch *nativeChoice) onIndex(d *Delta) (at int32, found bool) {
	if d.Indexed {
		at, found = ch.byIndex[d.Index]
	}
	return at, found
}

// findBlock finds the call of a block: by its index, and by its id only what
// repeats a call after all blocks.
func (n *nativeReply) findBlock(ch *nativeChoice, d *Delta) (at int32, found bool) {
	at, found = ch.onIndex(d)
	if d.Kind != DeltaSnapshot || found && (d.Name == "" || n.calls[at].name == d.Name) {
		return at, found
	}
	return ch.findID(d)
}

// findItem finds the call of an output item: by the item's id, then by its
// index. An item that claims another one's call id is a candidate.
func (n *nativeReply) findItem(ch *nativeChoice, d *Delta) (at int32, found bool, first int32) {
	if at, found = ch.byID[d.ID]; found && d.ID != "" {
		return at, true, 0
	}
	claimed, known := ch.byID[d.CallID]
	known = known && d.CallID != ""
	if at, found = ch.onIndex(d); found {
		c := &n.calls[n.original(at)]
		switch {
		case d.Name == "", d.CallID != "" && d.CallID == c.callID,
			c.state == callOpen && c.id == "" && c.callID == "" && c.name == "":
			return at, true, 0
		case d.Kind != DeltaSnapshot || known:
		case c.name != "" && c.name != d.Name:
			return 0, false, 0
		case c.closed() && d.CallID != "" && c.callID != "":
			return 0, false, n.claim(at)
		default:
			return at, true, 0
		}
	}
	switch {
	case known && (d.Name == "" || d.Kind == DeltaSnapshot && n.calls[claimed].state == callOpen):
		return claimed, true, 0
	case known:
		return 0, false, n.claim(claimed)
	case !d.Indexed:
		at, found = n.findOnly(ch, d)
		return at, found, 0
	}
	return 0, false, 0
}

// findEntry finds the call of an entry: by its index, where its id is no other
// call's.
func (n *nativeReply) findEntry(ch *nativeChoice, d *Delta) (at int32, found bool, first int32) {
	claimed, known := ch.findID(d)
	at, on := ch.onIndex(d)
	named := d.Name != "" && d.Kind != DeltaClose
	if !known {
		at, found = n.findNew(ch, d, at, on)
		return at, found, 0
	}
	claimed = n.original(claimed)
	switch c := &n.calls[claimed]; {
	case on && (n.calls[at].has(d) || n.calls[at].stray && !named):
		claimed = at
	case !d.Indexed || d.Kind == DeltaSnapshot || !named:
	case !on, n.calls[at].stray, c.closed():
		return 0, false, n.claim(claimed)
	}
	if n.lossy && d.Indexed && !on && !named && d.Kind != DeltaSnapshot {
		return 0, false, -1 // whatever has that index, its beginning may be lost
	}
	if named && d.Kind != DeltaSnapshot && n.calls[n.original(claimed)].closed() {
		return 0, false, n.claim(claimed)
	}
	return claimed, true, 0
}

// has reports whether the call has one of the delta's ids.
func (c *nativeCall) has(d *Delta) bool {
	return d.ID != "" && (d.ID == c.id || d.ID == c.callID) || d.CallID != "" && (d.CallID == c.id || d.CallID == c.callID)
}

// findNew finds the call of an entry whose id is absent or unknown: the call on
// its index, or, where that is absent, the only open one.
func (n *nativeReply) findNew(ch *nativeChoice, d *Delta, at int32, on bool) (int32, bool) {
	switch {
	case !d.Indexed:
		return n.findOnly(ch, d)
	case !on:
		return 0, false
	}
	c := &n.calls[n.original(at)]
	blank := c.id == "" && c.callID == "" && c.name == ""
	switch {
	case d.Name == "":
		return at, true
	case d.hasID() && d.Kind == DeltaSnapshot:
		// A snapshot repeats a call. That its id has changed makes it no other
		// call as long as the name is the same.
		return at, c.name == "" || c.name == d.Name
	case d.hasID(), c.stray:
		return at, blank && !c.stray && !c.closed()
	}
	return at, d.Name == c.name || !c.closed()
}

// findOnly returns the index of the call that a delta speaks of which has
// neither a known id nor an index: the only open call. While none is open, that
// is the call opened last if it has failed, so that the rest of it is dropped.
// The end and the final arguments of a call with an unknown id are another
// call's, and an id alone begins one.
func (n *nativeReply) findOnly(ch *nativeChoice, d *Delta) (at int32, found bool) {
	other := d.hasID() && (d.Name != "" || d.Kind == DeltaClose || d.Kind == DeltaSnapshot || d.Text == "")
	if ch.open == 1 {
		return ch.first - 1, !other
	}
	if ch.open > 0 || ch.latest == 0 || d.Name != "" || other {
		return 0, false
	}
	at = n.original(ch.latest - 1)
	return at, n.calls[at].state >= callUnknown
}
