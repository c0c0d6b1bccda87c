package stream

import "github.com/earlycall/earlycall/parse"

// The nouns of package parse, under the names that a user of this package reads.
type (
	Call    = parse.Call
	Error   = parse.Error
	Code    = parse.Code
	Format  = parse.Format
	Options = parse.Options
	Tool    = parse.Tool
	Tools   = parse.Tools
)
