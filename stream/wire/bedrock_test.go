package wire

import (
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/earlycall/earlycall/stream/wire/frame"
)

// messages writes JSON documents as messages of an AWS event stream. Each line
// is one: its type and the document; a type that ends in "Exception" is one.
func messages(lines string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		typ, payload, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case strings.HasSuffix(typ, "Exception"):
			b.WriteString(message(payload, ":exception-type", typ, ":content-type", "application/json", ":message-type", "exception"))
		case typ == "chunk":
			payload = `{"bytes":"` + base64.StdEncoding.EncodeToString([]byte(payload)) + `","p":"abc"}`
			fallthrough
		default:
			b.WriteString(message(payload, ":event-type", typ, ":content-type", "application/json", ":message-type", "event"))
		}
	}
	return b.String()
}

// message writes a message of an AWS event stream. Headers are name and string.
func message(payload string, headers ...string) string {
	var h []byte
	for i := 0; i < len(headers); i += 2 {
		h = append(h, byte(len(headers[i])))
		h = append(h, headers[i]...)
		h = append(h, 7) // a string
		h = binary.BigEndian.AppendUint16(h, uint16(len(headers[i+1])))
		h = append(h, headers[i+1]...)
	}
	b := binary.BigEndian.AppendUint32(nil, uint32(frame.PreludeLen+len(h)+len(payload)+4))
	b = binary.BigEndian.AppendUint32(b, uint32(len(h)))
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	b = append(append(b, h...), payload...)
	return string(binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b)))
}

func TestBedrock(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"text, reasoning and a call", `
			messageStart {"role":"assistant","p":"abcd"}
			contentBlockDelta {"contentBlockIndex":0,"delta":{"reasoningContent":{"text":"Hm."}},"p":"ab"}
			contentBlockStop {"contentBlockIndex":0}
			contentBlockDelta {"contentBlockIndex":1,"delta":{"text":"A moment."}}
			contentBlockStop {"contentBlockIndex":1}
			contentBlockStart {"contentBlockIndex":2,"start":{"toolUse":{"toolUseId":"t","name":"weigh"}}}
			contentBlockDelta {"contentBlockIndex":2,"delta":{"toolUse":{"input":""}}}
			contentBlockDelta {"contentBlockIndex":2,"delta":{"toolUse":{"input":"{\"kilos\":7}"}}}
			contentBlockStop {"contentBlockIndex":2}
			messageStop {"stopReason":"tool_use"}
			metadata {"usage":{"totalTokens":9}}`, `
			reasoning Hm.
			text A moment.
			fragment id=t #2 name=weigh
			fragment #2 {"kilos":7}
			close id=t #2
			finish tool_use
			done`},
		{"no argument byte: the next block decides", `
			contentBlockStart {"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"t","name":"f","type":"tool_use"}}}
			contentBlockStop {"contentBlockIndex":0}
			contentBlockDelta {"contentBlockIndex":1,"delta":{"text":"x"}}`, `
			fragment id=t #0 name=f
			close id=t #0
			text x`},
		{"what the provider runs itself, and a cut", `
			contentBlockStart {"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"s","name":"search","type":"server_tool_use"}}}
			contentBlockDelta {"contentBlockIndex":0,"delta":{"toolUse":{"input":"{}"}}}
			contentBlockStop {"contentBlockIndex":0}
			contentBlockStart {"contentBlockIndex":1,"start":{"toolUse":{"toolUseId":"t","name":"f"}}}
			contentBlockStop {"contentBlockIndex":1}
			messageStop {"stopReason":"guardrail_intervened"}`, `
			fragment id=t #1 name=f
			close id=t #1 (cut)
			finish guardrail_intervened (cut)
			done`},
		{"exceptions", `
			throttlingException {"message":"Slow down."}
			modelStreamErrorException {"Message":"Bad.","originalStatusCode":424}
			internalServerException oops
			contentBlockDelta {"error":{"message":"Lost."}}
			messageStop {"stopReason":"end_turn"}`, `
			error Slow down.
			error Bad.
			error oops
			error Lost.
			finish end_turn
			done`},
		{"wrapped", `
			chunk {"type":"message_start","message":{}}
			chunk {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}
			chunk {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}
			chunk {"type":"content_block_stop","index":0}
			chunk {"type":"message_delta","delta":{"stop_reason":"tool_use"}}
			chunk {"type":"message_stop","amazon-bedrock-invocationMetrics":{"inputTokenCount":1}}
			chunk {"type":
			other {"bytes":"*"}`, `
			fragment id=a #0 name=f
			fragment #0 {}
			close id=a #0
			finish tool_use
			done
			lost the frame at byte 1242 of the stream is not JSON
			lost the frame at byte 1367 of the stream is not JSON`},
		{"a second start", `
			messageStart {"role":"assistant"}
			messageStart {"role":"assistant"}
			contentBlockStart {"contentBlockIndex":0,"start":{}}`, `restart`},
		{"broken JSON", `
			messageStop {"stopReason":}
			messageStop {"stopReason":"stop_sequence"}`, `
			lost the frame at byte 0 of the stream is not JSON
			finish stop_sequence
			done`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check(t, "bedrock", Options{}, messages(tt.in), tt.want)
		})
	}
}

func TestBedrockChecksum(t *testing.T) {
	in := messages(`messageStart {"role":"assistant"}`)
	in += in[:len(in)-1] + "!" + messages(`messageStop {"stopReason":"end_turn"}`)
	check(t, "bedrock", Options{}, in, `lost the frame at byte 118 of the stream has a wrong checksum`)
}
