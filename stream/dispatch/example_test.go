package dispatch_test

import (
	"context"
	"fmt"
	"log"
	"strings"
	"time"

	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/dispatch"
	"github.com/earlycall/earlycall/stream/wire"
)

// A reply of a Chat Completions server is dispatched while it arrives; here it
// comes from a string.
func Example() {
	weather := dispatch.Func("weather", "The weather of a city.", func(ctx context.Context, in struct {
		City string `json:"city"`
		Unit string `json:"unit,omitempty"`
	}) (string, error) {
		return "21 °C in " + in.City, nil
	})
	weather.Timeout = 5 * time.Second
	tools, err := dispatch.NewRegistry(weather)
	if err != nil {
		log.Fatal(err)
	}
	body := strings.NewReader(`data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"weather","arguments":"{\"city\":\"Os"}}]}}]}

data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"lo\"}"}}]}}]}

data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"c2","function":{"name":"wether","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}

data: [DONE]

`)
	conversation := dispatch.New(tools, dispatch.Options{InOrder: true})
	events := stream.Events(wire.OpenAIChat(body), &stream.Parser{Tools: tools.Tools()})
	var results []dispatch.Result
	for result, err := range conversation.Run(context.Background(), "reply 1", events) {
		if err != nil {
			log.Fatal(err)
		}
		results = append(results, result)
	}
	for _, message := range dispatch.Messages(dispatch.OpenAIChat, results) {
		fmt.Println(string(message))
	}
	// Output:
	// {"role":"tool","tool_call_id":"c1","content":"21 °C in Oslo"}
	// {"role":"tool","tool_call_id":"c2","content":"There is no tool \"wether\" (unknown-tool): did you mean \"weather\"? Names are matched exactly."}
}
