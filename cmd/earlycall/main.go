// Command earlycall reads replies of language models and says which tools they
// call. It is for those who debug, replay and watch streams.
//
//	earlycall parse    one reply, as it arrives, to one JSON object a line
//	earlycall replay   a log of replies to one result a line, or a check of what was expected
//	earlycall formats  the formats in which models write calls
//	earlycall wires    the providers' streams that are understood
//
// Each command tells its flags with -h. The exit code is 0 if all is fine, 1 if
// something was found to be wrong in what was read, and 2 if the command was
// used wrongly.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	c := console{in: os.Stdin, out: os.Stdout, err: os.Stderr}
	os.Exit(c.run(os.Args[1:]))
}

// The exit codes.
const (
	exitFine  = 0
	exitFound = 1 // in what was read
	exitUsage = 2
)

// console is what a command reads from and writes to.
type console struct {
	in       io.Reader
	out, err io.Writer
}

// command is one of the commands.
type command struct {
	name  string
	short string
	run   func(*console, []string) int
}

// commands are the commands, in the order in which help lists them.
func commands() []command {
	return []command{
		{"parse", "read one reply as it arrives and print what becomes known", (*console).parse},
		{"replay", "read a log of replies, print or check a result for each", (*console).replay},
		{"formats", "list the formats in which models write calls in text", (*console).formats},
		{"wires", "list the providers' streams that are understood", (*console).wires},
	}
}

// run runs the command that the arguments name and returns the exit code.
func (c *console) run(args []string) int {
	if len(args) == 0 {
		fmt.Fprint(c.err, help())
		return exitUsage
	}
	switch args[0] {
	case "-h", "-help", "--help", "help":
		fmt.Fprint(c.out, help())
		return exitFine
	}
	for _, cmd := range commands() {
		if cmd.name == args[0] {
			return cmd.run(c, args[1:])
		}
	}
	return c.usage("", fmt.Errorf("there is no command %q; the commands are parse, replay, formats and wires", args[0]))
}

func help() string {
	var b strings.Builder
	b.WriteString("earlycall finds the tool calls in a language model's reply while it is still arriving.\n\n")
	for _, cmd := range commands() {
		fmt.Fprintf(&b, "  earlycall %-8s %s\n", cmd.name, cmd.short)
	}
	b.WriteString("\nEach command tells its flags with -h. Try:\n\n" +
		"  curl -sN … | earlycall parse\n" +
		"  earlycall parse -wire openai-chat reply.sse\n")
	return b.String()
}

// usage says what is wrong with how a command was used.
func (c *console) usage(command string, err error) int {
	name := strings.TrimSpace("earlycall " + command)
	fmt.Fprintf(c.err, "%s: %v\n%s -h tells how to use it.\n", name, err, name)
	return exitUsage
}

// fail says that something could not be read or written.
func (c *console) fail(command string, err error) int {
	fmt.Fprintf(c.err, "earlycall %s: %v\n", command, err)
	return exitFound
}
