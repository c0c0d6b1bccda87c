// Command agent is a whole agent loop: it asks a model, runs the tools that
// the model calls while it is still talking, and asks again with the results
// until the model answers. The model is a fake on the loopback that speaks as
// Chat Completions does; its first call is wrong, so that the loop tells it
// and it corrects itself. For a real server, give run its address and set the
// Authorization header of the request.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/dispatch"
	"github.com/earlycall/earlycall/stream/wire"
)

func main() {
	server := httptest.NewServer(http.HandlerFunc(fake))
	defer server.Close()
	if err := run(context.Background(), os.Stdout, server.URL, "How warm is it in Oslo?"); err != nil {
		log.Fatal(err)
	}
}

// weather is the one tool.
func weather(_ context.Context, in struct {
	City string `json:"city" jsonschema:"the city's name"`
}) (map[string]any, error) {
	return map[string]any{"city": in.City, "celsius": 21}, nil
}

// run is the loop.
func run(ctx context.Context, out io.Writer, url, question string) error {
	tools, err := dispatch.NewRegistry(dispatch.Func("weather", "The weather of a city.", weather))
	if err != nil {
		return err
	}
	conversation := dispatch.New(tools, dispatch.Options{Retries: dispatch.Retries{Tool: 3, Total: 10}})
	prompt, _ := json.Marshal(map[string]string{"role": "user", "content": question})
	messages := []json.RawMessage{prompt}
	for turn := 1; turn <= 10; turn++ {
		text, results, err := ask(ctx, conversation, tools, url, messages, fmt.Sprint("turn ", turn))
		if err != nil {
			return err
		}
		for _, r := range results {
			fmt.Fprintf(out, "call    %s(%s)\nresult  %s\n", r.Call.Name, r.Call.Arguments, r.Text)
		}
		if len(results) == 0 {
			fmt.Fprintf(out, "answer  %s\n", text)
			return nil
		}
		if err := conversation.Exhausted(); err != nil {
			return err
		}
		messages = append(messages, dispatch.Assistant(dispatch.OpenAIChat, text, results)...)
		messages = append(messages, dispatch.Messages(dispatch.OpenAIChat, results)...)
	}
	return fmt.Errorf("no answer after ten turns")
}

// ask sends the messages and dispatches the reply's calls as they close.
func ask(ctx context.Context, c *dispatch.Conversation, tools *dispatch.Registry, url string, messages []json.RawMessage, key string) (text string, results []dispatch.Result, err error) {
	body, err := json.Marshal(map[string]any{"model": "fake", "stream": true, "messages": messages, "tools": tools.Offer(dispatch.OpenAIChat)})
	if err != nil {
		return "", nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return "", nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", nil, err
	}
	defer response.Body.Close()

	reply := c.Reply(ctx, key)
	defer reply.Close()
	for ev, err := range stream.Events(wire.OpenAIChat(response.Body), &stream.Parser{Tools: tools.Tools()}) {
		if err != nil {
			return "", nil, err
		}
		if ev.Kind == stream.KindText {
			text += ev.Text
		}
		reply.Event(ev)
	}
	reply.Finish()
	for r := range reply.Results() {
		results = append(results, r)
	}
	return text, results, nil
}

// fake calls with a wrong name of the argument, then rightly, then answers.
func fake(w http.ResponseWriter, r *http.Request) {
	asked, _ := io.ReadAll(r.Body)
	reply := `{"tool_calls":[{"index":0,"id":"c1","function":{"name":"weather","arguments":"{\"place\":\"Oslo\"}"}}]}`
	if strings.Contains(string(asked), "celsius") {
		reply = `{"content":"It is 21 °C in Oslo."}`
	} else if strings.Contains(string(asked), "(schema)") {
		reply = `{"tool_calls":[{"index":0,"id":"c2","function":{"name":"weather","arguments":"{\"city\":\"Oslo\"}"}}]}`
	}
	fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n", reply)
}
