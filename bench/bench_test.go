package bench

import (
	"fmt"
	"testing"

	"github.com/earlycall/earlycall/bench/corpus"
	"github.com/earlycall/earlycall/bench/follow"
	"github.com/earlycall/earlycall/bench/subject"
)

// ways are the incremental ways to read a reply.
var ways = []struct {
	name string
	make func() subject.Feeder
}{
	{"scanner", func() subject.Feeder { return new(follow.Follower) }},
	{"parser", func() subject.Feeder { return new(subject.Parser) }},
}

var chunkSizes = []struct {
	name string
	size int
}{{"4B", 4}, {"4KB", 4096}, {"whole", 0}}

func feed(b *testing.B, f subject.Feeder, c corpus.Corpus, size int) {
	b.SetBytes(int64(c.TextBytes()))
	b.ReportAllocs()
	for b.Loop() {
		subject.Feed(f, c, size)
	}
}

// BenchmarkChunks reads each corpus in chunks.
func BenchmarkChunks(b *testing.B) {
	for _, name := range append(corpus.Names, "P", "C") {
		c := corpus.Make(name)
		for _, way := range ways {
			for _, chunk := range chunkSizes {
				b.Run(fmt.Sprintf("%s/%s/%s", name, way.name, chunk.name), func(b *testing.B) {
					feed(b, way.make(), c, chunk.size)
				})
			}
		}
	}
}

// BenchmarkBatch reads the calls of each corpus once they are complete.
func BenchmarkBatch(b *testing.B) {
	for _, name := range corpus.Names {
		calls := subject.Calls(corpus.Make(name))
		n := 0
		for _, call := range calls {
			n += len(call)
		}
		for _, way := range []struct {
			name string
			read func([][]byte)
		}{{"Valid", subject.Valid}, {"Unmarshal", subject.Unmarshal}} {
			b.Run(name+"/"+way.name, func(b *testing.B) {
				b.SetBytes(int64(n))
				b.ReportAllocs()
				for b.Loop() {
					way.read(calls)
				}
			})
		}
	}
}

// BenchmarkNaive asks encoding/json about all so far after every chunk of 4 B.
// Its time a byte grows with the call; beyond 64 KB one run takes seconds.
func BenchmarkNaive(b *testing.B) {
	for size := 1 << 10; size <= 64<<10; size *= 4 {
		c := corpus.Files(size, 0)
		c.Docs[0].Text = c.Docs[0].Call
		b.Run(fmt.Sprintf("%dKB", size>>10), func(b *testing.B) { feed(b, new(subject.Naive), c, 4) })
	}
}

// BenchmarkLinear reads ever longer calls: the time a byte stays.
func BenchmarkLinear(b *testing.B) {
	for size := 1 << 10; size <= 16<<20; size *= 4 {
		c := corpus.Files(size, 1<<20)
		for _, way := range ways {
			for _, chunk := range chunkSizes {
				b.Run(fmt.Sprintf("%dKB/%s/%s", size>>10, way.name, chunk.name), func(b *testing.B) {
					feed(b, way.make(), c, chunk.size)
				})
			}
		}
	}
}

// BenchmarkHostile reads texts that are meant to be slow, short and long.
func BenchmarkHostile(b *testing.B) {
	for _, attack := range corpus.Attacks {
		for _, size := range []int{64 << 10, 1 << 20} {
			c := attack.Make(size)
			for _, way := range ways {
				for _, chunk := range chunkSizes[:2] {
					b.Run(fmt.Sprintf("%s/%dKB/%s/%s", attack.Name, size>>10, way.name, chunk.name), func(b *testing.B) {
						feed(b, way.make(), c, chunk.size)
					})
				}
			}
		}
	}
}
