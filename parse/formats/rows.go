package formats

import "github.com/earlycall/earlycall/parse"

// rows is the table of formats.
var rows = []parse.Format{
	{
		Name:    "json",
		Aliases: []string{"bare", "bare_json"},
		Example: `{"name":"f","arguments":{"k":"v"}}`,
		Shapes:  parse.ShapeBare,
	},
	{
		Name:    "first-object",
		Example: `{"name":"f","arguments":{"k":"v"}}`,
		Shapes:  parse.ShapeFirstObject,
	},
	{
		Name:    "tool-key",
		Example: "```json\n{\"tool\":\"f\",\"arguments\":{\"k\":\"v\"}}\n```",
		Shapes:  parse.ShapeToolKey,
		Settles: parse.AtFence,
	},
	{
		Name: "hermes",
		Aliases: []string{
			"qwen", "qwen25", "qwen2.5", "qwen2", "qwen3", "qwq",
			"nous-hermes", "openhermes", "hermes2", "hermes3", "hermes4", "deephermes",
		},
		Example:   "<tool_call>\n{\"name\":\"f\",\"arguments\":{\"k\":\"v\"}}\n</tool_call>",
		Shapes:    parse.ShapeEnvelope,
		Open:      []string{"<tool_call>"},
		Close:     []string{"</tool_call>"},
		EndOfTurn: chatML,
	},
	{
		Name: "mistral",
		Aliases: []string{
			"mixtral", "ministral", "magistral", "devstral", "codestral", "pixtral", "open-mistral", "open-mixtral",
		},
		Example: `[TOOL_CALLS]f[ARGS]{"k":"v"}`,
		Shapes:  parse.ShapeEnvelope | parse.ShapeNamed,
		Open:    []string{"[TOOL_CALLS]"},
		Close:   []string{"[/TOOL_CALLS]"},
		Named:   parse.Named{Arguments: "[ARGS]", ID: "[CALL_ID]"},
		Reasoning: []parse.Pair{
			{Open: "[THINK]", Close: "[/THINK]"},
			{Open: "<think>", Close: "</think>"},
		},
	},
	{
		Name: "qwen3_coder",
		Aliases: []string{
			"qwen3_xml", "qwen_xml", "qwen3.5",
			"mimo", "mimo-v2", "nemotron_v3", "nemotron-3", "nvidia-nemotron-3", "step3p5", "step-3.5",
		},
		Example: "<tool_call>\n<function=f>\n<parameter=k>\nv\n</parameter>\n</function>\n</tool_call>",
		Shapes:  parse.ShapeTagged,
		Open:    []string{"<tool_call>"},
		Close:   []string{"</tool_call>"},
		Tagged: parse.Tagged{
			Open: "<function=", OpenEnd: ">", Close: "</function>",
			Key: "<parameter=", KeyEnd: ">", ValueClose: "</parameter>",
			Bare: true, OpenValue: true,
		},
		CallsInReasoning: true,
		EndOfTurn:        chatML,
	},
}

// chatML are the tokens that end a turn of models that use ChatML.
var chatML = []string{"<|im_end|>", "<|endoftext|>"}
