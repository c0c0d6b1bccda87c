// Command openai reads OpenAI's two kinds of stream: Chat Completions, which
// many servers imitate, and Responses.
package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"log"
	"os"

	"github.com/earlycall/earlycall/examples"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire"
)

func main() {
	// With a network and a key these are the bodies of two responses.
	chat, responses := examples.Open("chat.sse"), examples.Open("responses.sse")
	defer chat.Close()
	defer responses.Close()

	p := &stream.Parser{}
	if err := run(os.Stdout, stream.Calls(stream.Events(wire.OpenAIChat(chat), p))); err != nil {
		log.Fatal(err)
	}
	p.Reset()
	if err := run(os.Stdout, stream.Calls(stream.Events(wire.OpenAIResponses(responses), p))); err != nil {
		log.Fatal(err)
	}
}

// run shows how the calls of a reply are taken. It returns the transport's
// error; what is wrong with a call goes to the model, and the loop goes on.
func run(out io.Writer, calls iter.Seq2[stream.Call, error]) error {
	for call, err := range calls {
		if bad, ok := errors.AsType[*stream.Error](err); ok {
			fmt.Fprintf(out, "%s: tell the model: %s\n", call.ID, bad.Message)
			continue
		}
		if err != nil {
			return err
		}
		if err := runTool(out, call); err != nil {
			fmt.Fprintf(out, "%s: tell the model: %v\n", call.ID, err)
		}
	}
	return nil
}

// runTool runs one tool. Its answer is sent under the call's id.
func runTool(out io.Writer, call stream.Call) error {
	switch call.Name {
	case "get_weather":
		var in struct {
			City string
			Days int
		}
		if err := call.Decode(&in); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: the weather of %s for %d days\n", call.ID, in.City, max(in.Days, 1))
	case "get_time":
		var in struct{ Zone string }
		if err := call.Decode(&in); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: the time in %s\n", call.ID, in.Zone)
	default:
		return fmt.Errorf("there is no tool %q", call.Name)
	}
	return nil
}
