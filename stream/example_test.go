package stream_test

import (
	"fmt"

	"github.com/earlycall/earlycall/stream"
)

// The call comes out of the chunk that closes it, not at the end of the reply.
func ExampleParser_Feed() {
	p := stream.Parser{Tools: stream.Tools{{Name: "get_weather"}}}
	chunks := []string{"Let me look. {\"name\": \"get_wea", "ther\", \"arguments\": {\"city\": \"Os", "lo\"}} One", " moment."}
	for i, chunk := range chunks {
		for _, e := range p.Feed(chunk) {
			switch {
			case e.Call != nil:
				fmt.Printf("chunk %d: call %s %s\n", i, e.Call.Name, e.Call.Arguments)
			case e.Kind == stream.KindText:
				fmt.Printf("chunk %d: text %q\n", i, e.Text)
			}
		}
	}
	for _, e := range p.Finish() {
		fmt.Println(e.Kind, e.Complete)
	}
	// Output:
	// chunk 0: text "Let me look. "
	// chunk 2: call get_weather {"city": "Oslo"}
	// chunk 2: text " One"
	// chunk 3: text " moment."
	// end true
}
