package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire"
)

// record is one reply of a log, and what is expected of it.
type record struct {
	ID       json.RawMessage `json:"id"`       // any JSON; copied to the result
	Kind     json.RawMessage `json:"kind"`     // any JSON; for people
	Note     json.RawMessage `json:"note"`     // any JSON; for people
	Wire     string          `json:"wire"`     // default text
	Format   string          `json:"format"`   // default json for the wire text, else none
	Chunks   []string        `json:"chunks"`   // as the transport delivered them
	Text     *string         `json:"text"`     // in place of one chunk
	Encoding string          `json:"encoding"` // "base64" if chunks or text are so written
	Tools    json.RawMessage `json:"tools"`    // as readTools takes them
	Lenient  bool            `json:"lenient"`
	Options  json.RawMessage `json:"options"`
	Expect   *outcome        `json:"expect"`
	Alt      []outcome       `json:"alt"` // other outcomes that pass
}

// recordOptions are a record's options.
type recordOptions struct {
	InReasoning   bool  `json:"in_reasoning"`   // the reply starts inside reasoning
	DecodeStrings bool  `json:"decode_strings"` // native arguments may be a JSON string that holds the object
	Empty         *bool `json:"empty"`          // wire args: no argument text stands for {}; default true
	MaxCall       int   `json:"max_call"`       // bytes
	MaxDepth      int   `json:"max_depth"`      // levels
	MaxOpen       int   `json:"max_open"`       // native calls
	MaxLine       int   `json:"max_line"`       // bytes
}

// aboutLenient says what becomes of a record that asks for lenient mode.
const aboutLenient = "true is not supported yet"

// unsupported says why a record can't be replayed.
type unsupported struct{ reason string }

func (u unsupported) Error() string { return u.reason }

// reply is a record that is ready to be replayed.
type reply struct {
	record
	options recordOptions
	format  *parse.Format
	tools   *toolset
}

// prepare reads a record's line.
func prepare(line []byte, known *toolsets) (*reply, error) {
	r := &reply{record: record{Wire: "text"}}
	if err := r.readRecord(line); err != nil {
		return r, unsupported{"the line is no record: " + err.Error()}
	}
	if r.Lenient {
		return r, unsupported{"lenient: " + aboutLenient}
	}
	if err := r.readOptions(); err != nil {
		return r, unsupported{"options: " + err.Error()}
	}
	var wireErr, formatErr, toolsErr error
	r.Wire, wireErr = findWire(r.Wire)
	r.format, formatErr = findFormat(r.Format)
	r.tools, toolsErr = known.read(r.Tools)
	if err := errors.Join(wireErr, formatErr, toolsErr, r.decodeChunks()); err != nil {
		return r, unsupported{strings.ReplaceAll(err.Error(), "\n", "; ")}
	}
	return r, nil
}

// readRecord reads the members of a record.
func (r *reply) readRecord(line []byte) error {
	line = bytes.TrimRight(line, "\r\n")
	if err := decode(line, &r.record, true); err != nil {
		return err
	}
	if bytes.TrimSpace(line)[0] != '{' {
		return fmt.Errorf("it is %s; write an object", typeName(line))
	}
	if r.Text != nil && r.Chunks != nil {
		return errors.New(`"text" stands in place of "chunks": write one of them`)
	}
	return nil
}

// maxDepth is the greatest max_depth.
const maxDepth = 1024

func (r *reply) readOptions() error {
	if len(r.Options) == 0 {
		return nil
	}
	o := &r.options
	if err := decode(r.Options, o, true); err != nil {
		return err
	}
	if o.MaxDepth > maxDepth {
		return fmt.Errorf("max_depth is %d at most, not %d", maxDepth, o.MaxDepth)
	}
	for _, limit := range []struct {
		name  string
		value int
	}{{"max_call", o.MaxCall}, {"max_depth", o.MaxDepth}, {"max_open", o.MaxOpen}, {"max_line", o.MaxLine}} {
		if limit.value < 0 {
			return fmt.Errorf("%s is 1 or more, or 0 for the default, not %d", limit.name, limit.value)
		}
	}
	return nil
}

// decodeChunks makes the chunks the bytes that are to be fed.
func (r *reply) decodeChunks() error {
	if r.Chunks == nil && r.Text != nil && *r.Text != "" {
		r.Chunks = []string{*r.Text}
	}
	switch r.Encoding {
	case "", "utf-8":
		return nil
	case "base64":
	default:
		return fmt.Errorf("no encoding is named %q; there is base64", r.Encoding)
	}
	for i, chunk := range r.Chunks {
		b, err := base64.StdEncoding.DecodeString(chunk)
		if err != nil {
			return fmt.Errorf("chunk %d: %w", i, err)
		}
		r.Chunks[i] = string(b)
	}
	return nil
}

// play feeds the chunks to a parser of its own and returns what came out.
func (r *reply) play(chunks []string) (*result, error) {
	d, err := newDecoder(r.Wire, wire.Options{MaxLine: r.options.MaxLine}, r.tools)
	if err != nil {
		return nil, unsupported{err.Error()}
	}
	p := &stream.Parser{
		Format: r.format, Tools: r.tools.list, InReasoning: r.options.InReasoning, DecodeStrings: r.options.DecodeStrings,
		MaxCall: r.options.MaxCall, MaxDepth: r.options.MaxDepth, MaxOpen: r.options.MaxOpen,
	}
	res := &result{}
	p.Apply(stream.Delta{Kind: stream.DeltaText}) // a reply of which nothing arrives is not complete
	apply := func(deltas []stream.Delta, chunk int) {
		for _, delta := range deltas {
			res.add(p.Apply(delta), r.tools, chunk)
		}
	}
	for i, chunk := range chunks {
		apply(d.Write([]byte(chunk)), i)
	}
	if r.endsOpen(chunks) {
		apply([]stream.Delta{{Kind: stream.DeltaFragment, Indexed: true, Name: r.tools.first()}}, len(chunks))
	} else {
		apply(d.Finish(), len(chunks))
	}
	res.add(p.Finish(), r.tools, len(chunks))
	return res, nil
}

// endsOpen reports whether the end of the chunks leaves the call open, since it
// has no argument text.
func (r *reply) endsOpen(chunks []string) bool {
	return r.Wire == "args" && r.options.Empty != nil && !*r.options.Empty &&
		strings.TrimSpace(strings.Join(chunks, "")) == ""
}

// toolsets remembers the tools of records, since most of a log's records have
// the same. It may be used by several goroutines.
type toolsets struct {
	mu    sync.Mutex
	known map[string]*toolset
}

// maxToolsets is how many sets of tools are remembered.
const maxToolsets = 256

func (t *toolsets) read(raw json.RawMessage) (*toolset, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if set := t.known[string(raw)]; set != nil {
		return set, nil
	}
	set, err := readTools(raw)
	if err != nil {
		return nil, fmt.Errorf("tools: %w", err)
	}
	if t.known == nil || len(t.known) == maxToolsets {
		t.known = map[string]*toolset{}
	}
	t.known[string(raw)] = set
	return set, nil
}
