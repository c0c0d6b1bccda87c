package dispatch

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/schema"
)

const placeSchema = `{"type":"object","properties":{
	"city":{"type":"string"},"days":{"type":"integer"},"tags":{"type":"array","items":{"type":"string"}},
	"at":{"type":"object","properties":{"lat":{"type":"number"}}}},"required":["city"]}`

// echoes returns what it gets.
func echoes(schema string) Tool {
	return Tool{Name: "t", Schema: json.RawMessage(schema), Run: func(_ context.Context, arguments json.RawMessage) (any, error) {
		return string(arguments), nil
	}}
}

func TestExtra(t *testing.T) {
	closed := strings.Replace(placeSchema, `"required"`, `"additionalProperties":false,"required"`, 1)
	const arguments = `{"city":"Oslo","zip":1, "at":{"lat":1,"lon":2}}`
	tests := []struct {
		name   string
		schema string
		extra  Extra
		want   string
	}{
		{"open, by schema", placeSchema, ExtraBySchema, "0 ok " + arguments},
		{"closed, by schema", closed, ExtraBySchema, `0 schema The call of tool "t" was not run (schema): /zip: is no member that the schema knows; it knows "at", "city", "days", "tags". Correct the arguments and call it again.`},
		{"open, rejected", placeSchema, ExtraReject, `0 schema The call of tool "t" was not run (schema): /zip: is no member that the tool takes: leave it out; /at/lon: is no member that the tool takes: leave it out. Correct the arguments and call it again.`},
		{"closed, rejected", closed, ExtraReject, `0 schema The call of tool "t" was not run (schema): /zip: is no member that the tool takes: leave it out; /at/lon: is no member that the tool takes: leave it out. Correct the arguments and call it again.`},
		{"closed, ignored", closed, ExtraIgnore, "0 ok " + arguments},
		{"closed, stripped", closed, ExtraStrip, `0 ok {"city":"Oslo", "at":{"lat":1}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tool := echoes(tt.schema)
				tool.Extra = tt.extra
				got := collect(t, conversation(t, Options{}, tool).Run(t.Context(), "", seq(call(0, "t", arguments), end(true))))
				want(t, got, tt.want)
				var stripped []string
				if tt.extra == ExtraStrip {
					stripped = []string{"/zip", "/at/lon"}
				}
				if diff := cmp.Diff(stripped, got[0].Stripped); diff != "" {
					t.Errorf("stripped: -want +got:\n%s", diff)
				}
			})
		})
	}
}

// encoding/json would take "CITY" for the field of "city", past the schema.
func TestNamesThatDifferInCase(t *testing.T) {
	for _, extra := range []Extra{ExtraBySchema, ExtraReject, ExtraIgnore, ExtraStrip} {
		synctest.Test(t, func(t *testing.T) {
			tool := Func("t", "", func(_ context.Context, in struct{ City string }) (string, error) { return in.City, nil })
			tool.Schema = json.RawMessage(`{"properties":{"City":{"pattern":"^[A-Z]"}}}`)
			tool.Extra = extra
			got := collect(t, conversation(t, Options{}, tool).Run(t.Context(), "", seq(call(0, "t", `{"City":"Oslo","CITY":"../etc"}`), end(true))))
			if extra == ExtraStrip {
				want(t, got, "0 ok Oslo")
			} else if got[0].Code() != "schema" || got[0].Err.(*parse.Error).Pointer != "/CITY" {
				t.Errorf("%d: got %s", extra, told(got))
			}
		})
	}
}

func TestCoercion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tool := echoes(placeSchema)
		arguments := call(0, "t", `{"city":"Oslo","days":"3","tags":"a"}`)
		got := collect(t, conversation(t, Options{}, tool).Run(t.Context(), "", seq(arguments, end(true))))
		want(t, got, `0 schema The call of tool "t" was not run (schema): /days: must be integer, not string; /tags: must be array, not string. Correct the arguments and call it again.`)
		tool.Coerce = true
		got = collect(t, conversation(t, Options{}, tool).Run(t.Context(), "", seq(arguments, end(true))))
		want(t, got, `0 ok {"city":"Oslo","days":3,"tags":["a"]}`)
		done := []schema.Coercion{{Pointer: "/days", From: "string", To: "integer"}, {Pointer: "/tags", From: "string", To: "array"}}
		if diff := cmp.Diff(done, got[0].Coercions); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		if string(got[0].Call.Arguments) != `{"city":"Oslo","days":"3","tags":"a"}` {
			t.Errorf("the call itself has changed: %s", got[0].Call.Arguments)
		}
	})
}

func TestHooks(t *testing.T) {
	tests := []struct {
		name      string
		normalize func(json.RawMessage) (json.RawMessage, error)
		check     error
		want      string
	}{
		{"normalized before the schema", func(a json.RawMessage) (json.RawMessage, error) {
			return json.RawMessage(strings.ReplaceAll(string(a), `"tomorrow"`, `1`)), nil
		}, nil, `0 ok {"city":"Oslo","days":1}`},
		{"not normal", func(json.RawMessage) (json.RawMessage, error) { return nil, errors.New("no such day") }, nil,
			`0 schema The call of tool "t" was not run (schema): no such day. Correct the arguments and call it again.`},
		{"normalized to no object", func(json.RawMessage) (json.RawMessage, error) { return json.RawMessage(`[]`), nil }, nil,
			`0 schema The call of tool "t" was not run (schema): the arguments: must be one JSON object. Correct the arguments and call it again.`},
		{"normalized to no JSON", func(json.RawMessage) (json.RawMessage, error) { return nil, nil }, nil,
			`0 schema The call of tool "t" was not run (schema): the arguments: must be one JSON object. Correct the arguments and call it again.`},
		{"a hook that scribbles", func(a json.RawMessage) (json.RawMessage, error) {
			clear(a)
			return json.RawMessage(`{"city":"Rome"}`), nil
		}, nil, `0 ok {"city":"Rome"}`},
		{"checked after", func(json.RawMessage) (json.RawMessage, error) { return json.RawMessage(`{"city":"Rome"}`), nil }, errors.New("Rome is closed"),
			`0 schema The call of tool "t" was not run (schema): Rome is closed. Correct the arguments and call it again.`},
		{"a hook that panics", func(json.RawMessage) (json.RawMessage, error) { panic("oh") }, nil,
			`0 panic Tool "t" failed (panic): an error within the tool. The same call again will not help.`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tool := echoes(placeSchema)
				tool.Normalize = func(_ context.Context, a json.RawMessage) (json.RawMessage, error) { return tt.normalize(a) }
				tool.Check = func(context.Context, json.RawMessage) error { return tt.check }
				got := collect(t, conversation(t, Options{}, tool).Run(t.Context(), "", seq(call(0, "t", `{"city":"Oslo","days":"tomorrow"}`), end(true))))
				want(t, got, tt.want)
				if string(got[0].Call.Arguments) != `{"city":"Oslo","days":"tomorrow"}` {
					t.Errorf("the call itself has changed: %s", got[0].Call.Arguments)
				}
			})
		})
	}
}

func TestTimeoutIncludesHooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tool := echoes(placeSchema)
		tool.Timeout = time.Second
		tool.Check = func(ctx context.Context, _ json.RawMessage) error {
			<-ctx.Done()
			return ctx.Err()
		}
		got := collect(t, conversation(t, Options{}, tool).Run(t.Context(), "", seq(call(0, "t", `{"city":"Oslo"}`), end(true))))
		if got[0].Outcome != Timeout || !errors.Is(got[0].Err, ErrTimeout) {
			t.Errorf("got %v: %v", got[0].Outcome, got[0].Err)
		}
		want(t, got, `0 timeout The call of tool "t" was not run (timeout): checking its arguments took too long. Call it again with simpler arguments.`)
	})
}

func TestDeafToolAtTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tool := simple("t", func(context.Context, json.RawMessage) (any, error) { time.Sleep(time.Hour); return "late", nil })
		tool.Timeout = time.Second
		begin := time.Now()
		c := conversation(t, Options{Parallel: 1}, tool)
		got := collect(t, c.Run(t.Context(), "", seq(call(0, "t", "{}"), call(1, "t", "{}"), end(true))))
		if len(got) != 2 || got[0].Outcome != Timeout || got[1].Outcome != Timeout || time.Since(begin) != 6*time.Second {
			t.Errorf("got %s after %v, want two timeouts after twice the timeout and Grace", told(got), time.Since(begin))
		}
		time.Sleep(2 * time.Hour)
	})
}

func TestRegistryErrors(t *testing.T) {
	type node struct{ Next []node }
	ok := simple("ok", sleeps(0))
	_, err := NewRegistry(ok, ok, simple("", sleeps(0)), Tool{Name: "still"},
		Tool{Name: "odd", Schema: json.RawMessage(`{"type":"text"}`), Run: ok.Run},
		Func("rec", "", func(context.Context, node) (any, error) { return nil, nil }),
		Func("str", "", func(context.Context, string) (any, error) { return nil, nil }))
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		`dispatch: tool "ok": the name is taken`, `dispatch: tool "": it has no name`, `dispatch: tool "still": it has no Run`,
		`dispatch: tool "odd": schema: /type: must be one of`, `dispatch: tool "rec": schema: no schema can be inferred, write it by hand`,
		`dispatch: tool "str": schema: arguments are an object, which string is not`,
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not tell %q:\n%v", want, err)
		}
	}
	rec := Func("rec", "", func(context.Context, node) (any, error) { return nil, nil })
	rec.Schema = json.RawMessage(`{"properties":{"Next":{"type":"array"}}}`)
	r, err := NewRegistry(ok, rec)
	if err != nil {
		t.Fatal(err)
	}
	if tools := r.Tools(); len(tools) != 2 || tools[0].Name != "ok" || string(tools[1].Schema) != string(rec.Schema) {
		t.Errorf("got %v", tools)
	}
	if none, _ := NewRegistry(); none.Tools() == nil {
		t.Error("no tools are nil, which would let the parser take any name")
	}
}

func TestNearest(t *testing.T) {
	r, err := NewRegistry(simple("get_weather", sleeps(0)), simple("getTime", sleeps(0)), simple("send-mail", sleeps(0)), simple("search", sleeps(0)), simple("x", sleeps(0)))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		want []string
	}{
		{"GetWeather", []string{"get_weather"}}, {"get-weather", []string{"get_weather"}}, {"get_wether", []string{"get_weather"}},
		{"weather", []string{"get_weather"}}, {"functions.search", []string{"search"}}, {"serach", []string{"search"}},
		{"get_tmie", []string{"getTime"}}, {"delete_everything", nil}, {"y", nil}, {"", nil}, {strings.Repeat("a", 1<<20), nil}, {"送信", nil},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, r.Nearest(tt.name)); diff != "" {
			t.Errorf("%.20q: -want +got:\n%s", tt.name, diff)
		}
	}
}
