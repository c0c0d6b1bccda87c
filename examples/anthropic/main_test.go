package main

import (
	"strings"
	"testing"
)

func Example() {
	main()
	// Output:
	// thinks: Two cities,
	// thinks:  so two calls.
	// says:   I'll check
	// says:    both cities.
	// ends:   tool_use, complete: true
	// {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01A","content":"It rains in Bergen."},{"type":"tool_result","tool_use_id":"toolu_01B","content":"It rains in Malmö."}]}
}

// TestCutCall holds that a call that was cut off does not run and is answered.
func TestCutCall(t *testing.T) {
	var out strings.Builder
	body := `data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_9","name":"get_weather","input":{}}}` + "\n\n" +
		`data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"city\":\"Osl"}}` + "\n\n"
	if err := run(&out, strings.NewReader(body)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"complete: false\n", `"tool_use_id":"toolu_9"`, `"is_error":true`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got %q, want %q in it", out.String(), want)
		}
	}
}
