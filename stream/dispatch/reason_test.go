package dispatch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earlycall/earlycall/parse"
)

// mute is an error without a text of its own.
type mute struct{ cause error }

func (mute) Error() string   { return "" }
func (m mute) Unwrap() error { return m.cause }

// brief is an error whose text leaves out its cause.
type brief struct{ cause error }

func (brief) Error() string   { return "the upload failed" }
func (b brief) Unwrap() error { return b.cause }

func TestReasons(t *testing.T) {
	_, missing := os.ReadFile("/no/such/file")
	refused := &net.OpError{Op: "dial", Net: "tcp", Addr: &net.TCPAddr{IP: net.IPv4(10, 0, 0, 7), Port: 80}, Err: errors.New("connection refused")}
	deep := errors.New("the disk is full")
	for range 1000 {
		deep = mute{deep}
	}
	tests := []struct {
		name string
		err  error
		want string
	}{
		{"a file", missing, "open /no/such/file: no such file or directory"},
		{"an address", fmt.Errorf("the service is down: %w", refused), "the service is down: dial tcp 10.0.0.7:80: connection refused"},
		{"a cause in front", fmt.Errorf("%w while reading", errors.New("timeout")), "timeout while reading"},
		{"the cause alone", fmt.Errorf("%w", errors.New("timeout")), "timeout"},
		{"a mute wrapper", mute{errors.New("the disk is full")}, "the disk is full"},
		{"a brief wrapper", brief{errors.New("quota of 5 GB reached")}, "the upload failed: quota of 5 GB reached"},
		{"joined", errors.Join(errors.New("no a"), errors.New("no b")), "no a; no b"},
		{"joined in a brief wrapper", brief{errors.Join(errors.New("no a"), errors.New("no b"))}, "the upload failed: no a: no b"},
		{"a stack", errors.New("no\ngoroutine 1 [running]:\nmain.main()\n\t/x.go:1"), "no"},
		{"no text", mute{}, "an error without a text, of type dispatch.mute"},
		{"too deep", deep, "an error without a text, of type dispatch.mute"},
		{"told", fmt.Errorf("at 10.0.0.7: %w", Tell("try later", errors.New("internal"))), "try later"},
	}
	for _, tt := range tests {
		if got := forModel(tt.err); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := forModel(errors.New(strings.Repeat("x", 1<<20))); len(got) > maxText+len("…") {
		t.Errorf("%d bytes", len(got))
	}
}

// The model is asked to write a contradicted call again only if its tool was
// never started, also if the result is out before the conflict.
func TestConflictTexts(t *testing.T) {
	const again = "Write the call again"
	for _, taken := range []bool{false, true} {
		for name, run := range map[string]func(context.Context, json.RawMessage) (any, error){
			"ok":     sleeps(0),
			"fails":  func(context.Context, json.RawMessage) (any, error) { return nil, errors.New("no") },
			"panics": func(context.Context, json.RawMessage) (any, error) { panic("no") },
			"runs":   sleeps(time.Hour),
			"waits":  sleeps(0),
			"wrong":  sleeps(0),
		} {
			synctest.Test(t, func(t *testing.T) {
				tool := simple("t", run)
				if tool.Waits = name == "waits"; name == "wrong" {
					tool.Schema = json.RawMessage(`{"required":["a"]}`)
				}
				r := conversation(t, Options{}, tool).Reply(t.Context(), "")
				r.Event(call(0, "t", "{}"))
				synctest.Wait()
				var got Result
				early := taken && name != "runs" && name != "waits"
				if early {
					got, _ = r.take()
				}
				r.Event(conflict(0))
				r.Event(end(true))
				if !early {
					got, _ = r.take()
				}
				text := got.marked().Text
				if started := name != "waits" && name != "wrong"; strings.Contains(text, again) == started || !strings.Contains(text, "(conflict)") {
					t.Errorf("%s, taken before the conflict %v: %s", name, taken, text)
				}
			})
		}
	}
}

// A validation that takes long ends with the call's time.
func TestValidationStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := NewRegistry(Tool{Name: "t", Schema: json.RawMessage(`{"properties":{"a":{"items":{"type":"integer"}}}}`), Run: sleeps(0)})
	if err != nil {
		t.Fatal(err)
	}
	a := arguments{raw: json.RawMessage(`{"a":[` + strings.Repeat("1,", 1<<16) + `1]}`)}
	if found := r.named["t"].look(ctx, &a); len(found) != 1 || found[0].Keyword != "limit" {
		t.Errorf("got %v, want the validation to stop", found)
	}
}

func TestUncheckedPatternsAreLoggedOnce(t *testing.T) {
	r, err := NewRegistry(Tool{Name: "t", Schema: json.RawMessage(`{"properties":{"a":{"pattern":"(?<x"}}}`), Run: sleeps(0)})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.named["t"].schema.Skipped()) != 1 {
		t.Fatalf("skipped: %q", r.named["t"].schema.Skipped())
	}
	var b bytes.Buffer
	New(r, Options{}) // has no log
	for range 3 {
		New(r, Options{Log: slog.New(slog.NewTextHandler(&b, nil))})
	}
	if got := b.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "tool=t") || !strings.Contains(got, "(?<x") {
		t.Errorf("got %s", got)
	}
}

// slowStore takes a second for each of its tasks.
type slowStore struct{ Memory }

func (s *slowStore) Claim(ctx context.Context, key, digest string) (bool, *Record, error) {
	time.Sleep(time.Second)
	return s.Memory.Claim(ctx, key, digest)
}

func (s *slowStore) Save(ctx context.Context, key string, record Record) error {
	time.Sleep(time.Second)
	return s.Memory.Save(ctx, key, record)
}

// Ran is the time of the tool alone.
func TestRanWithoutTheStore(t *testing.T) {
	for name, run := range map[string]func(context.Context, json.RawMessage) (any, error){
		"ok":    sleeps(time.Minute),
		"panic": func(context.Context, json.RawMessage) (any, error) { time.Sleep(time.Minute); panic("no") },
		"tool-error": func(context.Context, json.RawMessage) (any, error) {
			time.Sleep(time.Minute)
			return nil, parse.ErrSyntax
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			var spans []time.Duration
			around := func(ctx context.Context, _ parse.Call, _ string) (context.Context, func(Result)) {
				return ctx, func(r Result) { spans = append(spans, r.Ran) }
			}
			got := collect(t, conversation(t, Options{Store: new(slowStore), Around: around}, simple("t", run)).Run(t.Context(), "", seq(call(0, "t", "{}"), end(true))))
			if got[0].Ran != time.Minute || got[0].Wait != time.Second || got[0].Code() != name || spans[0] != time.Minute {
				t.Errorf("%s: ran %v after %v; the hook saw %v", got[0].Code(), got[0].Ran, got[0].Wait, spans)
			}
		})
	}
}
