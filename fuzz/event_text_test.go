package fuzz

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/earlycall/earlycall/parse"
)

// mark stands in a record's input where a chunk ends.
const mark = "¦"

// Record is a case that is kept, with what is expected of it.
type Record struct {
	Case
	Why  string   // comment
	Want []string // the segments, as Lines writes them; nil: not said
}

// Cut returns a text without its marks, and the offsets where they stood.
func Cut(marked string) (text string, cuts []int) {
	var b strings.Builder
	for i, chunk := range strings.Split(marked, mark) {
		if i > 0 {
			cuts = append(cuts, b.Len())
		}
		b.WriteString(chunk)
	}
	return b.String(), cuts
}

// String writes the case as a record.
func (c Case) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "row: %s\ntools: %s\n", rowName(c.Format), toolsText(c.Tools))
	if options := c.optionsText(); options != "" {
		fmt.Fprintf(&b, "options: %s\n", options)
	}
	for _, line := range quoteLines(c.Text, c.Cuts) {
		fmt.Fprintf(&b, "input: %s\n", line)
	}
	return b.String()
}

func rowName(f *parse.Format) string {
	if f == nil {
		return "default"
	}
	return f.Name
}

func (c Case) optionsText() string {
	var words []string
	if c.InReasoning {
		words = append(words, "in-reasoning")
	}
	if c.MaxCall != 0 {
		words = append(words, fmt.Sprintf("max-call=%d", c.MaxCall))
	}
	if c.MaxDepth != 0 {
		words = append(words, fmt.Sprintf("max-depth=%d", c.MaxDepth))
	}
	return strings.Join(words, " ")
}

// toolJSON is a tool in a record.
type toolJSON struct {
	Name   string          `json:"name"`
	Schema json.RawMessage `json:"schema,omitempty"`
}

func toolsText(tools parse.Tools) string {
	switch {
	case tools == nil:
		return "any"
	case tools.None():
		return "none"
	}
	list := make([]toolJSON, len(tools))
	for i, tool := range tools {
		list[i] = toolJSON{tool.Name, tool.Schema}
	}
	text, err := json.Marshal(list)
	if err != nil {
		panic("BUG: a tool that is no JSON: " + err.Error())
	}
	return string(text)
}

// quoteLines writes a text as quoted strings, one a line of the text, with
// marks at the cuts.
func quoteLines(text string, cuts []int) []string {
	lines := []string{""}
	last := func() *string { return &lines[len(lines)-1] }
	for i, chunk := range cutAt(text, cuts) {
		if i > 0 {
			*last() += mark
		}
		for line := range strings.Lines(chunk) {
			if s := *last(); strings.HasSuffix(strings.TrimSuffix(s, mark), `\n`) {
				lines = append(lines, "")
			}
			*last() += quotePiece(line)
		}
	}
	for i := range lines {
		lines[i] = `"` + lines[i] + `"`
	}
	return lines
}

// quotePiece writes the inside of a Go string, in which no mark stands.
func quotePiece(s string) string {
	q := strconv.Quote(s)
	return strings.ReplaceAll(q[1:len(q)-1], mark, `\u00a6`)
}

// ParseRecords reads records, which empty lines part.
func ParseRecords(file string) ([]Record, error) {
	var records []Record
	for block := range strings.SplitSeq(strings.TrimSpace(file), "\n\n") {
		r, err := parseRecord(block)
		if err != nil {
			return nil, fmt.Errorf("%w in the record\n%s", err, block)
		}
		records = append(records, r)
	}
	return records, nil
}

func parseRecord(block string) (r Record, err error) {
	for line := range strings.SplitSeq(strings.TrimSpace(block), "\n") {
		if why, ok := strings.CutPrefix(line, "#"); ok {
			r.Why = strings.TrimSpace(r.Why + why)
			continue
		}
		key, value, ok := strings.Cut(line, ": ")
		if !ok {
			return r, fmt.Errorf("no key in %q", line)
		}
		if err := r.set(key, value); err != nil {
			return r, fmt.Errorf("%s: %w", key, err)
		}
	}
	return r, nil
}

// set takes one line of a record.
func (r *Record) set(key, value string) (err error) {
	switch key {
	case "row":
		return r.setRow(value)
	case "tools":
		r.Tools, err = parseTools(value)
	case "options":
		return r.setOptions(value)
	case "input":
		return r.addInput(value)
	case "want":
		r.Want = append(r.Want, value)
	default:
		return fmt.Errorf("no such line")
	}
	return err
}

func (r *Record) setRow(name string) error {
	if name == "default" {
		return nil
	}
	f, ok := lookup(name)
	if !ok {
		return fmt.Errorf("no row %q", name)
	}
	r.Format = f
	return nil
}

func parseTools(text string) (parse.Tools, error) {
	switch text {
	case "any":
		return nil, nil
	case "none":
		return parse.Tools{}, nil
	}
	var list []toolJSON
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, err
	}
	tools := parse.Tools{}
	for _, tool := range list {
		tools = append(tools, parse.Tool{Name: tool.Name, Schema: tool.Schema})
	}
	return tools, nil
}

func (r *Record) setOptions(text string) error {
	for word := range strings.FieldsSeq(text) {
		name, value, _ := strings.Cut(word, "=")
		n, err := strconv.Atoi(value)
		switch {
		case word == "in-reasoning":
			r.InReasoning = true
		case err != nil:
			return fmt.Errorf("%q: %w", word, err)
		case name == "max-call":
			r.MaxCall = n
		case name == "max-depth":
			r.MaxDepth = n
		default:
			return fmt.Errorf("no option %q", name)
		}
	}
	return nil
}

// addInput appends a quoted string with marks to the text.
func (r *Record) addInput(quoted string) error {
	inner, ok := strings.CutPrefix(quoted, `"`)
	inner, ok2 := strings.CutSuffix(inner, `"`)
	if !ok || !ok2 {
		return fmt.Errorf("no quotes around %s", quoted)
	}
	for i, piece := range strings.Split(inner, mark) {
		if i > 0 {
			r.Cuts = append(r.Cuts, len(r.Text))
		}
		s, err := strconv.Unquote(`"` + piece + `"`)
		if err != nil {
			return fmt.Errorf("%w: %s", err, piece)
		}
		r.Text += s
	}
	return nil
}
