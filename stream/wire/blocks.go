package wire

import (
	"cmp"
	"maps"
	"slices"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// blocks follows the blocks of a reply whose provider begins and ends each one
// (Anthropic, Bedrock, Cohere, Interactions). It knows which blocks are calls
// of ours, and what a block's end means: without a byte of arguments it may
// come from a cut, and the next block's start or the stop reason decides.
type blocks struct {
	open    map[int]block
	hollow  map[int]bool // the open calls without a byte of arguments
	busy    map[int]bool // the other open calls
	last    int          // the block that began last
	waiting []block      // calls that ended without a byte of arguments
	begun   bool         // the first event of a reply has come
	told    bool         // the reply's finish reason has come
}

type block struct {
	index int
	call  bool // a call of ours; else its fragments are dropped
	begun bool // a byte of arguments has come
	id    string
	input string // the arguments that the start told; "" if none, or {}
}

// maxBlocks is how many blocks are followed at once. One more, and fragments
// can't be told apart any longer: all open calls are lost.
const maxBlocks = 1 << 14

// begin begins a reply. After another one it is a retry, or the next reply: all
// blocks are forgotten.
func (b *blocks) begin(e *emit) {
	if b.begun {
		e.restart()
		*b = blocks{waiting: b.waiting[:0]}
	}
	b.begun = true
}

// at returns the index that a frame tells, or else that of the last block.
func (b *blocks) at(index number) int {
	if index.ok {
		return index.n
	}
	return b.last
}

// start begins a block. Calls that wait are complete, and a call that is open
// on the same index is cut.
func (b *blocks) start(index number, call bool, e *emit) *block {
	b.settle(e, stream.EndingNormal)
	if !index.ok {
		index.n = b.last + 1
	}
	i := index.n
	if old, ok := b.open[i]; ok && old.call {
		e.close(old, stream.EndingCut)
		b.forget(i)
	}
	b.last = i
	return &block{index: i, call: call}
}

// put notes a block that has begun. A block that is no call of ours stays noted
// until another begins on its index, so that late fragments of it are dropped.
func (b *blocks) put(k *block, e *emit) {
	if b.open == nil {
		b.open, b.hollow = make(map[int]block), make(map[int]bool)
		b.busy = make(map[int]bool)
	}
	if _, ok := b.open[k.index]; !ok && len(b.open) == maxBlocks {
		e.lose(lost(parse.ErrLimit, "the reply has too many open blocks"))
		return
	}
	b.open[k.index] = *k
	if k.call {
		b.hollow[k.index] = true
	}
}

// forget forgets a block.
func (b *blocks) forget(index int) {
	delete(b.open, index)
	delete(b.hollow, index)
	delete(b.busy, index)
}

// seam begins a block that says that the model before it was cut off: so were
// its calls that wait or are open.
func (b *blocks) seam(index number, e *emit) {
	b.settle(e, stream.EndingCut)
	if len(b.busy) > 0 {
		e.steps += int64(len(b.busy))
		maps.Copy(b.hollow, b.busy)
		b.busy = make(map[int]bool)
	}
	for _, k := range b.drain(e) {
		e.close(k, stream.EndingCut)
	}
	b.other(index, e)
}

// call begins a block that is a call of ours.
func (b *blocks) call(index number, id, space, name text, e *emit) *block {
	k := b.start(index, true, e)
	k.id = id.string()
	e.add(stream.Delta{Kind: stream.DeltaFragment, Slot: stream.SlotStart, ID: k.id, Index: k.index, Indexed: true,
		Name: fullName(space, name), Namespace: space.string()})
	return k
}

// other begins a block that is no call of ours.
func (b *blocks) other(index number, e *emit) { b.put(b.start(index, false, e), e) }

// prose begins a block of text.
func (b *blocks) prose(index number, e *emit) {
	k := b.start(index, false, e)
	delete(b.open, k.index)
}

// touch says that a block has given something: it begins here if it has not.
func (b *blocks) touch(index number, e *emit) {
	if _, ok := b.open[b.at(index)]; !ok {
		b.settle(e, stream.EndingNormal)
	}
}

// fragment adds argument text of a block.
func (b *blocks) fragment(index number, a argument, e *emit) {
	i := b.at(index)
	k, ok := b.open[i]
	if ok && !k.call || a.text.empty() {
		return
	}
	if ok && !k.begun && !a.blank() {
		k.begun = true
		b.open[i] = k
		delete(b.hollow, i)
		b.busy[i] = true
	}
	e.add(stream.Delta{Kind: stream.DeltaFragment, Slot: stream.SlotBlock, Index: i, Indexed: true, Text: a.string()})
}

// stop ends a block.
func (b *blocks) stop(index number, e *emit) {
	i := b.at(index)
	k, ok := b.open[i]
	if !ok || !k.call {
		return
	}
	b.forget(i)
	switch {
	case k.begun:
		e.close(k, stream.EndingNormal)
	case k.input != "":
		e.add(stream.Delta{Kind: stream.DeltaSnapshot, Slot: stream.SlotBlock, ID: k.id, Index: i, Indexed: true, Text: k.input})
		e.close(k, stream.EndingNormal)
	default:
		b.waiting = append(b.waiting, k)
	}
}

// settle closes the calls that wait.
func (b *blocks) settle(e *emit, ending stream.Ending) {
	e.steps += int64(len(b.waiting))
	for _, k := range b.waiting {
		e.close(k, ending)
	}
	b.waiting = b.waiting[:0]
}

// finish ends the reply for a reason, unless that is empty; told says that the
// same frame has reported an error. The calls without a byte of arguments end here:
// each is looked at once, however often a finish comes.
func (b *blocks) finish(reason, detail text, told bool, e *emit) {
	if reason.empty() {
		return
	}
	b.told = true
	how := ending(reason.string())
	b.settle(e, how)
	for _, k := range b.drain(e) {
		if how == stream.EndingNormal && k.input != "" {
			e.add(stream.Delta{Kind: stream.DeltaSnapshot, Slot: stream.SlotBlock, ID: k.id, Index: k.index, Indexed: true, Text: k.input})
		}
	}
	e.failure(reason, detail, told)
	e.finish(0, reason)
}

// done adds the terminal event. Without a finish reason before it nothing says
// that the calls without a byte of arguments were not cut.
func (b *blocks) done(e *emit) {
	if !b.told {
		b.settle(e, stream.EndingCut)
		for _, k := range b.drain(e) {
			e.close(k, stream.EndingCut)
		}
	}
	e.done()
}

// drain returns the open calls without a byte of arguments, by index, and
// forgets them.
func (b *blocks) drain(e *emit) []block {
	if len(b.hollow) == 0 {
		return nil
	}
	e.steps += int64(len(b.hollow))
	list := make([]block, 0, len(b.hollow))
	for i := range b.hollow {
		list = append(list, b.open[i])
		delete(b.open, i)
	}
	b.hollow = make(map[int]bool)
	slices.SortFunc(list, func(x, y block) int { return cmp.Compare(x.index, y.index) })
	return list
}

// close adds the end of a call.
func (e *emit) close(k block, ending stream.Ending) {
	e.add(stream.Delta{Kind: stream.DeltaClose, Slot: stream.SlotBlock, ID: k.id, Index: k.index, Indexed: true, Ending: ending})
}

// startInput returns the arguments that the start of a block told: "" for
// white space, null and {}, which stand for arguments that are still to come.
func startInput(a argument) string {
	s := a.string()
	for i, want := 0, byte('{'); i < len(s); i++ {
		switch s[i] {
		case ' ', '\t', '\n', '\r':
		case want:
			if want == '}' {
				return ""
			}
			want = '}'
		default:
			return s
		}
	}
	return ""
}
