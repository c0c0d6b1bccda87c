package stream

import "testing"

// An entry's index comes first; an id that another call has is a claim.
func TestNativeClaims(t *testing.T) {
	runNative(t, []nativeTest{
		{name: "another index, other arguments", in: `
			fragment id=a #0 name=f {"x":1}
			fragment id=a #1 name=f {"x":2}
			finish stop
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 f
			delta 1 {"x":2}
			call 1 f id=a {"x":2}
			end stop`},
		{name: "another index, equal arguments, time and again", in: `
			fragment id=a #0 name=f {"x":1,"y":2}
			fragment id=a #1 name=f {"y":2,"x":1}
			fragment id=a #2 name=f {"x":3}
			fragment id=a #3 name=f {"x":3}
			fragment id=b #4 name=f {"x":1,"y":2}
			done`, want: `
			start 0 f
			delta 0 {"x":1,"y":2}
			call 0 f id=a {"x":1,"y":2}
			start 1 f
			delta 1 {"x":3}
			call 1 f id=a {"x":3}
			start 2 f
			delta 2 {"x":1,"y":2}
			call 2 f id=b {"x":1,"y":2}
			end`},
		{name: "equal arguments under another name", in: `
			fragment id=a #0 name=f {"x":1}
			fragment id=a #0 name=g {"x":1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 g
			delta 1 {"x":1}
			call 1 g id=a {"x":1}
			end`},
		{name: "what follows a repeated call is a conflict", in: `
			fragment id=a #0 name=f {"x":1}
			fragment id=a #1 name=f {"x":1}
			fragment #1 }
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			conflict 0 trailing@7
			end`},
		{name: "a name alone, again and again", in: `
			fragment id=a #0 name=f {"x":1}
			fragment id=a #0 name=f
			fragment id=a #0 name=f
			text x
			finish stop
			fragment id=b #0 name=f {"y":1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			text x
			start 1 f
			delta 1 {"y":1}
			call 1 f id=b {"y":1}
			end stop`},
		{name: "both are open: the index tells", in: `
			fragment id=a #0 name=f
			fragment id=a #1 name=f
			fragment #0 {"x":
			fragment #1 {}
			fragment #0 1}
			finish stop
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 f
			delta 1 {}
			call 1 f id=a {}
			end stop`},
		{name: "both are open: a new index is the first one's", in: `
			fragment id=a #0 name=f
			fragment id=a #1 name=f
			fragment id=a #7 {"x":1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			end`},
		{name: "two names on two indexes", in: `
			fragment id=a #0 name=f
			fragment id=a #1 name=g {"x":1}`, want: `
			start 1 g
			delta 1 {"x":1}
			call 1 g id=a {"x":1}
			start 0 f
			failed 0 truncated@0
			end (incomplete)`},
		{name: "a candidate that is cut, and one that is wrong", in: `
			fragment id=a #0 name=f {"x":1}
			fragment id=a #1 name=f {"x":
			fragment id=a #2 name=f {"x"x
			finish (cut) length
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 f
			delta 1 {"x"
			failed 1 syntax@4
			start 2 f
			delta 2 {"x":
			failed 2 truncated@5
			end length`},
		{name: "no index: a name after the close is a candidate", in: `
			fragment id=a name=f {"x":1}
			fragment id=a name=f {"x":
			fragment id=a 2}
			fragment id=a name=f {"x":2}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 f
			delta 1 {"x":2}
			call 1 f id=a {"x":2}
			end`},
		{name: "on the index of another call: the call of the id while it is open, then a candidate", in: `
			fragment id=a #0 name=f {"x":
			fragment id=b #1 name=g {"y":
			fragment id=a #1 name=f 1}
			fragment id=a #1 name=f {"x":2}
			fragment id=b 3}
			done`, want: `
			start 0 f
			delta 0 {"x":
			start 1 g
			delta 1 {"y":
			delta 0 1}
			call 0 f id=a {"x":1}
			start 2 f
			delta 2 {"x":2}
			call 2 f id=a {"x":2}
			delta 1 3}
			call 1 g id=b {"y":3}
			end`},
		{name: "pieces of a name join on one index only", in: `
			fragment id=a #0 name=get_
			fragment id=b #1 name=x
			fragment id=a #1 name=time
			fragment #0 {"x":1}
			fragment id=c name=get_
			fragment name=time {}
			done`, want: `
			start 0 get_
			failed 0 conflict@0
			error unattributed
			start 1 x
			failed 1 unattributed@0
			start 2 get_
			failed 2 unattributed@0
			end`},
		{name: "the id alone, then the name", in: `
			fragment id=a
			fragment name=f {"x":1}
			fragment id=b
			fragment id=b name=g {"y":1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 g
			delta 1 {"y":1}
			call 1 g id=b {"y":1}
			end`},
		{name: "two ids alone: what follows may be of both", in: `
			fragment id=a
			fragment id=b
			fragment name=f {"x":1}
			done`, want: `
			error unattributed
			start 0
			failed 0 unattributed@0
			start 1
			failed 1 unattributed@0
			end`},
		{name: "whole calls of one id", in: `
			whole id=a name=f {"x":1}
			whole id=a name=f {"x":2}
			whole id=a name=f {"x":2}
			whole id=a name=f
			snapshot id=a name=f {"x":2}
			snapshot id=a name=f {"x":3}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 f
			delta 1 {"x":2}
			call 1 f id=a {"x":2}
			conflict 0 conflict@0
			end`},
	})
}

// A piece whose beginning was lost belongs to no call.
func TestNativeStray(t *testing.T) {
	runNative(t, []nativeTest{
		{name: "an unknown index after a loss", in: `
			lost
			fragment #0 {"x":1}
			fragment #0 }
			fragment id=a #0 name=f
			finish stop
			done`, want: `
			error protocol
			start 0
			failed 0 unattributed@0
			start 1 f
			delta 1 {}
			call 1 f id=a {} (empty-arguments)
			end stop`},
		{name: "a name alone takes nothing of it either", in: `
			lost
			fragment #0 {"x":1}
			fragment #0 name=f {"y":1}
			done`, want: `
			error protocol
			start 0
			failed 0 unattributed@0
			start 1 f
			delta 1 {"y":1}
			call 1 f {"y":1}
			end`},
		{name: "an id does not place it", in: `
			lost
			fragment id=a #0 name=f
			fragment id=a #5 {"x":1}
			done`, want: `
			error protocol
			start 1
			failed 1 unattributed@0
			start 0 f
			delta 0 {}
			call 0 f id=a {} (empty-arguments)
			end`},
		{name: "what failed for a fault of its own takes its name", in: `
			fragment #0 {x
			fragment id=a #0 name=f
			done`, want: `
			start 0
			delta 0 {
			failed 0 syntax@1
			end`},
		{name: "a block without its start", in: `
			fragment slot=block #0 {"x":1}
			close slot=block #0
			fragment slot=start id=a #0 name=f
			close slot=block #0
			done`, want: `
			start 0
			failed 0 unattributed@0
			start 1 f
			delta 1 {}
			call 1 f id=a {} (empty-arguments)
			end`},
	})
}

// Each start of a block is a call, whatever its id; its index is its identity.
func TestNativeBlocks(t *testing.T) {
	runNative(t, []nativeTest{
		{name: "one id on two indexes", in: `
			fragment slot=start id=a #0 name=f {"x":1}
			close slot=block #0
			fragment slot=start id=a #1 name=f {"x":1}
			close slot=block #1
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 f
			delta 1 {"x":1}
			call 1 f id=a {"x":1}
			end`},
		{name: "one id on one index", in: `
			fragment slot=start id=a #0 name=f
			fragment slot=block id=a #0 {"x":1}
			fragment slot=start id=a #0 name=f
			fragment slot=block id=a #0 {"x":2}
			snapshot slot=block id=a #0 name=f {"x":2}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 f
			delta 1 {"x":2}
			call 1 f id=a {"x":2}
			end`},
		{name: "a repeated block on another one's index", in: `
			fragment slot=start id=a #0 name=f {"x":1}
			fragment slot=start id=b #1 name=g {"x":2}
			snapshot slot=block id=a #1 name=f {"x":1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 g
			delta 1 {"x":2}
			call 1 g id=b {"x":2}
			end`},
		{name: "whole blocks", in: `
			whole slot=start id=a name=f {}
			whole slot=start id=a name=f {}
			done`, want: `
			start 0 f
			delta 0 {}
			call 0 f id=a {}
			start 1 f
			delta 1 {}
			call 1 f id=a {}
			end`},
	})
}

// An output item is known by its id, then by its index.
func TestNativeItems(t *testing.T) {
	runNative(t, []nativeTest{
		{name: "a second item of one call id is silent without arguments and with equal ones", in: `
			fragment slot=item id=i call=a #0 name=f
			snapshot slot=item id=i call=a #0 name=f {"x":1}
			fragment slot=item id=j call=a #1 name=f
			close slot=item id=j call=a #1
			snapshot slot=item id=k call=a #2 name=f {"x":1}
			snapshot slot=item id=l call=a #3 name=f {"x":2}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 f
			delta 1 {"x":2}
			call 1 f id=a {"x":2}
			end`},
		{name: "the item's id before the index", in: `
			fragment slot=item id=i call=a #0 name=f
			fragment slot=item id=j call=b #1 name=g
			fragment slot=item id=i #1 {"x":1}
			fragment slot=item id=j #0 {"y":1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 g
			delta 1 {"y":1}
			call 1 g id=b {"y":1}
			end`},
		{name: "one item's final arguments, again and otherwise", in: `
			snapshot slot=item id=i call=a #0 name=f {"x":1}
			snapshot slot=item id=i call=a #0 name=f {"x":1}
			snapshot slot=item id=i call=a #0 name=f {"x":2}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			conflict 0 conflict@0
			end`},
		{name: "the final arguments of an open call under another item", in: `
			fragment slot=item id=i call=a #0 name=f
			snapshot slot=item id=j call=a #1 name=f {"x":1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			end`},
		{name: "a repeated item on another one's index", in: `
			snapshot slot=item id=i call=a #0 name=f {"x":1}
			snapshot slot=item id=j call=b #1 name=f {"x":2}
			snapshot slot=item id=k call=a #1 name=f {"x":1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 f
			delta 1 {"x":2}
			call 1 f id=b {"x":2}
			end`},
		{name: "items on one index", in: `
			snapshot slot=item id=i call=a #0 name=f {"x":1}
			snapshot slot=item id=j call=b #0 name=f {"x":2}
			snapshot slot=item id=k call=b #0 name=f {"x":2}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 f
			delta 1 {"x":2}
			call 1 f id=b {"x":2}
			end`},
	})
}

// What began after the finish reason waits for the terminal event.
func TestNativeAfterFinish(t *testing.T) {
	runNative(t, []nativeTest{
		{name: "the end of the input", in: `
			finish stop
			fragment id=a name=f`, want: `
			start 0 f
			failed 0 truncated@0
			end (incomplete) stop`},
		{name: "the finish reasons alone", in: `
			finish stop
			fragment id=a name=f
			fragment id=b #1 name=f {}
			done (cut)`, want: `
			start 1 f
			start 0 f
			failed 0 truncated@0
			failed 1 truncated@2
			end stop`},
		{name: "the terminal event", in: `
			finish stop
			fragment id=a name=f
			done`, want: `
			start 0 f
			delta 0 {}
			call 0 f id=a {} (empty-arguments)
			end stop`},
	})
}
