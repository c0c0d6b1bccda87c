package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/earlycall/earlycall/parse/formats"
)

const aboutFormats = `usage: earlycall formats

Lists the formats in which models write calls in text: the name for -format, a
call of the tool f with the argument k, and other names of the format. Names of
models are accepted too: Qwen/Qwen3-Coder-30B-A3B-Instruct.`

// formats is the command formats.
func (c *console) formats(args []string) int {
	if _, code, done := c.noFiles("formats", aboutFormats, args); done {
		return code
	}
	t := tabwriter.NewWriter(c.out, 0, 8, 2, ' ', 0)
	for _, f := range formats.All() {
		fmt.Fprintf(t, "%s\t%s\t%s\n", f.Name, strings.ReplaceAll(f.Example, "\n", "⏎"), strings.Join(f.Aliases, ", "))
	}
	return c.flushed("formats", t.Flush())
}

const aboutWires = `usage: earlycall wires

Lists the streams that are understood: the name for -wire, what it is, and what
a piece of it looks like. Case does not matter in names.`

// wireRow says of one wire.
type wireRow struct{ name, about, example string }

var wireRows = [...]wireRow{
	{"text", "a model's text", `Let me look. {"name":"f","arguments":{"k":"v"}}`},
	{"openai-chat", "Chat Completions, of OpenAI and the many that imitate it", `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","function":{"name":"f","arguments":""}}]}}]}`},
	{"openai-responses", "Responses, of OpenAI", `data: {"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":0,"delta":"{"}`},
	{"anthropic", "Messages, of Anthropic", `data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{"}}`},
	{"gemini", "streamGenerateContent, of Gemini", `data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"k":"v"}}}]}}]}`},
	{"gemini-interactions", "Interactions, of Gemini", `data: {"event_type":"step.delta","index":0,"delta":{"type":"arguments_delta","arguments":"{"}}`},
	{"ollama", "/api/chat, of Ollama", `{"message":{"tool_calls":[{"function":{"name":"f","arguments":{"k":"v"}}}]},"done":false}`},
	{"bedrock", "ConverseStream, of Amazon Bedrock", "(an AWS event stream, binary)"},
	{"cohere", "chat, version 2, of Cohere", `data: {"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"{"}}}}}`},
	{"mistral", "chat completions, of Mistral", `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"id":"a1","function":{"name":"f","arguments":"{\"k\":\"v\"}"}}]}}]}`},
	{"args", "the bare arguments of one call, of the first of -tools", `{"k":"v"}`},
	{"auto", "looks at the first bytes; text if they look like nothing else", ""},
}

// wires is the command wires.
func (c *console) wires(args []string) int {
	if _, code, done := c.noFiles("wires", aboutWires, args); done {
		return code
	}
	t := tabwriter.NewWriter(c.out, 0, 8, 2, ' ', 0)
	for _, w := range wireRows {
		fmt.Fprintf(t, "%s\t%s\t%s\n", w.name, w.about, w.example)
	}
	return c.flushed("wires", t.Flush())
}

// noFiles reads the arguments of a command that takes none.
func (c *console) noFiles(command, about string, args []string) (files []string, code int, done bool) {
	files, code, done = c.read(newFlags(command, about), args)
	if !done && len(files) > 0 {
		return nil, c.usage(command, fmt.Errorf("it takes no arguments")), true
	}
	return files, code, done
}

// flushed returns the exit code of a command whose output ended with err.
func (c *console) flushed(command string, err error) int {
	if err != nil {
		return c.fail(command, err)
	}
	return exitFine
}
