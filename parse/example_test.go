package parse_test

import (
	"errors"
	"fmt"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/parse/formats"
)

// A reply of a model that writes calls as Hermes does. The second call was cut
// off, so it doesn't run.
func Example() {
	const reply = `Two lookups.
<tool_call>{"name":"weather","arguments":{"city":"Oslo"}}</tool_call>
<tool_call>{"name":"weather","arguments":{"city":"Ber`
	hermes, _ := formats.Lookup("hermes")
	tools := parse.Tools{{Name: "weather"}}

	for _, s := range parse.Text(reply, parse.Options{Format: hermes, Tools: tools}) {
		switch s.Kind {
		case parse.KindText:
			fmt.Printf("say: %q\n", reply[s.Start:s.End])
		case parse.KindCall:
			var in struct{ City string }
			if err := s.Call.Decode(&in); err != nil {
				fmt.Println("bad arguments:", err)
				continue
			}
			fmt.Printf("run: %s in %s\n", s.Call.Name, in.City)
		case parse.KindError:
			fmt.Printf("tell the model: %v\n", s.Err)
		}
	}
	// Output:
	// say: "Two lookups.\n"
	// run: weather in Oslo
	// say: "\n"
	// tell the model: truncated: weather: The reply ended before the call was complete.
}

func ExampleFirst() {
	call, err := parse.First(`Sure: {"name":"weather","arguments":{"city":"Oslo"}}`)
	fmt.Println(call.Name, string(call.Arguments), err)

	_, err = parse.First("I can't help with that.")
	fmt.Println(err, errors.Is(err, parse.ErrNoCall))
	// Output:
	// weather {"city":"Oslo"} <nil>
	// no-call: no JSON object found true
}

func ExampleArguments() {
	_, err := parse.Arguments(`{"city":"Oslo","days":[1,02]}`, parse.ArgumentsOptions{})
	if e, ok := errors.AsType[*parse.Error](err); ok {
		fmt.Println(e.Code.String(), e.Offset, e.Pointer, e.Message)
	}
	// Output:
	// syntax 26 /days A comma or a closing bracket must follow an element of a JSON array.
}
