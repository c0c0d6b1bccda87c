package stream

import "testing"

func TestStringArguments(t *testing.T) {
	runText(t, Options{}, []textTest{
		{"object", `{"name":"f","arguments":"{\"a\":[\"\\n\"¦]}¦"¦}`, `call 0 f {"a":["\n"]}`, `{"name":"f","arguments":"{\"a\":[\"\\n\"¦{"name":"f","arguments":"{\"a\":[\"\\n\"]}¦¦`},
		{"white space around it", `{"name":"f","arguments":" \n{} \u0020"}`, `call 0 f {}`, ""},
		{"before the name", `{"arguments":"{\"a\":1}","name":"f"}`, `call 0 f {"a":1}`, ""},
		{"escaped brace", `{"name":"f","arguments":"\u007b\u007D"}`, `call 0 f {}`, ""},
		{"all escapes", `{"name":"f","arguments":"{\"a\"\b:1}"} {"name":"f","arguments":"{\t\r\n\f}"} .`, `text «{"name":"f","arguments":"{\"a\"\b:1}"} {"name":"f","arguments":"{\t\r\n\f}"} .»`, ""},
		{"surrogate pair", `{"name":"f","arguments":"{\"a\":\"\ud83d¦\ude00\"}"}`, `call 0 f {"a":"😀"}`, ""},
		{"lone surrogates", `{"name":"f","arguments":"{\"a\":\"\ud83d\ud83d\ude00\uDE00 \ud83d\u0041\"}"}`, `call 0 f {"a":"\ud83d😀\uDE00 \ud83dA"}`, ""},
		{"lone surrogate at the end", `{"name":"f","arguments":"{}\ud83d"} .`, `text «{"name":"f","arguments":"{}\ud83d"} .»`, ""},
		{"character", `{"name":"f","arguments":"{\"a\":\"é😀\"}"}`, `call 0 f {"a":"é😀"}`, ""},
		{"no object", `{"name":"f","arguments":"ls"} .`, `text «{"name":"f","arguments":"ls"} .»`, ""},
		{"broken behind", `{"name":"f","arguments":"{}",} .`, `
			failed 0 f syntax@29 «{"name":"f","arguments":"{}",}» after «{}»
			text « .»`, ""},
	})
	runText(t, Options{Tools: offered("f")}, []textTest{
		{"empty", `{"name":"f","arguments":""} .`, `
			failed 0 f arguments@25 «{"name":"f","arguments":""» «}»
			text « .»`, ""},
		{"white space", `{"name":"f","arguments":" \n"} .`, `
			failed 0 f arguments@28 «{"name":"f","arguments":" \n"» «}»
			text « .»`, ""},
		{"null", `{"name":"f","arguments":"null"} .`, `
			failed 0 f arguments@25 «{"name":"f","arguments":"n» «ull"}»
			text « .»`, ""},
		{"escape that is no brace", `{"name":"f","arguments":" \u005b]"} .`, `
			failed 0 f arguments@26 «{"name":"f","arguments":" \» «u005b]"}»
			text « .»`, ""},
		{"broken", `{"name":"f","arguments":"{\"a\":tru\u0065r}"} .`, `
			failed 0 f syntax@41 «{"name":"f","arguments":"{\"a\":tru\u0065r» «}"}» after «{"a":true»
			text « .»`, ""},
		{"control character", `{"name":"f","arguments":"{\"a\":\"\n\"}"} .`, `
			failed 0 f syntax@34 /a «{"name":"f","arguments":"{\"a\":\"\» «n\"}"}» after «{"a":"»
			text « .»`, ""},
		{"duplicate key", `{"name":"f","arguments":"{\"a\":1,\"a\":2}"} .`, `
			failed 0 f duplicate-key@37 /a «{"name":"f","arguments":"{\"a\":1,\"a\» «":2}"}» after «{"a":1,"a»
			text « .»`, ""},
		{"too early an end", `{"name":"f","arguments":"{\"a\":"} .`, `
			failed 0 f syntax@32 /a «{"name":"f","arguments":"{\"a\":"» «}» after «{"a":»
			text « .»`, ""},
		{"something behind", `{"name":"f","arguments":"{} {}"} .`, `
			failed 0 f syntax@28 «{"name":"f","arguments":"{} {» «}"}» after «{}»
			text « .»`, ""},
		{"lone surrogate outside of strings", `{"name":"f","arguments":"{\ud83d}"} .`, `
			failed 0 f syntax@26 «{"name":"f","arguments":"{\» «ud83d}"}» after «{»
			text « .»`, ""},
		{"lone surrogate before a broken byte", "{\"name\":\"f\",\"arguments\":\"{\\ud83d\x01}\"} .", `
			failed 0 f syntax@26 «{"name":"f","arguments":"{\» «ud83d\x01}"}» after «{»
			text « .»`, ""},
		{"broken escape", `{"name":"f","arguments":"{\"a\":\"\q\"}"} .`, `
			failed 0 f syntax@35 «{"name":"f","arguments":"{\"a\":\"\q» «\"}"}» after «{"a":"»
			text « .»`, ""},
		{"cut", `{"name":"f","arguments":"{\"a\":\"b`, `
			failed 0 f truncated@35 «{"name":"f","arguments":"{\"a\":\"b» after «{"a":"b»
			incomplete`, ""},
		{"cut in an escape", `{"name":"f","arguments":"{\u00`, `
			failed 0 f truncated@30 «{"name":"f","arguments":"{\u00» after «{»
			incomplete`, ""},
		{"cut in a pair", `{"name":"f","arguments":"{\ud83d`, `
			failed 0 f syntax@26 «{"name":"f","arguments":"{\» «ud83d» after «{»
			incomplete`, ""},
		{"cut behind", `{"name":"f","arguments":"{}"`, `
			failed 0 f truncated@28 «{"name":"f","arguments":"{}"» after «{}»
			incomplete`, ""},
	})
}
