package stream

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
)

// errorTests hold an input for each code that a reply in text can cause.
// Secret stands for what a message must not tell.
var errorTests = []struct {
	name    string
	options Options
	in      string
	want    Error
}{
	{"syntax", Options{}, `{"name":"ls","arguments":{"a":["secret",secret]}}`, Error{
		Code: parse.ErrSyntax, Name: "ls", Offset: 40, Pointer: "/a/1", Raw: `{"name":"ls","arguments":{"a":["secret",s`,
		Message: `the JSON is not valid: expected a value`}},
	{"syntax in a string", Options{}, `{"name":"ls","arguments":{"a/b":{"~":"secret\secret"}}}`, Error{
		Code: parse.ErrSyntax, Name: "ls", Offset: 45, Pointer: "/a~1b/~0", Raw: `{"name":"ls","arguments":{"a/b":{"~":"secret\s`,
		Message: `the JSON is not valid: expected one of "\/bfnrtu after the backslash`}},
	{"syntax behind the arguments", Options{}, `{"name":"ls","arguments":{"a":"secret"},secret}`, Error{
		Code: parse.ErrSyntax, Name: "ls", Offset: 40, Raw: `{"name":"ls","arguments":{"a":"secret"},s`,
		Message: `the JSON is not valid: expected a quoted name`}},
	{"no object in a string", Options{Tools: offered("ls")}, `{"name":"ls","arguments":"{} secret"}`, Error{
		Code: parse.ErrSyntax, Name: "ls", Offset: 29, Raw: `{"name":"ls","arguments":"{} s`,
		Message: `something follows the object in the string`}},
	{"cut object in a string", Options{Tools: offered("ls")}, `{"name":"ls","arguments":"{\"a\":\"secret"}`, Error{
		Code: parse.ErrSyntax, Name: "ls", Offset: 41, Pointer: "/a", Raw: `{"name":"ls","arguments":"{\"a\":\"secret"`,
		Message: `the object in the string is not complete`}},
	{"truncated", Options{}, `{"id":"c1","name":"ls","arguments":{"a":"secret`, Error{
		Code: parse.ErrTruncated, ID: "c1", Name: "ls", Offset: 47, Pointer: "/a", Raw: `{"id":"c1","name":"ls","arguments":{"a":"secret`,
		Message: `the reply ended before the call was complete`}},
	{"no name", Options{Format: format("hermes")}, `<tool_call>{"arguments":{"a":"secret"}}`, Error{
		Code: parse.ErrNoName, Offset: 38, Raw: `{"arguments":{"a":"secret"}}`,
		Message: `the object has no "name"`}},
	{"name of another type", Options{Format: format("hermes")}, `<tool_call>{"name":["secret"]}`, Error{
		Code: parse.ErrNoName, Offset: 19, Raw: `{"name":[`,
		Message: `the name is not a string`}},
	{"arguments", Options{Tools: offered("ls")}, `{"name":"ls","arguments":["secret"]}`, Error{
		Code: parse.ErrArguments, Name: "ls", Offset: 25, Raw: `{"name":"ls","arguments":[`,
		Message: `the arguments are not a JSON object`}},
	{"arguments in a string", Options{Tools: offered("ls")}, `{"name":"ls","arguments":"secret"}`, Error{
		Code: parse.ErrArguments, Name: "ls", Offset: 26, Raw: `{"name":"ls","arguments":"s`,
		Message: `the string does not hold a JSON object`}},
	{"no arguments", Options{Tools: offered("ls")}, `{"name":"ls","a":"secret"}`, Error{
		Code: parse.ErrArguments, Name: "ls", Offset: 25, Raw: `{"name":"ls","a":"secret"}`,
		Message: `the object has no "arguments"`}},
	{"definition", Options{Tools: offered("ls")}, `{"name":"ls","description":"secret"}`, Error{
		Code: parse.ErrArguments, Name: "ls", Offset: 25, Raw: `{"name":"ls","description"`,
		Message: `this is a tool's definition, not a call of it`}},
	{"unknown tool", Options{Tools: offered("rm")}, `{"name":"ls","arguments":{"a":"secret"}}`, Error{
		Code: parse.ErrUnknownTool, Name: "ls", Offset: 11, Raw: `{"name":"ls"`, Arguments: []byte(`{"a":"secret"}`),
		Message: `no tool of that name is offered`}},
	{"two names", Options{}, `{"name":"ls","arguments":{},"name":"secret"}`, Error{
		Code: parse.ErrDuplicateKey, Name: "ls", Offset: 33, Raw: `{"name":"ls","arguments":{},"name"`,
		Message: `the JSON has two members of the same name in one object; give one`}},
	{"two sorts of arguments", Options{}, `{"name":"ls","arguments":{},"args":"secret"}`, Error{
		Code: parse.ErrDuplicateKey, Name: "ls", Offset: 33, Raw: `{"name":"ls","arguments":{},"args"`,
		Message: `two members say the arguments; give one`}},
	{"parameter twice", Options{Format: format("qwen3_coder")}, `<function=ls><parameter=a>secret</parameter><parameter=a>`, Error{
		Code: parse.ErrDuplicateKey, Name: "ls", Offset: 56, Pointer: "/a", Raw: `<function=ls><parameter=a>secret</parameter><parameter=a>`,
		Message: `the parameter is given twice; give it once`}},
	{"no parameter", Options{Format: format("qwen3_coder")}, `<function=ls>⏎secret</function>`, Error{
		Code: parse.ErrSyntax, Name: "ls", Offset: 14, Raw: "<function=ls>\ns",
		Message: `a parameter, or the end of the call, is expected`}},
	{"too deep", Options{MaxDepth: 2}, `{"name":"ls","arguments":{"a":["secret"]}}`, Error{
		Code: parse.ErrLimit, Name: "ls", Offset: 30, Pointer: "/a", Raw: `{"name":"ls","arguments":{"a":[`,
		Message: `the JSON is nested too deeply`}},
	{"too long", Options{MaxCall: 34}, `.{"name":"ls","arguments":{"a":"secret"}}`, Error{
		Code: parse.ErrLimit, Name: "ls", Offset: 35, Pointer: "/a", Raw: `{"name":"ls","arguments":{"a":"secr`,
		Message: `the call is too long`}},
	{"no call", Options{Format: format("first-object")}, `secret`, Error{
		Code: parse.ErrNoCall, Index: -1, Offset: 6,
		Message: `no JSON object found`}},
	{"arguments behind a name", Options{Format: format("mistral")}, `[TOOL_CALLS]ls[ARGS]"secret"`, Error{
		Code: parse.ErrArguments, Name: "ls", Offset: 20, Raw: `ls[ARGS]"`,
		Message: `the arguments are not a JSON object`}},
	{"no arguments behind a name", Options{Format: format("mistral")}, `[TOOL_CALLS]ls[ARGS]secret`, Error{
		Code: parse.ErrSyntax, Name: "ls", Offset: 20, Raw: `ls[ARGS]s`,
		Message: `the arguments are not JSON: an object is expected`}},
}

func TestErrors(t *testing.T) {
	for _, tt := range errorTests {
		t.Run(tt.name, func(t *testing.T) {
			text := spelled.Replace(tt.in)
			for _, size := range []int{1, 5, len(text)} {
				got := firstError(feedAll(newParser(tt.options), inChunks(text, size)))
				if got == nil {
					t.Fatal("no error")
				}
				if diff := cmp.Diff(tt.want, *got); diff != "" {
					t.Errorf("in chunks of %d: -want +got\n%s", size, diff)
				}
				if !errors.Is(got, tt.want.Code) || strings.Contains(got.Error(), "secret") {
					t.Errorf("got %v, want a message of the code %s that tells no values", got, tt.want.Code)
				}
			}
		})
	}
}

func firstError(events []Event) *Error {
	for _, e := range events {
		if e.Err != nil {
			return e.Err
		}
	}
	return nil
}

// A byte after the body of a call that must close takes the call back.
func TestTrailingError(t *testing.T) {
	row := *format("hermes")
	row.Name, row.MustClose = "strict", true
	events := feedAll(newParser(Options{Format: &row}), []string{`<tool_call>{"id":"c1","name":"ls","arguments":{}} secret</tool_call>`})
	want := Error{Code: parse.ErrTrailing, ID: "c1", Name: "ls", Offset: 50, Message: "something follows the call before its close marker"}
	got := firstError(events)
	if got == nil {
		t.Fatal("no error")
	}
	if diff := cmp.Diff(want, *got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
