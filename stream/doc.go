// Package stream finds the tool calls in a language model's reply while the
// reply is still arriving, and hands out each one, checked, at the byte that
// closes it.
//
// A [Parser] takes the reply chunk by chunk, with [Parser.Feed] where it is
// text, or delta by delta, with [Parser.Apply] where it comes from a
// provider's stream, and returns events: text, reasoning, the beginning of a
// call, pieces of its arguments, the call. It reads no socket, starts no
// goroutine, and looks at no clock. [Events] and [Calls] are the same over
// iterators.
//
//	p := stream.Parser{Tools: tools}
//	for chunk := range chunks {
//		for _, e := range p.Feed(chunk) {
//			if e.Call != nil {
//				go run(*e.Call) // while the model still talks
//			}
//		}
//	}
//	p.Finish()
//
// What is checked is that the arguments are one strict JSON object (RFC 8259,
// no duplicate keys) and that the tool was offered. Whether they fit the tool's
// JSON Schema is for package schema, or for package dispatch, which runs the
// tools.
//
// Run nothing but the Call of an event. A start and deltas are there to show
// what is coming; a call that they announce may still fail.
//
// # Laws
//
// These hold for every input, hostile ones too, for every format.
//
//  1. Chunking: the events, with neighbours joined, depend on the text alone,
//     not on where it was cut into chunks.
//  2. Reference: they are those of parse.Text, which sees the whole text at
//     once, the pointers of errors included.
//  3. Total: no input makes the parser panic, hang, or end with an error of
//     its own.
//  4. Brackets: the events fit the grammar at [Kind]: each call that starts
//     ends, once.
//  5. Strict: the deltas of a call that succeeds join to its Arguments, one
//     valid JSON object without duplicate keys.
//  6. Lossless: text, reasoning, markers and calls, in order, cover the text
//     without a gap.
//  7. Prompt: a call comes out of the Feed that holds its closing byte, and
//     what is held back is only what is not decided yet: the beginning of a
//     marker, an opener or a bracket with the white space after it, an object
//     that is not known to be a call, a character that has been cut.
//  8. Prefix: a call that Feed gives stays a call whatever follows.
//  9. Linear: a byte is read at most four times ([Parser.Visited]), the work on
//     native calls grows with the deltas ([Parser.Steps]), and allocations
//     don't grow with the number of chunks.
//  10. Round trip: calls that are written in a format come back.
//  11. Opaque: a call that is data in another call never comes out, though the
//     other one is broken or too long.
//
// Formats whose calls are decided at the closing of a fence or at the end are
// excepted from laws 7 and 8 (see parse.Settle).
//
// # Limits
//
// A call has at most 16 MiB and 1,000 levels, a reply at most 128 choices, and
// 128 native calls may be open at once, if the Parser's options don't say otherwise. What exceeds a
// limit fails alone (parse.ErrLimit), or, where it is not known to be a call,
// is text.
package stream
