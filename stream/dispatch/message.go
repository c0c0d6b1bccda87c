package dispatch

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/earlycall/earlycall/parse"
)

// Tell returns an error of which the model reads text alone, while logs and
// callers see err, which may be nil.
//
// Of any other error that a tool returns the model reads the whole text,
// with the errors that it wraps: of os.ReadFile it is "open /no/such/file: no
// such file or directory". Stacks stay out of it, and values that the schema
// marks as secret. Use Tell where addresses or paths must not reach the model.
func Tell(text string, err error) error { return &tellError{text, err} }

type tellError struct {
	text string
	err  error
}

func (e *tellError) Error() string {
	if e.err == nil {
		return e.text
	}
	return e.text + ": " + e.err.Error()
}

func (e *tellError) Unwrap() error { return e.err }

// maxText is how many bytes of an error the model reads, and the log holds.
const maxText = 2000

// forModel returns what the model reads of an error.
func forModel(err error) string {
	if t, ok := errors.AsType[*tellError](err); ok {
		return clip(t.text, maxText)
	}
	text := errorText(err)
	for _, leaf := range leaves(err, nil, 0) { // the text of a wrapper may leave out its cause
		if said := errorText(leaf); said != "" && !strings.Contains(text, said) {
			text = strings.TrimPrefix(text+": "+said, ": ")
		}
	}
	return clip(cmp.Or(text, fmt.Sprintf("an error without a text, of type %T", err)), maxText)
}

// errorText returns the text of an error on one line, without a stack.
func errorText(err error) string {
	text, _, _ := strings.Cut(clip(err.Error(), 4*maxText), "\ngoroutine ")
	var lines []string
	for line := range strings.Lines(text) {
		if trimmed := strings.TrimSpace(line); trimmed != "" && line[0] != '\t' {
			lines = append(lines, trimmed)
		}
	}
	return strings.Join(lines, "; ")
}

// maxLeaves and maxChain bound what is read of a tree of errors.
const maxLeaves, maxChain = 4, 100

// leaves appends the last errors of err's chain or tree to found.
func leaves(err error, found []error, depth int) []error {
	if len(found) >= maxLeaves || depth > maxChain {
		return found
	}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			return leaves(inner, found, depth+1)
		}
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			if inner != nil {
				found = leaves(inner, found, depth+1)
			}
		}
		return found
	}
	return append(found, err)
}

// render writes a tool's value as text: a string as it is, anything else as
// JSON.
func render(value any) (string, error) {
	if s, ok := value.(string); ok {
		return s, nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return "", Tell("its value can't be written as JSON", err)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// word returns what the model reads of a result. Values that the schema
// marks as secret are taken out of what a tool or its hooks say.
func (c *Conversation) word(r Result) string {
	text := r.Text
	if text == "" {
		text = c.text(r)
	}
	t := c.tools.named[r.Call.Name]
	if t == nil || r.Outcome != ToolError && r.Outcome != Invalid {
		return text
	}
	_, hidden := t.schema.Redact(r.Call.Arguments, showAll)
	_, more := t.schema.Redact(r.checked, showAll)
	return scrub(text, append(hidden, more...))
}

// text returns what the model reads of a result: the tool, the code, where, and
// what to change, in one or two sentences.
func (c *Conversation) text(r Result) string {
	name := quote(r.Call.Name)
	switch r.Outcome {
	case OK:
		return r.Text
	case ToolError:
		return fmt.Sprintf("Tool %s failed (tool-error): %s.", name, sentence(forModel(r.Err)))
	case Invalid, UnknownTool:
		if e, ok := errors.AsType[*parse.Error](r.Err); ok {
			return c.textOf(e)
		}
		return fmt.Sprintf("The call of tool %s was not run (%s): it was wrong.", name, r.Outcome)
	case Timeout:
		if !r.started {
			return fmt.Sprintf("The call of tool %s was not run (timeout): checking its arguments took too long. Call it again with simpler arguments.", name)
		}
		return fmt.Sprintf("Tool %s was stopped (timeout): it took too long. What it had begun may have happened.", name)
	case Panic:
		return fmt.Sprintf("Tool %s failed (panic): an error within the tool. The same call again will not help.", name)
	case Cancelled:
		if !r.started {
			return fmt.Sprintf("Tool %s was not run (cancelled).", name)
		}
		return fmt.Sprintf("Tool %s was stopped (cancelled). What it had begun may have happened.", name)
	case Conflict:
		return conflictText(r)
	case Duplicate:
		return duplicateText(name, r.Err)
	}
	return fmt.Sprintf("Tool %s was not run (skipped): %s.", name, c.skipped(r.Err))
}

// conflictText describes a call that the reply contradicted. The outcome of r
// may be how the tool ended before. A call that may have had its effect must
// not be written again.
func conflictText(r Result) string {
	name := quote(r.Call.Name)
	switch {
	case r.started && (r.Outcome == OK || r.Outcome == ToolError):
		return fmt.Sprintf("Tool %s has run (conflict): the reply contradicted the call after it had closed. It ran with the arguments that came first, so that its effect may not be what was meant. Do not call it again before you have found out what it did.", name)
	case r.started:
		return fmt.Sprintf("Tool %s was stopped (conflict): the reply contradicted the call after it had closed. What it had begun may have happened. Do not call it again before you have found out what it did.", name)
	}
	return fmt.Sprintf("The call of tool %s was not run (conflict): the reply contradicted it after it had closed. Write the call again, once.", name)
}

// duplicateText describes a call whose key was claimed before.
func duplicateText(name string, why error) string {
	if errors.Is(why, ErrReused) {
		return fmt.Sprintf("Tool %s was not run (duplicate): another call was recorded in its place. Call it again if it is still wanted.", name)
	}
	return fmt.Sprintf("Tool %s was not run again (duplicate): this call was started before, and its result is not known. It may have had its effect: find that out before you call it again.", name)
}

// skipped returns why a tool was not run.
func (c *Conversation) skipped(why error) string {
	switch {
	case errors.Is(why, ErrIncomplete):
		return "it runs only after a complete reply without a wrong call before it. Call it again if it is still wanted"
	case errors.Is(why, ErrStore):
		return "the system that keeps track of calls can't be reached. Call it again later"
	}
	return "too many calls failed"
}

// textOf returns what the model reads of a wrong call.
func (c *Conversation) textOf(e *parse.Error) string {
	tool := "The call"
	if e.Name != "" {
		tool = "The call of tool " + quote(e.Name)
	}
	switch e.Code {
	case parse.ErrUnknownTool:
		return fmt.Sprintf("There is no tool %s (unknown-tool): %s.", quote(e.Name), c.tools.instead(e.Name))
	case parse.ErrSchema:
		message := e.Message
		if !ours(e.Err) {
			message = forModel(e.Err)
		}
		return fmt.Sprintf("%s was not run (schema): %s. Correct the arguments and call it again.", tool, sentence(message))
	case parse.ErrLimit:
		return fmt.Sprintf("%s was not run (limit): %s. Make the call smaller, or make fewer calls at once.", tool, sentence(e.Message))
	case parse.ErrTruncated:
		return fmt.Sprintf("%s was not run (truncated): the reply ended inside it. Write the whole call again, shorter if it can be.", tool)
	}
	at := ""
	if e.Pointer != "" {
		at = " at " + clip(e.Pointer, 256)
	}
	return fmt.Sprintf("%s was not run (%s)%s: %s. Write the call again, as one valid JSON object.", tool, e.Code.String(), at, sentence(e.Message))
}

// instead returns what may be called instead of a name that no tool has.
func (r *Registry) instead(name string) string {
	if names := r.Nearest(name); len(names) > 0 {
		return "did you mean " + strings.Join(quoteAll(names), " or ") + "? Names are matched exactly"
	}
	if len(r.tools) == 0 {
		return "no tools are offered"
	}
	var names []string
	for _, t := range r.tools[:min(len(r.tools), 20)] {
		names = append(names, t.Name)
	}
	return "the tools are " + strings.Join(quoteAll(names), ", ")
}

func quoteAll(names []string) []string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = quote(name)
	}
	return quoted
}

// sentence prepares a message for a full stop after it.
func sentence(message string) string { return strings.TrimRight(message, ". ") }

// refused returns the result of a call that is wrong.
func (c *Conversation) refused(e *parse.Error) Result {
	if e.Code != parse.ErrUnknownTool {
		return Result{Outcome: Invalid, Err: e}
	}
	explained := *e
	explained.Message = "there is no tool " + quote(e.Name) + ": " + c.tools.instead(e.Name)
	return Result{Outcome: UnknownTool, Err: &explained}
}

// conclude counts a result and writes what the model reads of it.
func (c *Conversation) conclude(t *tally, label string, started bool, r *Result) {
	r.Text = c.word(*r)
	if limit := c.failures.add(t, c.tools.counted(r.Call.Name), r); limit != nil {
		limit.err = r.Err
		r.Err = limit
	}
	if limit, ok := errors.AsType[*retriesError](r.Err); ok {
		r.Text += " " + limit.advice()
	}
	c.options.Histogram.add(label, r.Code(), started, r.Wait, r.Ran)
}

// label is what the histogram and the log call a job's tool. Names that the
// model made up are one label, so that it can't make any number of them.
func (j *job) label() string {
	if j.tool == nil {
		return "(unknown)"
	}
	return j.tool.Name
}

// byCall sorts results as the model made the calls.
func byCall(results []Result) []Result {
	sorted := slices.Clone(results)
	slices.SortStableFunc(sorted, func(a, b Result) int {
		return cmp.Or(cmp.Compare(a.Call.Choice, b.Call.Choice), cmp.Compare(a.Call.Index, b.Call.Index))
	})
	return sorted
}
