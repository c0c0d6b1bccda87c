package dispatch

import (
	"encoding/json"
	"fmt"
)

// Provider is a way to tell a model what became of its calls.
type Provider uint8

const (
	OpenAIChat      Provider = iota // Chat Completions, and the many servers that speak it
	OpenAIResponses                 // the Responses API
	Anthropic                       // the Messages API
	Gemini                          // generateContent
)

// object writes JSON objects whose members keep their order.
type object []any // name, value, name, value …

// MarshalJSON writes the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i := 0; i < len(o); i += 2 {
		if i > 0 {
			out = append(out, ',')
		}
		name, err := json.Marshal(o[i])
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(o[i+1])
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, name...), ':'), value...)
	}
	return append(out, '}'), nil
}

func encode(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic("BUG: a message is no JSON: " + err.Error())
	}
	return b
}

// Offer returns the tools as a provider wants them in a request's list of
// tools; for Gemini, of functionDeclarations.
func (r *Registry) Offer(p Provider) []json.RawMessage {
	offers := []json.RawMessage{}
	for _, t := range r.tools {
		offers = append(offers, encode(t.offer(p)))
	}
	return offers
}

func (t *tool) offer(p Provider) object {
	parameters := t.Schema
	if len(parameters) == 0 {
		parameters = json.RawMessage(`{"type":"object","properties":{}}`)
	}
	head := object{"name", t.Name, "description", t.Description}
	switch {
	case p == OpenAIResponses && t.Custom:
		return append(object{"type", "custom"}, head...)
	case p == OpenAIResponses:
		return append(append(object{"type", "function"}, head...), "parameters", parameters)
	case p == Anthropic:
		return append(head, "input_schema", parameters)
	case p == Gemini:
		return append(head, "parametersJsonSchema", parameters)
	}
	return object{"type", "function", "function", append(head, "parameters", parameters)}
}

// Messages returns the results of one reply as the messages that a provider
// wants to follow the reply, in the order of the calls: one a result for
// OpenAI, one in all for Anthropic and Gemini. A call that failed so early
// that nothing can be answered to it (no name) is told in a message of the
// user.
//
// OpenAI's and Anthropic's shapes answer to a call's ID. A call without one,
// from a format in the text, has an ID made of its choice and index, the same
// as in [Assistant].
func Messages(p Provider, results []Result) []json.RawMessage {
	var messages []json.RawMessage
	var parts []any
	for _, r := range byCall(results) {
		r = r.marked()
		switch {
		case p == Anthropic || p == Gemini:
			parts = append(parts, part(p, r))
		case r.Call.Name == "":
			messages = append(messages, encode(object{"role", "user", "content", r.Text}))
		case p == OpenAIResponses:
			kind := "function_call_output"
			if r.custom {
				kind = "custom_tool_call_output"
			}
			messages = append(messages, encode(object{"type", kind, "call_id", r.id(), "output", r.Text}))
		default:
			messages = append(messages, encode(object{"role", "tool", "tool_call_id", r.id(), "content", r.Text}))
		}
	}
	switch {
	case len(parts) == 0:
		return messages
	case p == Gemini:
		return []json.RawMessage{encode(object{"role", "user", "parts", parts})}
	}
	return []json.RawMessage{encode(object{"role", "user", "content", parts})}
}

// part is one result within Anthropic's or Gemini's message.
func part(p Provider, r Result) any {
	failed := r.Outcome != OK
	switch {
	case p == Anthropic && r.Call.Name == "":
		return object{"type", "text", "text", r.Text}
	case p == Gemini && r.Call.Name == "":
		return object{"text", r.Text}
	case p == Anthropic && failed:
		return object{"type", "tool_result", "tool_use_id", r.id(), "content", r.Text, "is_error", true}
	case p == Anthropic:
		return object{"type", "tool_result", "tool_use_id", r.id(), "content", r.Text}
	}
	response := object{"error", r.Text}
	if !failed {
		response = object{"output", jsonOr(r.Text)}
	}
	answer := object{"name", r.Call.Name, "response", response}
	if r.Call.ID != "" {
		answer = append(object{"id", r.Call.ID}, answer...)
	}
	return object{"functionResponse", answer}
}

// jsonOr returns text as the JSON object or array that it is, else as a string.
func jsonOr(text string) any {
	if len(text) > 0 && (text[0] == '{' || text[0] == '[') && json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	return text
}

// Assistant returns the reply itself as the messages that the provider wants
// back before those of [Messages]: the text that the model said, "" if none,
// and its calls.
func Assistant(p Provider, text string, results []Result) []json.RawMessage {
	var calls []any
	for _, r := range byCall(results) {
		if r.Call.Name != "" {
			calls = append(calls, echo(p, r))
		}
	}
	switch p {
	case OpenAIResponses:
		var messages []json.RawMessage
		if text != "" {
			messages = append(messages, encode(object{"role", "assistant", "content", text}))
		}
		for _, c := range calls {
			messages = append(messages, encode(c))
		}
		return messages
	case Anthropic:
		return []json.RawMessage{encode(object{"role", "assistant", "content", before(text, object{"type", "text", "text", text}, calls)})}
	case Gemini:
		return []json.RawMessage{encode(object{"role", "model", "parts", before(text, object{"text", text}, calls)})}
	}
	m := object{"role", "assistant", "content", text}
	if len(calls) > 0 {
		m = append(m, "tool_calls", calls)
	}
	return []json.RawMessage{encode(m)}
}

// before puts the part of the text before the calls, if there is text.
func before(text string, part object, calls []any) []any {
	if text == "" && len(calls) > 0 {
		return calls
	}
	return append([]any{part}, calls...)
}

// echo is a call as the provider wants it back.
func echo(p Provider, r Result) any {
	arguments := string(r.Call.Arguments)
	if arguments == "" {
		arguments = "{}"
	}
	switch p {
	case OpenAIResponses:
		if r.custom {
			var of struct{ Input string }
			_ = json.Unmarshal([]byte(arguments), &of) // without input: empty
			return object{"type", "custom_tool_call", "call_id", r.id(), "name", r.Call.Name, "input", of.Input}
		}
		return object{"type", "function_call", "call_id", r.id(), "name", r.Call.Name, "arguments", arguments}
	case Anthropic:
		return object{"type", "tool_use", "id", r.id(), "name", r.Call.Name, "input", json.RawMessage(arguments)}
	case Gemini:
		call := object{"name", r.Call.Name, "args", json.RawMessage(arguments)}
		if r.Call.ID != "" {
			call = append(object{"id", r.Call.ID}, call...)
		}
		return object{"functionCall", call}
	}
	return object{"id", r.id(), "type", "function", "function", object{"name", r.Call.Name, "arguments", arguments}}
}

// id returns the call's ID, one of its place if it has none.
func (r Result) id() string {
	if r.Call.ID != "" {
		return r.Call.ID
	}
	return fmt.Sprintf("call_%d_%d", r.Call.Choice, r.Call.Index)
}

// marked returns r as what it became if the reply has contradicted the call
// after r was handed out.
func (r Result) marked() Result {
	e := r.Conflict()
	if e == nil || r.Outcome == Conflict {
		return r
	}
	r.Text = conflictText(r)
	r.Outcome, r.Err = Conflict, e
	return r
}
