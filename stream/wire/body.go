package wire

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/wire/frame"
)

// bodyLook is what a body looks like that has not held a frame of its wire so
// far. Such a body is often no reply at all: a proxy's page, an error document,
// compressed bytes.
type bodyLook struct {
	known bool         // a frame of the wire has come; the rest is not kept then
	head  []byte       // the first bytes after white space
	lost  *parse.Error // the first frame that could not be read
	like  string       // the wire that the first foreign frame looks like; "" if none
	cause error        // what that frame says of an error
}

// maxHead is how many of its first bytes are kept to recognize what a body is.
const maxHead = 512

// write keeps the first bytes.
func (b *bodyLook) write(p []byte) {
	if len(b.head) == 0 {
		p = bytes.TrimLeft(p, " \t\r\n")
	}
	if n := min(len(p), maxHead-len(b.head)); n > 0 {
		b.head = append(b.head, p[:n]...)
	}
}

// unread notes a frame that is not JSON.
func (b *bodyLook) unread(offset int64) {
	if b.lost == nil {
		b.lost = frame.Unread(offset, "is not JSON")
	}
}

// foreign notes a frame that is JSON, but nothing that the wire has.
func (b *bodyLook) foreign(payload []byte) {
	if b.known || b.like != "" || b.cause != nil {
		return
	}
	b.like = classify(&Frame{Payload: payload}, true)
	var r reader
	r.reset(payload)
	var t fault
	for name := range r.members {
		switch string(name) {
		case "detail", "title", "error_description":
			if s := r.scalar(); t.message.empty() {
				t.message = s
			}
		default:
			t.member(name, &r)
		}
	}
	if !t.message.empty() {
		b.cause = &ProviderError{Type: t.typ.string(), Code: t.code.string(), Message: t.message.string()}
	}
}

// err returns the error of a body that held nothing of a reply on the wire of
// that name. Its cause is a [ProviderError] where the body has a message.
func (b *bodyLook) err(name string) *parse.Error {
	if b.known {
		return lost(parse.ErrProtocol, "the stream ended before anything of a reply came")
	}
	if b.lost != nil && name == "bedrock" && frame.IsPrelude(b.head) {
		return b.lost
	}
	if bytes.HasPrefix(b.head, openBrace) {
		b.foreign(b.head) // of a framer that cuts no JSON
	}
	err := lost(parse.ErrProtocol, fmt.Sprintf("the body is no reply on the wire %s: it %s", name, b.looks(name)))
	if err.Err = b.cause; b.cause == nil && b.lost != nil {
		err.Err = b.lost
	}
	return err
}

var openBrace = []byte{'{'}

// magics are the first bytes of bodies that are compressed.
var magics = [...]struct{ magic, name string }{
	{"\x1f\x8b", "gzip"},
	{"\x28\xb5\x2f\xfd", "zstd"},
	{"\x78\x9c", "zlib"},
	{"\x78\x01", "zlib"},
	{"\x78\xda", "zlib"},
}

// looks says what the body looks like, and what to do.
func (b *bodyLook) looks(name string) string {
	const check = "check the address and the status of the response"
	head := bytes.TrimPrefix(b.head, byteOrderMark)
	for _, m := range magics {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			return "is compressed (" + m.name + "): decompress it first, or ask for an uncompressed response"
		}
	}
	switch {
	case len(head) == 0:
		return "is empty; " + check
	case b.like != "" && b.like != name:
		return "looks like one of the wire " + b.like + ": read it as that"
	case frame.IsPrelude(head):
		return "looks like an AWS event stream: read it as the wire bedrock"
	case head[0] == '<':
		return "looks like an HTML or XML page; " + check
	case head[0] == '{':
		return "is a JSON object that is neither a reply nor an error of this provider; " + check
	case head[0] == '[':
		return "is a JSON array without a part of a reply; " + check
	case eventLike(head):
		return "has server-sent events, but none with a part of a reply; " + check
	case !printable(head):
		return "looks like binary data; " + check
	}
	return "looks like plain text; " + check
}

// eventLike reports whether head begins with a line of an event stream.
func eventLike(head []byte) bool {
	for _, f := range fields {
		if bytes.HasPrefix(head, []byte(f)) {
			return true
		}
	}
	return false
}

// printable reports whether head is text, cut at any byte.
func printable(head []byte) bool {
	for len(head) > 0 {
		c, n := utf8.DecodeRune(head)
		if c == utf8.RuneError && n == 1 && utf8.FullRune(head) || c < ' ' && c != '\t' && c != '\n' && c != '\r' {
			return false
		}
		head = head[n:]
	}
	return true
}
