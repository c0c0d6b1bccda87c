package schema

import (
	"encoding/json"
	"testing"
)

func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		compiled(b, weather)
	}
}

func BenchmarkValidate(b *testing.B) {
	s := compiled(b, weather)
	for _, bm := range []struct{ name, arguments string }{
		{"right", `{"city":"Oslo","unit":"C","days":3,"tags":["a","b"]}`},
		{"wrong", `{"city":"o","days":0,"tags":["a","a",3],"zip":1}`},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.SetBytes(int64(len(bm.arguments)))
			b.ReportAllocs()
			for b.Loop() {
				s.Validate(json.RawMessage(bm.arguments))
			}
		})
	}
}
