package wire

import "github.com/earlycall/earlycall/stream"

// ProviderError is an error that a provider reported in the stream. It is the
// cause of the delta and of the event that tell of it, whose own message is the
// same for all: errors.As finds it. The texts are the provider's, but the Message
// of Gemini's MALFORMED_FUNCTION_CALL begins with a sentence that says what to do.
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

// fault is what a frame tells of an error.
type fault struct {
	set                bool
	typ, code, message text
}

// fault reads the value of an error member. Null, false and what is empty are
// no error.
func (r *reader) fault() fault {
	var f fault
	switch r.peek() {
	case '{':
		for name := range r.members {
			f.set = true
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

// member reads the value of a member, if it is one that tells of an error.
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
