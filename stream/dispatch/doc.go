// Package dispatch runs the tools that a model calls while the model is still
// talking, and reports each outcome to the model in words.
//
// A [Registry] holds tools, each a Go function with a JSON Schema. A
// [Conversation] counts failures over all replies; a [Reply] takes the events
// of one reply and starts each call in the Event that closes it.
// [Conversation.Run] joins both to one sequence of results:
//
//	for result, err := range conversation.Run(ctx, key, stream.Events(deltas, parser)) {
//
// # The way of a call
//
// Nothing runs from anything but the event of a call that has closed. Its key
// is claimed, its tool looked up by its exact name, its arguments rewritten by
// the tool's own hook, extra ones rejected, ignored or stripped, wrong types
// coerced if the tool asks for it, all validated by the schema and then by the
// tool's own check; and then the tool runs. Each call that has closed or
// failed gives exactly one [Result], and nothing else gives one.
//
// A call runs on a goroutine of its own, at most [Options.Parallel] of one
// reply at once. Those that wait, wait in the order in which they closed, and
// never hold up the reading of the stream. A panic is an outcome, with its
// stack in the error.
//
// At most [Options.Open] calls of one reply wait, run, or have results that
// nobody has taken, those that results in order hold back among them. One too
// many is refused, and no more is kept of it than its name, its id and what is
// wrong. Nothing is refused because a consumer of Run is slow: reading waits
// while there is a result for it to take.
//
// A tool that Waits, because its effect can't be undone, runs only when the
// reply has ended complete, without an error in the stream outside of calls,
// and without a wrong call before it in its choice: one that could not be
// read, was invalid, unknown, refused, a duplicate, or contradicted. That a tool
// before it failed does not count: how it ends is not known to the model
// either.
//
// A conflict, that is bytes of the reply that contradict a call after it is
// out, cancels the call's context with parse.ErrConflict as cause and marks
// its result, even one that was handed out: see [Result.Conflict].
//
// # Once
//
// A call's key is the reply's key, which the caller gives, its choice, and its
// id with the number of calls of that id that closed before it or, without an
// id, its place among the calls. The calls of one reply never share a key. A
// key runs once, as far as the [Store] reaches: a retry of the reply gives the
// earlier result, or [Duplicate] if that is not known. A key whose tool was not started is given
// back; one whose tool was cancelled is not, since nobody knows what the tool
// had done by then.
//
// # The end
//
// When the context ends, or the consumer of results leaves the loop, the
// contexts of all tools end, nothing new starts, and all is over when the
// tools have returned, or after [Options.Grace]. A tool that ignores its
// context is the only goroutine that can outlive it; at its own Timeout, too,
// it is given up after Grace, and its place in the pool is free again.
//
// # Words and logs
//
// [Messages] reports an error to the model in one or two sentences that name
// the tool, the code, the place and what to change. Logs, spans and
// metrics never hold values of arguments: they show their types and lengths,
// unless a [Redactor] lets a value through whose schema does not mark it as
// secret.
package dispatch
