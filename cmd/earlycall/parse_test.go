package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const tools = `[{"name":"weather","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}]`

// message is the sentence of an error, whose wording is not the command's.
var message = regexp.MustCompile(`"message":"(\\.|[^"\\])+"`)

func TestParse(t *testing.T) {
	toolsFile := tempFile(t, "tools.json", tools)
	tests := []struct {
		name string
		args string
		in   string
		want string
		code int
		errs string
	}{
		{"text", "-wire text", `Look: {"name":"f","arguments":{ "a" : 1.0 }} ok`, `
{"event":"text","text":"Look: "}
{"event":"start","index":0,"name":"f"}
{"event":"call","index":0,"name":"f","arguments":{ "a" : 1.0 },"offset":[6,44]}
{"event":"text","text":" ok"}
{"event":"end","complete":true}
`, exitFine, ""},
		{"auto takes text", "", "Just <text> & \"quotes\"", `
{"event":"text","text":"Just <text> & \"quotes\""}
{"event":"end","complete":true}
`, exitFine, ""},
		{"line breaks in arguments", "-wire text", "{\"name\":\"f\",\"arguments\":{\n  \"a\": \"\\n\"\r\n}}", `
{"event":"start","index":0,"name":"f"}
{"event":"call","index":0,"name":"f","arguments":{   "a": "\n"  },"offset":[0,41]}
{"event":"end","complete":true}
`, exitFine, ""},
		{"a format", "-wire text -format qwen3", `<think>hm</think><tool_call>{"name":"f"}</tool_call>`, `
{"event":"reasoning","text":"hm"}
{"event":"start","index":0,"name":"f"}
{"event":"call","index":0,"name":"f","arguments":{},"offset":[28,40],"repairs":[{"kind":"empty-arguments","offset":39}]}
{"event":"end","complete":true}
`, exitFine, ""},
		{"events", "-wire text -format hermes -events", `<tool_call>{"name":"f","arguments":{}}</tool_call>`, `
{"event":"marker","text":"<tool_call>"}
{"event":"start","index":0,"name":"f"}
{"event":"delta","index":0,"text":"{}"}
{"event":"call","index":0,"name":"f","arguments":{},"offset":[11,38]}
{"event":"marker","text":"</tool_call>"}
{"event":"end","complete":true}
`, exitFine, ""},
		{"in reasoning", "-wire text -in-reasoning", `{"name":"f","arguments":{}}</think>no`, `
{"event":"reasoning","text":"{\"name\":\"f\",\"arguments\":{}}"}
{"event":"text","text":"no"}
{"event":"end","complete":true}
`, exitFine, ""},
		{"truncated", "-wire text", `{"name":"f","arguments":{"a":`, `
{"event":"start","index":0,"name":"f"}
{"event":"error","code":"truncated","index":0,"name":"f","offset":29,"pointer":"/a","message":"…"}
{"event":"end","complete":false}
`, exitFound, ""},
		{"schema", "-wire text -tools " + toolsFile, `{"name":"weather","arguments":{"city":7}}`, `
{"event":"start","index":0,"name":"weather"}
{"event":"error","code":"schema","index":0,"name":"weather","offset":40,"pointer":"/city","message":"…"}
{"event":"end","complete":true}
`, exitFound, ""},
		{"unknown tool", "-wire text -tools " + toolsFile, `{"name":"f","arguments":{"a":1}}`, `
{"event":"start","index":0,"name":"f"}
{"event":"error","code":"unknown-tool","index":0,"name":"f","offset":10,"message":"…","arguments":{"a":1}}
{"event":"end","complete":true}
`, exitFound, ""},
		{"the arguments of one call", "-wire args -tools " + toolsFile, `{"city":"Au"}`, `
{"event":"start","index":0,"name":"weather"}
{"event":"call","index":0,"name":"weather","arguments":{"city":"Au"},"offset":[0,0]}
{"event":"end","complete":true}
`, exitFine, ""},
		{"chat", "-wire openai-chat", `data: {"choices":[{"index":1,"delta":{"content":"a","tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":"{\"a\":1}}"}}]},"finish_reason":"stop"}]}` + "\n\n", `
{"event":"text","choice":1,"text":"a"}
{"event":"start","choice":1,"index":0,"id":"x","name":"f"}
{"event":"call","choice":1,"index":0,"id":"x","name":"f","arguments":{"a":1},"offset":[1,1]}
{"event":"conflict","code":"trailing","choice":1,"index":0,"id":"x","name":"f","offset":7,"message":"…"}
{"event":"end","complete":true,"reason":"stop"}
`, exitFound, ""},
		{"auto finds a provider's error", "", `{"error":{"message":"no such key"}}`, `
{"event":"error","code":"provider","offset":0,"message":"…"}
{"event":"end","complete":false}
`, exitFound, "earlycall parse: the stream ended before the provider's terminal event\n"},
		{"nothing, in a provider's stream", "-wire openai-chat", "", `
{"event":"error","code":"protocol","offset":0,"message":"…"}
{"event":"end","complete":false}
`, exitFound, "earlycall parse: no byte came: check the response's status\n"},
		{"nothing, in text", "-wire text", "", `
{"event":"end","complete":true}
`, exitFine, ""},
		{"nothing, of any wire", "", "", `
{"event":"error","code":"protocol","offset":0,"message":"…"}
{"event":"end","complete":false}
`, exitFound, ""},
		{"bytes that are no text", "-wire text", "a\x00\x1b[31m\xff\x7fb", `
{"event":"text","text":"a\u0000\u001b[31m` + "\ufffd" + `\u007fb"}
{"event":"end","complete":true}
`, exitFine, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, errs, code := runCommand(t, tt.in, append([]string{"parse"}, strings.Fields(tt.args)...)...)
			out = message.ReplaceAllString(out, `"message":"…"`)
			if diff := cmp.Diff(strings.TrimPrefix(tt.want, "\n"), out); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if code != tt.code || errs != tt.errs {
				t.Errorf("got exit code %d, want %d; standard error %q, want %q", code, tt.code, errs, tt.errs)
			}
		})
	}
}

// TestParsePromptly holds that a call is printed when its last byte is there,
// while the reply has not ended.
func TestParsePromptly(t *testing.T) {
	tests := []struct {
		wire         string
		before, last string // up to the call's last byte
		rest         string
	}{
		{"text", `Ok: {"name":"f","arguments":{"a":1}`, `}`, ` and more`},
		{"auto", `{"name":"f","arguments":{"a":1}`, `}`, ` and more`},
		{"auto", `Ok: {"name":"f","arguments":{"a":1}`, `}`, ` and more`},
		{"openai-chat", `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":"{\"a\":1}"}}]}}]}` + "\n", "\n", "data: [DONE]\n\n"},
		{"auto", `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":"{\"a\":1}"}}]}}]}` + "\n", "\n", "data: [DONE]\n\n"},
		{"ollama", `{"message":{"tool_calls":[{"function":{"name":"f","arguments":{"a":1}}}]},"done":false}`, "\n", `{"done":true,"done_reason":"stop"}`},
	}
	for _, tt := range tests {
		t.Run(tt.wire, func(t *testing.T) {
			in, toIn := io.Pipe()
			out, fromOut := io.Pipe()
			code := make(chan int)
			go func() {
				c := console{in: in, out: fromOut, err: io.Discard}
				n := c.run([]string{"parse", "-wire", tt.wire})
				fromOut.Close()
				code <- n
			}()
			seen := lineOf(out, `"event":"call"`)
			io.WriteString(toIn, tt.before)
			select {
			case line := <-seen:
				t.Fatalf("the call came before its last byte: %s", line)
			case <-time.After(5 * time.Millisecond):
			}
			io.WriteString(toIn, tt.last)
			select {
			case line := <-seen:
				if line == "" {
					t.Error("the call did not come")
				}
			case <-time.After(10 * time.Second):
				t.Fatal("the call did not come while the reply was arriving")
			}
			io.WriteString(toIn, tt.rest)
			toIn.Close()
			if got := <-code; got != exitFine {
				t.Errorf("got exit code %d, want %d", got, exitFine)
			}
		})
	}
}

// lineOf reads r and sends the first line that holds s, or "" if none does.
func lineOf(r io.Reader, s string) <-chan string {
	seen := make(chan string, 1)
	go func() {
		defer close(seen)
		for lines := bufio.NewScanner(r); lines.Scan(); {
			if strings.Contains(lines.Text(), s) {
				seen <- lines.Text()
			}
		}
	}()
	return seen
}

// brokenReader gives some text and then an error.
type brokenReader struct{ text string }

func (b *brokenReader) Read(p []byte) (int, error) {
	n := copy(p, b.text)
	b.text = b.text[n:]
	if n == 0 {
		return 0, errors.New("connection reset")
	}
	return n, nil
}

// brokenWriter writes nothing.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestParseTransport(t *testing.T) {
	var out, errs strings.Builder
	c := console{in: &brokenReader{`Ok. {"name":"f","arguments":{}} {"name":"g","arguments":{`}, out: &out, err: &errs}
	if got := c.run([]string{"parse", "-wire", "text"}); got != exitFound {
		t.Errorf("got exit code %d, want %d", got, exitFound)
	}
	if !strings.Contains(out.String(), `"event":"call"`) || !strings.Contains(out.String(), `"complete":false`) {
		t.Errorf("what was known is not all there:\n%s", out.String())
	}
	if !strings.Contains(errs.String(), "connection reset") {
		t.Errorf("the error is not told: %s", errs.String())
	}
	errs.Reset()
	c = console{in: strings.NewReader("Ok"), out: brokenWriter{}, err: &errs}
	if got := c.run([]string{"parse"}); got != exitFound || !strings.Contains(errs.String(), "disk full") {
		t.Errorf("a broken output: got exit code %d and %q", got, errs.String())
	}
}

// FuzzParse holds that whatever is read, each line is a JSON object of its own
// and the last one is the end.
func FuzzParse(f *testing.F) {
	f.Add("text", "{\"name\":\"f\",\n\"arguments\":{\"a\":\"\x7f\xff\"}} \u2028")
	f.Add("openai-chat", "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"function\":{\"name\":\"\\ud800\",\"arguments\":{\"a\":\n1}}}]}}]}\n\n")
	f.Add("auto", "[{\"error\":\n[]}")
	f.Fuzz(func(t *testing.T, wire, in string) {
		out, _, code := runCommand(t, in, "parse", "-events", "-wire", wire)
		if code == exitUsage {
			return // there is no such wire
		}
		lines := strings.SplitAfter(out, "\n")
		for i, line := range lines[:len(lines)-1] {
			var ev struct{ Event string }
			if err := json.Unmarshal([]byte(line), &ev); err != nil {
				t.Fatalf("line %d: %v: %q", i, err, line)
			}
			if (ev.Event == "end") != (i == len(lines)-2) {
				t.Errorf("line %d of %d is %q", i, len(lines), line)
			}
		}
	})
}
