package main

import (
	"strings"
	"testing"
)

// TestParseSaysWhy holds that a sentence says why a reply is not complete, and
// that there is none where there is nothing to tell.
func TestParseSaysWhy(t *testing.T) {
	const (
		chat   = `data: {"choices":[{"delta":{"content":"a"},"finish_reason":%s}]}` + "\n\n"
		early  = "earlycall parse: the stream ended before the provider's terminal event\n"
		status = ", or check the response's status\n"
	)
	tests := []struct{ name, wire, in, want string }{
		{"a page", "openai-chat", "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head></html>\n",
			`earlycall parse: 73 bytes came, but they hold no frame of the wire openai-chat that tells anything: "<!DOCTYPE html>\n<html><head><title>502 B"…; try -wire auto` + status},
		{"random bytes", "gemini", "\x81\x00\xfe\n",
			`earlycall parse: 4 bytes came, but they hold no frame of the wire gemini that tells anything: "\x81\x00\xfe\n"; try -wire auto` + status},
		{"one byte", "anthropic", "x",
			`earlycall parse: 1 byte came, but it holds no frame of the wire anthropic that tells anything: "x"; try -wire auto` + status},
		{"a bare call", "openai-chat", `{"name":"f","arguments":{}}`,
			`earlycall parse: 27 bytes came, but they hold no frame of the wire openai-chat that tells anything: "{\"name\":\"f\",\"arguments\":{}}"; try -wire auto` + status},
		{"another wire", "anthropic", strings.ReplaceAll(chat, "%s", `"stop"`) + "data: [DONE]\n\n",
			`earlycall parse: 84 bytes came, but they hold no frame of the wire anthropic that tells anything: "data: {\"choices\":[{\"delta\":{\"content\":\"a"…; try -wire auto` + status},
		{"an unknown event", "auto", `data: {"foo":1}` + "\n\n",
			`earlycall parse: 17 bytes came, but they hold no frame of the wire openai-chat that tells anything: "data: {\"foo\":1}\n\n"; name the wire by -wire` + status},
		{"nothing", "Anthropic", "", "earlycall parse: no byte came: check the response's status\n"},
		{"cut after text", "OpenAI-Chat", strings.ReplaceAll(chat, "%s", "null"), early},
		{"cut after an error", "anthropic", `data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}` + "\n\n", early},
		{"the end of the reply came", "openai-chat", strings.ReplaceAll(chat, "%s", `"length"`) + "data: [DONE]\n\n", ""},
		{"a call cut by the provider", "openai-chat", `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":"{"}}]},"finish_reason":"length"}]}` + "\n\ndata: [DONE]\n\n", ""},
		{"text", "text", `{"name":"f","arguments":{`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, got, _ := runCommand(t, tt.in, "parse", "-wire", tt.wire)
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
