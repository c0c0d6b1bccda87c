package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// logs are the logs in testdata, with what is expected of each reply.
func logs(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no logs in testdata: %v", err)
	}
	return files
}

// records returns the records of all logs in testdata.
func records(t testing.TB) []*reply {
	t.Helper()
	var all []*reply
	var known toolsets
	c := console{}
	for l := range c.lines(logs(t)) {
		if l.err != nil {
			t.Fatal(l.err)
		}
		r, err := prepare(l.text, &known)
		if err != nil {
			t.Fatalf("%s: %v", l.where(), err)
		}
		all = append(all, r)
	}
	return all
}

// TestLogs replays the logs in testdata, cut in several ways, and compares with
// what they expect.
func TestLogs(t *testing.T) {
	for _, cut := range [][]string{
		nil, {"-split", "whole"}, {"-split", "bytes"}, {"-split", "7"},
		{"-split", "random"}, {"-split", "random", "-seed", "2"},
	} {
		t.Run(strings.Join(append(cut, "as"), "_"), func(t *testing.T) {
			out, errs, code := runCommand(t, "", slices.Concat([]string{"replay", "-check"}, cut, logs(t))...)
			if code != exitFine {
				t.Errorf("got exit code %d:\n%s", code, errs)
			}
			if n := len(records(t)); strings.Count(out, "\n") != n || !strings.Contains(errs, fmt.Sprintf("%d checked: %d as expected, 0 different", n, n)) {
				t.Errorf("got %d results, want %d:\n%s", strings.Count(out, "\n"), n, errs)
			}
		})
	}
}

// TestLogsInTwo cuts each reply in two, at every byte if it is short, else at
// some 80 places.
func TestLogsInTwo(t *testing.T) {
	for i, r := range records(t) {
		all := strings.Join(r.Chunks, "")
		step := 1 + len(all)/80
		for at := 1 + i%step; at < len(all); at += step {
			res, err := r.play([]string{all[:at], all[at:]})
			if err != nil {
				t.Fatal(err)
			}
			if why := differ(res, r.Expect, r.Alt, false); why != "" {
				t.Errorf("%s, cut at %d: %s", r.ID, at, why)
				break
			}
		}
	}
}

// TestLogsCutShort ends each reply early, at as many places: no call may come out that the
// whole reply does not have. The arguments of a bare call are left out, since
// their end is explicit.
func TestLogsCutShort(t *testing.T) {
	for i, r := range records(t) {
		if r.Wire == "args" {
			continue
		}
		all := strings.Join(r.Chunks, "")
		whole, err := r.play([]string{all})
		if err != nil {
			t.Fatal(err)
		}
		step := 1 + len(all)/80
		for end := i % step; end < len(all); end += step {
			part, err := r.play([]string{all[:end]})
			if err != nil {
				t.Fatal(err)
			}
			for k, c := range part.calls {
				if k >= len(whole.calls) || c.Name != whole.calls[k].Name || !slices.Equal(c.Arguments, whole.calls[k].Arguments) {
					t.Errorf("%s, ended at %d: call %d is %s %s, which the whole does not have", r.ID, end, k, c.Name, c.Arguments)
				}
			}
			if r.Wire != "text" && r.Wire != "auto" && part.complete && !whole.complete {
				t.Fatalf("%s, ended at %d, is complete", r.ID, end)
			}
		}
	}
}

// TestCheckBites changes what is expected and holds that it is seen.
func TestCheckBites(t *testing.T) {
	other := "no such thing"
	changes := []func(*outcome) bool{
		func(o *outcome) bool { o.Calls = append(o.Calls, expectedCall{Name: "f"}); return true },
		func(o *outcome) bool {
			if len(o.Calls) > 0 {
				o.Calls = o.Calls[1:]
			}
			return o.Calls != nil && len(o.Calls) == 0 || len(o.Calls) > 0
		},
		func(o *outcome) bool { o.Error = &other; return true },
		func(o *outcome) bool { o.Content = &other; return true },
		func(o *outcome) bool { o.Reasoning = &other; return true },
		func(o *outcome) bool { return changeCall(o, func(c *expectedCall) { c.Name += "x" }) },
		func(o *outcome) bool { return changeCall(o, func(c *expectedCall) { c.Arguments = []byte(`{"n":0}`) }) },
		func(o *outcome) bool { return changeCall(o, func(c *expectedCall) { c.Raw = &other }) },
		func(o *outcome) bool { return changeCall(o, func(c *expectedCall) { c.ID = &other }) },
		func(o *outcome) bool { return changeCall(o, func(c *expectedCall) { c.Choice = new(7) }) },
		func(o *outcome) bool { return changeCall(o, func(c *expectedCall) { c.AtChunk = new(999) }) },
	}
	for _, r := range records(t) {
		res, err := r.play(r.Chunks)
		if err != nil {
			t.Fatal(err)
		}
		hadCalls := len(r.Expect.Calls) > 0
		for i, change := range changes {
			o := *r.Expect
			o.Calls = slices.Clone(o.Calls)
			if change(&o) && (i != 1 || hadCalls) && o.differ(res, true) == "" {
				t.Errorf("%s: change %d is not seen", r.ID, i)
			}
		}
	}
}

func changeCall(o *outcome, change func(*expectedCall)) bool {
	if len(o.Calls) == 0 {
		return false
	}
	change(&o.Calls[0])
	return true
}

func TestReplayOutput(t *testing.T) {
	tests := []struct{ name, record, want string }{
		{"all of it", `{"id":"a","text":"Hm {\"name\":\"f\",\"arguments\":{\"x\": 1.0}} {\"name\":\"f\",\"arguments\":{\"x\"}}"}`,
			`{"id":"a","calls":[{"index":0,"choice":0,"id":"","name":"f","arguments":{"x": 1.0},"chunk":0}],` +
				`"errors":[{"code":"syntax","index":1,"name":"f","offset":67,"message":"…","chunk":0}],` +
				`"conflicts":[],"content":"Hm  ","reasoning":"","complete":true}`},
		{"an unknown tool's arguments", `{"id":1,"chunks":["{\"name\":\"g\",\"argu","ments\":{}}"],"tools":[{"name":"f"}]}`,
			`{"id":1,"calls":[],"errors":[{"code":"unknown-tool","index":0,"name":"g","offset":10,"message":"…","chunk":1,"arguments":{}}],` +
				`"conflicts":[],"content":"","reasoning":"","complete":true}`},
		{"a conflict", `{"id":"c","wire":"openai-chat","text":"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"id\":\"x\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}x\"}}]},\"finish_reason\":\"stop\"}]}\n\n"}`,
			`{"id":"c","calls":[{"index":0,"choice":0,"id":"x","name":"f","arguments":{"a":1},"chunk":0}],"errors":[],` +
				`"conflicts":[{"code":"trailing","index":0,"name":"f","offset":7,"message":"…","chunk":0}],"content":"","reasoning":"","complete":true}`},
		{"at the end", `{"id":"d","chunks":["{\"name\":\"f\",\"arguments\":{","\"a\":1"]}`,
			`{"id":"d","calls":[],"errors":[{"code":"truncated","index":0,"name":"f","offset":30,"message":"…","chunk":2}],"conflicts":[],"content":"","reasoning":"","complete":false}`},
		{"two choices", `{"id":"e","wire":"openai-chat","text":"data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"b1\"}},{\"index\":0,\"delta\":{\"content\":\"a1\"}}]}\n\ndata: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"b2\"}}]}\n\ndata: [DONE]\n\n"}`,
			`{"id":"e","calls":[],"errors":[],"conflicts":[],"content":"a1b1b2","reasoning":"","complete":true}`},
		{"members for people", `{"id":2,"kind":"k","note":["n"],"alt":[],"lenient":false,"wire":"TEXT","text":"Hm"}`,
			`{"id":2,"calls":[],"errors":[],"conflicts":[],"content":"Hm","reasoning":"","complete":true}`},
		{"no id", `{"text":"Hm"}`, `{"id":"-:1","calls":[],"errors":[],"conflicts":[],"content":"Hm","reasoning":"","complete":true}`},
		{"an id of its own kind", `{"id":{"n": [1,
 2.0]},"text":""}`, `{"id":{"n": [1, 2.0]},"calls":[],"errors":[],"conflicts":[],"content":"","reasoning":"","complete":true}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := strings.ReplaceAll(tt.record, "\n", "")
			out, errs, code := runCommand(t, in, "replay", "-")
			out = message.ReplaceAllString(out, `"message":"…"`)
			if diff := cmp.Diff(tt.want+"\n", out); diff != "" || code != exitFine {
				t.Errorf("exit code %d (-want +got)\n%s\n%s", code, diff, errs)
			}
		})
	}
}

func TestReplayUnsupported(t *testing.T) {
	tests := []struct{ record, want string }{
		{`{"id":"x","text":"Hm","lenient":true}`, "lenient: " + aboutLenient},
		{`{"id":"x","text":"Hm","wire":"smoke"}`, `no wire is named "smoke"`},
		{`{"id":"x","text":"Hm","format":"smoke"}`, `no format is named "smoke"`},
		{`{"id":"x","text":"Hm","encoding":"rot13"}`, `no encoding is named "rot13"`},
		{`{"id":"x","text":"?","encoding":"base64"}`, "base64"},
		{`{"id":"x","text":"Hm","options":{"magic":1}}`, `options: there is no member "magic"; the nearest is "empty"`},
		{`{"id":"x","text":"Hm","options":{"max_cal":1}}`, `options: there is no member "max_cal"; the nearest is "max_call"`},
		{`{"id":"x","text":"Hm","options":7}`, "options: it is a number; write an object"},
		{`{"id":"x","text":"Hm","tools":[{"name":"f","parameters":{"type":7}}]}`, "tools: tool 1: f"},
		{`{"id":"x","wire":"args","text":"{}"}`, "the wire args needs a tool"},
		{`{"id":"x","text":`, "the line is no record"},
		{`["x"]`, "the line is no record: it is a list; write an object"},
		{`null`, "the line is no record: it is null; write an object"},
		{`{"id":"x"} {}`, `the line is no record: it is no JSON: '{' can't stand at column 12`},
		{`{"id":"x","text":`, "the line is no record: it is no JSON: it ends too early, at column 18"},
		{`{"id":"x","text":7}`, `"text" holds a number where a string belongs`},
		{`{"id":"x","chunks":["a",{}]}`, `"chunks" holds an object where a string belongs`},
		{`{"id":"x","expect":{"calls":[{"name":"f","at_chunk":"1"}]}}`, `"expect.calls.at_chunk" holds a string where a whole number belongs`},
		{`{"id":"x","text":"Hm","chunks":[]}`, `"text" stands in place of "chunks"`},
		{`{"id":"x","txet":"Hm"}`, `there is no member "txet"; the nearest is "text"`},
		{`{"id":"x","expect":{"call":[]}}`, `there is no member "call" of expect; the nearest is "calls"`},
		{`{"id":"x","expect":{"calls":[{"name":"f"},{"name":"f","argument":{}}]}}`, `there is no member "argument" of expect.calls[1]; the nearest is "arguments"`},
		{`{"id":"x","alt":[null]}`, `alt[0] is null, where an object belongs`},
		{`{"id":"x","expect":{"calls":[null]}}`, `expect.calls[0] is null, where an object belongs`},
		{`{"id":"x","alt":[{"eror":null}]}`, `there is no member "eror" of alt[0]; the nearest is "error"`},
		{`{"id":"x","options":{"max_depth":99999}}`, "options: max_depth is 1024 at most, not 99999"},
		{`{"id":"x","options":{"max_call":-1}}`, "options: max_call is 1 or more, or 0 for the default, not -1"},
		{`{"id":"x","options":{"max_open":-2}}`, "options: max_open is 1 or more"},
		{`{"id":"x","tools":7}`, `tools: it is a number: write [{"name":"…","parameters":{…}}]`},
	}
	for _, tt := range tests {
		out, errs, code := runCommand(t, tt.record+"\n"+`{"id":"y","text":"Hm"}`, "replay", "-check", "-")
		first, second, _ := strings.Cut(out, "\n")
		var got struct{ Unsupported string }
		if err := json.Unmarshal([]byte(first), &got); err != nil || !strings.Contains(got.Unsupported, tt.want) {
			t.Errorf("%s: got %q, want %q in unsupported (%v)", tt.record, first, tt.want, err)
		}
		if code != exitFound || !strings.Contains(errs, tt.want) && !strings.Contains(errs, strings.ReplaceAll(tt.want, `"`, `\"`)) {
			t.Errorf("%s: exit code %d, standard error %q", tt.record, code, errs)
		}
		if !strings.HasPrefix(second, `{"id":"y",`) {
			t.Errorf("%s: the next record gives %q", tt.record, second)
		}
	}
}

func TestReplayCheck(t *testing.T) {
	tests := []struct {
		expect string
		want   string // in standard error; "" if all is fine
	}{
		{`"expect":{"calls":[{"name":"f","arguments":{"b":[1.0],"a":"é"}}],"error":null,"content":"x y"}`, ""},
		{`"expect":{"calls":[{"name":"f","raw":"{\"a\":\"\\u00e9\", \"b\":[1.0]}","at_chunk":0,"choice":0,"id":""}],"content":null,"complete":true,"reasoning":""}`, ""},
		{`"expect":{"calls":[{"name":"f","arguments":{"b":[1],"a":"é"}}]}`, "x: call 0: arguments: got"},
		{`"expect":{"calls":[{"name":"f","raw":"{}"}]}`, "x: call 0: raw: got"},
		{`"expect":{"calls":[{"name":"g"}]}`, `x: call 0: name: got "f", want "g"`},
		{`"expect":{"calls":[]}`, `x: calls: got 1, want 0: ["f"]`},
		{`"expect":{"calls":[{"name":"f"},{"name":"f"}]}`, `x: calls: got 1, want 2`},
		{`"expect":{"calls":[{"name":"f","at_chunk":1}]}`, "x: call 0: at_chunk: got 0, want 1"},
		{`"expect":{"calls":[{"name":"f","choice":1}]}`, "x: call 0: choice: got 0, want 1"},
		{`"expect":{"calls":[{"name":"f","id":"k"}]}`, `x: call 0: id: got "", want "k"`},
		{`"expect":{"calls":[{"name":"f"}],"error":"syntax"}`, `x: error: got [], want "syntax"`},
		{`"expect":{"calls":[{"name":"f"}],"error":"truncated"}`, `x: error: got [], want "truncated"`},
		{`"expect":{"calls":[{"name":"f"}],"content":"xy"}`, `x: content: got "x y", want "xy"`},
		{`"expect":{"calls":[{"name":"f"}],"complete":false}`, `x: complete: got true, want false`},
		{`"expect":{"calls":[]},"alt":[{"calls":[{"name":"g"}]},{"calls":[{"name":"f"}]}]`, ""},
	}
	for _, tt := range tests {
		record := `{"id":"x","text":" x\n\n {\"name\":\"f\",\"arguments\":{\"a\":\"\\u00e9\", \"b\":[1.0]}}y ",` + tt.expect + `}`
		_, errs, code := runCommand(t, record, "replay", "-check", "-")
		switch {
		case tt.want == "" && code != exitFine,
			tt.want != "" && (code != exitFound || !strings.Contains(errs, tt.want)):
			t.Errorf("%s: exit code %d, %s", tt.expect, code, errs)
		}
	}
}

func TestReplayConflictSatisfies(t *testing.T) {
	const record = `{"id":"x","wire":"args","tools":[{"name":"f"}],"text":"{\"a\":1}{","expect":{"calls":[{"name":"f"}],"error":%s}}`
	for code, want := range map[string]int{`"trailing"`: exitFine, `"conflict"`: exitFine, `"syntax"`: exitFound, `null`: exitFound} {
		_, errs, got := runCommand(t, fmt.Sprintf(record, code), "replay", "-check", "-")
		if got != want {
			t.Errorf("error %s: exit code %d, want %d: %s", code, got, want, errs)
		}
	}
}

// TestReplayOrder replays many replies of very different length, some far
// beyond 64 KiB, by several workers.
func TestReplayOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var in strings.Builder
	const n = 300
	for i := range n {
		size := 1 << rng.IntN(12)
		if i%50 == 0 {
			size = 1 << 19
		}
		fmt.Fprintf(&in, `{"id":%d,"text":"{\"name\":\"f\",\"arguments\":{\"n\":%d,\"s\":\"%s\"}}"}`+"\r\n\n", i, i, strings.Repeat("s", size))
	}
	out, errs, code := runCommand(t, in.String(), "replay", "-j", "7", "-")
	if code != exitFine || !strings.Contains(errs, "300 replies: 300 calls, 0 errors, 0 conflicts, 0 not complete") {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	i := 0
	for line := range strings.Lines(out) {
		if want := fmt.Sprintf(`{"id":%d,"calls":[{"index":0,"choice":0,"id":"","name":"f","arguments":{"n":%d,`, i, i); !strings.HasPrefix(line, want) {
			t.Fatalf("line %d begins with %.100s", i, line)
		}
		i++
	}
	if i != n {
		t.Errorf("got %d lines, want %d", i, n)
	}
}

// TestReplaySplitsAgree holds that random cuts depend on the seed alone, and not
// on who works when.
func TestReplaySplitsAgree(t *testing.T) {
	args := func(j, seed string) []string {
		return slices.Concat([]string{"replay", "-split", "random", "-j", j, "-seed", seed}, logs(t))
	}
	one, _, _ := runCommand(t, "", args("1", "5")...)
	four, _, _ := runCommand(t, "", args("4", "5")...)
	if one != four {
		t.Error("one worker and four do not agree")
	}
	if other, _, _ := runCommand(t, "", args("1", "6")...); other == one {
		t.Error("another seed cuts in the same way")
	}
}

func TestReplaySummary(t *testing.T) {
	in := `{"text":"{\"name\":\"f\\u001b[2J\",\"arguments\":{}} {\"name\":\"g\",\"arguments\":{\"a\":}}"}
{"text":"{\"name\":\"g\",\"arguments\":{}} {\"name\":\"h\",\"arguments\":{}}","tools":[{"name":"g"}]}
{"wire":"openai-chat","text":"{\"error\":{\"message\":\"no\"}}"}
`
	_, errs, code := runCommand(t, in, "replay", "-")
	want := `3 replies: 2 calls, 3 errors, 0 conflicts, 1 not complete
tool       code          count
(none)     provider      1
(unknown)  unknown-tool  1
f␛[2J      ok            1
g          ok            1
g          syntax        1
`
	if diff := cmp.Diff(want, errs); diff != "" || code != exitFine {
		t.Errorf("exit code %d (-want +got)\n%s", code, diff)
	}
}

func TestReplaySummaryOfOne(t *testing.T) {
	_, errs, _ := runCommand(t, `{"text":"{\"name\":\"f\",\"arguments\":{}}"}`, "replay", "-")
	if want := "1 reply: 1 call, 0 errors, 0 conflicts, 0 not complete\n"; !strings.HasPrefix(errs, want) {
		t.Errorf("got %q, want %q", errs, want)
	}
}

// TestReplayProviderError holds that a result tells the provider's own words.
func TestReplayProviderError(t *testing.T) {
	out, _, _ := runCommand(t, `{"wire":"openai-chat","text":"data: {\"error\":{\"message\":\"bad key\"}}\n\n"}`, "replay", "-")
	if want := `"message":"the provider reported an error in the stream: bad key"`; !strings.Contains(out, want) {
		t.Errorf("got %s, want %s in it", out, want)
	}
}

func TestReplayBroken(t *testing.T) {
	var errs strings.Builder
	c := console{in: &brokenReader{`{"text":"a"}` + "\n"}, out: io.Discard, err: &errs}
	if got := c.run([]string{"replay", "-"}); got != exitFound || !strings.Contains(errs.String(), "-: connection reset") {
		t.Errorf("a broken input: exit code %d, %s", got, errs.String())
	}
	errs.Reset()
	c = console{in: strings.NewReader(strings.Repeat(`{"text":"a"}`+"\n", 1000)), out: brokenWriter{}, err: &errs}
	if got := c.run([]string{"replay", "-"}); got != exitFound || !strings.Contains(errs.String(), "disk full") {
		t.Errorf("a broken output: exit code %d, %s", got, errs.String())
	}
}

// FuzzReplay holds that any line of a log gives one line of JSON.
func FuzzReplay(f *testing.F) {
	for _, name := range logs(f) {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if len(line) < 4096 {
				f.Add(line)
			}
		}
	}
	f.Fuzz(func(t *testing.T, line string) {
		r := replayer{split: split{given: true}, check: true}
		p := r.play(logLine{file: "f", line: 1, text: []byte(line)})
		var got struct{ ID any }
		if err := json.Unmarshal(p.line, &got); err != nil || got.ID == nil || strings.Count(string(p.line), "\n") != 1 {
			t.Errorf("%v: %q", err, p.line)
		}
	})
}
