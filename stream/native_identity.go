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
// none yet. It returns nil if the delta can't be placed; that has been said.
func (n *nativeReply) place(d *Delta) *nativeCall {
	at, found, first := n.find(d)
	switch {
	case found:
		if d.hasID() && d.Indexed && d.Slot < SlotBlock {
			n.choice(d.Choice).bind(d.Index, at, false)
		}
		return &n.calls[at]
	case n.strays(d):
		n.strand(d)
		return nil
	case first < 0:
		return nil
	case first > 0 || n.opens(d):
		return n.openCall(d, first)
	}
	n.unplaced(d)
	return nil
}

// opens reports whether a delta that speaks of no known call begins one. A
// fragment of a block never does.
func (n *nativeReply) opens(d *Delta) bool {
	switch {
	case d.Slot == SlotBlock:
		return d.Kind == DeltaSnapshot
	case d.Indexed || d.Slot == SlotStart:
		return true
	case d.Name != "":
		return d.hasID() || n.choice(d.Choice).open == 0
	}
	return d.hasID() && d.Text == "" && d.Kind == DeltaFragment
}

// strays reports whether a delta that speaks of no known call is a piece of one
// whose beginning was lost: it names none, and its index is unknown.
func (n *nativeReply) strays(d *Delta) bool {
	return (n.lossy || d.Slot == SlotBlock) && d.Indexed && d.Name == "" &&
		d.Kind != DeltaSnapshot && !isBlank(d.Text)
}

const strayed = "a piece of a call arrived that belongs to no known call"

// strand reports a piece whose beginning was lost. What follows on its index is
// dropped, until another call begins there.
func (n *nativeReply) strand(d *Delta) {
	if c := n.openCall(&Delta{Choice: d.Choice, Index: d.Index, Indexed: true}, 0); c != nil && c.state == callOpen {
		c.stray = true
		n.fail(c, fail{parse.ErrUnattributed, 0, strayed}, "")
	}
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
	n.report(d.Choice, &Error{Code: parse.ErrUnattributed, Message: strayed})
	if d.Kind == DeltaSnapshot {
		return
	}
	for ch.first != 0 {
		n.steps++
		n.fail(&n.calls[ch.first-1], fail{parse.ErrUnattributed, 0, strayed}, "")
	}
}

// learn notes the ids and the name, or the piece of one, that the delta tells
// of a call. It reports whether the rest of the delta concerns the call: a
// failed call takes nothing.
func (n *nativeReply) learn(c *nativeCall, d *Delta) bool {
	switch c.state {
	case callOpen:
		if d.hasID() {
			n.learnKeys(n.choices[c.choice], c.number-1, d, false)
		}
		n.learnSpace(c, d)
		return n.learnName(c, d)
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

// learnID gives a call an id if it has none. The id stands for the call that
// had it first, or, once that has ended, for the candidate that claims it.
func (n *nativeReply) learnID(ch *nativeChoice, at int32, key *string, id string) {
	if id == "" || *key != "" || len(id) > maxNativeKeys-n.keys {
		return
	}
	if had, taken := ch.byID[id]; taken {
		*key = n.calls[had].keyLike(id)
		if c := &n.calls[at]; c.first > 0 && n.calls[had].state != callOpen {
			ch.byID[*key] = at
		}
		return
	}
	if ch.byID == nil {
		ch.byID = make(map[string]int32)
	}
	n.keys += len(id)
	*key = n.arena.concat(nil, id)
	ch.byID[*key] = at
}

// keyLike returns the call's own copy of an id that it has.
func (c *nativeCall) keyLike(id string) string {
	if c.callID == id {
		return c.callID
	}
	return c.id
}

const longName = "the call's name is too long"

// learnName notes the name that a delta gives of an open call: the first one,
// or, on the call's own index, the next piece while there are no arguments. It
// reports whether the call is still open.
func (n *nativeReply) learnName(c *nativeCall, d *Delta) bool {
	name := d.Name
	switch {
	case name == "" || name == c.name:
		return true
	case c.name != "" && (c.begun() || !n.isOn(c, d)):
		n.fail(c, fail{parse.ErrConflict, int(c.read), "another name arrived for a call that has one"}, "")
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

// isOn reports whether the delta's index is that of an open call.
func (n *nativeReply) isOn(c *nativeCall, d *Delta) bool {
	at, ok := n.choices[c.choice].onIndex(d)
	return ok && at == c.number-1
}

// learnSpace notes the namespace that a delta gives of an open call.
func (n *nativeReply) learnSpace(c *nativeCall, d *Delta) {
	if d.Namespace == "" || c.namespace != "" || len(d.Namespace) > maxNativeName {
		return
	}
	n.keys += len(d.Namespace)
	c.namespace = n.arena.concat(nil, d.Namespace)
}

// space returns the namespace that the call's name begins with, if it has one.
func (c *nativeCall) space() string {
	if k := len(c.namespace); k == 0 || len(c.name) <= k || c.name[:k] != c.namespace || c.name[k] != '.' {
		return ""
	}
	return c.namespace
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
