package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime"
)

const aboutReplay = `usage: earlycall replay [flags] FILE.jsonl…

Reads a log of replies, one record a line of any length, and prints one result a
line, in the same order. A summary goes to standard error: what was found, and
how many calls of each tool ended how. "-" is standard input.

A record is a JSON object. All members may be missing:

  id        any JSON, copied to the result; else FILE:LINE
  wire      see earlycall wires; default "text"
  format    see earlycall formats; default "json" for the wire text, else none
  chunks    a list of strings, as the transport delivered them
  text      a string, in place of one chunk
  encoding  "base64", if chunks and text are so written
  tools     [{"name":"…","parameters":{…}}]; null: any name; []: none were offered
            (of the wire args the first is the tool that is called)
  options   in_reasoning    the reply starts inside reasoning, which the prompt opened
            decode_strings  native arguments may be a JSON string that holds them
            empty           wire args: no text at all stands for {}; default true
            max_call, max_line (bytes), max_depth (levels, 1024 at most),
            max_open (native calls); 0 is the default
  lenient   ` + aboutLenient + `
  expect    what -check compares:
            {"calls":[{"name","arguments","raw","id","choice","at_chunk"}],
             "error":code,"content","reasoning","complete"}
  alt       a list of other outcomes that pass
  kind, note  any JSON, for people

A record, its options or an outcome with any other member can't be replayed.

A result is:

  {"id","calls":[{"index","choice","id","name","arguments","chunk"}],
   "errors":[{"code","index","name","offset","message","chunk","arguments"}],
   "conflicts":[as errors],"content","reasoning","complete"}

Arguments stay as the model wrote them. The chunk is the one, from 0, that gave
the call; the number of chunks if the end did. The offset of an error is that of
the guilty byte: of a native call in its arguments, else in the reply's text. An
error outside of calls has the index -1. A record that can't be replayed has
"unsupported" in its result, which says why.

With -check, calls are compared in order, arguments as JSON with numbers by
literal, text with white space folded. "error":null wants no error and no
conflict; else one with that code has to be there. A conflict satisfies
"trailing" and "conflict", a reply that is not complete "truncated". "at_chunk"
is compared without -split only; a {} may come later.

Exits with 0; with 1 if a record can't be replayed or, with -check, is not as
expected; with 2 if the command was used wrongly.
`

// replayer replays the records of a log.
type replayer struct {
	c     *console
	split split
	check bool
	tools toolsets
	tally tally
	bar   *progress
	out   *bufio.Writer
}

// replay is the command replay.
func (c *console) replay(args []string) int {
	fs := newFlags("replay", aboutReplay)
	workers := fs.Int("j", runtime.GOMAXPROCS(0), "read `n` replies at once")
	splitName := fs.String("split", "", "`how` to cut replies anew, not as the record has them: whole, bytes, random, or a number of bytes")
	seed := fs.Uint64("seed", 1, "the `seed` of -split random")
	check := fs.Bool("check", false, "compare with what the records expect; differences go to standard error")
	files, code, done := c.read(fs, args)
	if done {
		return code
	}
	s, err := parseSplit(*splitName, *seed)
	switch {
	case err != nil:
	case len(files) == 0:
		err = errors.New("name the files to replay, or - for standard input")
	case *workers < 1:
		err = fmt.Errorf("-j is at least 1, not %d", *workers)
	}
	total, sizeErr := sizes(files)
	if err = cmpOr(err, sizeErr); err != nil {
		return c.usage("replay", err)
	}
	r := &replayer{c: c, split: s, check: *check, out: bufio.NewWriter(c.out), bar: newProgress(c.err, c.out, total)}
	return r.run(files, *workers)
}

// cmpOr returns the first error that is one.
func cmpOr(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// sizes returns how many bytes the files have together; 0 if that is not known.
func sizes(files []string) (total int64, err error) {
	regular := true
	for _, name := range files {
		if name == "-" {
			regular = false
			continue
		}
		stat, err := os.Stat(name)
		switch {
		case err != nil:
			return 0, err
		case stat.IsDir():
			return 0, fmt.Errorf("%s is a folder", name)
		}
		regular = regular && stat.Mode().IsRegular()
		total += stat.Size()
	}
	if !regular {
		return 0, nil
	}
	return total, nil
}

// logLine is a line of a log, or the error that reading it gave.
type logLine struct {
	file   string
	line   int // in its file, from 1
	number int // of the reply, from 0
	text   []byte
	err    error
}

func (l *logLine) where() string { return fmt.Sprintf("%s:%d", l.file, l.line) }

// played is what became of a line.
type played struct {
	logLine
	name   string // of the record, for people
	line   []byte // of the result
	result *result
	want   bool   // the record says what it expects
	differ string // in what the result differs
}

// run replays the files and returns the exit code.
func (r *replayer) run(files []string, workers int) int {
	var broken error
	for p := range inOrder(r.c.lines(files), workers, r.play) {
		if p.err != nil {
			broken = p.err
			break
		}
		r.bar.add(len(p.text))
		r.take(&p)
		if _, broken = r.out.Write(p.line); broken != nil {
			break
		}
	}
	r.bar.clear()
	if err := cmpOr(broken, r.out.Flush()); err != nil {
		return r.c.fail("replay", err)
	}
	r.tally.print(r.c.err, r.check)
	return r.verdict()
}

// take counts what became of a line, and says what is wrong with it.
func (r *replayer) take(p *played) {
	r.tally.add(p.result)
	why := p.differ
	if p.result.unsupported != "" {
		why = p.result.unsupported
	} else if r.check && p.want {
		r.tally.checked++
	}
	if why == "" {
		return
	}
	if p.differ != "" {
		r.tally.different++
	}
	r.bar.clear()
	fmt.Fprintf(r.c.err, "%s: %s\n", p.name, harmless(why))
}

func (r *replayer) verdict() int {
	switch {
	case r.tally.unsupported > 0, r.tally.different > 0:
		return exitFound
	case r.check && r.tally.checked == 0:
		fmt.Fprintln(r.c.err, "earlycall replay: nothing was checked: no record says what is expected")
		return exitFound
	}
	return exitFine
}

// play replays one line.
func (r *replayer) play(l logLine) played {
	p := played{logLine: l, result: &result{}}
	if l.err != nil {
		return p
	}
	reply, err := prepare(l.text, &r.tools)
	if err == nil {
		p.result, err = reply.play(r.split.cut(reply.Chunks, l.number))
	}
	if err != nil {
		p.result = &result{unsupported: err.Error()}
	}
	id := reply.ID
	if len(id) == 0 || string(id) == "null" {
		id = appendString(nil, l.where())
	}
	p.name, p.line = nameOf(id), p.result.line(id)
	if p.want = reply.Expect != nil; p.want && r.check && err == nil {
		p.differ = differ(p.result, reply.Expect, reply.Alt, r.split.given)
	}
	return p
}

// nameOf returns a record's id as people read it.
func nameOf(id json.RawMessage) string {
	var s string
	if json.Unmarshal(id, &s) != nil {
		s = string(id)
	}
	return harmless(s)
}

// lines returns the lines of the files that are not blank, of any length.
func (c *console) lines(files []string) iter.Seq[logLine] {
	return func(yield func(logLine) bool) {
		number := 0
		for _, name := range files {
			f, err := c.open(name)
			if err != nil {
				yield(logLine{err: err})
				return
			}
			more := readLines(f, name, &number, yield)
			f.Close()
			if !more {
				return
			}
		}
	}
}

// readLines yields the lines of one file, and reports whether to go on.
func readLines(f io.Reader, name string, number *int, yield func(logLine) bool) bool {
	in := bufio.NewReaderSize(f, 1<<20)
	for line := 1; ; line++ {
		text, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(text)) > 0 {
			if !yield(logLine{file: name, line: line, number: *number, text: text}) {
				return false
			}
			*number++
		}
		if err == io.EOF {
			return true
		}
		if err != nil {
			yield(logLine{err: fmt.Errorf("%s: %w", name, err)})
			return false
		}
	}
}
