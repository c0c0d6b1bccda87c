package dispatch

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Messages returns the results of one reply as the messages that a provider
// wants to follow the reply, in the order of the calls: one a result for
// OpenAI, one in all for Anthropic and Gemini. A call that failed so early
// that nothing can be answered to it (no name) is reported in the words of the
// user, after the results.
//
// OpenAI's and Anthropic's shapes answer to a call's ID. A call without one,
// from a format in the text, has an ID made of its choice and index; a second
// call of one ID, or one with an ID that Anthropic does not accept, has an ID
// made of its own. Names that no tool has are written in the letters that the
// provider accepts. [Assistant] writes the same IDs and names for the same
// results.
func Messages(p Provider, results []Result) []json.RawMessage {
	var messages []json.RawMessage
	var parts, notes []any
	for _, a := range answers(p, results) {
		switch {
		case a.Call.Name == "":
			notes = append(notes, a.note(p))
		case p == Anthropic || p == Gemini:
			parts = append(parts, a.part(p))
		default:
			messages = append(messages, encode(a.message(p)))
		}
	}
	if p == OpenAIChat || p == OpenAIResponses {
		for _, note := range notes {
			messages = append(messages, encode(note))
		}
		return messages
	}
	content := "content"
	if p == Gemini {
		content = "parts"
	}
	if parts = append(parts, notes...); len(parts) == 0 {
		return nil
	}
	return []json.RawMessage{encode(object{"role", "user", content, parts})}
}

// answer is a result with the id and the name that its messages have.
type answer struct {
	Result
	id, name string
}

// answers returns results in the order of the calls. The ids are each another
// one; a call keeps the id that the provider gave it where it can.
func answers(p Provider, results []Result) []answer {
	list := make([]answer, 0, len(results))
	used, copies := map[string]bool{}, map[string]int{}
	for _, r := range byCall(results) {
		a := answer{Result: r.marked(), id: r.Call.ID}
		a.name = a.fitName(p)
		if a.id == "" || a.Call.Name == "" || used[a.id] || p == Anthropic && !anthropicID.MatchString(a.id) {
			a.id = ""
		}
		used[a.id] = true
		list = append(list, a)
	}
	for i := range list {
		a := &list[i]
		if a.id != "" || p == Gemini && a.Call.ID == "" {
			continue
		}
		base := fmt.Sprintf("call_%d_%d", a.Call.Choice, a.Call.Index)
		for a.id = base; used[a.id]; a.id = fmt.Sprintf("%s_%d", base, copies[base]) {
			copies[base]++
		}
		used[a.id] = true
	}
	return list
}

// What providers accept.
var (
	anthropicID  = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)
	notInNames   = regexp.MustCompile(`[^a-zA-Z0-9_-]`)
	maxNameBytes = 64
)

// fitName returns the name of the call; one that no tool has, and that the
// provider would refuse, in letters that it accepts.
func (a *answer) fitName(p Provider) string {
	name := a.Call.Name
	if a.tool != "" || name == "" {
		return name
	}
	name = notInNames.ReplaceAllString(name[:min(len(name), maxNameBytes)], "_")
	if c := name[0]; p == Gemini && (c == '-' || '0' <= c && c <= '9') {
		name = "_" + name[1:]
	}
	return name
}

// said returns what the model reads; never nothing of a call that failed.
func (a *answer) said() string {
	if strings.TrimSpace(a.Text) == "" && (a.Outcome != OK || a.Call.Name == "") {
		return "The call failed (" + a.Code() + ")."
	}
	return a.Text
}

// note reports a call to which nothing can be answered.
func (a *answer) note(p Provider) any {
	switch p {
	case Anthropic:
		return object{"type", "text", "text", a.said()}
	case Gemini:
		return object{"text", a.said()}
	}
	return object{"role", "user", "content", a.said()}
}

// message is one result as a message of OpenAI's.
func (a *answer) message(p Provider) any {
	switch {
	case p == OpenAIChat:
		return object{"role", "tool", "tool_call_id", a.id, "content", a.said()}
	case a.custom:
		return object{"type", "custom_tool_call_output", "call_id", a.id, "output", a.said()}
	}
	return object{"type", "function_call_output", "call_id", a.id, "output", a.said()}
}

// part is one result within Anthropic's or Gemini's message.
func (a *answer) part(p Provider) any {
	failed := a.Outcome != OK
	if p == Anthropic {
		result := object{"type", "tool_result", "tool_use_id", a.id}
		if text := a.said(); strings.TrimSpace(text) != "" { // an empty text is refused
			result = append(result, "content", text)
		}
		if failed {
			result = append(result, "is_error", true)
		}
		return result
	}
	response := object{"error", a.said()}
	if !failed {
		response = object{"output", jsonOr(a.Text)}
	}
	return object{"functionResponse", append(a.geminiID(), "name", a.name, "response", response)}
}

// geminiID begins an object with the id, if the provider gave one.
func (a *answer) geminiID() object {
	if a.id == "" {
		return nil
	}
	return object{"id", a.id}
}

// jsonOr returns text as the JSON object or array that it is, else as a string.
func jsonOr(text string) any {
	if len(text) > 0 && (text[0] == '{' || text[0] == '[') && json.Valid([]byte(text)) && utf8.ValidString(text) {
		return json.RawMessage(text)
	}
	return text
}

// Assistant returns the reply itself as the messages that the provider wants
// back before those of [Messages]: the text that the model said, "" if it said
// nothing, and its calls. A text of white space alone is left out, since
// Anthropic refuses it; without a text and a call there is no message.
func Assistant(p Provider, text string, results []Result) []json.RawMessage {
	if strings.TrimSpace(text) == "" {
		text = ""
	}
	var calls []any
	for _, a := range answers(p, results) {
		if a.Call.Name != "" {
			calls = append(calls, a.echo(p))
		}
	}
	if text == "" && len(calls) == 0 {
		return nil
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
	if text == "" {
		return calls
	}
	return append([]any{part}, calls...)
}

// echo is a call as the provider wants it back.
func (a *answer) echo(p Provider) any {
	arguments := string(a.Call.Arguments)
	if arguments == "" {
		arguments = "{}"
	}
	switch {
	case p == OpenAIResponses && a.custom:
		var of struct{ Input string }
		_ = json.Unmarshal([]byte(arguments), &of) // without input: empty
		return object{"type", "custom_tool_call", "call_id", a.id, "name", a.name, "input", of.Input}
	case p == OpenAIResponses:
		return object{"type", "function_call", "call_id", a.id, "name", a.name, "arguments", arguments}
	case p == Anthropic:
		return object{"type", "tool_use", "id", a.id, "name", a.name, "input", json.RawMessage(arguments)}
	case p == Gemini:
		return object{"functionCall", append(a.geminiID(), "name", a.name, "args", json.RawMessage(arguments))}
	}
	return object{"id", a.id, "type", "function", "function", object{"name", a.name, "arguments", arguments}}
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
