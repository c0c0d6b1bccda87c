package dispatch

import (
	"cmp"
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"

	"github.com/earlycall/earlycall/parse"
)

// Record is what a [Store] keeps of a call.
type Record struct {
	Digest  string  `json:"digest"`         // of the tool's name and arguments
	Outcome Outcome `json:"outcome"`        // how it ended
	Code    string  `json:"code,omitempty"` // [Result.Code]: "schema"
	Text    string  `json:"text"`           // Result.Text
}

// result returns the record as the result of a job.
func (r *Record) result(j *job) Result {
	return Result{Key: j.key, Outcome: r.Outcome, Earlier: true, started: true, Text: r.Text, Err: r.err(j.call)}
}

// err returns the error of a failed call, of the type that [Result] documents.
func (r *Record) err(call parse.Call) error {
	e := &earlierError{code: cmp.Or(r.Code, r.Outcome.String())}
	switch r.Outcome {
	case OK:
		return nil
	case Invalid, UnknownTool:
		e.err = &parse.Error{
			Code: codeNamed(r.Code), Choice: call.Choice, Index: call.Index, ID: call.ID, Name: call.Name,
			Offset: call.Start, Message: "the call was refused before",
		}
	case Panic:
		e.err = &PanicError{Value: "the tool panicked before"}
	case Timeout:
		e.err = ErrTimeout
	case Cancelled:
		e.err = context.Canceled
	case Conflict:
		e.err = parse.ErrConflict
	}
	return e
}

// codeNamed returns the code of a name, ErrSchema if it is not known.
func codeNamed(name string) parse.Code {
	for code := parse.ErrNoCall; code.String() != parse.Code(0).String(); code++ {
		if code.String() == name {
			return code
		}
	}
	return parse.ErrSchema
}

// earlierError is the error of a call that failed when its key was claimed
// before.
type earlierError struct {
	code string
	err  error // nil for an error of the tool, whose words are in Result.Text
}

func (e *earlierError) Error() string { return "the call failed before: " + clip(e.code, 64) }
func (e *earlierError) Unwrap() error { return e.err }

// Store remembers which calls have been taken on, so that a retry of the same
// reply, here or on another machine, does not run a tool twice. An
// implementation must be safe for concurrent use, and Claim atomic among all
// that share the store: INSERT … ON CONFLICT DO NOTHING, or SET NX.
//
// If Claim fails the tool is not run. If Save fails it is logged; the key
// stays claimed, so that a retry gives Duplicate.
type Store interface {
	// Claim takes the key for a call of that digest, and reports whether
	// nobody had it. If somebody had, it returns the record that was saved
	// under it; nil if the call is still running or its result was lost.
	Claim(ctx context.Context, key, digest string) (won bool, earlier *Record, err error)
	// Save keeps the result of the call that claimed the key.
	Save(ctx context.Context, key string, record Record) error
	// Release gives back a key whose tool has not been started.
	Release(ctx context.Context, key string) error
}

// Memory is a [Store] for one process. It keeps the last Limit keys and
// forgets the oldest; the zero value keeps 16,384.
type Memory struct {
	Limit int

	mu      sync.Mutex
	entries map[string]*list.Element // of entry
	ages    list.List                // the oldest first
}

// entry is a claimed key; its record is nil until it is saved.
type entry struct {
	key    string
	record *Record
}

// Claim takes the key.
func (m *Memory) Claim(_ context.Context, key, _ string) (won bool, earlier *Record, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.entries[key]; ok {
		return false, e.Value.(entry).record, nil
	}
	if m.entries == nil {
		m.entries = map[string]*list.Element{}
	}
	m.entries[key] = m.ages.PushBack(entry{key: key})
	for len(m.entries) > cmp.Or(m.Limit, 1<<14) {
		m.drop(m.ages.Front())
	}
	return true, nil, nil
}

// Save keeps the result.
func (m *Memory) Save(_ context.Context, key string, record Record) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.entries[key]; ok {
		e.Value = entry{key, &record}
	}
	return nil
}

// Release gives the key back.
func (m *Memory) Release(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.entries[key]; ok {
		m.drop(e)
	}
	return nil
}

func (m *Memory) drop(e *list.Element) {
	delete(m.entries, m.ages.Remove(e).(entry).key)
}

// keys counts the calls of one reply by choice and id. It names each call in
// the order in which the calls close, which is the same in every retry.
type keys struct {
	reply string
	calls map[string]int // by key of the first call of that id
}

// next returns the key of the next call that closed: the reply's key, the
// choice, and the id with the number of calls of that id before it or, without
// an id, the call's place among the choice's calls. Quotes keep one part from
// running into the next. An id longer than any provider's is there as its
// digest, so that a model cannot fill a Store.
func (k *keys) next(call parse.Call) string {
	key := fmt.Sprintf("%q/%d/", k.reply, call.Choice)
	switch {
	case call.ID == "":
		return fmt.Sprintf("%s#%d", key, call.Index)
	case len(call.ID) > maxKeyID:
		key += fmt.Sprintf("~%x", sha256.Sum256([]byte(call.ID)))
	default:
		key += fmt.Sprintf("=%q", call.ID)
	}
	if k.calls == nil {
		k.calls = map[string]int{}
	}
	before := k.calls[key]
	k.calls[key]++
	if before > 0 {
		key += fmt.Sprintf("/%d", before)
	}
	return key
}

// maxKeyID is the length of an id, in bytes, that a key holds as it is.
const maxKeyID = 256

// digestOf returns a hash of name and arguments, to distinguish calls that
// claim the same key.
func digestOf(call parse.Call) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q", call.Name)
	h.Write(call.Arguments)
	return hex.EncodeToString(h.Sum(nil))
}
