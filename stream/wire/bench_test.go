package wire

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// chatCall is a stream of one call whose arguments come in pieces of four
// bytes.
func chatStream(n int) string {
	var b strings.Builder
	b.WriteString(events(`{"id":"chatcmpl-Ba7","object":"chat.completion.chunk","created":1760000000,"model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"write_file","arguments":"{\"a\":\""}}]},"logprobs":null,"finish_reason":null}],"usage":null}`))
	for i := range n {
		fmt.Fprintf(&b, `data: {"id":"chatcmpl-Ba7","object":"chat.completion.chunk","created":1760000000,"model":"m","service_tier":"default","system_fingerprint":"fp_1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"%04d"}}]},"logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":"k2Jd"}`+"\n\n", i%10000)
	}
	b.WriteString(events(`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\"}"}}]}}]}
		{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}
		[DONE]`))
	return b.String()
}

// BenchmarkDecoder reads a call of Chat Completions in 1,000 chunks, as the
// transport may deliver it.
func BenchmarkDecoder(b *testing.B) {
	in := []byte(chatStream(1000))
	for _, size := range []int{260, 4096, 1 << 20} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			b.SetBytes(int64(len(in)))
			b.ReportAllocs()
			for b.Loop() {
				d, err := New("openai-chat", Options{})
				if err != nil {
					b.Fatal(err)
				}
				for p := range slices.Chunk(in, size) {
					d.Write(p)
				}
				d.Finish()
			}
		})
	}
}
