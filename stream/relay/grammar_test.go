package relay

import (
	"encoding/json"
	"regexp"
	"strings"
)

// tester is what a validator reports to.
type tester interface {
	Errorf(format string, args ...any)
}

// frames returns the data of a stream's events.
func frames(t tester, s string) []string {
	var all []string
	for part := range strings.SplitSeq(strings.TrimSuffix(s, "\n\n"), "\n\n") {
		name := ""
		for line := range strings.SplitSeq(part, "\n") {
			switch {
			case strings.HasPrefix(line, ": "), line == "":
			case strings.HasPrefix(line, "event: "):
				name = line[len("event: "):]
			case strings.HasPrefix(line, "data: "):
				all = append(all, line[len("data: "):])
				if name != "" && !strings.HasPrefix(all[len(all)-1], `{"type":"`+name+`"`) {
					t.Errorf("the event %s has the data %s", name, line)
				}
			default:
				t.Errorf("no line of a stream: %q", line)
			}
		}
	}
	return all
}

var (
	messagesID  = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)
	mistralID   = regexp.MustCompile(`^[a-zA-Z0-9]{9}$`)
	stopReasons = regexp.MustCompile(`^(end_turn|max_tokens|stop_sequence|tool_use|pause_turn|refusal|model_context_window_exceeded)$`)
	chatReasons = regexp.MustCompile(`^(stop|length|tool_calls|content_filter)$`)
)

// validMessages holds that a stream fits the grammar of Anthropic's Messages:
//
//	Stream = message_start { Block } message_delta message_stop .
//	Block  = content_block_start { content_block_delta } content_block_stop .
//
// with indexes from 0, and errors anywhere. After an error it may break off.
func validMessages(t tester, s string) {
	state, next, kind, input, failed := "new", 0, "", "", false
	for _, data := range frames(t, s) {
		var f struct {
			Type    string
			Index   int
			Message struct{ ID, Role string }
			Block   struct{ Type, ID, Name string } `json:"content_block"`
			Delta   struct {
				Type   string
				Reason string `json:"stop_reason"`
				JSON   string `json:"partial_json"`
			}
		}
		if err := json.Unmarshal([]byte(data), &f); err != nil {
			t.Errorf("%s: %v", data, err)
		}
		from := map[string]string{"message_start": "new", "content_block_start": "between", "content_block_delta": "block",
			"content_block_stop": "block", "message_delta": "between", "message_stop": "ending", "error": state}[f.Type]
		if from != state {
			t.Errorf("%s in the state %q", data, state)
		}
		switch f.Type {
		case "message_start":
			state = "between"
		case "content_block_start":
			if state, kind, input = "block", f.Block.Type, ""; f.Index != next || kind == "tool_use" && (f.Block.Name == "" || !messagesID.MatchString(f.Block.ID)) {
				t.Errorf("no start of block %d: %s", next, data)
			}
		case "content_block_delta":
			input += f.Delta.JSON
			if want := map[string]string{"text": "text_delta", "thinking": "thinking_delta", "tool_use": "input_json_delta"}[kind]; f.Index != next || f.Delta.Type != want {
				t.Errorf("in block %d, %s: %s", next, kind, data)
			}
		case "content_block_stop":
			if kind == "tool_use" && input != "" && !json.Valid([]byte(input)) && !failed {
				t.Errorf("the input is %s", input)
			}
			state, next = "between", next+1
		case "message_delta":
			if state = "ending"; !stopReasons.MatchString(f.Delta.Reason) {
				t.Errorf("no stop reason: %s", data)
			}
		case "message_stop":
			state = "end"
		case "error":
			failed = true
		}
	}
	if state != "end" && !failed {
		t.Errorf("the stream breaks off in the state %q", state)
	}
}

// chatFrame is a chunk of Chat Completions.
type chatFrame struct {
	Object  string
	Error   json.RawMessage
	Choices []struct {
		Index  int
		Delta  map[string]json.RawMessage
		Finish *string `json:"finish_reason"`
	}
	Usage json.RawMessage
}

// validChat holds that a stream fits the grammar of Chat Completions: a choice
// begins with its role and ends with one finish reason; its calls have indexes
// from 0, and an id, a type and a name in their first fragment only; [DONE] is
// last. With an error it may break off.
func validChat(t tester, to, s string) {
	type choice struct {
		ended bool
		calls int
	}
	choices := map[int]*choice{}
	failed, done := false, false
	for _, data := range frames(t, s) {
		if done {
			t.Errorf("after [DONE]: %s", data)
		}
		if data == "[DONE]" {
			done = true
			continue
		}
		var f chatFrame
		if err := json.Unmarshal([]byte(data), &f); err != nil {
			t.Errorf("%s: %v", data, err)
		}
		if f.Error != nil {
			failed = true
			continue
		}
		if f.Object != "chat.completion.chunk" || len(f.Choices) == 0 && f.Usage == nil {
			t.Errorf("no chunk: %s", data)
		}
		for _, c := range f.Choices {
			k := choices[c.Index]
			if k == nil {
				k = &choice{}
				choices[c.Index] = k
				if string(c.Delta["role"]) != `"assistant"` {
					t.Errorf("no role: %s", data)
				}
			} else if c.Delta["role"] != nil || k.ended {
				t.Errorf("a second role, or after the end: %s", data)
			}
			if c.Finish != nil {
				if k.ended = true; !chatReasons.MatchString(*c.Finish) || *c.Finish == "tool_calls" && k.calls == 0 {
					t.Errorf("no finish reason: %s", data)
				}
			}
			k.calls += validToolCalls(t, to, data, c.Delta["tool_calls"], k.calls)
		}
	}
	if !failed && !done {
		t.Errorf("the stream breaks off")
	}
	for n, k := range choices {
		if done && !k.ended {
			t.Errorf("choice %d has no finish reason", n)
		}
	}
}

// validToolCalls holds the rules of calls, and returns how many are new.
func validToolCalls(t tester, to, data string, raw json.RawMessage, known int) (fresh int) {
	if raw == nil {
		return 0
	}
	var list []struct {
		Index    *int
		ID, Type string
		Function struct {
			Name      string
			Arguments *string
		}
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Errorf("%s: %v", data, err)
	}
	for _, c := range list {
		first := c.Index != nil && *c.Index == known+fresh
		switch {
		case c.Index == nil || *c.Index > known+fresh || c.Function.Arguments == nil:
			t.Errorf("no fragment: %s", data)
		case first != (c.ID != "") || first != (c.Type == "function") || first != (c.Function.Name != ""):
			t.Errorf("not the first fragment, or not a later one: %s", data)
		case first && to == "mistral" && !mistralID.MatchString(c.ID):
			t.Errorf("an id that Mistral refuses: %s", data)
		}
		if first {
			fresh++
		}
	}
	return fresh
}
