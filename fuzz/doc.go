// Package fuzz holds the library to its laws. Each law is a function from a
// Case (a reply, how it is cut into chunks, and how it is to be read) to an
// error that shows what broke; go test tries it on random cases of every row
// of the table of formats, go test -fuzz on what the fuzzing engine finds, and
// the files in testdata on what was found once.
//
//	Chunking    the events depend on the text alone, not on where chunks end
//	Reference   text, calls and errors are those that parse.Text finds
//	Total       no input panics or ends the stream with an error of its own
//	Brackets    the events fit the grammar of stream.Kind
//	Strict      the deltas of a call join to its arguments, one strict JSON object
//	Lossless    the events, in order, rebuild the reply
//	Prompt      what is decided is out: a call in the Feed that holds its closing byte
//	Prefix      a call that Feed gave stays a call, whatever follows
//	Linear      bytes visited are at most four a byte, and chunks cost no allocations
//	RoundTrip   calls that are written in a row's format come back
//	Opaque      a call that is data in another never comes out, though the other is broken
//
// The generators are driven by the rows' own markers and shapes, so that a new
// row is covered without a line here.
//
// To run 10,000 cases of each law for each row, from another seed (0: from a
// random one), or to let the engine search for a minute:
//
//	go test ./fuzz -run 'TestLaws|TestOpaque' -rapid.checks=10000 -rapid.seed=7 -timeout 0
//	go test ./fuzz -run - -fuzz FuzzLaws -fuzztime 1m -fuzzminimizetime 20x
//
// FuzzLaws starts from the records of testdata and from cases of each row. To
// search for hours, run it in pieces, each from what the last one kept in the
// cache of go env GOCACHE:
//
//	for i in $(seq 12); do
//		go test ./fuzz -run - -fuzz FuzzLaws -fuzztime 20m -parallel 2 -fuzzminimizetime 20x || break
//	done
//
// A finding ends the loop. Keep the record that it prints, and delete the file
// that the engine wrote to testdata/fuzz: the record is a seed of every run.
//
// Opaque promises nothing where the damage takes away what makes the data data:
// an opener, a quote or brace before it, or the marker that begins its
// parameter. The two simple protocols, in which braces decide wherever they
// stand, are left out.
//
// To see which faults in the library neither the laws nor the packages' own
// tests would find (it takes an hour; it is a report, not a check):
//
//	go run ./fuzz/mutate -j 2
//
// A failure prints its case as a record of testdata, to be pasted there:
//
//	# why it is kept
//	row: hermes
//	tools: [{"name":"f"}]
//	options: in-reasoning max-call=64
//	input: "Sure.¦<tool_¦call>{\"name\":\"f\"}"
//	want: text 0-5 "Sure."
//
// A ¦ stands where a chunk ends; several input lines are one input. The want
// lines, which may be missing, are the segments of the reply.
package fuzz
