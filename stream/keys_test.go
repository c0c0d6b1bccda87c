package stream

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/earlycall/earlycall/parse"
)

func TestDuplicateKeys(t *testing.T) {
	object := func(members string) string { return `{"name":"f","arguments":{` + members + `}} .` }
	runText(t, Options{}, []textTest{
		{"name", `{"name":"f","arguments":{},"name":"g"} .`, `
			failed 0 f duplicate-key@32 «{"name":"f","arguments":{},"name"» «:"g"}» after «{}»
			text « .»`, ""},
		{"name, before it is a call", `{"name":"f","name"¦:"g","arguments":{}} .`, `text «{"name":"f","name":"g","arguments":{}} .»`, `¦`},
		{"arguments", `{"name":"f","args":{},"args":{}} .`, `
			failed 0 f duplicate-key@27 «{"name":"f","args":{},"args"» «:{}}» after «{}»
			text « .»`, ""},
		{"two sorts of arguments", `{"name":"f","args":{},"parameters":{}} .`, `
			failed 0 f duplicate-key@33 «{"name":"f","args":{},"parameters"» «:{}}» after «{}»
			text « .»`, ""},
		{"two sorts of arguments, before it is a call", `{"args":{},"arguments"¦:{},"name":"f"} .`, `text «{"args":{},"arguments":{},"name":"f"} .»`, `¦`},
		{"another member", `{"x":1,"name":"f","arguments":{},"\u0078":2} .`, `
			failed 0 f duplicate-key@40 «{"x":1,"name":"f","arguments":{},"\u0078"» «:2}» after «{}»
			text « .»`, ""},
		{"in another member", `{"x":{"y":[{"a":1,"a"¦:2}]},"name":"f","arguments":{}} .`, `text «{"x":{"y":[{"a":1,"a":2}]},"name":"f","arguments":{}} .»`, `¦`},
		{"id", `{"id":"1","name":"f","arguments":{},"id":"1"} .`, `
			failed 0 f duplicate-key@39 id=1 «{"id":"1","name":"f","arguments":{},"id"» «:"1"}» after «{}»
			text « .»`, ""},
		{"in the arguments", object(`"a":1,"b":2,"a":1`), `
			failed 0 f duplicate-key@39 /a «{"name":"f","arguments":{"a":1,"b":2,"a"» «:1}}» after «{"a":1,"b":2,"a»
			text « .»`, ""},
		{"deep in them", object(`"a":[{"b":{"c":1,"d":2,"c":3}}]`), `
			failed 0 f duplicate-key@50 /a/0/b/c «{"name":"f","arguments":{"a":[{"b":{"c":1,"d":2,"c"» «:3}}]}}» after «{"a":[{"b":{"c":1,"d":2,"c»
			text « .»`, ""},
		{"one escaped", object(`"a":1,"\u0061":2`), `
			failed 0 f duplicate-key@38 /a «{"name":"f","arguments":{"a":1,"\u0061"» «:2}}» after «{"a":1,"\u0061»
			text « .»`, ""},
		{"both escaped", object(`"\u00e9":1,"\u00E9":2`), `
			failed 0 f duplicate-key@43 /é «{"name":"f","arguments":{"\u00e9":1,"\u00E9"» «:2}}» after «{"\u00e9":1,"\u00E9»
			text « .»`, ""},
		{"escaped pair", object(`"😀":1,"\ud83d\ude00":2`), `
			failed 0 f duplicate-key@47 /😀 «{"name":"f","arguments":{"😀":1,"\ud83d\ude00"» «:2}}» after «{"😀":1,"\ud83d\ude00»
			text « .»`, ""},
		{"lone surrogates", object(`"\ud800":1,"\udfff":2`), `
			failed 0 f duplicate-key@43 /� «{"name":"f","arguments":{"\ud800":1,"\udfff"» «:2}}» after «{"\ud800":1,"\udfff»
			text « .»`, ""},
		{"lone surrogate and its character", object(`"\ud800":1,"` + "\ufffd" + `":2`), `
			failed 0 f duplicate-key@40 /� «{"name":"f","arguments":{"\ud800":1,"�"» «:2}}» after «{"\ud800":1,"�»
			text « .»`, ""},
		{"empty keys", object(`"":1,"":2`), `
			failed 0 f duplicate-key@31 / «{"name":"f","arguments":{"":1,""» «:2}}» after «{"":1,"»
			text « .»`, ""},
		{"equal in two objects", object(`"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]`), `
			call 0 f {"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}
			text « .»`, ""},
	})
}

// From some number of members on, keys are found in a table.
func TestManyKeys(t *testing.T) {
	members := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"key %d":{"key 1":%[1]d},`, i)
		}
		return b.String()
	}
	for _, n := range []int{15, 16, 17, 40, 1000} {
		head := `{"name":"f","arguments":{` + members(n/2) + `"in":{` + members(n) + `"x":[{}]},` + members(n)[len(members(n/2)):]
		calls, err := Parse(head+`"y":{"key 0":1}}}`, Options{})
		if err != nil || len(calls) != 1 {
			t.Errorf("%d keys: got %v, %v, want a call", n, calls, err)
		}
		for _, key := range []string{`"key 0"`, fmt.Sprintf(`"key %d"`, n-1), `"k\u0065y 7"`, `"in"`} {
			want := int64(len(head) + len(key) - 1)
			calls, err := Parse(head+key+`:1}} .`, Options{})
			if e, ok := errors.AsType[*Error](err); !ok || e.Code != parse.ErrDuplicateKey || e.Offset != want || len(calls) > 0 {
				t.Errorf("%s behind %d keys: got %v, %v, want a duplicate at %d", key, n, calls, err, want)
			}
		}
	}
}
