// Command gemini reads a stream of Gemini's streamGenerateContent. Its calls
// come whole and often without an id: their order tells them apart.
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
	body := examples.Open("gemini.sse") // with a network and a key: the body of a response
	defer body.Close()
	if err := run(os.Stdout, body); err != nil {
		log.Fatal(err)
	}
}

func run(out io.Writer, body io.Reader) error {
	for ev, err := range stream.Events(wire.Gemini(body), &stream.Parser{}) {
		switch {
		case err != nil:
			return err // the connection broke
		case ev.Call != nil:
			fmt.Fprintf(out, "call %d: %s %s\n", ev.Call.Index, ev.Call.Name, ev.Call.Arguments)
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
