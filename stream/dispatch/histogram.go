package dispatch

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"text/tabwriter"
	"time"
)

// Bounds are the upper bounds of a [Histogram]'s buckets of time. A last
// bucket takes what is longer.
var bounds = [...]time.Duration{
	100 * time.Microsecond, time.Millisecond, 5 * time.Millisecond, 10 * time.Millisecond, 25 * time.Millisecond,
	50 * time.Millisecond, 100 * time.Millisecond, 250 * time.Millisecond, 500 * time.Millisecond, time.Second,
	2500 * time.Millisecond, 5 * time.Second, 10 * time.Second, 30 * time.Second, time.Minute,
}

// Histogram counts what became of calls, by tool and code, and how long they
// waited and ran. It may be shared by any number of conversations; the zero
// value is ready. Names of tools that are not registered count together as
// "(unknown)".
//
// A *Histogram is an expvar.Var: expvar.Publish("tools", h).
type Histogram struct {
	mu    sync.Mutex
	cells map[cell]*counts
}

type cell struct{ tool, code string }

type counts struct {
	calls     uint64
	ran       uint64 // calls whose tool started
	wait, run Times
}

// Times are durations, counted in buckets.
type Times struct {
	Sum     time.Duration
	Buckets [len(bounds) + 1]uint64 // not cumulative; see [Bounds]
}

// Bounds returns the upper bounds of the buckets of [Times]; the last bucket
// has none.
func Bounds() []time.Duration { return slices.Clone(bounds[:]) }

func (t *Times) add(d time.Duration) {
	t.Sum += d
	i, _ := slices.BinarySearch(bounds[:], d)
	t.Buckets[i]++
}

// Row is what was counted of one tool and code.
type Row struct {
	Tool  string
	Code  string // [Result.Code]
	Calls uint64
	Ran   uint64 // calls whose tool started
	Wait  Times  // from the closing event to the start of the tool, of those that started
	Run   Times  // from there to the end
}

// add counts one call. A nil Histogram counts nothing.
func (h *Histogram) add(tool, code string, started bool, wait, run time.Duration) {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.cells == nil {
		h.cells = map[cell]*counts{}
	}
	c := h.cells[cell{tool, code}]
	if c == nil {
		c = new(counts)
		h.cells[cell{tool, code}] = c
	}
	c.calls++
	if started {
		c.ran++
		c.wait.add(wait)
		c.run.add(run)
	}
}

// Rows returns what was counted so far, sorted by tool and code.
func (h *Histogram) Rows() []Row {
	h.mu.Lock()
	defer h.mu.Unlock()
	cells := slices.SortedFunc(maps.Keys(h.cells), func(a, b cell) int {
		return cmp.Or(cmp.Compare(a.tool, b.tool), cmp.Compare(a.code, b.code))
	})
	rows := make([]Row, 0, len(cells))
	for _, at := range cells {
		c := h.cells[at]
		rows = append(rows, Row{at.tool, at.code, c.calls, c.ran, c.wait, c.run})
	}
	return rows
}

// String returns the rows as JSON, as expvar wants it:
//
//	{"weather":{"ok":{"calls":2,"ran":2,"wait_seconds":0.001,"run_seconds":0.6}}}
func (h *Histogram) String() string {
	type counted struct {
		Calls uint64  `json:"calls"`
		Ran   uint64  `json:"ran"`
		Wait  float64 `json:"wait_seconds"`
		Run   float64 `json:"run_seconds"`
	}
	tools := map[string]map[string]counted{}
	for _, r := range h.Rows() {
		if tools[r.Tool] == nil {
			tools[r.Tool] = map[string]counted{}
		}
		tools[r.Tool][r.Code] = counted{r.Calls, r.Ran, r.Wait.Sum.Seconds(), r.Run.Sum.Seconds()}
	}
	b, err := json.Marshal(tools)
	if err != nil {
		panic("BUG: a histogram is no JSON: " + err.Error())
	}
	return string(b)
}

// WriteTo writes the rows as a table for people.
//
//	tool     code    calls  wait p50  run p50  run p99
//	weather  ok      12     ≤1ms      ≤250ms   ≤500ms
func (h *Histogram) WriteTo(w io.Writer) (int64, error) {
	c := countingWriter{w: w}
	t := tabwriter.NewWriter(&c, 0, 8, 2, ' ', 0)
	fmt.Fprintln(t, "tool\tcode\tcalls\twait p50\trun p50\trun p99")
	for _, r := range h.Rows() {
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\t%s\n", r.Tool, r.Code, r.Calls, r.Wait.quantile(0.5), r.Run.quantile(0.5), r.Run.quantile(0.99))
	}
	err := t.Flush()
	return c.n, err
}

// quantile returns the bound that a share of the times is below: "≤250ms".
func (t *Times) quantile(share float64) string {
	var all, seen uint64
	for _, n := range t.Buckets {
		all += n
	}
	if all == 0 {
		return "-"
	}
	for i, n := range t.Buckets[:len(bounds)] {
		if seen += n; float64(seen) >= share*float64(all) {
			return "≤" + bounds[i].String()
		}
	}
	return ">" + bounds[len(bounds)-1].String()
}

type countingWriter struct {
	w io.Writer
	n int64
}

func (c *countingWriter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}
