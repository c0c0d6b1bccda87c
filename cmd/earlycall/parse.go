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
byte. A call that the provider delivers apart from the text has an empty range,
at the length of the text so far, and the offsets of its errors count in its
arguments. A "choice" is told where it is not the first. Only a call may be run.

If a provider's stream ends before its terminal event, or holds nothing that is
understood, a sentence on standard error says so.

Exits with 0; with 1 if there was an error or a conflict, or if the reply was
not complete; with 2 if the command was used wrongly.
`

// parse is the command parse.
func (c *console) parse(args []string) int {
	fs := newFlags("parse", aboutParse)
	wireName := fs.String("wire", "auto", "what is read, by `name`: a provider's stream or text (see earlycall wires), or auto, which looks at the first bytes; args needs -tools")
	formatName := fs.String("format", "", "the `name` of the format in which the model writes calls in text (see earlycall formats); json if the wire is text, else none")
	toolsFile := fs.String("tools", "", "a `file` with the tools that were offered, a JSON list as in a request ([]: none); other names are errors then, and arguments that break their schema")
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
	asked, err := findWire(*wireName)
	if err != nil {
		return c.usage("parse", err)
	}
	d, err := newDecoder(asked, wire.Options{}, tools)
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
	return c.watch(in, asked, d, p, tools, *all)
}

// newDecoder returns the decoder of the wire that findWire has found.
func newDecoder(name string, o wire.Options, tools *toolset) (*wire.Decoder, error) {
	if name == "args" && len(tools.list) == 0 {
		return nil, errors.New("the wire args needs a tool, the one whose arguments are read: the first of the tools (-tools, or \"tools\" in a record)")
	}
	o.Name = tools.first()
	return wire.New(name, o)
}

// watch prints the events of the reply that in delivers over the wire that was
// asked for, and says why it is not complete.
func (c *console) watch(in io.Reader, asked string, d *wire.Decoder, p *stream.Parser, tools *toolset, all bool) int {
	out := bufio.NewWriter(c.out)
	show := newPrinter(c.out, out)
	w := &witness{in: in, out: out}
	code, cut := exitFine, false
	for ev, err := range stream.Events(w.deltas(d), p) {
		if err != nil {
			out.Flush()
			return c.fail("parse", err)
		}
		ev = tools.check(ev)
		cut = ev.Kind == stream.KindEnd && !ev.Complete
		if ev.Err != nil || cut {
			code = exitFound
		}
		if all || ev.Kind != stream.KindMarker && ev.Kind != stream.KindCallDelta {
			show(&ev)
		}
	}
	if err := out.Flush(); err != nil {
		return c.fail("parse", err)
	}
	if why := w.why(d.Wire(), asked); cut && why != "" {
		fmt.Fprintf(c.err, "earlycall parse: %s\n", why)
	}
	return code
}
