// Command sse reads a chat completion from a server that sends it token by
// token, and runs each tool the moment its call closes, while the server is
// still sending.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/earlycall/earlycall/examples"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire"
)

func main() {
	if err := run(os.Stdout, 15*time.Millisecond); err != nil {
		log.Fatal(err)
	}
}

func run(out io.Writer, pause time.Duration) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer listener.Close()
	go http.Serve(listener, provider(pause))

	start := time.Now()
	resp, err := http.Get("http://" + listener.Addr().String())
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	show := log.New(out, "", 0)
	var tools sync.WaitGroup
	defer tools.Wait()
	for ev, err := range stream.Events(wire.OpenAIChat(resp.Body), &stream.Parser{Tools: offered}) {
		after := time.Since(start).Milliseconds()
		switch {
		case err != nil:
			return err // the connection broke
		case ev.Call != nil:
			tools.Go(func() { show.Printf("%4d ms  %s", after, runTool(ev.Call)) })
		case ev.Err != nil:
			show.Printf("%4d ms  %v", after, ev.Err)
		case ev.Kind == stream.KindEnd:
			show.Printf("%4d ms  the reply has ended, complete: %v", after, ev.Complete)
		}
	}
	return nil
}

var offered = stream.Tools{
	{Name: "get_weather", Schema: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"}}}`)},
	{Name: "write_note", Schema: json.RawMessage(`{"type":"object","properties":{"title":{"type":"string"}}}`)},
}

func runTool(call *stream.Call) string { return fmt.Sprintf("ran %s of %s", call.Name, call.ID) }

// provider serves a recorded reply, one event at a time.
func provider(pause time.Duration) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		body, _ := io.ReadAll(examples.Open("chat.sse"))
		w.Header().Set("Content-Type", "text/event-stream")
		for event := range strings.SplitAfterSeq(string(body), "\n\n") {
			io.WriteString(w, event)
			http.NewResponseController(w).Flush()
			time.Sleep(pause)
		}
	}
}
