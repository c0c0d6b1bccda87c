package schema_test

import (
	"fmt"
	"log"

	"github.com/earlycall/earlycall/stream/schema"
)

func ExampleSchema_Validate() {
	s, err := schema.Compile([]byte(`{
		"type": "object",
		"properties": {"city": {"type": "string"}, "days": {"type": "integer", "maximum": 14}},
		"required": ["city"],
		"additionalProperties": false
	}`))
	if err != nil {
		log.Fatal(err)
	}
	for _, v := range s.Validate([]byte(`{"days": 30, "town": "Oslo"}`)) {
		fmt.Println(v)
	}
	// Output:
	// /days: must be at most 14
	// /town: is no member that the schema knows; it knows "city", "days"
	// the arguments: the required member "city" is missing
}
