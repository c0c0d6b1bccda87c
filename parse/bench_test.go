package parse

import (
	"strings"
	"testing"
)

// The reference may be quadratic, but not on texts that models write, nor on
// the simplest that they can be made to write.
func BenchmarkText(b *testing.B) {
	const size = 100_000
	rows := map[*Format][]string{
		&bareRow: {
			" ", "\n", "x", "{", `{"`, `{"\`, "[", "[ \n", "```\n", "```json\n{\"x\":1}\n", "~~~`", "<think>",
			"The quick { brown } fox [1] \"x\" `a`.\n", `{"x":[1,2,{"y":"z"}]} `, abc + "\n",
		},
		&hermesRow:  {" ", "</tool_call>", "<tool_call>[", "<tool_call>" + abc + "</tool_call>"},
		&mistralRow: {" ", "[TOOL_CALLS]a", "[TOOL_CALLS]a{}"},
		&qwenRow: {
			" ", "<tool_call>", "<function=a>", "<parameter=k>", "</parameter> ", "</function> ",
			"<function=a><parameter=k>v</parameter></function>",
		},
		&firstRow: {"{", `{"`},
	}
	for row, pieces := range rows {
		for _, p := range pieces {
			text := strings.Repeat(p, size/len(p))
			b.Run(row.Name+"/"+p, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					Text(text, Options{Format: row})
				}
			})
		}
	}
}
