package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	quick     = 100 * time.Millisecond // a test that is run before slower ones
	memory    = 2 << 20                // KiB of addresses that a run may have: some mutants never stop to allocate
	maxRecord = 5 * time.Minute        // for one test without a mutant
)

// record runs each test without a mutant, and notes how long it takes and what
// it reaches. A test that fails is left out.
func (r *runner) record(jobs int) error {
	var all []*test
	for _, b := range r.binaries {
		all = append(all, b.tests...)
	}
	var bad atomic.Pointer[error]
	each(all, jobs, func(t *test) {
		if err := t.record(); err != nil {
			bad.Store(&err)
		}
	})
	for _, b := range r.binaries {
		b.tests = slices.DeleteFunc(b.tests, func(t *test) bool { return t.reaches == nil })
	}
	if err := bad.Load(); err != nil {
		return *err
	}
	slow(all)
	return nil
}

// slow prints the tests that cost the most.
func slow(all []*test) {
	slices.SortFunc(all, func(a, b *test) int { return cmp.Compare(b.time, a.time) })
	for _, t := range all[:min(len(all), 5)] {
		fmt.Fprintf(os.Stderr, "%v without a mutant: %s %s\n", t.time.Round(time.Millisecond), t.binary.path, t.name)
	}
}

func (t *test) record() error {
	reach := filepath.Join(filepath.Dir(t.binary.file), "reach-"+filepath.Base(t.binary.file)+"-"+t.name)
	begin := time.Now()
	out, err := t.binary.run([]*test{t}, maxRecord, "EARLYCALL_REACH="+reach)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s %s fails without a mutant and is left out: %v\n%s\n", t.binary.path, t.name, err, out)
		return nil
	}
	t.time = max(0, time.Since(begin)-t.binary.start)
	t.reaches = map[int]bool{}
	text, err := os.ReadFile(reach)
	if os.IsNotExist(err) {
		return nil
	}
	for _, line := range strings.Fields(string(text)) {
		id, err := strconv.Atoi(line)
		if err != nil {
			return err
		}
		t.reaches[id] = true
	}
	return err
}

// each calls do for each of the items, at most jobs at once.
func each[T any](items []T, jobs int, do func(T)) {
	var wg sync.WaitGroup
	var next atomic.Int64
	for range jobs {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(items)); i = next.Add(1) - 1 {
				do(items[i])
			}
		})
	}
	wg.Wait()
}

// run tries the mutants, until it is interrupted.
func (r *runner) run(mutants []*mutant, jobs int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var done atomic.Int64
	each(mutants, jobs, func(m *mutant) {
		if ctx.Err() != nil {
			return
		}
		if outcome := r.try(m); ctx.Err() == nil {
			m.outcome = outcome
		}
		if n := done.Add(1); n%100 == 0 {
			fmt.Fprintf(os.Stderr, "%d of %d mutants\n", n, len(mutants))
		}
	})
}

// try runs the tests that reach a mutant, up to the first failure.
func (r *runner) try(m *mutant) outcome {
	result := notCovered
	for _, stage := range r.stages(m) {
		result = survived
		limit := time.Second
		for _, t := range stage {
			limit += 3 * t.time
		}
		_, err := stage[0].binary.run(stage, limit, "EARLYCALL_MUTANT="+strconv.Itoa(m.id))
		switch {
		case err == context.DeadlineExceeded:
			return timedOut
		case err != nil:
			return killed
		}
	}
	return result
}

// stages returns the tests that reach a mutant in the order in which they are
// to be run: the quick ones first, and of those its own package's first.
func (r *runner) stages(m *mutant) [][]*test {
	var own, first, second, third [][]*test
	for _, b := range r.binaries {
		stage := make([][]*test, 3)
		for _, t := range b.tests {
			if t.reaches[m.site.mutants[0].id] {
				stage[t.pace()] = append(stage[t.pace()], t)
			}
		}
		if b.dir == filepath.Dir(m.site.file.path) {
			own = append(own, stage[0], stage[1])
		} else {
			first, second = append(first, stage[0]), append(second, stage[1])
		}
		third = append(third, stage[2])
	}
	all := slices.Concat(own, first, second, third)
	return slices.DeleteFunc(all, func(stage []*test) bool { return len(stage) == 0 })
}

// pace says how quick a test is: 0, 1 or 2.
func (t *test) pace() int {
	switch {
	case t.time <= quick/10:
		return 0
	case t.time <= quick:
		return 1
	}
	return 2
}

// run runs some tests of a binary. It returns what they print and an error if
// one fails: context.DeadlineExceeded if they take too long.
func (b *binary) run(tests []*test, limit time.Duration, env string) (string, error) {
	names := make([]string, len(tests))
	for i, t := range tests {
		names[i] = t.name
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	script := fmt.Sprintf(`ulimit -v %d; exec "$0" "$@"`, memory)
	args := []string{"-c", script, b.file, "-test.failfast", "-test.run", "^(" + strings.Join(names, "|") + ")$"}
	cmd := exec.CommandContext(ctx, "sh", append(args, b.args...)...)
	cmd.Dir = b.work
	cmd.Env = append(os.Environ(), env, "GOMAXPROCS=1")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if ctx.Err() != nil {
		return out.String(), ctx.Err()
	}
	return out.String(), err
}
