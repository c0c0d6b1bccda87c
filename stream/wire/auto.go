package wire

import (
	"bytes"
	"strings"

	"github.com/earlycall/earlycall/stream/wire/frame"
)

// auto looks at the first bytes of a stream to tell which wire it is. It keeps
// them all, since they are to be read again.
type auto struct {
	o      Options
	buf    []byte
	steps  int64 // bytes of white space and probed bytes that have been looked at
	space  int   // how much of buf is a byte order mark and white space
	probe  *SSE  // reads the bytes that look like events or JSON
	fed    int   // how many bytes probe has been given
	frames int   // how many frames it has given from which the wire was not known
}

// Limits on how long auto looks before it takes the likeliest wire.
const (
	maxProbe       = 1 << 20 // bytes
	maxProbeFrames = 64
)

// write takes the next chunk, and returns the name of the wire once it is known.
func (a *auto) write(p []byte) string {
	a.buf = append(a.buf, p...)
	if a.probe == nil {
		name, look := a.firstBytes()
		if !look {
			return name
		}
		a.probe = &SSE{MaxLine: a.o.MaxLine}
		p = a.buf
	}
	p = p[:min(len(p), maxProbe-a.fed)]
	a.fed += len(p)
	a.steps += int64(len(p))
	a.probe.Write(p)
	if name := a.look(); name != "" {
		return name
	}
	if a.fed == maxProbe || a.frames >= maxProbeFrames {
		return a.likeliest()
	}
	return ""
}

// finish returns the name of the wire of a stream that has ended.
func (a *auto) finish() string {
	if a.probe == nil {
		return "text"
	}
	a.probe.Finish()
	if name := a.look(); name != "" {
		return name
	}
	return a.likeliest()
}

// look looks at the frames that have come.
func (a *auto) look() string {
	for {
		f, ok := a.probe.Next()
		if !ok || a.frames >= maxProbeFrames {
			return ""
		}
		a.frames++
		body := a.probe.Document()
		switch name := classify(&f, body); {
		case name != "":
			return name
		case body:
			return "text"
		}
	}
}

// byteOrderMark may stand at the start of a text.
var byteOrderMark = []byte("\xef\xbb\xbf")

// likeliest returns the wire of frames that told nothing.
func (a *auto) likeliest() string {
	if a.probe.Document() {
		return "text"
	}
	return "openai-chat"
}

// fields are the beginnings of the lines of an event stream.
var fields = [...]string{"data:", "event:", "id:", "retry:", ":"}

// firstBytes tells the wire by the stream's first bytes: its name, "" if more
// of them are needed; or that its frames must be looked at. It reads white space
// once, whatever the chunks, and takes too much of it for text.
func (a *auto) firstBytes() (name string, look bool) {
	if b := a.buf; len(b) > 0 && b[0] == 0 {
		switch {
		case len(b) < frame.PreludeLen:
			return "", false
		case frame.IsPrelude(b):
			return "bedrock", false
		}
		return "text", false
	}
	if len(a.buf) < len(byteOrderMark) && bytes.HasPrefix(byteOrderMark, a.buf) {
		return "", false
	}
	if a.space == 0 && bytes.HasPrefix(a.buf, byteOrderMark) {
		a.space = len(byteOrderMark)
	}
	for a.space < min(len(a.buf), maxProbe) && bytes.IndexByte(whiteSpace, a.buf[a.space]) >= 0 {
		a.space++
		a.steps++
	}
	b := a.buf[a.space:]
	switch {
	case a.space >= maxProbe:
		return "text", false
	case len(b) == 0:
		return "", false
	case b[0] == '{' || b[0] == '[':
		return "", true
	}
	for _, f := range fields {
		n := min(len(f), len(b))
		if string(b[:n]) == f[:n] {
			return "", n == len(f)
		}
	}
	return "text", false
}

var whiteSpace = []byte(" \t\r\n")

// classify tells the wire by one frame, or "" if the frame does not tell.
func classify(f *Frame, body bool) string {
	var r reader
	r.reset(bytes.TrimSpace(f.Payload))
	var name string
	var typ text
	for key := range r.members {
		switch string(key) {
		case "choices":
			name = "openai-chat"
		case "candidates", "promptFeedback", "usageMetadata":
			name = "gemini"
		case "event_type":
			name = "gemini-interactions"
		case "done":
			if body {
				name = "ollama"
			}
		case "error":
			if name == "" && body {
				name = "openai-chat"
			}
		case "type", "object":
			if t := r.text(); typ.empty() {
				typ = t
			}
		}
	}
	if name != "" || !r.end() {
		return name
	}
	return byType(typ.string())
}

// byType tells the wire by the type of a frame.
func byType(typ string) string {
	switch {
	case strings.HasPrefix(typ, "chat.completion"):
		return "openai-chat"
	case typ == "response", strings.HasPrefix(typ, "response."):
		return "openai-responses"
	case typ == "message", strings.HasPrefix(typ, "message_"), strings.HasPrefix(typ, "content_block_"):
		return "anthropic"
	case strings.HasPrefix(typ, "message-"), strings.HasPrefix(typ, "content-"), strings.HasPrefix(typ, "tool-"):
		return "cohere"
	}
	return ""
}
