package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire"
)

const aboutParse = `usage: earlycall parse [flags] [FILE]

Reads one reply from FILE, or from standard input, as it arrives, and prints
what becomes known at the moment it does: one JSON object a line, or on a
terminal something to read.

  {"event":"text","text":"Let me look."}
  {"event":"reasoning","text":"…"}
  {"event":"start","index":0,"id":"call_1","name":"search"}
  {"event":"call","index":0,"id":"call_1","name":"search","arguments":{"q":"x"},"offset":[0,0]}
  {"event":"error","code":"truncated","index":1,"name":"search","offset":12,"message":"…"}
  {"event":"conflict","code":"trailing","index":0,"name":"search","offset":9,"message":"…"}
  {"event":"end","complete":true,"reason":"tool_calls"}

A call is printed with the byte that closes it. The offset of a call is where it
begins and ends in the reply's text, the offset of an error that of the guilty
byte. A "choice" is told where it is not the first. Only a call may be run.

Exits with 0; with 1 if there was an error or a conflict, or if the reply was
not complete; with 2 if the command was used wrongly.
`

// parse is the command parse.
func (c *console) parse(args []string) int {
	fs := newFlags("parse", aboutParse)
	wireName := fs.String("wire", "auto", "what is read, by `name`: a provider's stream or text (see earlycall wires), or auto, which looks at the first bytes")
	formatName := fs.String("format", "", "the `name` of the format in which the model writes calls in text (see earlycall formats); json if the wire is text, else none")
	toolsFile := fs.String("tools", "", "a `file` with the tools that were offered, a JSON list as in a request; other names are errors then, and arguments that break their schema")
	inReasoning := fs.Bool("in-reasoning", false, "the reply starts inside reasoning, which the prompt has opened")
	all := fs.Bool("events", false, "print also the pieces of arguments and the format's markers")
	files, code, done := c.read(fs, args)
	if done {
		return code
	}
	if len(files) > 1 {
		return c.usage("parse", fmt.Errorf("one file at a time; there are %d", len(files)))
	}
	tools, err := readToolsFile(*toolsFile)
	if err != nil {
		return c.usage("parse", err)
	}
	d, err := newDecoder(*wireName, wire.Options{}, tools)
	if err != nil {
		return c.usage("parse", err)
	}
	format, err := findFormat(*formatName)
	if err != nil {
		return c.usage("parse", err)
	}
	in, err := c.open(append(files, "-")[0])
	if err != nil {
		return c.usage("parse", err)
	}
	defer in.Close()
	p := &stream.Parser{Format: format, Tools: tools.list, InReasoning: *inReasoning}
	return c.watch(in, d, p, tools, *all)
}

// newDecoder returns the decoder of a wire.
func newDecoder(name string, o wire.Options, tools *toolset) (*wire.Decoder, error) {
	if err := checkWire(name); err != nil {
		return nil, err
	}
	if name == "args" && len(tools.list) == 0 {
		return nil, errors.New("the wire args needs a tool, the one whose arguments are read: the first of the tools (-tools, or \"tools\" in a record)")
	}
	o.Name = tools.first()
	return wire.New(name, o)
}

// watch prints the events of the reply that in delivers.
func (c *console) watch(in io.Reader, d *wire.Decoder, p *stream.Parser, tools *toolset, all bool) int {
	out := bufio.NewWriter(c.out)
	show := newPrinter(c.out, out)
	code := exitFine
	for ev, err := range stream.Events(wire.Deltas(&attentive{in, out}, d), p) {
		if err != nil {
			out.Flush()
			return c.fail("parse", err)
		}
		ev = tools.check(ev)
		if ev.Err != nil || ev.Kind == stream.KindEnd && !ev.Complete {
			code = exitFound
		}
		if all || ev.Kind != stream.KindMarker && ev.Kind != stream.KindCallDelta {
			show(&ev)
		}
	}
	if err := out.Flush(); err != nil {
		return c.fail("parse", err)
	}
	return code
}

// attentive is a reader that hands out all that is known before it waits for
// more.
type attentive struct {
	io.Reader
	out *bufio.Writer
}

func (a *attentive) Read(p []byte) (int, error) {
	if err := a.out.Flush(); err != nil {
		return 0, err
	}
	return a.Reader.Read(p)
}
