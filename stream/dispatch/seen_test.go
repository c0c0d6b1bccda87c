package dispatch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"expvar"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
)

var _ expvar.Var = (*Histogram)(nil)

const loginSchema = `{"properties":{"user":{"type":"string"},"pin":{"type":"integer"},"password":{"type":"string","x-sensitive":true}},"required":["user"]}`

// logOf runs calls with a tool whose error holds all that it got, and
// returns what is logged.
func logOf(t *testing.T, redactor Redactor) string {
	var b bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		login := Tool{Name: "login", Schema: json.RawMessage(loginSchema), Run: func(_ context.Context, arguments json.RawMessage) (any, error) {
			var in struct{ User, Password string }
			_ = json.Unmarshal(arguments, &in)
			return nil, fmt.Errorf("user %s with %s", in.User, in.Password)
		}}
		bomb := Tool{Name: "bomb", Run: func(_ context.Context, arguments json.RawMessage) (any, error) { panic(string(arguments)) }}
		log := slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey || a.Key == "stack" {
				return slog.Attr{}
			}
			return a
		}}))
		c := conversation(t, Options{Log: log, Redactor: redactor, InOrder: true, Parallel: 1}, login, bomb)
		collect(t, c.Run(t.Context(), "k", seq(
			call(0, "login", `{"user":"annette","password":"hunter2"}`),
			call(1, "login", `{"user":7,"password":"hunter2"}`),
			call(2, "bomb", `{"user":"annette"}`),
			broken(3, "login", parse.ErrSyntax), end(true))))
	})
	return b.String()
}

func TestLogShowsNoValues(t *testing.T) {
	got := logOf(t, nil)
	for _, secret := range []string{"annette", "hunter2", "7,"} {
		if strings.Contains(got, secret) {
			t.Errorf("%q is in the log:\n%s", secret, got)
		}
	}
	for _, want := range []string{
		`level=WARN msg="tool call" tool=login choice=0 index=0 id=id0 code=tool-error arguments="{\"user\":\"<string of 7 characters>\",\"password\":\"<string of 7 characters>\"}" wait=0s ran=0s error="<*errors.errorString of 25 bytes>"`,
		`code=schema`, `error="schema: login: /user: must be string, not number"`, `code=panic`, `code=syntax`,
	} {
		if !strings.Contains(got, strings.ReplaceAll(want, "*errors.errorString", "*fmt.wrapError")) && !strings.Contains(got, want) {
			t.Errorf("%s\nis not in the log:\n%s", want, got)
		}
	}
}

func TestLogShowsWhatTheRedactorLetsThrough(t *testing.T) {
	for name, redactor := range map[string]Redactor{"show": Show("/user"), "hide": Hide("/pin", "/password"), "all": Show("")} {
		got := logOf(t, redactor)
		if strings.Contains(got, "hunter2") {
			t.Errorf("%s: a value that the schema marks is in the log:\n%s", name, got)
		}
		for _, want := range []string{`\"user\":\"annette\",\"password\":\"<string of 7 characters>\"`, `error="user annette with <hidden>"`} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %s\nis not in the log:\n%s", name, want, got)
			}
		}
	}
}

// TestLogIsBounded holds that a name which the model made up, of whatever
// length, is cut in the log.
func TestLogIsBounded(t *testing.T) {
	var b bytes.Buffer
	c := conversation(t, Options{Log: slog.New(slog.NewTextHandler(&b, nil))})
	e := broken(0, strings.Repeat("n", 1<<20), parse.ErrUnknownTool)
	for range c.Run(t.Context(), "k", seq(e, end(true))) {
	}
	if b.Len() == 0 || b.Len() > 2*maxText {
		t.Errorf("%d bytes are logged", b.Len())
	}
}

func TestLogIsSilentByDefault(t *testing.T) {
	var b bytes.Buffer
	old := slog.Default()
	defer slog.SetDefault(old)
	slog.SetDefault(slog.New(slog.NewTextHandler(&b, nil)))
	synctest.Test(t, func(t *testing.T) {
		c := conversation(t, Options{}, simple("t", sleeps(0)))
		collect(t, c.Run(t.Context(), "", seq(call(0, "t", "{}"), call(1, "x", "{}"), end(true))))
	})
	if b.Len() > 0 {
		t.Errorf("logged: %s", &b)
	}
}

func TestRedactError(t *testing.T) {
	secret := Tool{Name: "login", Schema: json.RawMessage(loginSchema), Run: sleeps(0)}
	plain := Tool{Name: "note", Run: sleeps(0)}
	e := func(name string) *parse.Error {
		return &parse.Error{Code: parse.ErrSchema, Name: name, Message: "user annette is unknown", Raw: `{"user":"annette"}`,
			Arguments: json.RawMessage(`{"user":"annette"}`), Err: errors.New("annette")}
	}
	tests := []struct {
		name, tool   string
		redactor     Redactor
		raw, message string
	}{
		{"nothing", "note", nil, "<18 bytes>", "user <hidden> is unknown"},
		{"a pointer", "note", Show("/user"), "<18 bytes>", "user annette is unknown"},
		{"the whole", "note", Show(""), `{"user":"annette"}`, "user annette is unknown"},
		{"the whole, with secrets", "login", Show(""), "<18 bytes>", "user annette is unknown"},
		{"an unknown tool", "what", nil, "<18 bytes>", "user <hidden> is unknown"},
	}
	for _, tt := range tests {
		got := conversation(t, Options{Redactor: tt.redactor}, secret, plain).Redact(e(tt.tool))
		if got.Raw != tt.raw || got.Message != tt.message || got.Err != nil || strings.Contains(string(got.Arguments), "annette") != strings.Contains(tt.message, "annette") {
			t.Errorf("%s: got %+v", tt.name, got)
		}
	}
	c := conversation(t, Options{Redactor: func(_, pointer string, _ json.RawMessage) bool { return pointer != "/user" }}, plain)
	if got := c.Redact(e("note")); strings.Contains(got.Raw, "annette") {
		t.Errorf("the raw bytes hold a hidden value: %s", got.Raw)
	}
	cut := e("note")
	cut.Arguments = nil
	if got := c.Redact(cut); got.Message != "user annette is unknown" || got.Raw != cut.Raw {
		t.Errorf("the whole is let through, and got %+v", got)
	}
	if got := conversation(t, Options{Redactor: Show("/a")}, plain).Redact(cut); got.Message != "<23 bytes>" {
		t.Errorf("the values can't be found, and the message is %s", got.Message)
	}
	if orig := e("note"); conversation(t, Options{}, plain).Redact(orig) == orig || orig.Err == nil {
		t.Error("the error itself was changed")
	}
}

func TestScrub(t *testing.T) {
	got := scrub(`a "line\nbreak" and line`+"\n"+`break, abc and ab`, []string{"ab", "abc", "line\nbreak"})
	if want := `a "<hidden>" and <hidden>, <hidden> and ab`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHistogram(t *testing.T) {
	var h Histogram
	synctest.Test(t, func(t *testing.T) {
		c := conversation(t, Options{Histogram: &h, Parallel: 1}, simple("slow", sleeps(300*time.Millisecond)), simple("fast", sleeps(0)))
		collect(t, c.Run(t.Context(), "", seq(call(0, "slow", "{}"), call(1, "slow", "{}"), call(2, "fast", "[]"), call(3, "made-up-1", "{}"), call(4, "made-up-2", "{}"), broken(5, "fast", parse.ErrTruncated), end(true))))
	})
	var b strings.Builder
	if n, err := h.WriteTo(&b); err != nil || n != int64(b.Len()) {
		t.Errorf("got %d, %v", n, err)
	}
	want := `tool       code          calls  wait p50  run p50  run p99
(unknown)  unknown-tool  2      -         -        -
fast       schema        1      -         -        -
fast       truncated     1      -         -        -
slow       ok            2      ≤100µs    ≤500ms   ≤500ms
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	wantJSON := `{"(unknown)":{"unknown-tool":{"calls":2,"ran":0,"wait_seconds":0,"run_seconds":0}},"fast":{"schema":{"calls":1,"ran":0,"wait_seconds":0,"run_seconds":0},"truncated":{"calls":1,"ran":0,"wait_seconds":0,"run_seconds":0}},"slow":{"ok":{"calls":2,"ran":2,"wait_seconds":0.3,"run_seconds":0.6}}}`
	if diff := cmp.Diff(wantJSON, h.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	rows := h.Rows()
	if got := rows[len(rows)-1]; got.Wait.Sum != 300*time.Millisecond || got.Run.Buckets[8] != 2 || Bounds()[8] != 500*time.Millisecond {
		t.Errorf("got %+v", got)
	}
	var long Times
	long.add(time.Hour)
	if got := long.quantile(1); got != ">1m0s" {
		t.Errorf("got %s", got)
	}
}

func TestAround(t *testing.T) {
	type key struct{}
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var got []string
		note := func(what string) {
			mu.Lock()
			defer mu.Unlock()
			got = append(got, what)
		}
		tool := simple("t", func(ctx context.Context, _ json.RawMessage) (any, error) { return ctx.Value(key{}), nil })
		waits := tool
		waits.Name, waits.Waits = "w", true
		bad := simple("p", func(context.Context, json.RawMessage) (any, error) { panic(1) })
		c := conversation(t, Options{Parallel: 1, Around: func(ctx context.Context, call parse.Call, k string) (context.Context, func(Result)) {
			note("begin " + call.Name)
			return context.WithValue(ctx, key{}, "span"), func(r Result) { note("end " + r.Call.Name + " " + r.Code()) }
		}}, tool, waits, bad)
		results := collect(t, c.Run(t.Context(), "", seq(call(0, "w", "{}"), call(1, "t", "{}"), call(2, "w", "[]"), call(3, "p", "{}"), broken(4, "t", parse.ErrSyntax), time.Second, end(false))))
		if len(results) != 5 {
			t.Errorf("got %s", told(results))
		}
		want := "begin t, end t ok, begin w, end w schema, begin p, end p panic, begin w, end w skipped"
		if strings.Join(got, ", ") != want {
			t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
		}
		for _, r := range results {
			if r.Call.Index == 1 && r.Value != "span" {
				t.Errorf("the tool's context is not that of the hook: %v", r.Value)
			}
		}
	})
}
