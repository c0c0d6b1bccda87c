package dispatch

import (
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
	records map[string]*Record // with an empty outcome text until saved
	saved   map[string]bool
	order   []string // keys by age; may hold released ones
}

// Claim takes the key.
func (m *Memory) Claim(_ context.Context, key, digest string) (won bool, earlier *Record, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r, ok := m.records[key]; ok {
		if !m.saved[key] {
			return false, nil, nil
		}
		c := *r
		return false, &c, nil
	}
	if m.records == nil {
		m.records, m.saved = map[string]*Record{}, map[string]bool{}
	}
	m.records[key] = &Record{Digest: digest}
	m.order = append(m.order, key)
	m.forget()
	return true, nil, nil
}

// forget drops the oldest keys beyond the limit.
func (m *Memory) forget() {
	limit := m.Limit
	if limit <= 0 {
		limit = 1 << 14
	}
	for len(m.order) > limit {
		delete(m.records, m.order[0])
		delete(m.saved, m.order[0])
		m.order = m.order[1:]
	}
}

// Save keeps the result.
func (m *Memory) Save(_ context.Context, key string, record Record) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.records[key] != nil {
		m.records[key], m.saved[key] = &record, true
	}
	return nil
}

// Release gives the key back.
func (m *Memory) Release(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.records, key)
	delete(m.saved, key)
	return nil
}

// keyOf returns the key of a call: of its reply, its choice, and its id or,
// without one, its place among the choice's calls. The quotes keep one part
// from running into the next.
func keyOf(reply string, call parse.Call) string {
	if call.ID == "" {
		return fmt.Sprintf("%q/%d/#%d", reply, call.Choice, call.Index)
	}
	return fmt.Sprintf("%q/%d/%s", reply, call.Choice, call.ID)
}

// digestOf tells calls apart that claim the same key.
func digestOf(call parse.Call) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q", call.Name)
	h.Write(call.Arguments)
	return hex.EncodeToString(h.Sum(nil))
}
