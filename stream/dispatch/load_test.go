package dispatch_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/dispatch"
	"github.com/earlycall/earlycall/stream/wire"
)

// load is one run of many streams at once.
type load struct {
	frames  []string
	closing []int // the frames that close a call

	mu     sync.Mutex
	closed map[string]time.Time // by a call's key: when its closing frame was written
	delays []time.Duration      // from there to the start of the tool
}

// streams is how many replies come at once.
const streams = 1000

// BenchmarkLoad plays a thousand replies of three calls at once, each at 50
// tokens a second over an in-memory connection, in real time, and reports the
// delay from writing the closing byte to the start of the tool, and the
// memory a stream, the benchmark's own writer and connection included.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		l := load{frames: chatFrames(), closed: map[string]time.Time{}}
		for i, f := range l.frames {
			if strings.Contains(f, `}"}`) {
				l.closing = append(l.closing, i)
			}
		}
		tools := l.tools(b)
		before := inUse()
		var group sync.WaitGroup
		for i := range streams {
			group.Go(func() { l.stream(b, tools, i) })
		}
		time.Sleep(token * time.Duration(len(l.frames)) / 2)
		during := inUse()
		group.Wait()
		slices.Sort(l.delays)
		if len(l.delays) != 3*streams {
			b.Fatalf("%d tools ran, want %d", len(l.delays), 3*streams)
		}
		b.ReportMetric(float64(l.delays[len(l.delays)/2].Microseconds()), "p50-µs")
		b.ReportMetric(float64(l.delays[len(l.delays)*99/100].Microseconds()), "p99-µs")
		b.ReportMetric(float64(during-before)/streams/1024, "KiB/stream")
	}
}

func inUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

// stream plays one reply. The streams begin spread over a token's time.
func (l *load) stream(b *testing.B, tools *dispatch.Registry, i int) {
	time.Sleep(token * time.Duration(i) / streams)
	client, server := net.Pipe()
	defer client.Close()
	key := fmt.Sprint("reply ", i)
	go l.talk(server, key)
	events := stream.Events(wire.OpenAIChat(client), &stream.Parser{Tools: tools.Tools()})
	for r, err := range dispatch.New(tools, dispatch.Options{}).Run(b.Context(), key, events) {
		if err != nil || r.Outcome != dispatch.OK {
			b.Errorf("%s: %v", r.Text, err)
		}
	}
}

func (l *load) talk(w io.WriteCloser, key string) {
	tick := time.NewTicker(token)
	defer tick.Stop()
	for i, f := range l.frames {
		<-tick.C
		if call := slices.Index(l.closing, i); call >= 0 {
			l.mu.Lock()
			l.closed[fmt.Sprintf("%q/0/=c%d", key, call)] = time.Now()
			l.mu.Unlock()
		}
		if _, err := io.WriteString(w, f); err != nil {
			return
		}
	}
	_ = w.Close()
}

// tools returns the tool of the latency test, with a clock before it.
func (l *load) tools(b *testing.B) *dispatch.Registry {
	tool := weather()
	run := tool.Run
	tool.Run = func(ctx context.Context, arguments json.RawMessage) (any, error) {
		now := time.Now()
		_, key, _ := dispatch.CallFrom(ctx)
		l.mu.Lock()
		l.delays = append(l.delays, now.Sub(l.closed[key]))
		l.mu.Unlock()
		return run(ctx, arguments)
	}
	tools, err := dispatch.NewRegistry(tool)
	if err != nil {
		b.Fatal(err)
	}
	return tools
}

// BenchmarkStart is one call alone: from the Event that closes it to the start
// of the tool, checks included, and on to its result.
func BenchmarkStart(b *testing.B) {
	var began time.Time
	tool := weather()
	tool.Run = func(context.Context, json.RawMessage) (any, error) {
		began = time.Now()
		return nil, nil
	}
	tools, err := dispatch.NewRegistry(tool)
	if err != nil {
		b.Fatal(err)
	}
	conversation := dispatch.New(tools, dispatch.Options{})
	call := stream.Event{Kind: stream.KindCallEnd, Call: &stream.Call{Name: "weather", Arguments: json.RawMessage(`{"city":"Oslo","from":"2026-03-01","unit":"celsius"}`)}}
	var delay time.Duration
	b.ReportAllocs()
	for b.Loop() {
		reply := conversation.Reply(b.Context(), "")
		closed := time.Now()
		reply.Event(call)
		reply.Event(stream.Event{Kind: stream.KindEnd, Complete: true})
		for range reply.Results() {
		}
		delay += began.Sub(closed)
	}
	b.ReportMetric(float64(delay.Nanoseconds())/float64(b.N), "start-ns")
}
