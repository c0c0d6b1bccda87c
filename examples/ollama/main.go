// Command ollama reads a stream of Ollama's /api/chat: one JSON object a line,
// and each call whole.
package main

import (
	"fmt"
	"io"
	"log"
	"os"

	"github.com/earlycall/earlycall/examples"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire"
)

func main() {
	body := examples.Open("ollama.ndjson") // with a server: the body of a response
	defer body.Close()
	if err := run(os.Stdout, body); err != nil {
		log.Fatal(err)
	}
}

func run(out io.Writer, body io.Reader) error {
	tools := stream.Tools{{Name: "get_price"}} // what the request offered
	for ev, err := range stream.Events(wire.Ollama(body), &stream.Parser{Tools: tools}) {
		switch {
		case err != nil:
			return err // the connection broke
		case ev.Call != nil:
			fmt.Fprintf(out, "call: %s %s\n", ev.Call.Name, ev.Call.Arguments)
		case ev.Err != nil:
			fmt.Fprintf(out, "error: %v\n", ev.Err)
		case ev.Kind == stream.KindText:
			fmt.Fprintf(out, "text: %q\n", ev.Text)
		case ev.Kind == stream.KindEnd:
			fmt.Fprintf(out, "end: %s, complete: %v\n", ev.Text, ev.Complete)
		}
	}
	return nil
}
