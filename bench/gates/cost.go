package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/earlycall/earlycall/bench/corpus"
	"github.com/earlycall/earlycall/bench/measure"
	"github.com/earlycall/earlycall/bench/subject"
)

// cost is a gate for what a part of the code costs: this command is built once
// more without that part, and the two take turns.
type cost struct {
	id, what string
	pkg      string      // of the module
	file     string      // of that package
	edits    [][2]string // what stands there, and what stands there without the part
	way      string      // scanner or parser
	size     int         // bytes a chunk
	corpora  []string
	limit    float64
}

var costs = []cost{
	{"scanner", "time with the check of UTF-8, of that without, on ASCII at 4 KB: mean of XL, B, W, N", "stream/scan", "skip.go",
		[][2]string{{"- ones) | x) & marks", "- ones)) & marks"}, {"(b.high|^b.graphic)&marks", "^b.graphic&marks"}},
		"scanner", 4096, []string{"XL", "B", "W", "N"}, 1.05},
	{"parser", "time with the check for equal keys, of that without, at 4 KB: mean of S, M", "stream", "object.go",
		[][2]string{{"if !o.keys.add(", "if false && !o.keys.add("}},
		"parser", 4096, []string{"S", "M"}, 1.10},
}

// costGates measures the costs. It needs the go command and the sources.
func costGates(rounds int) (gates []gate) {
	for _, c := range costs {
		ratio, err := c.measure(rounds)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", c.what, err)
			ratio = -1
		}
		gates = append(gates, gate{c.id, c.what, ratio, c.limit, false})
	}
	return gates
}

// measure returns the time with the part, divided by the time without it.
func (c cost) measure(rounds int) (float64, error) {
	dir, err := os.MkdirTemp("", "gates")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	without := filepath.Join(dir, "without")
	if err := c.build(dir, without); err != nil {
		return 0, err
	}
	with, err := os.Executable()
	if err != nil {
		return 0, err
	}
	best := map[string][]float64{}
	for range 3 {
		for _, binary := range []string{with, without} {
			ns, err := c.run(binary, rounds)
			if err != nil {
				return 0, err
			}
			best[binary] = least(best[binary], ns)
		}
	}
	ratios := best[with]
	for i := range ratios {
		ratios[i] /= best[without][i]
	}
	return geomean(ratios), nil
}

// least returns the smaller of each pair; a may be nil.
func least(a, b []float64) []float64 {
	for i := range a {
		b[i] = min(a[i], b[i])
	}
	return b
}

// build builds this command, from where it runs, without the part.
func (c cost) build(dir, binary string) error {
	where, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/earlycall/earlycall/"+c.pkg).Output()
	if err != nil {
		return fmt.Errorf("run this inside bench: %w", err)
	}
	source := filepath.Join(strings.TrimSpace(string(where)), c.file)
	raw, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	text := string(raw)
	for _, edit := range c.edits {
		if strings.Count(text, edit[0]) != 1 {
			return fmt.Errorf("%s doesn't hold %q once; this gate must follow it", source, edit[0])
		}
		text = strings.Replace(text, edit[0], edit[1], 1)
	}
	edited, overlay := filepath.Join(dir, c.file), filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(edited, []byte(text), 0o666); err != nil {
		return err
	}
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {source: edited}})
	if err != nil {
		return err
	}
	if err := os.WriteFile(overlay, replace, 0o666); err != nil {
		return err
	}
	out, err := exec.Command("go", "build", "-overlay", overlay, "-o", binary, "github.com/earlycall/earlycall/bench/gates").CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// run lets a binary measure its way to read the corpora.
func (c cost) run(binary string, rounds int) (ns []float64, err error) {
	out, err := exec.Command(binary, "-rounds", strconv.Itoa(rounds), "-figures",
		fmt.Sprintf("%s,%d,%s", c.way, c.size, strings.Join(c.corpora, ","))).Output()
	if err != nil {
		return nil, err
	}
	for _, field := range strings.Fields(string(out)) {
		x, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return nil, err
		}
		ns = append(ns, x)
	}
	return ns, nil
}

// figures prints nanoseconds a byte for what is given as way, chunk size and
// corpora, with commas between.
func figures(what string, rounds int) {
	fields := strings.Split(what, ",")
	fresh := map[string]func() subject.Feeder{"scanner": follower, "parser": parser}[fields[0]]
	size, err := strconv.Atoi(fields[1])
	if err != nil {
		panic("BUG: " + err.Error())
	}
	var cases []*measure.Case
	for _, name := range fields[2:] {
		c, f := corpus.Make(name), fresh()
		cases = append(cases, &measure.Case{Bytes: c.TextBytes(), Run: func() { subject.Feed(f, c, size) }})
	}
	measure.Run(cases, rounds)
	for _, c := range cases {
		fmt.Println(c.NS)
	}
}
