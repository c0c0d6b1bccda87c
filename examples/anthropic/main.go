// Command anthropic reads a stream of Anthropic's Messages: thinking, text, and
// two calls in parallel, whose results go back in one message of the user's.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/earlycall/earlycall/examples"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire"
)

func main() {
	body := examples.Open("messages.sse") // with a network and a key: the body of a response
	defer body.Close()
	if err := run(os.Stdout, body); err != nil {
		log.Fatal(err)
	}
}

// toolResult is how Anthropic takes what a tool returned.
type toolResult struct {
	Type    string `json:"type"`
	CallID  string `json:"tool_use_id"`
	Content string `json:"content"`
	IsError bool   `json:"is_error,omitempty"`
}

func run(out io.Writer, body io.Reader) error {
	var results []toolResult
	for ev, err := range stream.Events(wire.Anthropic(body), &stream.Parser{}) {
		if err != nil {
			return err // the connection broke
		}
		switch ev.Kind {
		case stream.KindReasoning:
			fmt.Fprintf(out, "thinks: %s\n", ev.Text)
		case stream.KindText:
			fmt.Fprintf(out, "says:   %s\n", ev.Text)
		case stream.KindCallEnd:
			results = append(results, answer(ev))
		case stream.KindEnd:
			fmt.Fprintf(out, "ends:   %s, complete: %v\n", ev.Text, ev.Complete)
		}
	}
	message, err := json.Marshal(struct {
		Role    string       `json:"role"`
		Content []toolResult `json:"content"`
	}{"user", results})
	fmt.Fprintf(out, "%s\n", message)
	return err
}

// answer runs the tool of a call that has closed, or says what is wrong with
// the call.
func answer(ev stream.Event) toolResult {
	if ev.Err != nil {
		return toolResult{Type: "tool_result", CallID: ev.Err.ID, Content: ev.Err.Message, IsError: true}
	}
	var in struct{ City string }
	if err := ev.Call.Decode(&in); err != nil {
		return toolResult{Type: "tool_result", CallID: ev.Call.ID, Content: err.Error(), IsError: true}
	}
	return toolResult{Type: "tool_result", CallID: ev.Call.ID, Content: "It rains in " + in.City + "."}
}
