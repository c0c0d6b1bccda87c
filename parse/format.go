package parse

// Format is one row of the table of formats: how a family of models writes
// tool calls in text. It is data; a new model is a new row. The rows that ship
// are in package formats; a program may write its own, and Check says what is
// wrong with it. Markers are literal. A Format must not change while a parser
// uses it.
type Format struct {
	Name    string   // "hermes": lower case, digits, hyphens and underscores
	Aliases []string // other names of the same row: other servers' names, families of models
	Example string   // one call of tool f with argument k, as a model writes it; the README shows it
	Shapes  Shape    // which bodies may follow an opener
	Settles Settle   // when a call is decided

	Open      []string // openers: hermes "<tool_call>"; none for bare JSON
	Close     []string // closers: hermes "</tool_call>"
	MustClose bool     // the closer can't be missing: another byte after a call is a Conflict, not text

	Keys   Keys   // of ShapeBare and ShapeEnvelope
	Named  Named  // of ShapeNamed
	Tagged Tagged // of ShapeTagged

	Reasoning        []Pair   // markers of reasoning; nil: <think> and </think>; empty, not nil: none
	CallsInReasoning bool     // an opener that commits inside reasoning suspends it
	EndOfTurn        []string // tokens that are markers wherever they stand in text: "<|im_end|>"
}

// Shape is a set of bodies.
type Shape uint8

const (
	ShapeBare        Shape = 1 << iota // {"name":N,"arguments":{…}} in prose, fences and arrays, no opener needed
	ShapeEnvelope                      // after an opener: an object with name and arguments, or an array of them
	ShapeNamed                         // after an opener: a name, then the JSON arguments
	ShapeTagged                        // after an opener: XML-like parameters, typed by the tool's schema
	ShapeFirstObject                   // the first object decides (see First)
	ShapeToolKey                       // one object with the key "tool" (see ToolKey)
)

// Settle says when a row decides that a call is done.
type Settle uint8

const (
	AtByte  Settle = iota // at the call's closing byte
	AtFence               // when the fence closes, or at the end
	AtEnd                 // at the end of the reply
)

// Pair is an open marker and its close marker.
type Pair struct{ Open, Close string }

// Keys are the names of the members of an envelope. An empty list stands for
// the default.
type Keys struct {
	Name      []string // default "name"
	Arguments []string // default "arguments", "parameters", "args"
	ID        []string // default "id"
}

// Named are the markers of a body that is a name and JSON arguments:
// N ID id Arguments {…}. A name is 1 to 256 bytes of letters, digits and "_.-/:".
type Named struct {
	Arguments string // between name and arguments, may be missing: mistral "[ARGS]"
	ID        string // between name and the call's id: mistral "[CALL_ID]"
}

// Tagged are the markers of a body of XML-like parameters. qwen3_coder:
//
//	<function=N><parameter=K>V</parameter></function>
type Tagged struct {
	Open       string // "<function=": the name follows
	OpenEnd    string // ">": ends the name
	Close      string // "</function>"
	Key        string // "<parameter=": a parameter's name follows
	KeyEnd     string // ">": ends it
	ValueClose string // "</parameter>"
	Bare       bool   // Open may stand without the format's opener, if the name is declared
	OpenValue  bool   // a value whose own close is missing is accepted
}
