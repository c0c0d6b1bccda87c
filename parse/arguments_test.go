package parse

import (
	"errors"
	"strings"
	"testing"
)

func TestArguments(t *testing.T) {
	tests := []struct {
		name string
		text string
		o    ArgumentsOptions
		want string // the arguments, or code @offset pointer
	}{
		{"object", ` {"k": 1} `, ArgumentsOptions{}, `{"k": 1}`},
		{"empty", "", ArgumentsOptions{}, "arguments @0"},
		{"white space", " \n", ArgumentsOptions{}, "arguments @2"},
		{"empty allowed", "", ArgumentsOptions{Empty: true}, "{}"},
		{"white space allowed", " \n", ArgumentsOptions{Empty: true}, "{}"},
		{"empty allowed, but cut", "{", ArgumentsOptions{Empty: true}, "truncated @1"},
		{"null", " null", ArgumentsOptions{Empty: true}, "arguments @1"},
		{"null allowed", " null ", ArgumentsOptions{Null: true}, "{}"},
		{"null allowed, but cut", "nul", ArgumentsOptions{Null: true}, "truncated @3"},
		{"no null", "nope", ArgumentsOptions{Null: true}, "syntax @1"},
		{"array", "[]", ArgumentsOptions{Null: true, Empty: true}, "arguments @0"},
		{"string", `"{}"`, ArgumentsOptions{}, "arguments @0"},
		{"number", "-", ArgumentsOptions{}, "arguments @0"},
		{"true", "true", ArgumentsOptions{}, "arguments @0"},
		{"no value", "x", ArgumentsOptions{}, "syntax @0"},
		{"cut", `{"a":[{"b":"c`, ArgumentsOptions{}, "truncated @13 /a/0/b"},
		{"broken", `{"a":[1,tru ]}`, ArgumentsOptions{}, "syntax @11 /a/1"},
		{"duplicate", `{"a":{"~/":1,"~/":2}}`, ArgumentsOptions{}, "duplicate-key @16 /a/~0~1"},
		{"trailing", `{} x`, ArgumentsOptions{}, "trailing @3"},
		{"trailing object", `{}{}`, ArgumentsOptions{}, "trailing @2"},
		{"trailing null", `null{}`, ArgumentsOptions{Null: true}, "trailing @4"},
		{"too deep", `{"a":[[`, ArgumentsOptions{MaxDepth: 2}, "limit @6 /a/0"},
		{"too long", `{"a":1}`, ArgumentsOptions{MaxCall: 6}, "limit @6"},
		{"as long as allowed", `{"a":1}`, ArgumentsOptions{MaxCall: 7}, `{"a":1}`},
		{"white space and the limit", "  {}", ArgumentsOptions{MaxCall: 2, Empty: true}, "limit @2"},
		{"trailing behind the limit", "{}x", ArgumentsOptions{MaxCall: 2}, "trailing @2"},
		{"default depth", strings.Repeat(`{"":`, 1001), ArgumentsOptions{}, "limit @4000 " + strings.Repeat("/", 1000)},
		{"largest depth", strings.Repeat(`{"":`, 1025), ArgumentsOptions{MaxDepth: 5000}, "limit @4096 " + strings.Repeat("/", 1024)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			arguments, err := Arguments(tt.text, tt.o)
			got := string(arguments)
			if e, ok := errors.AsType[*Error](err); ok {
				got = strings.TrimSpace(e.Code.String() + " @" + itoa(int(e.Offset)) + " " + e.Pointer)
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestArgumentsError(t *testing.T) {
	_, err := Arguments(`{"secret":"hunter2","secret":1}`, ArgumentsOptions{})
	const want = "duplicate-key: A JSON object has two members with the same key."
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if !errors.Is(err, ErrDuplicateKey) {
		t.Errorf("%v is not ErrDuplicateKey", err)
	}
}
