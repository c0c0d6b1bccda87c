package stream

import "github.com/earlycall/earlycall/parse"

// The nouns of package parse, under the names that a user of this package reads.
type (
	// Call is one tool call that a model made, complete and checked.
	Call = parse.Call
	// Error says what is wrong with one call, and where.
	Error = parse.Error
	// Code says what is wrong in a word; it is an error itself.
	Code = parse.Code
	// Format is a row of the table of formats: how a model writes calls in text.
	Format = parse.Format
	// Options are the options of the one-shot Parse.
	Options = parse.Options
	// Tool is a tool as it is offered to the model.
	Tool = parse.Tool
	// Tools is the set of tools that the model was offered.
	Tools = parse.Tools
)
