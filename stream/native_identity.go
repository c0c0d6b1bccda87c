package stream

import "github.com/earlycall/earlycall/parse"

// fragment applies the next piece of a call.
func (n *nativeReply) fragment(d *Delta) {
	if d.ID == "" && d.CallID == "" && d.Name == "" && d.Text == "" {
		return
	}
	c := n.place(d)
	if c == nil || !n.learn(c, d) {
		return
	}
	if c.state == callOpen && c.args.tree != nil && d.Text != "" {
		n.fail(c, fail{parse.ErrConflict, 0, bothWays}, "")
		return
	}
	n.readText(c, d.Text, false)
}

// place returns the call that the delta speaks of, which it opens if there is
// none yet. It returns nil if the delta can't be placed; that has been told.
func (n *nativeReply) place(d *Delta) *nativeCall {
	at, found := n.find(d)
	if found {
		if d.hasID() && d.Indexed {
			n.choice(d.Choice).bind(d.Index, at, false)
		}
		return &n.calls[at]
	}
	if d.Indexed || d.Name != "" && (d.hasID() || n.choice(d.Choice).open == 0) {
		return n.openCall(d)
	}
	n.unplaced(d)
	return nil
}

// find returns the index of the call that the delta speaks of, if there is one:
// by its id, else by the provider's index, else, where that is absent, the only
// open call.
func (n *nativeReply) find(d *Delta) (at int32, found bool) {
	ch := n.choice(d.Choice)
	if at, found = ch.findID(d); found {
		return at, true
	}
	fresh := d.Name != "" && d.hasID()
	if !d.Indexed {
		return n.findOnly(ch, d)
	}
	at, found = ch.byIndex[d.Index]
	if !found {
		return 0, false
	}
	c := &n.calls[at]
	switch {
	case fresh && d.Kind == DeltaSnapshot:
		// A snapshot repeats a call. That its id has changed makes it no other
		// call as long as the name is the same.
		return at, c.name == "" || c.name == d.Name
	case fresh:
		return at, c.id == "" && c.callID == "" && c.name == ""
	case d.Name != "" && d.Name != c.name:
		return at, c.state != callOut && c.state != callUnknown
	}
	return at, true
}

// findOnly returns the index of the call that a delta speaks of which has
// neither a known id nor an index: the only open call. While none is open, that
// is the call opened last if it has failed, so that the rest of it is dropped.
// The end and the final arguments of a call with an unknown id are another
// call's.
func (n *nativeReply) findOnly(ch *nativeChoice, d *Delta) (at int32, found bool) {
	other := d.hasID() && (d.Name != "" || d.Kind == DeltaClose || d.Kind == DeltaSnapshot)
	if ch.open == 1 {
		return ch.first - 1, !other
	}
	failed := ch.open == 0 && ch.latest > 0 && n.calls[ch.latest-1].state >= callUnknown
	return ch.latest - 1, failed && d.Name == "" && !other
}

// findID returns the index of the call that has one of the delta's ids.
func (ch *nativeChoice) findID(d *Delta) (at int32, found bool) {
	if d.ID != "" {
		at, found = ch.byID[d.ID]
	}
	if d.CallID != "" && !found {
		at, found = ch.byID[d.CallID]
	}
	return at, found
}

func (d *Delta) hasID() bool { return d.ID != "" || d.CallID != "" }

// unplaced reports a delta that speaks of no call that is known, while there
// is nothing that a new call could be known by. A fragment may belong to each
// of the open calls of its choice, so that all of them fail.
func (n *nativeReply) unplaced(d *Delta) {
	ch := n.choice(d.Choice)
	if ch.open == 0 && isBlank(d.Text) {
		return
	}
	const message = "a piece of a call arrived that belongs to no known call"
	n.report(d.Choice, &Error{Code: parse.ErrUnattributed, Message: message})
	if d.Kind == DeltaSnapshot {
		return
	}
	for ch.first != 0 {
		n.fail(&n.calls[ch.first-1], fail{parse.ErrUnattributed, 0, message}, "")
	}
}

// learn notes the ids and the name, or the piece of one, that the delta tells
// of a call. It reports whether the rest of the delta concerns the call: a
// failed call takes nothing.
func (n *nativeReply) learn(c *nativeCall, d *Delta) bool {
	switch c.state {
	case callOpen:
		if d.hasID() {
			n.learnKeys(n.choices[c.choice], n.indexOf(c), d, false)
		}
		return n.learnName(c, d.Name)
	case callFailed:
		return false
	}
	if d.Name != "" && d.Name != c.name {
		n.conflict(c, parse.ErrConflict, c.read, "another name arrived for a call that was complete")
	}
	return true
}

// learnKeys notes what identifies the open call with that index in calls. An
// id stays with the call that had it first. A provider's index that another
// call has goes over to one that has just been opened.
func (n *nativeReply) learnKeys(ch *nativeChoice, at int32, d *Delta, opened bool) {
	c := &n.calls[at]
	n.learnID(ch, at, &c.id, d.ID)
	n.learnID(ch, at, &c.callID, d.CallID)
	if d.Indexed && (d.Kind != DeltaWhole || c.id != "" || c.callID != "") {
		ch.bind(d.Index, at, opened)
	}
}

// bind notes that a provider's index stands for the call with the index at in
// calls, also for one that is complete, unless another call has it; over that
// it goes if so asked.
func (ch *nativeChoice) bind(index int, at int32, over bool) {
	if len(ch.byIndex) >= 2*maxNativeCalls {
		return
	}
	if ch.byIndex == nil {
		ch.byIndex = make(map[int]int32)
	}
	if _, taken := ch.byIndex[index]; !taken || over {
		ch.byIndex[index] = at
	}
}

// learnID gives a call an id if it has none.
func (n *nativeReply) learnID(ch *nativeChoice, at int32, key *string, id string) {
	if id == "" || *key != "" || len(id) > maxNativeKeys-n.keys {
		return
	}
	if _, taken := ch.byID[id]; taken {
		return
	}
	if ch.byID == nil {
		ch.byID = make(map[string]int32)
	}
	n.keys += len(id)
	*key = n.arena.concat(nil, id)
	ch.byID[*key] = at
}

// indexOf returns the index of an open call in calls.
func (n *nativeReply) indexOf(c *nativeCall) int32 {
	if c.prev == 0 {
		return n.choices[c.choice].first - 1
	}
	return n.calls[c.prev-1].next - 1
}

const longName = "the call's name is too long"

// learnName notes the name that a delta tells of an open call: the first one,
// or the next piece while there are no arguments. It reports whether the call
// is still open.
func (n *nativeReply) learnName(c *nativeCall, name string) bool {
	switch {
	case name == "" || name == c.name:
		return true
	case c.begun() && c.name != "":
		n.fail(c, fail{parse.ErrConflict, int(c.read), "another name arrived after the arguments had begun"}, "")
		return false
	case len(c.name)+len(name) > maxNativeName, len(name) > maxNativeKeys-n.keys:
		n.fail(c, fail{parse.ErrLimit, int(c.read), longName}, "")
		return false
	case c.name != "":
		c.name = n.keepName(c.name + name)
		return true
	}
	c.name = n.keepName(name)
	n.show(c, "")
	n.decide(c)
	return true
}

// keepName returns the name as a string that keeps no frame of the stream from
// being freed.
func (n *nativeReply) keepName(name string) string {
	if t, ok := n.p.Tools.Lookup(name); ok {
		return t.Name
	}
	n.keys += len(name)
	return n.arena.concat(nil, name)
}
