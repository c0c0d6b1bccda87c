// Package schema checks the arguments of a tool call against the tool's JSON
// Schema once the call has closed.
//
// A [Schema] is compiled once a tool and is safe for concurrent use. The
// draft that the schema names is respected; without one, 2020-12 is taken,
// or draft-07 if the schema is only valid there. Numbers are exact. A $ref to
// another document is never fetched. The spellings that providers use beside
// JSON Schema (upper-case types, nullable, draft 4's boolean
// exclusiveMinimum, counts written as strings) are accepted.
//
// [Schema.Validate] reports all that is wrong, each with a JSON pointer
// (RFC 6901) and a sentence that a model can act on. The sentences tell types
// and lengths of what was given, and never its value, so that they may be
// logged.
//
// Arguments may come from a hostile model. They cost time linear in their
// size for a given schema, never panic, and are refused beyond [MaxDepth]
// levels, [MaxValues] values, or a number of more than [MaxNumber] bytes or a
// power of ten beyond [MaxExponent].
//
// Validation is done by github.com/santhosh-tekuri/jsonschema/v6, which knows
// all drafts, collects every violation and computes with exact numbers.
// [For] infers a schema from a Go type with github.com/google/jsonschema-go:
// it has no dependencies, makes members required unless they are marked
// omitempty, allows no others, and writes one flat schema that every provider
// accepts; github.com/invopop/jsonschema can say more in struct tags, but
// brings a YAML library and two more modules along and wraps the schema in
// $ref and $defs. (It can express recursive types, which [For] refuses: give
// their schema as bytes.)
package schema
