package formats_test

import (
	"fmt"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/parse/formats"
)

// A model's name finds the format that it writes calls in.
func ExampleLookup() {
	row, ok := formats.Lookup("Qwen/Qwen3-Coder-30B-A3B-Instruct")
	if !ok {
		fmt.Println("no format is known for it")
		return
	}
	reply := "On it.\n<tool_call>\n<function=read>\n<parameter=path>\nmain.go\n</parameter>\n</function>\n</tool_call>"
	for _, s := range parse.Text(reply, parse.Options{Format: row}) {
		if s.Kind == parse.KindCall {
			fmt.Println(row.Name, s.Call.Name, string(s.Call.Arguments))
		}
	}
	// Output: qwen3_coder read {"path":"main.go"}
}

// A program's own row is a copy with other markers, or one from scratch.
func Example() {
	row, _ := formats.Lookup("hermes")
	mine := *row
	mine.Name, mine.Open, mine.Close = "mine", []string{"<call>"}, []string{"</call>"}
	if err := mine.Check(); err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range parse.Text(`<call>{"name":"add","arguments":{"a":1}}</call>`, parse.Options{Format: &mine}) {
		fmt.Println(s.Kind, s.Start, s.End)
	}
	// Output:
	// marker 0 6
	// call 6 40
	// marker 40 47
}
