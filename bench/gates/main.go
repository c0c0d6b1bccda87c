package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/earlycall/earlycall/bench/corpus"
	"github.com/earlycall/earlycall/bench/follow"
	"github.com/earlycall/earlycall/bench/measure"
)

var calls int

func chunks(c corpus.Corpus, size int) func() {
	f := new(follow.Follower)
	return func() {
		for _, d := range c.Docs {
			text := d.Text
			for len(text) > size {
				f.Feed(text[:size])
				text = text[size:]
			}
			f.Feed(text)
		}
		calls = f.Calls
	}
}

func appendOnly(c corpus.Corpus, size int) func() {
	f := new(appender)
	return func() {
		for _, d := range c.Docs {
			f.buf = f.buf[:0]
			text := d.Text
			for len(text) > size {
				f.Feed(text[:size])
				text = text[size:]
			}
			f.Feed(text)
		}
	}
}

type appender struct{ buf []byte }

//go:noinline
func (a *appender) Feed(chunk string) { a.buf = append(a.buf, chunk...) }

func valid(c corpus.Corpus) func() {
	var bs [][]byte
	for _, d := range c.Docs {
		bs = append(bs, []byte(d.Call))
	}
	return func() {
		for _, b := range bs {
			if len(b) > 0 && !json.Valid(b) {
				panic("invalid")
			}
		}
	}
}

func main() {
	var cases []*measure.Case
	if len(os.Args) > 3 {
		prof()
		return
	}
	if len(os.Args) > 1 {
		tune(strings.Split(os.Args[1], ","))
		return
	}
	names := append(append([]string{}, corpus.Names...), "P", "C")
	for _, n := range names {
		c := corpus.Make(n)
		by := c.CallBytes()
		if by == 0 {
			by = c.TextBytes()
		}
		add := func(name string, run func()) {
			cases = append(cases, &measure.Case{Name: n + name, Bytes: by, Run: run})
		}
		add("valid", valid(c))
		add("append4", appendOnly(c, 4))
		add("4", chunks(c, 4))
		add("64", chunks(c, 64))
		add("4K", chunks(c, 4096))
		add("whole", chunks(c, 1<<30))
	}
	measure.Run(cases, 7)
	for k, n := range names {
		r := cases[k*6:]
		v := r[0].NS
		fmt.Printf("%-3s valid %5.0f MB/s  ap4 %5.2f ns/ch | @4 %5.2f ns/ch %5.0f MB/s %.2f(valid) %.2f(app) | @64 %5.0f MB/s | @4K %5.0f %5.2fx | whole %5.0f\n", n, 1e3/v, r[1].NS*4, r[2].NS*4, 1e3/r[2].NS, r[2].NS/v, r[2].NS/r[1].NS, 1e3/r[3].NS, 1e3/r[4].NS, v/r[4].NS, 1e3/r[5].NS)
	}
}

func tune(names []string) {
	var cases []*measure.Case
	rounds := 15
	if len(os.Args) > 2 {
		rounds, _ = strconv.Atoi(os.Args[2])
	}
	for _, n := range names {
		c := corpus.Make(n)
		by := c.CallBytes()
		if by == 0 {
			by = c.TextBytes()
		}
		add := func(name string, run func()) {
			cases = append(cases, &measure.Case{Name: n + name, Bytes: by, Run: run})
		}
		add("valid", valid(c))
		add("4", chunks(c, 4))
		add("4K", chunks(c, 4096))
	}
	measure.Run(cases, rounds)
	for k, n := range names {
		r := cases[k*3:]
		v := r[0].NS
		fmt.Printf("%-3s @4 %5.2f ns/ch %.2f | @4K %5.0f %5.2fx\n", n, r[1].NS*4, r[1].NS/v, 1e3/r[2].NS, v/r[2].NS)
	}
}

func prof() {
	size, _ := strconv.Atoi(os.Args[3])
	run := chunks(corpus.Make(os.Args[1]), size)
	n, _ := strconv.Atoi(os.Args[2])
	for range n {
		run()
	}
}
