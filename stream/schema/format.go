package schema

import "slices"

// assertedFormats are the formats that are checked by default.
var assertedFormats = []string{"date-time", "date", "time", "email", "uuid", "uri", "ipv4", "ipv6", "hostname"}

// Option changes how [Compile] reads a schema.
type Option func(*Schema)

// Formats makes a schema check these formats, and no others; without names,
// none. By default date-time, date, time, email, uuid, uri, ipv4, ipv6 and
// hostname are checked, in every draft. Also known are iri, uri-reference,
// iri-reference, uri-template, json-pointer, relative-json-pointer, duration,
// period and semver. A format that is unknown or not checked is a note for
// the model only.
func Formats(names ...string) Option {
	return func(s *Schema) { s.formats = slices.Clone(names) }
}
