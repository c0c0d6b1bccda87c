// Command gateway hands on a chat stream as it should be: the upstream server
// gives both of its calls the index 0, and the client sees two right ones. The
// server is on the loopback, so that it runs without a network or a key.
package main

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"time"

	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/relay"
	"github.com/earlycall/earlycall/stream/wire"
)

func main() {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, quirky)
	}))
	defer upstream.Close()
	response := httptest.NewRecorder()
	gateway{upstream.URL}.ServeHTTP(response, httptest.NewRequest("POST", "/v1/chat/completions", nil))
	io.Copy(os.Stdout, response.Body)
}

const quirky = `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"tide","arguments":"{\"harbour\":\"Reine\"}"}}]}}]}

data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"b","function":{"name":"tide","arguments":"{\"harbour\":\"Svolvær\"}"}}]},"finish_reason":"stop"}]}

data: {"choices":[],"usage":{"total_tokens":42}}

`

// gateway forwards requests to the server at the URL upstream.
type gateway struct{ upstream string }

func (g gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	request, err := http.NewRequestWithContext(r.Context(), r.Method, g.upstream, r.Body)
	if err != nil {
		http.Error(w, "the request can't be made", http.StatusInternalServerError)
		return
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		http.Error(w, "the upstream server can't be reached", http.StatusBadGateway)
		return
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK { // the body is no stream
		http.Error(w, "the upstream server says "+response.Status, http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	if err := forward(w, response.Body); err != nil {
		log.Print(err) // the client has seen it in the stream, or is gone
	}
}

func forward(w http.ResponseWriter, body io.Reader) error {
	decoder, err := wire.New("openai-chat", wire.Options{})
	if err != nil {
		return err
	}
	out, client := relay.NewOpenAIChat(w), http.NewResponseController(w)
	out.ID, out.Model, out.Created = "chatcmpl-1", "m", time.Now().Unix() // of your own making
	out.FinishReason = decoder.FinishReason
	for ev, err := range stream.Events(wire.Deltas(body, decoder), &stream.Parser{}) {
		if err != nil {
			return err // the upstream connection broke
		}
		out.Usage = decoder.Usage() // counts at the end of the stream
		if err := out.Write(ev); err != nil {
			return err
		}
		client.Flush()
	}
	return nil
}
