package stream

import "testing"

// A call is known by its id, else by the provider's index in its choice, else,
// where that is absent, as the only open call.
func TestNativeIdentity(t *testing.T) {
	runNative(t, []nativeTest{
		{name: "one call", in: `
			fragment id=a #0 name=f
			fragment #0 {"x":¦1}
			finish stop
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			end stop`},
		{name: "two calls share an index, their ids tell them apart", in: `
			fragment id=a #0 name=f {"x":
			fragment id=b #0 name=g {"y":
			fragment id=b #0 2}
			fragment id=a #0 1}
			done`, want: `
			start 0 f
			delta 0 {"x":
			start 1 g
			delta 1 {"y":2}
			call 1 g id=b {"y":2}
			delta 0 1}
			call 0 f id=a {"x":1}
			end`},
		{name: "the index belongs to the call that took it last", in: `
			fragment id=a #0 name=f {"x":1}
			fragment id=b #0 name=f {"x":
			fragment #0 2}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 f
			delta 1 {"x":2}
			call 1 f id=b {"x":2}
			end`},
		{name: "an index on which the id of a complete call comes again is a candidate's", in: `
			fragment id=a #0 name=f {"x":1}
			fragment id=a #1 name=f
			fragment #1 {"y":2}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 f
			delta 1 {"y":2}
			call 1 f id=a {"y":2}
			end`},
		{name: "a new id with a name is a new call beside one with a name", in: `
			fragment #0 name=f
			fragment id=b #0 name=f {"x":1}
			finish (cut) length`, want: `
			start 1 f
			delta 1 {"x":1}
			call 1 f id=b {"x":1}
			start 0 f
			failed 0 truncated@0
			end (incomplete) length`},
		{name: "and beside one with an id", in: `
			fragment id=a #0 {"x":
			fragment id=b #0 name=f {"y":2}
			fragment id=a name=g 1}
			done`, want: `
			start 1 f
			delta 1 {"y":2}
			call 1 f id=b {"y":2}
			start 0 g
			delta 0 {"x":1}
			call 0 g id=a {"x":1}
			end`},
		{name: "nor does it go back by an id", in: `
			fragment id=a #0 name=f {"x":
			fragment id=b #0 name=g {"y":
			fragment id=a #0 1
			fragment #0 2}
			fragment id=a }
			done`, want: `
			start 0 f
			delta 0 {"x":
			start 1 g
			delta 1 {"y":
			delta 0 1
			delta 1 2}
			call 1 g id=b {"y":2}
			delta 0 }
			call 0 f id=a {"x":1}
			end`},
		{name: "a call with neither id nor name takes them", in: `
			fragment #3 {"x":
			fragment id=a #3 name=f 1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			end`},
		{name: "an id without a name names the call on its index", in: `
			fragment #0 name=f
			fragment id=a #0 {"x":1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			end`},
		{name: "ids that change: the index tells", in: `
			fragment id=x1 call=a #0 name=f
			fragment id=x2 call=b #1 name=f
			fragment id=x3 #0 {"x":
			fragment id=x4 #1 {"y":
			fragment id=x5 #1 2}
			fragment id=x6 #0 1}
			done`, want: `
			start 0 f
			delta 0 {"x":
			start 1 f
			delta 1 {"y":2}
			call 1 f id=b {"y":2}
			delta 0 1}
			call 0 f id=a {"x":1}
			end`},
		{name: "either id will do", in: `
			fragment id=i call=c #0 name=f
			fragment call=c {"x":
			fragment id=i 1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=c {"x":1}
			end`},
		{name: "the same id is the same call on any index", in: `
			fragment id=a #0 name=f {"x":
			fragment id=a #5 1
			fragment #5 }
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			end`},
		{name: "indexes need not be dense, nor positive", in: `
			fragment #-1 name=f {}
			fragment #1000000000 name=g {}
			done`, want: `
			start 0 f
			start 1 g
			delta 0 {}
			call 0 f {}
			delta 1 {}
			call 1 g {}
			end`},
		{name: "no index: the only open call", in: `
			fragment id=a name=f {"x"
			fragment :1}
			fragment id=b name=g {"y"
			fragment :2}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			start 1 g
			delta 1 {"y":2}
			call 1 g id=b {"y":2}
			end`},
		{name: "neither id nor index: the only open call, by its name too", in: `
			fragment name=f {"x"
			fragment name=f :1}
			fragment name=f {"x":2}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f {"x":1}
			start 1 f
			delta 1 {"x":2}
			call 1 f {"x":2}
			end`},
		{name: "two are open: a piece that tells nothing may be of both", in: `
			fragment id=a name=f {"x":
			fragment id=b name=g {"y":
			fragment 1}
			fragment id=a 1}
			done`, want: `
			start 0 f
			delta 0 {"x":
			start 1 g
			delta 1 {"y":
			error unattributed
			failed 0 unattributed@0
			failed 1 unattributed@0
			end`},
		{name: "none is open", in: `
			fragment {"x":1}
			snapshot id=a {"x":1}
			path $.x 1
			fragment ␠⏎
			done`, want: `
			error unattributed
			error unattributed
			error unattributed
			end`},
		{name: "the rest of a failed call is dropped", in: `
			fragment id=a name=f {x
			fragment :1}
			fragment {"x":1}
			fragment name=g {"y":2}
			fragment }
			done`, want: `
			start 0 f
			delta 0 {
			failed 0 syntax@1
			start 1 g
			delta 1 {"y":2}
			call 1 g {"y":2}
			error unattributed
			end`},
		{name: "the end and the snapshot of another call", in: `
			fragment id=a name=f
			close id=b
			snapshot id=b {"x":1}
			done`, want: `
			error unattributed
			start 0 f
			delta 0 {}
			call 0 f id=a {} (empty-arguments)
			end`},
		{name: "a loss stays in its choice", in: `
			fragment choice=1 #0 name=f {"x":
			fragment oops
			fragment choice=1 #0 1}
			done`, want: `
			start 1/0 f
			delta 1/0 {"x":
			error unattributed
			delta 1/0 1}
			call 1/0 f {"x":1}
			end`},
		{name: "choices have ids and indexes of their own", in: `
			fragment choice=0 id=a #0 name=f {"x":
			fragment choice=1 id=a #0 name=g {"y":
			fragment choice=0 #0 1}
			fragment choice=1 id=a 2}
			done`, want: `
			start 0 f
			delta 0 {"x":
			start 1/0 g
			delta 1/0 {"y":
			delta 0 1}
			call 0 f id=a {"x":1}
			delta 1/0 2}
			call 1/0 g id=a {"y":2}
			end`},
		{name: "a whole call without an id is a new one", in: `
			whole name=f {"x":1}
			whole name=f {"x":1}
			whole #0 name=f {"x":1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f {"x":1}
			start 1 f
			delta 1 {"x":1}
			call 1 f {"x":1}
			start 2 f
			delta 2 {"x":1}
			call 2 f {"x":1}
			end`},
		{name: "an entry that says nothing is none", in: `
			fragment #0
			fragment
			snapshot #0 ␠
			whole
			close #0
			close
			done`, want: `end`},
	})
}

// The name comes at once or in pieces, before the arguments.
func TestNativeName(t *testing.T) {
	runNative(t, []nativeTest{
		{name: "in pieces", in: `
			fragment id=a #0 name=edit_ex
			fragment #0 name=isting_file
			fragment #0 {"path":"x"}
			done`, want: `
			start 0 edit_existing_file
			delta 0 {"path":"x"}
			call 0 edit_existing_file id=a {"path":"x"}
			end`},
		{name: "repeated", in: `
			fragment id=a #0 name=f {"x"
			fragment id=a #0 name=f :1
			fragment id=a #0 name=f }
			fragment id=a #0 name=f
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			end`},
		{name: "behind the arguments", in: `
			fragment id=a #0 {"x":
			fragment #0 1}
			fragment #0 name=f
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			end`},
		{name: "amid the arguments", in: `
			fragment id=a #0 {"x":
			fragment #0 name=f 1}
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			end`},
		{name: "what has come goes out with it", in: `
			fragment id=a #0 {"x":
			fragment #0 name=f
			text x
			fragment #0 1}
			fragment id=b #1 {"y":2}
			snapshot id=b name=g
			text y
			done`, want: `
			start 0 f
			delta 0 {"x":
			text x
			delta 0 1}
			call 0 f id=a {"x":1}
			start 1 g
			delta 1 {"y":2}
			call 1 g id=b {"y":2}
			text y
			end`},
		{name: "another one for an open call", in: `
			fragment id=a #0 name=f {"x":
			fragment id=a #0 name=g 1}
			fragment id=a #0 name=g {"x":1}
			done`, want: `
			start 0 f
			delta 0 {"x":
			failed 0 conflict@5
			end`},
		{name: "another one for a call that is out", in: `
			fragment id=a #0 name=f {"x":1}
			fragment id=a #0 name=g
			fragment id=a #0 name=h
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f id=a {"x":1}
			end`},
		{name: "another one on the index of a call that is out, without an id", in: `
			fragment #0 name=f {"x":1}
			fragment #0 name=g {"y":2}
			fragment #0 ␠
			done`, want: `
			start 0 f
			delta 0 {"x":1}
			call 0 f {"x":1}
			start 1 g
			delta 1 {"y":2}
			call 1 g {"y":2}
			end`},
		{name: "another one on the index of a failed call", in: `
			fragment #0 name=f {x
			fragment #0 name=g {"y":2}
			done`, want: `
			start 0 f
			delta 0 {
			failed 0 syntax@1
			end`},
		{name: "none at all", in: `
			fragment id=a #0 {"x":1}
			finish stop
			done`, want: `
			start 0
			delta 0 {"x":1}
			failed 0 no-name@7
			end stop`},
		{name: "no start before the first byte of the arguments", in: `
			fragment id=a #0 name=f
			fragment #0 ␠
			text x
			fragment #0 {
			text y
			fragment #0 ␠"
			text z
			fragment #0 x":1}
			done`, want: `
			text x
			start 0 f
			text y
			delta 0 { "
			text z
			delta 0 x":1}
			call 0 f id=a { "x":1}
			end`},
	})
}
