// Command text finds the calls in a model's plain text, chunk by chunk.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/earlycall/earlycall/stream"
)

func main() { run(os.Stdout) }

func run(out io.Writer) {
	chunks := []string{
		"It is {late}, so: {\"name\": \"set_ala",
		"rm\", \"arguments\": {\"at\": \"06:3",
		"0\"}} Sleep well",
		"!",
	}
	var p stream.Parser
	for i, chunk := range chunks {
		for _, ev := range p.Feed(chunk) {
			show(out, i, ev)
		}
	}
	for _, ev := range p.Finish() {
		show(out, len(chunks), ev)
	}
}

func show(out io.Writer, chunk int, ev stream.Event) {
	switch {
	case ev.Call != nil:
		fmt.Fprintf(out, "%d  run   %s %s\n", chunk, ev.Call.Name, ev.Call.Arguments)
	case ev.Err != nil:
		fmt.Fprintf(out, "%d  error %v\n", chunk, ev.Err)
	case ev.Kind == stream.KindText:
		fmt.Fprintf(out, "%d  text  %q\n", chunk, ev.Text)
	case ev.Kind == stream.KindEnd:
		fmt.Fprintf(out, "%d  end   complete: %v\n", chunk, ev.Complete)
	}
}
