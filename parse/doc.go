// Package parse holds the nouns of the module (Call, Error, Code, Format,
// Tools, Segment) and the reference: [Text] reads a whole reply of a language
// model and says of every byte what it is. It is slow, obvious and complete.
// Package stream reads the same replies chunk by chunk and must come to the
// same result; parse is what it is held to. A program that has a reply to read
// wants package stream; what the words mean stands here.
//
// An envelope is a JSON object that holds a name and arguments. A marker is
// literal punctuation of a format: <tool_call>. An opener and a closer are the
// markers around calls. A row is a [Format] in the table of formats. A dialect
// is a spelling of arguments that isn't JSON, such as XML-like parameters.
//
// # What is a call
//
// R1. A call is done when the byte that closes its root has been read by a
// machine that knows strings and escapes, its JSON is valid, and it has a name.
//
// R2. Cut or broken arguments are never replaced by {} or a guess. A reply that
// ends inside a committed call gives ErrTruncated for it.
//
// R3. A call is handed out once. Bytes after it that claim to belong to it are
// a Conflict that names it.
//
// R4. Objects are opaque. Nothing inside an object is searched for a call,
// though it turn out broken, cut off, or no call at all: else data inside a
// broken call would run. In a broken object a string runs from a quote to the
// next unescaped quote, whatever is between, and only braces are counted; it
// ends with the brace that balances it, or before the format's next marker
// outside strings.
//
// R5. In bare JSON a call is an object with a string "name" that is not empty
// and an object "arguments" ("parameters" and "args" are the same); a string
// "id" is its ID. Keys are compared unescaped, exactly. It commits, and is
// never text from then on: if tools were offered, at the closing quote of a
// name that is among them, or at the brace that begins the arguments of a name
// that isn't (ErrUnknownTool); if nothing is said of tools, as soon as it has a
// name and arguments that began with a brace, or ended as null or as a string
// that holds one object. Null stands for {}; so do missing arguments, if the
// object has at most an id and a type of "function", "tool_call" or "tool_use"
// besides. What is wrong before the commit (broken JSON, two equal keys, two
// sets of arguments, a limit, a "description", which marks the definition of a
// tool) makes the object text; what is wrong after it makes the call an error
// at the guilty byte. Arguments of another type that stand before a declared
// name are an error once the name commits.
//
// R6. In a model's format an opener commits together with the first bytes that
// its body allows, white space of at most 64 bytes aside; else it is text. The
// end of the body is found by its own grammar, so that a marker in a string is
// data. Only raw parameter values search for their close, and there it counts
// only with what must follow it. In an array a broken element ends, and the
// array goes on. After the body, white space and markers of the format are
// markers; anything else is text, or a Conflict where the row says that the
// closer can't be missing. A closer is a marker only where nothing but white
// space stands between it and a call, an error or a marker of its format.
//
// R7. Names come from their grammatical place only. If no tools were offered
// (a set that is empty, not nil), nothing is a call and nothing a marker, in any
// row, but reasoning is still told from text.
//
// R8. Every byte is exactly one of text, reasoning, marker, and call, failed or
// not.
//
// R9. Arguments are the model's own bytes. Dialects are written out as strict
// JSON: RFC 8259, valid UTF-8, lone surrogate escapes kept, and no two equal
// keys in one object (compared unescaped, a lone surrogate as U+FFFD).
//
// R10. Errors are values, one per call; a neighbour never suffers. The offset
// is that of the guilty byte: the first at which what was read can't be
// continued to something valid. For two equal keys it is the second key's
// closing quote, for a depth limit the opening bracket, for a byte limit the
// first byte beyond it, for what is missing the closing brace, for what was cut
// the length of the text, for an unknown tool the byte that closes the name,
// for a string that holds broken arguments the byte where the guilty one was
// written. The first in byte order decides; of two at the same byte, the limit
// and the grammar of JSON come first.
//
// R11. A call has at most MaxCall bytes and MaxDepth open objects and arrays.
// Arguments in a string are counted from their own root; values in tagged
// parameters from the arguments' root.
//
// R12. Offsets count bytes.
//
// # Prose, fences, arrays
//
// P1. A { opens an object if } follows, or a key and a colon, white space
// aside. A key ends at its unescaped quote; a byte below 0x20 before that, or
// anything else there, makes the { text, and reading goes on right after it.
//
// P2. An opened object is opaque to its end (R4). In an open fence a broken one
// also ends before a closing run.
//
// P3. Text keeps a depth: its { count up, its } down, a blank line resets it.
// An object at a depth above 0, directly after one of { [ ( , : = (white space
// aside), is a member of something that isn't JSON, and never a call.
//
// F1. Three or more equal ` or ~ at the start of a line, spaces and tabs aside,
// open a fence, unless one is open. A backtick in the rest of that line, outside
// objects and reasoning, takes a fence of backticks back.
//
// F2. If that rest is at most 24 bytes of letters, digits, _ + - and white
// space, and what follows, white space aside, is a call or an array that begins
// with one, then everything from the run up to it is a marker, and the fence is
// ours.
//
// F3. In our fence white space directly after a call or its array's bracket is
// a marker, and so is a closing run there, on any column. It ends the array
// too.
//
// F4. Elsewhere a run as long as the one that opened the fence, at the start of
// a line, closes it: a marker if the fence is ours, else text.
//
// F5. Fences never decide what is a call.
//
// A1. A [ before an object that commits is a marker, with the white space
// between.
//
// A2. After a call in an array, white space, commas and ] are markers, and the
// next object that commits is the next call. Anything else ends the array. (P3
// never counts there: the first object would have been a member, too.)
//
// # Reasoning and the end
//
// T1. An open marker in text begins reasoning, the first close marker ends it,
// and if there is none it goes on to the end. Nothing in it is a call, unless
// the row says that an opener that commits there suspends it: then what would
// be text is reasoning up to the close marker. The openers of the row are
// searched there, but not a tagged call without its opener. If the reply starts
// inside reasoning, an open marker at its very start is a marker; if it
// doesn't, a close marker there is one. Any other close marker is text.
//
// E1. At the end, what is not yet decided is as if a byte followed that fits
// nothing. An open array or fence is no error.
//
// # Other rows
//
// [First] and [ToolKey] read two simple protocols, without the care above.
// [Arguments] reads the argument text of a native call.
package parse
