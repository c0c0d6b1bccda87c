package dispatch

import "encoding/json"

// Provider is the shape of the messages that report to a model what became of
// its calls.
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
		panic("BUG: a message is not JSON: " + err.Error())
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
