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
	Digest  string  `json:"digest"`  // of the tool's name and arguments
	Outcome Outcome `json:"outcome"` // how it ended
	Text    string  `json:"text"`    // what the model was told
}

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

// keyOf returns the key of a call: of its reply, its choice, and its id or,
// without one, its place among the choice's calls. The quotes keep one part
// from running into the next. An id that is longer than any provider's stands
// there as its digest, so that a model can't fill a Store.
func keyOf(reply string, call parse.Call) string {
	if call.ID == "" {
		return fmt.Sprintf("%q/%d/#%d", reply, call.Choice, call.Index)
	}
	if len(call.ID) > maxKeyID {
		sum := sha256.Sum256([]byte(call.ID))
		return fmt.Sprintf("%q/%d/~%x", reply, call.Choice, sum)
	}
	return fmt.Sprintf("%q/%d/=%s", reply, call.Choice, call.ID)
}

// maxKeyID is the length of an id, in bytes, that a key holds as it is.
const maxKeyID = 256

// digestOf tells calls apart that claim the same key.
func digestOf(call parse.Call) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q", call.Name)
	h.Write(call.Arguments)
	return hex.EncodeToString(h.Sum(nil))
}
