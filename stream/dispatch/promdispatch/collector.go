// Package promdispatch exports what became of tool calls through Prometheus'
// client library. It is a module of its own, so that the library is only
// needed by those who use it.
//
//	var calls dispatch.Histogram
//	prometheus.MustRegister(promdispatch.NewCollector(&calls))
//	conversation := dispatch.New(tools, dispatch.Options{Histogram: &calls})
package promdispatch

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/earlycall/earlycall/stream/dispatch"
)

// collector reads a histogram each time it is scraped.
type collector struct {
	from             *dispatch.Histogram
	calls, wait, run *prometheus.Desc
}

// NewCollector returns the metrics of a histogram, each with the labels tool
// and code ([dispatch.Result.Code]):
//
//   - earlycall_tool_calls_total, a counter of calls;
//   - earlycall_tool_wait_seconds, a histogram of the time from the event that
//     closed a call to the start of its tool;
//   - earlycall_tool_run_seconds, a histogram of the time from there to its
//     end.
//
// Tools that are not registered are one label, "(unknown)": a model can't make
// new time series. No argument is ever exported.
func NewCollector(h *dispatch.Histogram) prometheus.Collector {
	desc := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc("earlycall_tool_"+name, help, []string{"tool", "code"}, nil)
	}
	return &collector{
		from:  h,
		calls: desc("calls_total", "Tool calls by what became of them."),
		wait:  desc("wait_seconds", "Time from the event that closed a call to the start of its tool."),
		run:   desc("run_seconds", "Time from the start of a tool to its end."),
	}
}

// Describe sends the metrics' descriptions.
func (c *collector) Describe(to chan<- *prometheus.Desc) {
	to <- c.calls
	to <- c.wait
	to <- c.run
}

// Collect sends the metrics as they are now.
func (c *collector) Collect(to chan<- prometheus.Metric) {
	for _, r := range c.from.Rows() {
		to <- prometheus.MustNewConstMetric(c.calls, prometheus.CounterValue, float64(r.Calls), r.Tool, r.Code)
		if r.Ran > 0 {
			to <- times(c.wait, r, r.Wait)
			to <- times(c.run, r, r.Run)
		}
	}
}

// times makes a histogram, whose buckets are cumulative.
func times(desc *prometheus.Desc, r dispatch.Row, t dispatch.Times) prometheus.Metric {
	buckets := map[float64]uint64{}
	var below uint64
	for i, bound := range dispatch.Bounds() {
		below += t.Buckets[i]
		buckets[bound.Seconds()] = below
	}
	return prometheus.MustNewConstHistogram(desc, r.Ran, t.Sum.Seconds(), buckets, r.Tool, r.Code)
}
