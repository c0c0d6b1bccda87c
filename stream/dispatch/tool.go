package dispatch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/earlycall/earlycall/stream/schema"
)

// Tool is a tool that the model may call. The zero value of everything but
// Name and Run is a good one: any object will do as arguments, nothing is
// coerced, and the call starts as soon as it closes.
type Tool struct {
	Name        string // as the model has to write it, exactly
	Description string
	Schema      json.RawMessage // JSON Schema of the arguments; nil: any object

	// Run does what the tool does. It may be called from several goroutines
	// at once. The context ends with the reply's, at the timeout, and when a
	// conflict takes the call back; the arguments are valid and belong to
	// Run. The model reads the value: a string as it is, anything else as
	// JSON. See [Tell] for what it reads of an error.
	Run func(ctx context.Context, arguments json.RawMessage) (any, error)

	// Timeout bounds a call from its start, the hooks below included; 0: none.
	Timeout time.Duration

	// Waits says that the tool does what can't be undone: it runs only once
	// the reply has ended complete and without an error in a call before it.
	// Its calls are checked as soon as they close all the same.
	Waits bool

	Extra  Extra // what becomes of arguments that the schema does not declare
	Coerce bool  // whether safe coercions are made, see [schema.Schema.Coerce]

	// Normalize, if set, rewrites the arguments before all checks: "tomorrow"
	// to a date. What it returns has to be one JSON object.
	Normalize func(ctx context.Context, arguments json.RawMessage) (json.RawMessage, error)
	// Check, if set, looks at the arguments after the schema has found them
	// right. The model reads its error as that of Run; logs don't hold it.
	Check func(ctx context.Context, arguments json.RawMessage) error

	// Custom marks one of OpenAI's custom tools, which take plain text: the
	// arguments are {"input":"…"}.
	Custom bool

	broken error // why Func could not make it
}

// Extra says what becomes of arguments that the schema does not declare, at
// any depth. An object of which the schema declares no member has none.
//
// A name that differs from a declared one in upper and lower case only is
// refused whatever is set, or stripped: encoding/json would take its value
// for that of the declared name, past the schema.
type Extra uint8

const (
	ExtraBySchema Extra = iota // the schema decides: additionalProperties
	ExtraReject                // they are an error, whatever the schema says
	ExtraIgnore                // they are no error, whatever the schema says, and the tool gets them
	ExtraStrip                 // they are taken out and listed on the result
)

// Func makes a tool of a Go function. The schema is inferred from In, a
// struct or a map with string keys, see [schema.For]; set Schema on the tool
// to replace it. Arguments that can't be decoded into In are an error of the
// call, reported to the model with the place and the type. If no schema can be
// inferred, [NewRegistry] returns the error.
//
//	weather := dispatch.Func("weather", "The weather of a city.", func(ctx context.Context, in struct {
//		City string `json:"city"`
//	}) (string, error) {
//		return lookUp(ctx, in.City)
//	})
func Func[In, Out any](name, description string, run func(ctx context.Context, in In) (Out, error)) Tool {
	t := Tool{Name: name, Description: description}
	t.Schema, t.broken = schema.For[In]()
	t.Run = func(ctx context.Context, arguments json.RawMessage) (any, error) {
		var in In
		if err := json.Unmarshal(arguments, &in); err != nil {
			return nil, decodeError(err)
		}
		return run(ctx, in)
	}
	return t
}

// mismatch says that arguments that fit the schema don't fit the Go type.
type mismatch struct {
	pointer string
	message string
	err     error
}

func (m *mismatch) Error() string { return m.message }
func (m *mismatch) Unwrap() error { return m.err }

// decodeError describes where arguments don't fit, without their values, which
// the messages of encoding/json hold.
func decodeError(err error) *mismatch {
	m := &mismatch{message: "the arguments can't be read as what the tool takes", err: err}
	if of, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		for token := range strings.SplitSeq(of.Field, ".") {
			if token != "" {
				m.pointer += "/" + token
			}
		}
		got, _, _ := strings.Cut(of.Value, " ") // "number 1e30": the value is left out
		m.message = fmt.Sprintf("must be a value that fits Go's %v, which this %s does not", of.Type, got)
	}
	return m
}
