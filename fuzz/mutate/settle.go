package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"regexp"
	"strconv"
	"strings"
)

// switchText is the file that is added to each package. A mutant is on if the
// environment says so; reached ones are noted if it names a file.
const switchText = `package %s

import (
	"os"
	"strconv"
	"sync"
)

var (
	mutateID = func() uint32 {
		n, _ := strconv.ParseUint(os.Getenv("EARLYCALL_MUTANT"), 10, 32)
		return uint32(n)
	}()
	mutateReach = os.Getenv("EARLYCALL_REACH")
	mutateSeen  [%d]bool
	mutateLock  sync.Mutex
)

func mutateOn(first, n uint32) uint32 {
	if d := mutateID - first; d < n {
		return d + 1
	}
	if mutateReach != "" && !mutateSeen[first] {
		mutateNote(first)
	}
	return 0
}

func mutateNote(first uint32) {
	mutateLock.Lock()
	defer mutateLock.Unlock()
	mutateSeen[first] = true
	f, err := os.OpenFile(mutateReach, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		panic(err)
	}
	f.WriteString(strconv.Itoa(int(first)) + "\n")
	f.Close()
}
`

// settle leaves out the mutants that don't compile, until the rest does.
func (m *module) settle() error {
	for _, p := range m.packages {
		for range 40 {
			m.number()
			errs := m.check(p)
			if len(errs) == 0 {
				break
			}
			if dropped, err := drop(errs); dropped == 0 {
				return fmt.Errorf("%s does not compile: %w", p.path, err)
			}
		}
		if errs := m.check(p); len(errs) > 0 {
			return fmt.Errorf("%s does not compile: %s", p.path, errs[0].msg)
		}
	}
	m.number()
	return nil
}

// number gives the mutants their ids.
func (m *module) number() {
	id := 0
	for _, mutant := range m.mutants() {
		id++
		mutant.id = id
	}
}

// fault is an error of the compiler in a rendered file.
type fault struct {
	file   *file
	text   string // as rendered
	offset int
	msg    string
}

// check compiles a package with its mutants and returns what is wrong.
func (m *module) check(p *pack) []fault {
	var (
		syntax []*ast.File
		texts  = map[string]string{}
		files  = map[string]*file{}
		faults []fault
	)
	for _, f := range p.files {
		texts[f.path], files[f.path] = f.render(), f
		parsed, err := parser.ParseFile(m.fset, f.path, texts[f.path], parser.SkipObjectResolution)
		if err != nil {
			return []fault{{file: f, text: texts[f.path], offset: -1, msg: err.Error()}}
		}
		syntax = append(syntax, parsed)
	}
	added, err := parser.ParseFile(m.fset, "switch", m.switchFile(p), 0)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	config := types.Config{Importer: m.imports, Error: func(err error) {
		var e types.Error
		if errors.As(err, &e) {
			at := m.fset.Position(e.Pos)
			faults = append(faults, fault{file: files[at.Filename], text: texts[at.Filename], offset: at.Offset, msg: e.Error()})
		}
	}}
	config.Check(p.path, m.fset, append(syntax, added), nil)
	return faults
}

func (m *module) switchFile(p *pack) string {
	return fmt.Sprintf(switchText, p.files[0].syntax.Name.Name, len(m.mutants())+1)
}

// drop leaves out what is to blame for errors. It returns how many mutants that
// are, and an error that nothing is to blame for.
func drop(errs []fault) (dropped int, err error) {
	for _, e := range errs {
		if e.file == nil || e.offset < 0 {
			return 0, errors.New(e.msg)
		}
		n := culprit(e)
		if n == 0 {
			err = errors.New(e.msg)
		}
		dropped += n
	}
	return dropped, err
}

var marks = regexp.MustCompile(`/\*(?:<([sm])(\d+)|([sm])>)\*/`)

// culprit leaves out the mutant, or else the site, that encloses an error, or
// that comes next: of an operation's sides the error names the first.
func culprit(e fault) int {
	var open []string
	for _, at := range marks.FindAllStringSubmatchIndex(e.text, -1) {
		if at[0] > e.offset {
			break
		}
		if at[2] >= 0 {
			open = append(open, e.text[at[2]:at[5]])
		} else {
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		if next := marks.FindStringSubmatch(e.text[e.offset:]); next != nil && next[1] != "" {
			open = append(open, next[1]+next[2])
		} else {
			return 0
		}
	}
	inner := open[len(open)-1]
	id, _ := strconv.Atoi(inner[1:])
	return e.file.drop(id, strings.HasPrefix(inner, "s"))
}

// drop leaves out the mutant of that id, or its whole site.
func (f *file) drop(id int, whole bool) int {
	for _, s := range f.sites {
		for i, m := range s.mutants {
			if m.id != id {
				continue
			}
			if n := len(s.mutants); whole {
				s.mutants = nil
				return n
			}
			s.mutants = append(s.mutants[:i:i], s.mutants[i+1:]...)
			return 1
		}
	}
	return 0
}
