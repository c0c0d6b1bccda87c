// Package sdks reads providers' streams with the library and with the
// providers' own modules, from bytes to complete calls, on the same bodies.
package sdks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"net/http"
	"strings"

	"github.com/anthropics/anthropic-sdk-go/v2"
	anthropicsse "github.com/anthropics/anthropic-sdk-go/v2/packages/ssestream"
	"github.com/openai/openai-go/v3"
	openaisse "github.com/openai/openai-go/v3/packages/ssestream"

	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire"
)

// wireBodies are streams that hold the same calls, none twice: 20 calls that
// write files of about 6 KB, in pieces of a few bytes.
type wireBodies struct {
	arguments       []string
	chat, anthropic []byte
}

func newWireBodies() wireBodies {
	random := rand.New(rand.NewPCG(7, 11))
	var w wireBodies
	var chat, messages bytes.Buffer
	fmt.Fprintf(&messages, "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":{\"input_tokens\":9,\"output_tokens\":1}}}\n\n")
	for i := range 20 {
		args := fileArguments(random, i)
		w.arguments = append(w.arguments, args)
		chatFrame(&chat, fmt.Sprintf(`{"index":%d,"id":"call_%d","type":"function","function":{"name":"write_file","arguments":""}}`, i, i))
		fmt.Fprintf(&messages, "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":%d,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_%d\",\"name\":\"write_file\",\"input\":{}}}\n\n", i, i)
		for len(args) > 0 {
			n := min(1+random.IntN(9), len(args))
			piece, err := json.Marshal(args[:n])
			if err != nil {
				panic(err)
			}
			args = args[n:]
			chatFrame(&chat, fmt.Sprintf(`{"index":%d,"function":{"arguments":%s}}`, i, piece))
			fmt.Fprintf(&messages, "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":%d,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":%s}}\n\n", i, piece)
		}
		fmt.Fprintf(&messages, "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":%d}\n\n", i)
	}
	chat.WriteString("data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1760000000,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n")
	messages.WriteString("event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":99}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n")
	w.chat, w.anthropic = chat.Bytes(), messages.Bytes()
	return w
}

// chatFrame writes a chunk with one piece of a call.
func chatFrame(b *bytes.Buffer, call string) {
	fmt.Fprintf(b, "data: {\"id\":\"chatcmpl-7\",\"object\":\"chat.completion.chunk\",\"created\":1760000000,\"model\":\"m\",\"service_tier\":\"default\",\"system_fingerprint\":\"fp_1\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[%s]},\"logprobs\":null,\"finish_reason\":null}]}\n\n", call)
}

// fileArguments returns the arguments of a call, with only ASCII in them.
func fileArguments(random *rand.Rand, i int) string {
	var text strings.Builder
	for text.Len() < 6<<10 {
		for range 2 + random.IntN(6) {
			for range 1 + random.IntN(8) {
				text.WriteByte(byte('a' + random.IntN(26)))
			}
			text.WriteByte(' ')
		}
		text.WriteString([]string{"\n", "\t\"x\"\n", "{}\n"}[random.IntN(3)])
	}
	args, err := json.Marshal(map[string]string{"path": fmt.Sprintf("/tmp/%d.txt", i), "text": text.String()})
	if err != nil {
		panic(err)
	}
	return string(args)
}

// parsedArguments returns the arguments that the library finds in a body.
func parsedArguments(body []byte, face func(io.Reader) iter.Seq2[stream.Delta, error]) (all []string) {
	var p stream.Parser
	events := func(list []stream.Event) {
		for i := range list {
			if c := list[i].Call; c != nil {
				all = append(all, string(c.Arguments))
			}
		}
	}
	for d, err := range face(bytes.NewReader(body)) {
		if err != nil {
			panic(err)
		}
		events(p.Apply(d))
	}
	events(p.Finish())
	return all
}

// Response is the response that a provider's module reads a body of.
func Response(body []byte) *http.Response {
	return &http.Response{
		Header: http.Header{"Content-Type": {"text/event-stream"}},
		Body:   io.NopCloser(bytes.NewReader(body)),
	}
}

// openAIArguments returns the arguments that OpenAI's module accumulates.
func openAIArguments(body []byte) (all []string) {
	s := openaisse.NewStream[openai.ChatCompletionChunk](openaisse.NewDecoder(Response(body)), nil)
	var acc openai.ChatCompletionAccumulator
	for s.Next() {
		acc.AddChunk(s.Current())
	}
	if s.Err() != nil {
		panic(s.Err())
	}
	for _, c := range acc.Choices[0].Message.ToolCalls {
		all = append(all, c.Function.Arguments)
	}
	return all
}

// anthropicArguments returns the arguments that Anthropic's module accumulates.
func anthropicArguments(body []byte) (all []string) {
	s := anthropicsse.NewStream[anthropic.MessageStreamEventUnion](anthropicsse.NewDecoder(Response(body)), nil)
	var acc anthropic.Message
	for s.Next() {
		if err := acc.Accumulate(s.Current()); err != nil {
			panic(err)
		}
	}
	if s.Err() != nil {
		panic(s.Err())
	}
	for _, b := range acc.Content {
		all = append(all, string(b.Input))
	}
	return all
}

// Case is a way to read one of the bodies.
type Case struct {
	Name string
	Body []byte
	Read func(body []byte) (arguments []string)
}

// Cases returns the ways to read the bodies, the library's before the
// provider's own module each, and the arguments of the calls in them.
func Cases() (cases []Case, arguments []string) {
	w := newWireBodies()
	return []Case{
		{"chat/earlycall", w.chat, func(b []byte) []string { return parsedArguments(b, wire.OpenAIChat) }},
		{"chat/openai-go", w.chat, openAIArguments},
		{"messages/earlycall", w.anthropic, func(b []byte) []string { return parsedArguments(b, wire.Anthropic) }},
		{"messages/anthropic-sdk-go", w.anthropic, anthropicArguments},
	}, w.arguments
}
