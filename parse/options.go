package parse

// Options say how a reply is read. The zero value reads bare JSON calls in
// prose and fences, takes any name, and has the default limits.
type Options struct {
	Format      *Format // the model's format; nil: bare JSON
	Tools       Tools   // the tools that were offered; nil: any name
	InReasoning bool    // the reply starts inside reasoning: the prompt's template has opened it
	MaxCall     int     // bytes a call, from its first byte; 0 or less: DefaultMaxCall; at most 256 MiB
	MaxDepth    int     // open objects and arrays a call; 0 or less: DefaultMaxDepth; at most 1,024
}

// The default limits.
const (
	DefaultMaxCall  = 16 << 20 // bytes
	DefaultMaxDepth = 1000     // levels
)

// Beyond these no option goes.
const (
	hardMaxCall  = 256 << 20
	hardMaxDepth = 1024
)

// Limits returns MaxCall and MaxDepth as they apply: the defaults where they
// are not set, and no more than 256 MiB and 1,024 levels.
func (o Options) Limits() (maxCall, maxDepth int) {
	maxCall, maxDepth = o.MaxCall, o.MaxDepth
	if maxCall <= 0 {
		maxCall = DefaultMaxCall
	}
	if maxDepth <= 0 {
		maxDepth = DefaultMaxDepth
	}
	return min(maxCall, hardMaxCall), min(maxDepth, hardMaxDepth)
}
