package main

import (
	"strings"
	"testing"
)

func TestToolsFile(t *testing.T) {
	const write = `write [{"name":"…","parameters":{…}}]`
	tests := []struct{ name, text, want string }{
		{"empty", "", "it says nothing of the tools: " + write + "; an empty list [] says that none were offered"},
		{"blank", " \n", "it says nothing of the tools"},
		{"null", "null", "it says nothing of the tools"},
		{"a request without tools", `{"tools":null}`, "it says nothing of the tools"},
		{"another object", `{"model":"m"}`, "there is no list of tools: " + write},
		{"no JSON", "not a list", "it is no JSON: 'o' can't stand at column 2: " + write},
		{"no JSON, later", "\n[\n  {\"name\":\"f\",}]", "it is no JSON: '}' can't stand at line 3, column 15: " + write},
		{"no JSON, a request", "{\"tools\":[]\n!", "it is no JSON: '!' can't stand at line 2, column 1: " + write},
		{"cut", `[{"name":"f"`, "it is no JSON: it ends too early, at column 13: " + write},
		{"a number", "7", "it is a number: " + write},
		{"a string", `"f"`, "it is a string: " + write},
		{"true", "true", "it is true or false: " + write},
		{"a list in an object", `{"tools":{}}`, "it is an object: " + write},
		{"a number for a tool", `[{"name":"f"},7]`, "tool 2: it is a number; write an object"},
		{"a name for a tool", `["f"]`, "tool 1: it is a string; write an object"},
		{"a number for a name", `[{"name":7}]`, `tool 1: "name" holds a number where a string belongs`},
		{"a number deep", `[{"function":{"name":7}}]`, `tool 1: "function.name" holds a number where a string belongs`},
		{"declarations", `[{"functionDeclarations":7}]`, `tool 1: "functionDeclarations" holds a number where a list belongs`},
		{"no name", `[null]`, "tool 1: it has no name"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, errs, code := runCommand(t, "Hm", "parse", "-tools", tempFile(t, "tools.json", tt.text))
			if code != exitUsage || !strings.Contains(errs, "tools.json: "+tt.want) {
				t.Errorf("got exit code %d and %q, want %q in it", code, errs, tt.want)
			}
		})
	}
}

func TestToolsFileOffersNone(t *testing.T) {
	_, errs, code := runCommand(t, "Hm", "parse", "-tools", tempFile(t, "tools.json", "[]"))
	if code != exitFine || errs != "" {
		t.Errorf("got exit code %d and %q", code, errs)
	}
}
