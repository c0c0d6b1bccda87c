package dispatch

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/earlycall/earlycall/parse"
)

// said is a message or a part of one, of any provider.
type said struct {
	Role, Type, ID, Name, Text                        string
	Content, Output, Input, Arguments, Args, Response json.RawMessage
	ToolCalls                                         []said `json:"tool_calls"`
	ToolCallID                                        string `json:"tool_call_id"`
	CallID                                            string `json:"call_id"`
	ToolUseID                                         string `json:"tool_use_id"`
	IsError                                           bool   `json:"is_error"`
	Function, FunctionCall, FunctionResponse          *said
	Parts                                             []said
}

// text returns a member that has to be a string.
func (s *said) text(raw json.RawMessage) string {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return ""
	}
	return text
}

// blocks returns the members of a list.
func blocks(raw json.RawMessage) (list []said) {
	_ = json.Unmarshal(raw, &list)
	return list
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }

func isObject(raw json.RawMessage) bool {
	var o map[string]any
	return json.Unmarshal(raw, &o) == nil && o != nil
}

var (
	goodName   = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
	geminiName = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$`)
	claudeID   = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)
)

// pending are calls that have no result yet, by id; the value is the type of
// the result.
type pending map[string]string

func (p pending) add(id, kind, name string) error {
	if _, twice := p[id]; twice || id == "" {
		return fmt.Errorf("the id %q is empty or that of two calls", id)
	}
	if !goodName.MatchString(name) {
		return fmt.Errorf("the name %q is refused", name)
	}
	p[id] = kind
	return nil
}

func (p pending) take(id, kind string) error {
	if p[id] != kind {
		return fmt.Errorf("a result (%s) of no open call %q", kind, id)
	}
	delete(p, id)
	return nil
}

// refusedChat reports what Chat Completions refuses: after calls come their
// results, each once, and nothing between them.
func refusedChat(messages []said) error {
	open := pending{}
	for _, m := range messages {
		if len(open) > 0 && m.Role != "tool" {
			return fmt.Errorf("a message of %s before the results of %v", m.Role, open)
		}
		switch m.Role {
		case "tool":
			if err := open.take(m.ToolCallID, "tool"); err != nil {
				return err
			}
		case "assistant", "user":
			if blank(m.text(m.Content)) && len(m.ToolCalls) == 0 {
				return errors.New("an empty message of " + m.Role)
			}
		}
		for _, c := range m.ToolCalls {
			if err := open.add(c.ID, "tool", c.Function.Name); err != nil || !isObject(json.RawMessage(c.text(c.Function.Arguments))) {
				return fmt.Errorf("call %s: %v, %s", c.ID, err, c.Function.Arguments)
			}
		}
	}
	return open.none()
}

func (p pending) none() error {
	if len(p) > 0 {
		return fmt.Errorf("no result of %v", p)
	}
	return nil
}

// refusedResponses reports what the Responses API refuses.
func refusedResponses(items []said) error {
	open := pending{}
	for _, m := range items {
		var err error
		switch m.Type {
		case "function_call":
			err = open.add(m.CallID, "function_call_output", m.Name)
			if !isObject(json.RawMessage(m.text(m.Arguments))) {
				return fmt.Errorf("arguments %s", m.Arguments)
			}
		case "custom_tool_call":
			err = open.add(m.CallID, "custom_tool_call_output", m.Name)
		case "function_call_output", "custom_tool_call_output":
			err = open.take(m.CallID, m.Type)
		default:
			if len(open) > 0 || blank(m.text(m.Content)) {
				return fmt.Errorf("a message of %s, empty or before the results of %v", m.Role, open)
			}
		}
		if err != nil {
			return err
		}
	}
	return open.none()
}

// refusedAnthropic reports what the Messages API refuses: empty content, empty
// texts, and a user's message after calls that does not begin with all of
// their results.
func refusedAnthropic(messages []said) error {
	open := pending{}
	for _, m := range messages {
		list, text := blocks(m.Content), false
		if len(list) == 0 || len(open) > 0 && m.Role != "user" {
			return fmt.Errorf("an empty message, or one of %s before results", m.Role)
		}
		for _, b := range list {
			var err error
			switch {
			case b.Type == "text" && blank(b.Text):
				err = errors.New("an empty text")
			case b.Type == "text":
				text = true
			case b.Type == "tool_use":
				if err = open.add(b.ID, "tool_result", b.Name); err == nil && (!claudeID.MatchString(b.ID) || !isObject(b.Input)) {
					err = fmt.Errorf("id %q, input %s", b.ID, b.Input)
				}
			case text || b.Content != nil && blank(b.text(b.Content)) || b.Content == nil && b.IsError:
				err = errors.New("a text before a result, or an empty one")
			default:
				err = open.take(b.ToolUseID, b.Type)
			}
			if err != nil {
				return err
			}
		}
		if m.Role == "user" && len(open) > 0 {
			return open.none()
		}
	}
	return open.none()
}

// refusedGemini reports what generateContent refuses: a turn after calls that
// does not begin with as many responses, in their order.
func refusedGemini(contents []said) error {
	var open []said
	for _, m := range contents {
		text := false
		if len(m.Parts) == 0 || len(open) > 0 && m.Role != "user" {
			return errors.New("a turn without parts or responses")
		}
		ids := map[string]bool{}
		for _, part := range m.Parts {
			switch {
			case part.FunctionCall != nil:
				c := *part.FunctionCall
				if open = append(open, c); !geminiName.MatchString(c.Name) || !isObject(c.Args) || c.ID != "" && ids[c.ID] {
					return fmt.Errorf("the call %q with the id %q", c.Name, c.ID)
				}
				ids[c.ID] = true
			case part.FunctionResponse != nil:
				r := *part.FunctionResponse
				if text || len(open) == 0 || open[0].Name != r.Name || open[0].ID != r.ID || !isObject(r.Response) {
					return fmt.Errorf("the response %q of no call, or after a text", r.Name)
				}
				open = open[1:]
			case blank(part.Text):
				return errors.New("an empty text")
			default:
				text = true
			}
		}
		if m.Role == "user" && len(open) > 0 {
			return fmt.Errorf("%d calls without a response", len(open))
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("%d calls without a response", len(open))
	}
	return nil
}

func drawResult(rt *rapid.T, index int) Result {
	r := Result{Call: parse.Call{
		Index: index,
		ID:    rapid.SampledFrom([]string{"", "", "a", "a", "b", "call_0_1", "call_0_2", "call_0_1_1", "toolu/1", "ä", "\xff", "x.y:z"}).Draw(rt, "id"),
		Name:  rapid.SampledFrom([]string{"", "sum", "sum", "get weather", "a.b", "7up", "-", "ä", strings.Repeat("n", 200)}).Draw(rt, "name"),
	}}
	r.Outcome = Outcome(rapid.IntRange(0, len(outcomes)-1).Draw(rt, "outcome"))
	r.Text = rapid.SampledFrom([]string{"", " \n", "fine", `{"a":1}`, `[1]`, "{\"a\":\"\xff\"}", "\xff"}).Draw(rt, "text")
	r.custom = rapid.IntRange(0, 4).Draw(rt, "custom") == 0
	if rapid.Bool().Draw(rt, "with arguments") {
		r.Call.Arguments = json.RawMessage(`{"n":[1,2]}`)
	}
	return r
}

// No provider refuses the messages of a reply, whatever its calls were.
func TestMessagesAreAccepted(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var results []Result
		for i := range rapid.IntRange(0, 6).Draw(rt, "results") {
			results = append(results, drawResult(rt, i))
		}
		for i := range results { // as they finish
			j := rapid.IntRange(0, i).Draw(rt, "swap")
			results[i], results[j] = results[j], results[i]
		}
		text := rapid.SampledFrom([]string{"", " \n", "Well."}).Draw(rt, "text")
		for p, refused := range []func([]said) error{OpenAIChat: refusedChat, OpenAIResponses: refusedResponses, Anthropic: refusedAnthropic, Gemini: refusedGemini} {
			var messages []said
			all := append(Assistant(Provider(p), text, results), Messages(Provider(p), results)...)
			for _, raw := range all {
				var m said
				if err := json.Unmarshal(raw, &m); err != nil {
					rt.Fatalf("%s: %v", raw, err)
				}
				messages = append(messages, m)
			}
			if err := refused(messages); err != nil {
				rt.Fatalf("provider %d: %v:\n%s", p, err, lines(all))
			}
		}
	})
}
