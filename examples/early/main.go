// Command early shows a tool that starts while the model is still talking: a
// server on the loopback streams a reply at 50 tokens a second, and each line
// says when something happened.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"time"

	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/dispatch"
	"github.com/earlycall/earlycall/stream/wire"
)

func main() {
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(out io.Writer) error {
	begin, lines := time.Now(), log.New(out, "", 0)
	say := func(format string, args ...any) {
		lines.Printf("%5.2f s  "+format, append([]any{time.Since(begin).Seconds()}, args...)...)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		talk(w)
		say("model  has said all")
	}))
	defer server.Close()

	weather := dispatch.Func("weather", "The weather of a city.", func(_ context.Context, in struct {
		City string `json:"city"`
	}) (string, error) {
		say("tool   %s starts", in.City)
		time.Sleep(300 * time.Millisecond)
		return "sunny", nil
	})
	tools, err := dispatch.NewRegistry(weather)
	if err != nil {
		return err
	}
	response, err := http.Get(server.URL)
	if err != nil {
		return err
	}
	defer response.Body.Close()

	events := stream.Events(wire.OpenAIChat(response.Body), &stream.Parser{Tools: tools.Tools()})
	for result, err := range dispatch.New(tools, dispatch.Options{}).Run(context.Background(), "", events) {
		if err != nil {
			return err
		}
		say("result %s: %s", result.Call.Arguments, result.Text)
	}
	return nil
}

// talk streams three calls, a token every 20 ms.
func talk(w http.ResponseWriter) {
	send := func(delta string) {
		time.Sleep(20 * time.Millisecond)
		fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,%s}]}\n\n", delta)
		w.(http.Flusher).Flush()
	}
	for i, city := range []string{"Oslo", "Rome", "Kyiv"} {
		send(fmt.Sprintf(`"delta":{"tool_calls":[{"index":%d,"id":"c%d","function":{"name":"weather","arguments":""}}]}`, i, i))
		for _, c := range `{"city": "` + city + `"}` {
			quoted, _ := json.Marshal(string(c))
			send(fmt.Sprintf(`"delta":{"tool_calls":[{"index":%d,"function":{"arguments":%s}}]}`, i, quoted))
		}
	}
	send(`"delta":{},"finish_reason":"tool_calls"`)
	fmt.Fprint(w, "data: [DONE]\n\n")
}
