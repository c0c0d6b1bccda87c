package dispatch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// The secrets that are planted: as the model writes them, and as Normalize
// rewrites them. The other values may be seen by a Redactor.
const (
	secretWord   = "hush-\"7\" äh\a"
	secretNumber = "987654321"
	rewritten    = "rewritten-hush"
	public       = "annette"
)

// leaky returns tools that put all that they get into what they return.
func leaky(schema string) []Tool {
	said := func(arguments json.RawMessage) error {
		var in struct {
			Secret string
			Pin    int
		}
		_ = json.Unmarshal(arguments, &in)
		return fmt.Errorf("%s: %s %q %d %x: %w", arguments, in.Secret, in.Secret, in.Pin, 1, mute{errors.New(in.Secret)})
	}
	run := func(kind string) func(context.Context, json.RawMessage) (any, error) {
		return func(ctx context.Context, arguments json.RawMessage) (any, error) {
			switch kind {
			case "panic":
				panic(said(arguments))
			case "exit":
				runtime.Goexit()
			case "error", "rewritten error":
				return nil, said(arguments)
			case "parse error":
				return nil, &parse.Error{Code: parse.ErrSyntax, Message: said(arguments).Error()}
			case "wrapped parse error":
				return nil, fmt.Errorf("%w", &parse.Error{Code: parse.ErrSyntax, Message: said(arguments).Error()})
			case "slow", "conflict":
				<-ctx.Done()
				return nil, said(arguments)
			case "deaf":
				time.Sleep(time.Minute)
			case "channel":
				return map[string]any{string(arguments): make(chan int)}, nil
			}
			return string(arguments), nil
		}
	}
	var tools []Tool
	for _, kind := range []string{"ok", "panic", "exit", "error", "parse error", "wrapped parse error", "slow", "deaf", "conflict", "channel", "rewritten", "rewritten error", "check", "normalize", "check panics", "check parse error", "strict"} {
		tool := Tool{Name: kind, Schema: json.RawMessage(schema), Run: run(kind)}
		switch kind {
		case "slow", "deaf":
			tool.Timeout = time.Second
		case "check", "rewritten":
			tool.Check = func(_ context.Context, arguments json.RawMessage) error { return said(arguments) }
		case "check panics":
			tool.Check = func(_ context.Context, arguments json.RawMessage) error { panic(said(arguments)) }
		case "check parse error":
			tool.Check = func(_ context.Context, arguments json.RawMessage) error {
				return &parse.Error{Code: parse.ErrSyntax, Message: said(arguments).Error()}
			}
		case "normalize":
			tool.Normalize = func(_ context.Context, arguments json.RawMessage) (json.RawMessage, error) {
				return nil, said(arguments)
			}
		case "strict":
			tool.Schema = json.RawMessage(strings.Replace(schema, `"type":"string"`, `"type":"string","maxLength":2,"enum":["a"],"pattern":"^b"`, 1))
		}
		if strings.HasPrefix(kind, "rewritten") {
			tool.Normalize = func(context.Context, json.RawMessage) (json.RawMessage, error) {
				return json.RawMessage(`{"user":"annette","secret":"` + rewritten + `","pin":` + secretNumber + `}`), nil
			}
		}
		tools = append(tools, tool)
	}
	narrow := Func("narrow", "", func(context.Context, struct {
		Pin int8 `json:"pin"`
	}) (string, error) {
		return "", nil
	})
	narrow.Schema = json.RawMessage(schema)
	return append(tools, narrow)
}

// brokenStore refuses what it gets, and says what that was.
type brokenStore struct{ Memory }

func (b *brokenStore) Save(_ context.Context, _ string, record Record) error {
	return fmt.Errorf("cannot save %v", record)
}

// No log record, no metric and no text that may be logged holds a secret from
// the arguments, on whatever path a call goes, unless the Redactor lets it.
func TestSecrets(t *testing.T) {
	const open = `{"properties":{"user":{},"secret":{"type":"string"},"pin":{"type":"integer"}}}`
	const marked = `{"properties":{"user":{},"secret":{"x-sensitive":true,"type":"string"},"pin":{"writeOnly":true,"type":"integer"}}}`
	tests := []struct {
		name, schema  string
		redactor      Redactor
		public, leaks bool // the log shows the public value; the secret ones
	}{
		{"no redactor", open, nil, false, false},
		{"show", open, Show("/user"), true, false},
		{"hide", open, Hide("/secret", "/pin"), true, false},
		{"marked, shown", marked, Show(""), true, false},
		{"marked, not hidden", marked, Hide(), true, false},
		{"show all", open, Show(""), true, true},
	}
	for _, tt := range tests {
		synctest.Test(t, func(t *testing.T) {
			var b bytes.Buffer
			h := new(Histogram)
			c := conversation(t, Options{Log: slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{Level: slog.LevelDebug})),
				Redactor: tt.redactor, Histogram: h, Parallel: 1, Store: new(brokenStore), Retries: Retries{Tool: -1, Total: 1}}, leaky(tt.schema)...)
			texts := play(t, c)
			texts["log"] = b.String()
			texts["histogram"] = h.String()
			var table strings.Builder
			_, _ = h.WriteTo(&table)
			texts["table"] = table.String()
			found := false
			for where, text := range texts {
				for _, secret := range []string{"hush", secretNumber, "3ade68b1"} {
					if held := strings.Contains(text, secret); held && !tt.leaks {
						t.Errorf("%s: %s holds %s:\n%s", tt.name, where, secret, clip(text[max(0, strings.Index(text, secret)-300):], 600))
					} else if held && where == "log" {
						found = true
					}
				}
			}
			if found != tt.leaks || strings.Contains(texts["log"], public) != tt.public {
				t.Errorf("%s: the log shows the secrets: %v; the public value: %v", tt.name, found, strings.Contains(texts["log"], public))
			}
		})
	}
}

// play calls each tool of a conversation with the secrets, and returns what
// may be logged of the results.
func play(t *testing.T, c *Conversation) map[string]string {
	arguments := fmt.Sprintf(`{"user":"annette","secret":%s,"pin":%s}`, encode(secretWord), secretNumber)
	names := []string{"nowhere"}
	for _, tool := range c.tools.tools {
		names = append(names, tool.Name)
	}
	texts := map[string]string{}
	for _, name := range names {
		events := []any{call(0, name, arguments), time.Millisecond}
		if name == "conflict" {
			events = append(events, conflict(0))
		}
		raw := `{"name":"` + name + `","arguments":` + arguments + "}"
		failed := stream.Event{Kind: stream.KindCallEnd, Index: 1, Err: &parse.Error{Code: parse.ErrSyntax, Index: 1, Name: name, Message: "wrong", Raw: raw}}
		events = append(events, failed, end(true))
		for _, r := range collect(t, New(c.tools, c.options).Run(t.Context(), "", seq(events...))) {
			e, ok := errors.AsType[*parse.Error](r.Err)
			if !ok || r.Outcome == ToolError {
				continue
			}
			shown := *c.Redact(e)
			texts[fmt.Sprint("the error of ", name, r.Call.Index)] = e.Error()
			texts[fmt.Sprint("the redacted error of ", name, r.Call.Index)] = fmt.Sprintf("%s %+v %s", shown.Error(), shown, shown.Arguments)
		}
		time.Sleep(2 * time.Minute) // the deaf tool ends
	}
	return texts
}

func TestBareStack(t *testing.T) {
	const stack = "goroutine 7 [running]:\nmain.(*T).f(0x3ade68b1, {0x1, 0x2})\n\t/src/a(b).go:3 +0x1\npanic({0x3, 0x4?})\nmain.g[...](...)\ncreated by main.h in goroutine 1\n"
	const want = "goroutine 7 [running]:\nmain.(*T).f(…)\n\t/src/a(b).go:3 +0x1\npanic(…)\nmain.g[...](…)\ncreated by main.h in goroutine 1\n"
	if got := bareStack([]byte(stack)); got != want {
		t.Errorf("got %s", got)
	}
}

// A text that holds a hidden value of one or two bytes is not logged.
func TestShortSecrets(t *testing.T) {
	var b bytes.Buffer
	tool := simple("t", func(_ context.Context, arguments json.RawMessage) (any, error) {
		return nil, errors.New("the pin is 7")
	})
	c := conversation(t, Options{Log: slog.New(slog.NewTextHandler(&b, nil)), Redactor: Hide("/pin")}, tool)
	collect(t, c.Run(t.Context(), "", seq(call(0, "t", `{"pin":7}`), end(true))))
	if got := b.String(); strings.Contains(got, "pin is") {
		t.Errorf("got %s", got)
	}
}

func TestHide(t *testing.T) {
	show := Hide("/a/b", "/c")
	for pointer, want := range map[string]bool{"": false, "/a": false, "/a/b": false, "/a/b/0": false, "/a/c": true, "/c": false, "/cc": true, "/c/d": false, "/d": true} {
		if got := show("t", pointer, nil); got != want {
			t.Errorf("%q is shown: %v", pointer, got)
		}
	}
	if !Hide()("t", "", nil) {
		t.Error("Hide of nothing hides the whole")
	}
}
