// Package scan is the incremental JSON scanner that everything else follows.
//
// A [Scanner] reads one JSON value (RFC 8259) in pieces of any size and says,
// at the byte, where the value ends or where it goes wrong. It checks UTF-8
// too, keeps no copy of what it has read, and never looks at a byte twice.
package scan

// DefaultMaxDepth is the number of open objects and arrays that a Scanner
// allows if its Limit is 0, and MaxDepth is the most that any Limit allows.
const (
	DefaultMaxDepth = 1000
	MaxDepth        = 1024
)

// Scanner checks one JSON value (RFC 8259, UTF-8) that arrives in pieces of
// any size. It holds no pointers: a copy is a checkpoint. The zero value is
// ready, with DefaultMaxDepth. The options must not change between Resets.
//
// White space before the value is read; after it nothing is.
type Scanner struct {
	Limit   int16 // open objects and arrays allowed; 0: 1000; at most 1024
	Keys    bool  // stop after the closing quote of every member name
	Members bool  // stop before and after the value of each member of a root object

	state    state
	why      Stop   // Done or Fail once that is reached, else More
	name     bool   // the string being read is a member name
	overflow bool   // Fail: a container too many
	literal  uint8  // in inLiteral: the place in literals of the byte that must follow
	depth    uint32 // open containers
	offset   int64  // bytes read
	quote    int64  // offset of the opening quote of the latest string

	// Which open containers are objects: bit 0 of top is the innermost one,
	// bit 1 the one around it, and so on, as far as 64 bits reach. stack[k]
	// is what top was at depth 64k, and is put back there.
	top   uint64
	stack [MaxDepth / 64]uint64
}

// Stop says why Scan returned.
type Stop uint8

const (
	More  Stop = iota // the input is used up and the value goes on: n == len(in)
	Key               // (if Keys) n is just after the closing quote of a member name, at any depth
	Begin             // (if Members) n is the first byte of a value of a member of the root, not yet read
	End               // (if Members) n is just after that value (of a number: the byte that ends it, not yet read)
	Done              // n is just after the root value (a number at the root: the byte after it, not yet read)
	Fail              // the byte at n, not read, can't stand there: no continuation makes the input valid
)

// Scan reads from in and returns how far it came, and why it stopped. After
// Done and Fail the scanner stays where it is.
func (s *Scanner) Scan(in string) (n int, why Stop) { return run(s, in) }

// ScanBytes is Scan for bytes.
func (s *Scanner) ScanBytes(in []byte) (n int, why Stop) { return run(s, in) }
