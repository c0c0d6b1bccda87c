package dispatch

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/schema"
)

// Redactor reports whether the value at a JSON pointer (RFC 6901) of a tool's
// arguments may be seen in logs. All others are shown as type and length. The
// pointer "" asks for the whole: all values, and raw bytes in which they cannot
// be found.
// What a schema marks with "x-sensitive": true, "writeOnly": true or "format":
// "password" is never shown, whatever the redactor says.
type Redactor func(tool, pointer string, value json.RawMessage) bool

// Show returns a Redactor that lets through the values at these pointers and
// what is in them; "" is the whole.
func Show(pointers ...string) Redactor {
	return func(_, pointer string, _ json.RawMessage) bool { return within(pointer, pointers) }
}

// Hide returns a Redactor that lets through all but the values at these
// pointers, what is in them, and what holds them.
func Hide(pointers ...string) Redactor {
	return func(_, pointer string, _ json.RawMessage) bool {
		holds := slices.ContainsFunc(pointers, func(p string) bool { return strings.HasPrefix(p, pointer+"/") })
		return !holds && !within(pointer, pointers)
	}
}

func within(pointer string, of []string) bool {
	return slices.ContainsFunc(of, func(p string) bool { return pointer == p || strings.HasPrefix(pointer, p+"/") })
}

func showAll(string, json.RawMessage) bool { return true }

// redact returns a tool's arguments as they may be seen, and what is hidden.
// Those of an unknown tool may be meant for one whose schema marks secrets:
// none is seen where there is such a tool.
func (c *Conversation) redact(name string, arguments json.RawMessage) (shown json.RawMessage, hidden []string) {
	var s *schema.Schema
	if t := c.tools.named[name]; t != nil {
		s = t.schema
	}
	var show func(string, json.RawMessage) bool
	if redactor := c.options.Redactor; redactor != nil && (s != nil || !c.tools.secrets) {
		show = func(pointer string, value json.RawMessage) bool { return redactor(name, pointer, value) }
	}
	return s.Redact(arguments, show)
}

// Redact returns a copy of an error that may be logged or exported: argument
// values that the Redactor doesn't let through are type and length only.
// Raw, in which they cannot be found, is its length unless the Redactor
// lets the whole, "", through and the schema marks nothing as secret. The
// cause is dropped.
func (c *Conversation) Redact(e *parse.Error) *parse.Error {
	shown := *e
	shown.Err = nil
	var hidden []string
	if e.Arguments != nil {
		shown.Arguments, hidden = c.redact(e.Name, e.Arguments)
	}
	t, show := c.tools.named[e.Name], c.options.Redactor
	whole := show != nil && (t == nil && !c.tools.secrets || t != nil && !t.schema.HasSecrets()) && show(e.Name, "", json.RawMessage(e.Raw)) && len(hidden) == 0
	if !whole {
		shown.Raw = fmt.Sprintf("<%d bytes>", len(e.Raw))
	}
	switch {
	case ours(e.Err) && e.Err != nil: // holds no values
	case e.Arguments != nil:
		shown.Message = hide(e.Message, hidden)
	case e.Err != nil && !whole:
		shown.Message = fmt.Sprintf("<%d bytes>", len(e.Message))
	}
	return &shown
}

// hiddenText stands where a value was.
const hiddenText = "<hidden>"

// scrub replaces hidden values in a text, as they are and as JSON spells them.
// Values of one or two bytes are everywhere, and stay.
func scrub(text string, hidden []string) string {
	hidden = slices.Clone(hidden)
	slices.SortFunc(hidden, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for _, value := range hidden {
		if len(value) < 3 {
			continue
		}
		text = strings.ReplaceAll(text, value, hiddenText)
		for _, spelled := range []string{string(encode(value)), strconv.Quote(value)} {
			if len(spelled) > len(value)+2 {
				text = strings.ReplaceAll(text, spelled[1:len(spelled)-1], hiddenText)
			}
		}
	}
	return text
}

// hide is scrub for what is logged: a text that holds a hidden value too short
// to be replaced is only its length.
func hide(text string, hidden []string) string {
	scrubbed := scrub(text, hidden)
	for _, value := range hidden {
		if value != "" && len(value) < 3 && strings.Contains(scrubbed, value) {
			return fmt.Sprintf("<%d bytes>", len(text))
		}
	}
	return scrubbed
}

// frameArguments are the arguments of a function in a stack: words of values.
var frameArguments = regexp.MustCompile(`(?m)^([^\t\n].*)\([^()\n]*\)$`)

// bareStack returns a stack without the arguments of its functions.
func bareStack(stack []byte) string {
	return string(frameArguments.ReplaceAll(stack, []byte("$1(…)")))
}

// shape describes an error without its text, which may hold anything.
func shape(err error) string { return fmt.Sprintf("<%T of %d bytes>", err, len(err.Error())) }
