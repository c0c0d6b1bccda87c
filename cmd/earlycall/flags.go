package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/parse/formats"
	"github.com/earlycall/earlycall/stream/wire"
)

// newFlags returns an empty set of flags for a command. The text of its help
// begins with about.
func newFlags(command, about string) *flag.FlagSet {
	fs := flag.NewFlagSet(command, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {
		fmt.Fprintf(fs.Output(), "%s\n", about)
		fs.PrintDefaults()
	}
	return fs
}

// read reads the flags, which may stand before and after the names of files,
// and returns those names. If done, the command is over with that exit code.
func (c *console) read(fs *flag.FlagSet, args []string) (files []string, code int, done bool) {
	for len(args) > 0 {
		err := fs.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			fs.SetOutput(c.out)
			fs.Usage()
			return nil, exitFine, true
		}
		if err != nil {
			return nil, c.usage(fs.Name(), err), true
		}
		rest := fs.Args()
		if n := len(args) - len(rest); n > 0 && args[n-1] == "--" {
			return append(files, rest...), 0, false
		}
		n := min(1, len(rest))
		files, args = append(files, rest[:n]...), rest[n:]
	}
	return files, 0, false
}

// open opens the file of that name, which may not be a folder; "-" is the
// standard input.
func (c *console) open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(c.in), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if stat, err := f.Stat(); err == nil && stat.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s is a folder", name)
	}
	return f, nil
}

// findWire returns the name, in lower case, of the wire that has that name in
// any case, or an error that says which there are.
func findWire(name string) (string, error) {
	if lower := strings.ToLower(name); slices.Contains(wire.Names(), lower) {
		return lower, nil
	}
	return "", fmt.Errorf("no wire is named %q; there are %s", name, strings.Join(wire.Names(), ", "))
}

// findFormat returns the format of that name; nil if the name is "".
func findFormat(name string) (*parse.Format, error) {
	if name == "" {
		return nil, nil
	}
	if f, ok := formats.Lookup(name); ok {
		return f, nil
	}
	return nil, fmt.Errorf("no format is named %q; the nearest are %s (earlycall formats lists them all)",
		name, strings.Join(nearest(name, formatNames(), 3), ", "))
}

// formatNames returns all names of all formats.
func formatNames() []string {
	var names []string
	for _, f := range formats.All() {
		names = append(append(names, f.Name), f.Aliases...)
	}
	return names
}

// nearest returns the n names that are nearest to name, the nearest first.
func nearest(name string, names []string, n int) []string {
	names = slices.Clone(names)
	slices.SortStableFunc(names, func(a, b string) int { return distance(name, a) - distance(name, b) })
	return names[:min(n, len(names))]
}

// distance returns how many bytes must be put in, taken out or replaced to make
// b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
