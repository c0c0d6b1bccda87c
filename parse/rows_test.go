package parse

// The rows of the tests. Package formats has the ones that ship.
var (
	firstRow   = Format{Name: "first-object", Shapes: ShapeFirstObject}
	toolKeyRow = Format{Name: "tool-key", Shapes: ShapeToolKey, Settles: AtFence}
	hermesRow  = Format{
		Name: "hermes", Shapes: ShapeEnvelope,
		Open: []string{"<tool_call>"}, Close: []string{"</tool_call>"},
		EndOfTurn: []string{"<|im_end|>"},
	}
	mistralRow = Format{
		Name: "mistral", Shapes: ShapeEnvelope | ShapeNamed,
		Open: []string{"[TOOL_CALLS]"}, Close: []string{"[/TOOL_CALLS]"},
		Named:     Named{Arguments: "[ARGS]", ID: "[CALL_ID]"},
		Reasoning: []Pair{{"[THINK]", "[/THINK]"}, {"<think>", "</think>"}},
	}
	qwenRow = Format{
		Name: "qwen3_coder", Shapes: ShapeTagged,
		Open: []string{"<tool_call>"}, Close: []string{"</tool_call>"},
		Tagged: Tagged{
			Open: "<function=", OpenEnd: ">", Close: "</function>",
			Key: "<parameter=", KeyEnd: ">", ValueClose: "</parameter>",
			Bare: true, OpenValue: true,
		},
		CallsInReasoning: true,
		EndOfTurn:        []string{"<|im_end|>"},
	}
	// qwenStrictRow neither accepts a call without opener nor a value without
	// its close, and its closer can't be missing.
	qwenStrictRow = strictRow(qwenRow)
)

func strictRow(f Format) Format {
	f.Name, f.MustClose, f.Tagged.Bare, f.Tagged.OpenValue = "strict", true, false, false
	return f
}
