package wire

import (
	"errors"
	"strings"
	"testing"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// decodeAll returns the deltas of a body and its end.
func decodeAll(t testing.TB, wire string, abort bool, chunks ...string) []stream.Delta {
	t.Helper()
	d, err := New(wire, Options{Name: "f"})
	if err != nil {
		t.Fatal(err)
	}
	var all []stream.Delta
	for _, c := range chunks {
		all = append(all, d.Write([]byte(c))...)
	}
	if abort {
		return append(all, d.Abort()...)
	}
	return append(all, d.Finish()...)
}

// foreignBodies are bodies that are no reply of any wire, with what is said of
// them.
var foreignBodies = []struct{ name, in, want string }{
	{"HTML", "<!DOCTYPE html>\n<html><body>502 Bad Gateway: the upstream is away</body></html>\n", "HTML or XML"},
	{"HTML after white space", "\n\n  <html>data: x</html>", "HTML or XML"},
	{"plain text", "upstream connect error or disconnect/reset before headers\n", "plain text"},
	{"gzip", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03abc\n\ndef", "compressed (gzip)"},
	{"zstd", "\x28\xb5\x2f\xfdabcdefghijkl", "compressed (zstd)"},
	{"binary", "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d", "binary"},
	{"detail", `{"detail":"Not Found"}`, "JSON object"},
	{"nothing", "", "is empty"},
	{"white space", " \r\n\n ", "is empty"},
}

// framed wires are those with frames.
func framedWires() (names []string) {
	for i := range wires {
		if !wires[i].plain {
			names = append(names, wires[i].name)
		}
	}
	return names
}

// TestForeignBodies holds that a body that is no reply is one error that says
// what it looks like, whatever the chunks, and that a parser that is fed with
// the deltas alone does not take it for a complete reply.
func TestForeignBodies(t *testing.T) {
	for _, wire := range framedWires() {
		for _, tt := range foreignBodies {
			for _, chunks := range [][]string{{tt.in}, bytesOf(tt.in)} {
				for _, abort := range []bool{false, true} {
					got := decodeAll(t, wire, abort, chunks...)
					if len(got) != 1 || got[0].Kind != stream.DeltaLost || !errors.Is(got[0].Err, parse.ErrProtocol) {
						t.Errorf("%s, %s: got %v, want one loss", wire, tt.name, got)
						continue
					}
					if !strings.Contains(got[0].Text, tt.want) {
						t.Errorf("%s, %s: got %q, want %q in it", wire, tt.name, got[0].Text, tt.want)
					}
					var p stream.Parser
					for _, d := range got {
						p.Apply(d)
					}
					if events := p.Finish(); events[len(events)-1].Complete {
						t.Errorf("%s, %s: the reply is complete", wire, tt.name)
					}
				}
			}
		}
	}
}

// TestForeignCause holds that the message of a document that is no reply can be
// had, and is not in the error's own text.
func TestForeignCause(t *testing.T) {
	for _, wire := range framedWires() {
		got := decodeAll(t, wire, false, `{"detail":"no such model","code":"404"}`)
		var p *ProviderError
		if len(got) != 1 || !errors.As(got[0].Err, &p) || p.Message != "no such model" || p.Code != "404" {
			t.Errorf("%s: got %v, want the message", wire, got)
		} else if strings.Contains(got[0].Text, "no such model") {
			t.Errorf("%s: got %q, want none of the body in it", wire, got[0].Text)
		}
	}
}

// TestOtherWire holds that a reply of another wire is said to be one.
func TestOtherWire(t *testing.T) {
	got := decodeAll(t, "openai-chat", false, events(`message_start {"type":"message_start","message":{}}`))
	if len(got) != 1 || !strings.Contains(got[0].Text, "the wire anthropic") {
		t.Errorf("got %v, want the wire's name", got)
	}
	got = decodeAll(t, "openai-chat", false, message("{}", ":event-type", "messageStart"))
	if len(got) != 1 || !strings.Contains(got[0].Text, "bedrock") {
		t.Errorf("got %v, want the wire's name", got)
	}
}

// TestNothingSaid holds that a stream that ends before anything of a reply came
// is an error, and that a wire that ends without a byte is complete only if its
// end completes it.
func TestNothingSaid(t *testing.T) {
	tests := []struct {
		wire, in        string
		finish, aborted string // the only delta
	}{
		{"anthropic", events(`{"type":"message_start","message":{}}`), "lost the stream ended before anything of a reply came", "lost the stream ended before anything of a reply came"},
		{"text", "", "done", "lost the body is no reply on the wire text: it is empty; check the address and the status of the response"},
		{"auto", "", "lost the body is no reply on the wire text: it is empty; check the address and the status of the response", "lost the body is no reply on the wire text: it is empty; check the address and the status of the response"},
	}
	for _, tt := range tests {
		for abort, want := range map[bool]string{false: tt.finish, true: tt.aborted} {
			got := decodeAll(t, tt.wire, abort, tt.in)
			if len(got) != 1 || show(got[0]) != want {
				t.Errorf("%s, aborted %v: got %v, want %s", tt.wire, abort, got, want)
			}
		}
	}
}

// TestFirstFrameLost holds that a first frame that can't be read is lost where
// others follow, in its place.
func TestFirstFrameLost(t *testing.T) {
	check(t, "openai-chat", Options{}, "data: {\"choices\"\n\n"+events(`
		{"x":1}
		{"choices":[{"delta":{"content":"a"}}]}`), `
		lost the frame at byte 0 of the stream is not JSON
		text a`)
}

// TestNilReader holds that nil readers and decoders that were not made are an
// error, and no panic.
func TestNilReader(t *testing.T) {
	d, err := New("openai-chat", Options{})
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]func(func(stream.Delta, error) bool){
		"OpenAIChat":         OpenAIChat(nil),
		"Deltas":             Deltas(nil, d),
		"a nil decoder":      Deltas(strings.NewReader(""), nil),
		"an unmade decoder":  Deltas(strings.NewReader(""), &Decoder{}),
		"Text":               Text(nil),
		"Auto":               Auto(nil),
		"Args, with no name": Args(nil, ""),
	}
	for name, seq := range tests {
		var last error
		for _, err := range seq {
			last = err
		}
		if last == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}
