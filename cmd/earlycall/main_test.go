package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// runCommand runs a command with that standard input and returns what it wrote.
func runCommand(t testing.TB, in string, args ...string) (out, errs string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	c := console{in: strings.NewReader(in), out: &o, err: &e}
	code = c.run(args)
	return o.String(), e.String(), code
}

// tempFile writes a file and returns its name.
func tempFile(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestUsage(t *testing.T) {
	log := tempFile(t, "log.jsonl", "")
	tests := []struct {
		args string
		code int
		out  string // in what is written to standard output
		errs string // in what is written to standard error
	}{
		{"", exitUsage, "", "earlycall parse"},
		{"-h", exitFine, "earlycall replay", ""},
		{"help", exitFine, "earlycall wires", ""},
		{"pasre", exitUsage, "", `no command "pasre"; the commands are parse, replay, formats and wires`},
		{"parse -h", exitFine, "usage: earlycall parse", ""},
		{"replay --help", exitFine, "usage: earlycall replay", ""},
		{"formats -h", exitFine, "usage: earlycall formats", ""},
		{"wires -h", exitFine, "usage: earlycall wires", ""},
		{"formats x", exitUsage, "", "takes no arguments"},
		{"wires x", exitUsage, "", "takes no arguments"},
		{"parse -lenient", exitUsage, "", "-lenient"},
		{"parse -wire openai", exitUsage, "", `no wire is named "openai"; there are text, openai-chat`},
		{"parse -format hermse", exitUsage, "", `no format is named "hermse"; the nearest are hermes`},
		{"parse -wire args", exitUsage, "", "the wire args needs a tool"},
		{"parse no-such-file", exitUsage, "", "no-such-file"},
		{"parse -tools no-such-file", exitUsage, "", "no-such-file"},
		{"parse a b", exitUsage, "", "one file at a time"},
		{"parse .", exitUsage, "", ". is a folder"},
		{"parse -wire ARGS", exitUsage, "", "the wire args needs a tool"},
		{"parse -h", exitFine, "has an empty range", ""},
		{"parse -h", exitFine, "args needs -tools", ""},
		{"replay -h", exitFine, "-j n\n", ""},
		{"replay -h", exitFine, "-split how\n", ""},
		{"replay -h", exitFine, "lenient   " + aboutLenient, ""},
		{"replay", exitUsage, "", "name the files to replay"},
		{"replay no-such-file", exitUsage, "", "no-such-file"},
		{"replay .", exitUsage, "", ". is a folder"},
		{"replay -j 0 " + log, exitUsage, "", "-j is at least 1"},
		{"replay -split half " + log, exitUsage, "", "-split is whole, bytes, random, or a number"},
		{"replay -split 0 " + log, exitUsage, "", "-split is"},
		{"replay " + log, exitFine, "", "0 replies"},
		{"replay " + log + " -check", exitFound, "", "nothing was checked"},
	}
	for _, tt := range tests {
		out, errs, code := runCommand(t, "", strings.Fields(tt.args)...)
		if code != tt.code || !strings.Contains(out, tt.out) || !strings.Contains(errs, tt.errs) {
			t.Errorf("earlycall %s: exit code %d, want %d\nstandard output %q, want %q in it\nstandard error %q, want %q in it",
				tt.args, code, tt.code, out, tt.out, errs, tt.errs)
		}
		if (tt.out == "") != (out == "") || (tt.errs == "") != (errs == "") {
			t.Errorf("earlycall %s: wrote %q and %q", tt.args, out, errs)
		}
	}
}

func TestFlagsBehindFiles(t *testing.T) {
	file := tempFile(t, "reply.txt", `<tool_call>{"name":"f"}</tool_call>`)
	out, _, code := runCommand(t, "", "parse", "-wire", "text", file, "-format", "hermes", "-events")
	if code != exitFine || !strings.Contains(out, `"event":"marker"`) || !strings.Contains(out, `"event":"call"`) {
		t.Errorf("exit code %d, output %s", code, out)
	}
	_, errs, code := runCommand(t, "", "parse", "--", "-events")
	if code != exitUsage || !strings.Contains(errs, "open -events") {
		t.Errorf("behind --: exit code %d, %s", code, errs)
	}
}
