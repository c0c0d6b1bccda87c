package parse

import (
	"encoding/json"
	"slices"
)

// envelope is what an object says that may hold a name and arguments. It is
// read without asking whether it is a call: faults lists all that is wrong if
// it is one, and the first in byte order decides.
type envelope struct {
	start     int
	end       int    // after the closing brace; 0 if strict JSON doesn't get there
	hasName   bool   // a name member has begun
	name      string // if nameEnd says so
	nameEnd   int    // offset of the closing quote of a string name; -1: none
	id        string // if idEnd says so
	idEnd     int    // offset of the closing quote of a string id; -1: none
	hasID     bool
	hasArgs   bool // an arguments member has begun
	object    int  // offset of the brace that begins the arguments; -1: they begin otherwise
	settled   int  // last byte of arguments that are null or a string with an object; -1: none
	arguments json.RawMessage
	repairs   []Repair
	extra     bool // there are members that a call without arguments can't have
	faults    []envelopeFault
}

// envelopeFault is a fault of an envelope. A fatal one makes an object text
// that has not committed before it. Others only count if it commits.
type envelopeFault struct {
	fault
	fatal bool
}

// envelope reads the object at start.
func (r *reader) envelope(start int) *envelope {
	e := &envelope{start: start, nameEnd: -1, idEnd: -1, object: -1, settled: -1}
	c := checker{text: r.clip(start), maxDepth: r.maxDepth}
	var members []member
	end, f := c.object(start, 0, &members)
	stop := end // of strict JSON
	if f = r.unclip(f); f != nil {
		stop = f.at
		f.path = r.argumentPath(f.path)
		e.faults = append(e.faults, envelopeFault{*f, true})
	}
	for _, m := range members {
		r.envelopeMember(e, m, stop)
	}
	if f == nil {
		e.close(end)
	}
	return e
}

// argumentPath makes a path in an envelope one in its arguments.
func (r *reader) argumentPath(path []string) []string {
	if len(path) > 0 && r.row.Keys.has(r.row.Keys.Arguments, defaultArguments, path[0]) {
		return path[1:]
	}
	return nil
}

// fail records a fault.
func (e *envelope) fail(fatal bool, code Code, at int, why string) {
	e.faults = append(e.faults, envelopeFault{fault{code, at, why, nil}, fatal})
}

// first returns the first fault in byte order, or the first fatal one; nil if
// there is none. Of two at one byte, the one of JSON itself is first.
func (e *envelope) first(fatal bool) *fault {
	var first *fault
	for i := range e.faults {
		if f := &e.faults[i]; (f.fatal || !fatal) && (first == nil || f.at < first.at) {
			first = &f.fault
		}
	}
	return first
}

const twice = "A call can have only one name and one set of arguments."

// envelopeMember takes in a member. Strict JSON reached as far as stop.
func (r *reader) envelopeMember(e *envelope, m member, stop int) {
	keys := r.row.Keys
	switch {
	case keys.has(keys.Name, defaultName, m.key):
		if e.hasName {
			e.fail(true, ErrDuplicateKey, m.keyEnd, twice)
			return
		}
		e.hasName = true
		r.envelopeName(e, m)
	case keys.has(keys.Arguments, defaultArguments, m.key):
		if e.hasArgs {
			e.fail(true, ErrDuplicateKey, m.keyEnd, twice)
			return
		}
		e.hasArgs = true
		r.envelopeArguments(e, m, stop)
	case keys.has(keys.ID, defaultID, m.key):
		if !e.hasID && m.end >= 0 && r.text[m.at] == '"' {
			e.id, e.idEnd = unquote(r.text[m.at+1:m.end-1]), m.end-1
		}
		e.hasID = true
	case m.key == "description":
		e.fail(true, ErrArguments, m.keyEnd, "An object with a description is the definition of a tool, not a call.")
	default:
		e.extra = e.extra || m.key != "type" || m.end < 0 || !isCallType(r.text[m.at:m.end])
	}
}

// isCallType reports whether the JSON value is a type that calls have.
func isCallType(value string) bool {
	return value[0] == '"' && slices.Contains([]string{"function", "tool_call", "tool_use"}, unquote(value[1:len(value)-1]))
}

func (r *reader) envelopeName(e *envelope, m member) {
	if m.at < 0 {
		return
	}
	if r.text[m.at] != '"' {
		e.fail(false, ErrNoName, m.at, "The name of the tool must be a string.")
		return
	}
	if m.end < 0 {
		return
	}
	e.name, e.nameEnd = unquote(r.text[m.at+1:m.end-1]), m.end-1
	if e.name == "" {
		e.fail(false, ErrNoName, e.nameEnd, "The name of the tool is empty.")
	}
}

const notObject = "The arguments must be a JSON object."

func (r *reader) envelopeArguments(e *envelope, m member, stop int) {
	if m.at < 0 {
		return
	}
	switch r.text[m.at] {
	case '{':
		e.object = m.at
		if m.end >= 0 {
			e.arguments = json.RawMessage(r.text[m.at:m.end])
		}
	case 'n':
		if m.end >= 0 {
			e.arguments, e.settled = json.RawMessage("{}"), m.end-1
			e.repairs = []Repair{{NullArguments, int64(m.at)}}
		}
	case '"':
		r.stringArguments(e, m, stop)
	default:
		e.fail(false, ErrArguments, m.at, notObject)
	}
}

// close takes in the closing brace, after which is end.
func (e *envelope) close(end int) {
	e.end = end
	brace := end - 1
	if !e.hasName {
		e.fail(false, ErrNoName, brace, "The call has no name.")
	}
	switch {
	case e.hasArgs:
	case e.extra:
		e.fail(false, ErrArguments, brace, "The call has no arguments.")
	default:
		e.arguments = json.RawMessage("{}")
		e.repairs = []Repair{{EmptyArguments, int64(brace)}}
	}
}

// commit returns the offset of the byte at which the object in prose is known
// to be a call, or false if it never is, or if something fatal is wrong with
// it before or at that byte.
func (e *envelope) commit(tools Tools) (int, bool) {
	at := e.commitAt(tools)
	if f := e.first(true); at < 0 || f != nil && f.at <= at {
		return 0, false
	}
	return at, true
}

func (e *envelope) commitAt(tools Tools) int {
	switch {
	case e.name == "":
		return -1
	case tools != nil && tools.Declares(e.name):
		return e.nameEnd
	case e.object >= 0:
		return max(e.nameEnd, e.object)
	case tools == nil && e.settled >= 0:
		return max(e.nameEnd, e.settled)
	}
	return -1
}

// settle adds the envelope at pos, which committed at the byte commit: a call,
// or an error.
func (r *reader) settle(e *envelope, commit int) {
	f := e.first(false)
	unknown := e.name != "" && !r.tools.Declares(e.name) && (f == nil || e.nameEnd < f.at)
	if f == nil && !unknown {
		r.call(Call{ID: e.id, Name: e.name, Arguments: e.arguments, Repairs: e.repairs, End: int64(e.end)})
		return
	}
	end, stop := e.end, e.end // where reading goes on, and where it stopped to be a call
	if f != nil {
		stop = max(f.at, commit)
		end = r.brokenEnd(e.start, stop)
	}
	var err Error
	if unknown {
		err = unknownTool(e.nameEnd)
		if f == nil {
			err.Arguments = e.arguments
		}
	} else {
		err = f.error()
	}
	if e.nameEnd >= 0 && e.nameEnd <= stop {
		err.Name = e.name
	}
	if e.idEnd >= 0 && e.idEnd <= stop {
		err.ID = e.id
	}
	r.fail(end, err)
}

// error makes a fault the error of a call.
func (f *fault) error() Error {
	return Error{Code: f.code, Offset: int64(f.at), Pointer: pointer(f.path), Message: f.why}
}

// unknownTool is the error of a call to a tool that wasn't offered, whose name
// was closed by the byte at i.
func unknownTool(i int) Error {
	return Error{Code: ErrUnknownTool, Offset: int64(i), Message: "No tool of that name was offered; call one of the tools that were."}
}

// The default keys of an envelope.
var (
	defaultName      = []string{"name"}
	defaultArguments = []string{"arguments", "parameters", "args"}
	defaultID        = []string{"id"}
)

// has reports whether key is in the list, or, if that is empty, in the
// default.
func (Keys) has(list, standard []string, key string) bool {
	if len(list) == 0 {
		list = standard
	}
	return slices.Contains(list, key)
}
