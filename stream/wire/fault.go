package wire

import (
	"strings"

	"github.com/earlycall/earlycall/stream"
)

// ProviderError is an error that a provider reported in the stream. It is the
// cause of the delta and of the event that tell of it, whose own message is the
// same for all: errors.As finds it. The texts are the provider's, but for a finish
// reason that is an error: its Message begins with a sentence that says what to do.
type ProviderError struct {
	Type    string // "overloaded_error", "throttlingException"; "" if not told
	Code    string // "rate_limit_exceeded", "429"; "" if not told
	Message string // for a person; "" if not told
}

// Error returns the message, or else the code or type.
func (e *ProviderError) Error() string {
	for _, s := range [...]string{e.Message, e.Code, e.Type} {
		if s != "" {
			return s
		}
	}
	return "the provider reported an error"
}

// fault is what a frame says of an error.
type fault struct {
	set                bool
	typ, code, message text
}

// fault reads the value of an error member. Null, false, 0 and what is empty are
// no error, and neither is an object of nothing else.
func (r *reader) fault() fault {
	var f fault
	switch r.peek() {
	case '{':
		for name := range r.members {
			f.set = !r.blank() || f.set
			f.member(name, r)
		}
	case '[':
		for range r.elements {
			f.set = true
		}
	default:
		f.message = r.scalar()
		f.set = !f.message.empty() && !f.message.is("false") && !f.message.is("0")
	}
	return f
}

// blank reports whether the next value says nothing: null, false, 0, or empty.
// It reads nothing.
func (r *reader) blank() bool {
	rest := r.b[r.i:]
	for _, s := range [...]string{`""`, "null", "false", "0,", "0}", "{}", "[]"} {
		if len(rest) >= len(s) && string(rest[:len(s)]) == s {
			return true
		}
	}
	return false
}

// member reads the value of a member, if it is one that says of an error.
func (f *fault) member(name []byte, r *reader) {
	switch string(name) {
	case "message", "Message":
		f.message = r.text()
	case "type", "status":
		f.typ = r.scalar()
	case "code":
		f.code = r.scalar()
	}
}

// fault adds an error, if there is one.
func (e *emit) fault(f fault) {
	if f.set {
		e.fail(&ProviderError{Type: f.typ.string(), Code: f.code.string(), Message: f.message.string()})
	}
}

func (e *emit) fail(err *ProviderError) {
	e.add(stream.Delta{Kind: stream.DeltaError, Text: err.Error(), Err: err})
}

// failures are the finish reasons that say that the model's call or output could
// not be used, or that the provider failed, in lower case: the reason alone is
// an error then. Each has a sentence that says what to do.
var failures = map[string]string{
	"malformed_function_call":   "the model wrote a call that the provider could not read; ask the model to make it again",
	"malformed_tool_use":        "the model wrote a call that the provider could not read; ask the model to make it again",
	"unexpected_tool_call":      "the model called a tool that was not offered; offer it, or ask the model to answer without it",
	"too_many_tool_calls":       "the model made too many calls in a row; ask it for fewer",
	"missing_thought_signature": "the request left out a thought signature; send back the model's parts as they came",
	"malformed_response":        "the model wrote a reply that the provider could not read; ask the model to write it again",
	"malformed_model_output":    "the model wrote a reply that the provider could not read; ask the model to write it again",
	"error":                     "the provider failed before the reply was complete; send the request again",
	"error_toxic":               "the provider refused the model's reply",
	"timeout":                   "the provider took too long; send the request again",
	"failed":                    "the provider failed before the reply was complete; send the request again",
}

// maxReason is the length of the longest of these reasons, in bytes.
const maxReason = 32

// failure adds the error that a finish reason is, with what the provider says of
// it. An error that the same frame has reported says enough.
func (e *emit) failure(reason, detail text, told bool) {
	if told || len(reason.raw) > maxReason {
		return
	}
	sentence, ok := failures[strings.ToLower(string(reason.raw))]
	if !ok {
		return
	}
	if !detail.empty() {
		sentence += ": " + detail.string()
	}
	e.fail(&ProviderError{Type: reason.string(), Message: sentence})
}
