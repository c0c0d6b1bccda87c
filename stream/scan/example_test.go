package scan_test

import (
	"fmt"

	"github.com/earlycall/earlycall/stream/scan"
)

// A call arrives in pieces. Its members are known as they come, and its end at
// the byte that closes it.
func Example() {
	s := scan.Scanner{Members: true}
	var read string
	var begin int64
	for _, chunk := range []string{`{"name":"wea`, `ther","arguments":{"city":"Par`, `is"}} Done.`} {
		for len(chunk) > 0 {
			n, why := s.Scan(chunk)
			read += chunk[:n]
			chunk = chunk[n:]
			switch why {
			case scan.Begin:
				begin = s.Offset()
			case scan.End:
				fmt.Println(read[begin:])
			case scan.Done:
				fmt.Printf("then %q\n", chunk)
				return
			}
		}
	}
	// Output:
	// "weather"
	// {"city":"Paris"}
	// then " Done."
}

// What is wrong is known at the byte, with its place.
func Example_fail() {
	const text = `{"city":"Paris","days":[1,2,03]}`
	var s scan.Scanner
	if n, why := s.Scan(text); why == scan.Fail {
		fmt.Printf("offset %d, %s: %q where %s was expected\n", n, scan.Pointer([]byte(text[:n])), text[n], s.Expected())
	}
	// Output:
	// offset 29, /days: '3' where "," or "]" was expected
}

func ExampleValid() {
	fmt.Println(scan.Valid([]byte(`{"a": [1, 2]}`)), scan.Valid([]byte(`{"a": [1, 2}`)))
	// Output: true false
}
