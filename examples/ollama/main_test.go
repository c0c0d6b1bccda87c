package main

import (
	"os"
	"strings"
)

func Example() {
	main()
	// Output:
	// text: "One"
	// text: " moment."
	// call: get_price {"symbol":"KOA","currency":"EUR"}
	// end: stop, complete: true
}

// A tool that was not offered does not run.
func Example_unknownTool() {
	run(os.Stdout, strings.NewReader(`{"message":{"tool_calls":[{"function":{"name":"set_price","arguments":{"symbol":"KOA"}}}]},"done":true,"done_reason":"stop"}`))
	// Output:
	// error: unknown-tool: set_price: no tool of that name is offered
	// end: stop, complete: true
}
