package dispatch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/schema"
)

// Registry is a set of tools, each with its schema compiled. It does not
// change and may be shared by any number of conversations.
type Registry struct {
	tools []*tool
	named map[string]*tool

	secrets  bool      // a schema marks something as secret
	reported sync.Once // unchecked patterns were logged
}

// tool is a tool that is ready to be called.
type tool struct {
	Tool
	schema *schema.Schema
}

// NewRegistry compiles the tools' schemas. The error names each tool that
// can't be registered and says what to fix: a name that is empty or taken, a
// missing Run, a schema that can't be compiled.
func NewRegistry(tools ...Tool) (*Registry, error) {
	r := &Registry{named: map[string]*tool{}}
	var broken []error
	for _, t := range tools {
		if err := r.add(t); err != nil {
			broken = append(broken, fmt.Errorf("dispatch: tool %s: %w", strconv.Quote(t.Name), err))
		}
	}
	if len(broken) > 0 {
		return nil, errors.Join(broken...)
	}
	return r, nil
}

func (r *Registry) add(t Tool) error {
	switch {
	case t.Name == "":
		return errors.New("it has no name")
	case r.named[t.Name] != nil:
		return errors.New("the name is taken")
	case t.Run == nil:
		return errors.New("it has no Run")
	case t.Schema == nil && t.broken != nil:
		return t.broken
	}
	compiled, err := schema.Compile(t.Schema)
	if err != nil {
		return err
	}
	added := &tool{t, compiled}
	r.secrets = r.secrets || compiled.HasSecrets()
	r.tools = append(r.tools, added)
	r.named[t.Name] = added
	return nil
}

// Tools returns the tools as the parser wants them, in the order in which
// they were given, with their schemas as they were written. It is never nil.
func (r *Registry) Tools() parse.Tools {
	tools := make(parse.Tools, 0, len(r.tools))
	for _, t := range r.tools {
		tools = append(tools, parse.Tool{Name: t.Name, Schema: t.Schema})
	}
	return tools
}

// report logs, once, which patterns of the schemas are not checked.
func (r *Registry) report(log *slog.Logger) {
	if !log.Enabled(context.Background(), slog.LevelWarn) {
		return
	}
	r.reported.Do(func() {
		for _, t := range r.tools {
			for _, pattern := range t.schema.Skipped() {
				log.Warn("a pattern of a tool's schema is not checked", "tool", t.Name, "reason", clip(pattern, maxText))
			}
		}
	})
}

// Nearest returns up to three names of tools that are like name, the nearest
// first: those that differ in case and separators only, then those that are a
// few letters away, or a part of it, or it of them. They are for messages, and
// are never called instead.
func (r *Registry) Nearest(name string) []string {
	type near struct {
		name     string
		distance int
	}
	plain := letters(name)
	var found []near
	for _, t := range r.tools {
		limit := max(2, len(t.Name)/3)
		other := letters(t.Name)
		d := distance(plain, other, limit)
		if len(plain) >= 4 && strings.Contains(string(other), string(plain)) || len(other) >= 4 && strings.Contains(string(plain), string(other)) {
			d = min(d, limit)
		}
		if d <= limit && d < len(plain) {
			found = append(found, near{t.Name, d})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	var names []string
	for _, n := range found[:min(len(found), 3)] {
		names = append(names, n.name)
	}
	return names
}

// letters returns name in lower case without separators, at most 64 runes.
func letters(name string) []rune {
	name = strings.Map(func(c rune) rune {
		if strings.ContainsRune("_-./: ", c) {
			return -1
		}
		return c
	}, strings.ToLower(clip(name, 256)))
	runes := []rune(name)
	return runes[:min(len(runes), 64)]
}

// distance returns how many letters have to be changed, added, dropped or
// swapped with their neighbour to make a of b, or limit+1 if more than limit.
func distance(a, b []rune, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], limit+1)
}

// clip cuts s to at most n bytes, between characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n] + "…"
}

// quote writes a name that the model wrote, clipped.
func quote(name string) string { return strconv.Quote(clip(name, 64)) }
