// Package schema checks the arguments of a tool call against the tool's JSON
// Schema once the call has closed.
//
// A [Schema] is compiled once for each tool and is safe for concurrent use.
// The draft that the schema names is respected; without one, 2020-12 is
// taken, or draft-07 if the schema is only valid there. Numbers are exact. A
// $ref to another document is never fetched. The spellings that providers use
// beside JSON Schema (upper-case types, nullable, draft 4's boolean
// exclusiveMinimum, counts written as strings, null for a keyword that is not
// used) are accepted. Formats are checked as [Formats] describes, whatever
// the draft.
//
// Patterns are ECMAScript's. Go's linear-time engine runs those that it can;
// github.com/dlclark/regexp2 runs the others (look-around, back-references,
// counts over 1,000), for at most 50 ms a match and 200 ms a validation. A
// pattern that neither can run is not checked: see [Schema.Skipped].
//
// [Schema.Validate] reports all that is wrong, each with a JSON pointer
// (RFC 6901) and a sentence that a model can act on. The sentences name types
// and lengths of what was given, and never its value, so that they may be
// logged.
//
// Arguments may come from a hostile model. They never panic, and are refused
// beyond [MaxDepth] levels, [MaxValues] values, [MaxSteps] steps of work, or
// a number of more than [MaxNumber] bytes or a power of ten beyond
// [MaxExponent]. A schema is evaluated on a value once, however many ways
// lead there: the work is at most the product of both sizes.
//
// Schemas are compiled by github.com/santhosh-tekuri/jsonschema/v6, which
// knows all drafts. It evaluates a schema anew on each way that leads to it,
// which is exponential for recursive schemas; so evaluation is this
// package's, and the library's verdict is its oracle in tests.
//
// [For] infers a schema from a Go type with github.com/google/jsonschema-go:
// it has no dependencies, makes members required unless they are marked
// omitempty, allows no others, and writes one flat schema that every provider
// accepts; github.com/invopop/jsonschema can say more in struct tags, but
// brings a YAML library and two more modules along and wraps the schema in
// $ref and $defs. (It can express recursive types, which [For] refuses: give
// their schema as bytes.)
package schema
