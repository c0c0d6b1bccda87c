package parse

import "encoding/json"

// Code says what is wrong with a call. It is an error itself, as
// syscall.Errno is, so that errors.Is(err, parse.ErrTruncated) works.
type Code uint8

const (
	// ErrNoCall: there is no call where the protocol asks for one.
	//
	//	I can't help with that.
	ErrNoCall Code = iota + 1
	// ErrSyntax: the call's bytes break the grammar of JSON or of the format.
	//
	//	{"name":"search","arguments":{"q":NaN}}
	ErrSyntax
	// ErrTruncated: the reply ended inside the call.
	//
	//	{"name":"search","arguments":{"q":"wea
	ErrTruncated
	// ErrNoName: the call has no name, or an empty one, or one that is no string.
	//
	//	<tool_call>{"arguments":{}}</tool_call>
	ErrNoName
	// ErrArguments: the arguments are missing or not an object.
	//
	//	{"name":"search","arguments":["weather"]}
	ErrArguments
	// ErrUnknownTool: no tool of that name was offered.
	//
	//	{"name":"serch","arguments":{"q":"weather"}}
	ErrUnknownTool
	// ErrSchema: the arguments break the tool's schema. Packages schema and
	// dispatch find that, not this one, nor stream.
	//
	//	{"name":"search","arguments":{"limit":"many"}}
	ErrSchema
	// ErrDuplicateKey: two members of one object have the same key.
	//
	//	{"name":"rm","arguments":{"path":"/tmp/a","path":"/"}}
	ErrDuplicateKey
	// ErrTrailing: bytes follow a closed call that can't stand there.
	//
	//	data: …{"arguments":"{\"q\":\"a\"}}"}…
	ErrTrailing
	// ErrConflict: something contradicts what a call has said before.
	//
	//	a final snapshot with other arguments than the fragments had
	ErrConflict
	// ErrLimit: a limit is exceeded.
	//
	//	{"name":"search","arguments":{"q":[[[[[[[[[[… 1,001 levels deep
	ErrLimit
	// ErrUnattributed: a fragment belongs to no known call.
	//
	//	a fragment without id and index while two calls are open
	ErrUnattributed
	// ErrProvider: the provider reported an error in the stream.
	//
	//	data: {"error":{"message":"overloaded"}}
	ErrProvider
	// ErrProtocol: a frame of the stream can't be read.
	//
	//	data: {"choices":[{"del
	ErrProtocol
)

var codes = [...]string{
	ErrNoCall: "no-call", ErrSyntax: "syntax", ErrTruncated: "truncated", ErrNoName: "no-name",
	ErrArguments: "arguments", ErrUnknownTool: "unknown-tool", ErrSchema: "schema",
	ErrDuplicateKey: "duplicate-key", ErrTrailing: "trailing", ErrConflict: "conflict",
	ErrLimit: "limit", ErrUnattributed: "unattributed", ErrProvider: "provider", ErrProtocol: "protocol",
}

// String returns the code as the command prints it: "unknown-tool".
func (c Code) String() string {
	if int(c) < len(codes) && codes[c] != "" {
		return codes[c]
	}
	return "unknown"
}

// Error makes a code an error.
func (c Code) Error() string { return "earlycall: " + c.String() }

// Error says what is wrong with one call, and where. Its message never holds
// argument values, so that it may be logged; Raw and Arguments do.
type Error struct {
	Code      Code
	Choice    int             // which of n parallel choices
	Index     int             // the call's order in its choice; -1 if there is no call
	ID        string          // as the provider or the format gave it
	Name      string          // the tool's name as written; "" if not known
	Offset    int64           // of the guilty byte, from 0: in the reply's text, or in a native call's argument text
	Pointer   string          // RFC 6901, into the arguments: the innermost member or element that was being read at the guilty byte; "" where none was
	Message   string          // one sentence that a model can act on
	Raw       string          // the call's bytes up to and including the guilty one; "" of a Conflict
	Arguments json.RawMessage // of ErrUnknownTool: the complete arguments, where they are valid
	Err       error           // the cause, if another package found it
}

// Error returns the code, the tool's name and the message.
func (e *Error) Error() string {
	if e.Name == "" {
		return e.Code.String() + ": " + e.Message
	}
	return e.Code.String() + ": " + e.Name + ": " + e.Message
}

// Unwrap returns the code and the cause.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Code}
	}
	return []error{e.Code, e.Err}
}
