package main

import (
	"os"
	"strings"
)

func Example() {
	main()
	// Output:
	// text: "I will compare "
	// text: "both trains."
	// call 0: find_train {"from":"Graz","to":"Linz","via":null}
	// call 1: find_train {"from":"Graz","to":"Linz","via":"Bruck"}
	// end: STOP, complete: true
}

// A call that the model wrote wrongly comes as a finish reason of its own.
func Example_malformedCall() {
	run(os.Stdout, strings.NewReader(`data: {"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL","index":0}]}`+"\n\n"))
	// Output:
	// error: provider: the provider reported an error in the stream
	// end: MALFORMED_FUNCTION_CALL, complete: false
}
