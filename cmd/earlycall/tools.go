package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/schema"
)

// toolset is the tools that were offered, and the schemas that their calls are
// checked against.
type toolset struct {
	list    parse.Tools
	schemas map[string]*schema.Schema
}

// toolEntry is a tool as requests spell it: by itself, in OpenAI's Chat
// Completions (function), or in a list of Gemini's (functionDeclarations). A tool
// of a namespace (Responses) or of a toolset (Anthropic) is listed in that, as
// tools, or names it; its calls have the full name "namespace.name".
type toolEntry struct {
	Name         string          `json:"name"`
	Parameters   json.RawMessage `json:"parameters"`
	Anthropic    json.RawMessage `json:"input_schema"`
	MCP          json.RawMessage `json:"inputSchema"`
	Function     *toolEntry      `json:"function"`
	Declarations []toolEntry     `json:"functionDeclarations"`
	Namespace    string          `json:"namespace"`
	Toolset      string          `json:"toolset_name"`
	Tools        []toolEntry     `json:"tools"`
}

// readToolsFile reads the tools in a file; without a name, nothing is said of
// the tools.
func readToolsFile(name string) (*toolset, error) {
	if name == "" {
		return &toolset{}, nil
	}
	raw, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	t, err := readTools(raw)
	if err == nil && t.list == nil {
		err = errors.New("it says nothing of the tools: write " + toolsLike + "; an empty list [] says that none were offered")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

// toolsLike is what a list of tools looks like.
const toolsLike = `[{"name":"…","parameters":{…}}]`

// readTools reads a JSON list of tools, or a request that has one. Nothing and
// null say nothing of the tools; an empty list says that there were none.
func readTools(raw []byte) (*toolset, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return &toolset{}, nil
	}
	if err := checkSyntax(raw); err != nil {
		return nil, fmt.Errorf("%w: write %s", err, toolsLike)
	}
	raw = bytes.TrimSpace(raw)
	if raw[0] == '{' {
		var request struct {
			Tools json.RawMessage `json:"tools"`
		}
		if err := decode(raw, &request, false); err != nil {
			return nil, err
		}
		if raw = request.Tools; raw == nil {
			return nil, errors.New("there is no list of tools: write " + toolsLike)
		}
	}
	if string(raw) == "null" {
		return &toolset{}, nil
	}
	entries, err := readEntries(raw)
	if err != nil {
		return nil, err
	}
	t := &toolset{list: parse.Tools{}, schemas: map[string]*schema.Schema{}}
	return t, t.add("", entries)
}

// readEntries reads the entries of a list of tools, which is JSON.
func readEntries(raw []byte) ([]toolEntry, error) {
	if raw[0] != '[' {
		return nil, fmt.Errorf("it is %s: write %s", typeName(raw), toolsLike)
	}
	var list []json.RawMessage
	if err := decode(raw, &list, false); err != nil {
		return nil, err
	}
	entries := make([]toolEntry, len(list))
	for i := range list {
		if err := decode(list[i], &entries[i], false); err != nil {
			return nil, fmt.Errorf("tool %d: %w", i+1, err)
		}
	}
	return entries, nil
}

// add adds the tools of a list, in a namespace; "" for none.
func (t *toolset) add(namespace string, entries []toolEntry) error {
	for i := range entries {
		e := &entries[i]
		if e.Declarations != nil {
			if err := t.add(namespace, e.Declarations); err != nil {
				return err
			}
			continue
		}
		if e.Tools != nil {
			if err := t.add(within(namespace, e.Name), e.Tools); err != nil {
				return err
			}
			continue
		}
		space := within(namespace, cmp.Or(e.Namespace, e.Toolset))
		if e.Function != nil {
			e = e.Function
		}
		if err := t.addOne(space, e); err != nil {
			return fmt.Errorf("tool %d: %w", i+1, err)
		}
	}
	return nil
}

// within returns the name of a namespace within another one, or of a tool in
// its namespace.
func within(namespace, name string) string {
	if namespace == "" || name == "" {
		return namespace + name
	}
	return namespace + "." + name
}

// addOne adds a tool of a namespace under its full name.
func (t *toolset) addOne(namespace string, e *toolEntry) error {
	if e.Name == "" {
		return errors.New("it has no name")
	}
	e.Name = within(namespace, e.Name)
	if t.schemas[e.Name] != nil {
		return fmt.Errorf("the name %q is taken", e.Name)
	}
	raw := slices.Concat(e.Parameters, e.Anthropic, e.MCP) // one of them is set
	compiled, err := schema.Compile(raw)
	if err != nil {
		return fmt.Errorf("%s: %w", e.Name, err)
	}
	t.list = append(t.list, parse.Tool{Name: e.Name, Schema: raw})
	t.schemas[e.Name] = compiled
	return nil
}

// first returns the name of the first tool; "" if there is none.
func (t *toolset) first() string {
	if len(t.list) == 0 {
		return ""
	}
	return t.list[0].Name
}

// check makes an error of a call whose arguments break its tool's schema, and
// adds a provider's own words to the error that it reported. Other events stay
// as they are.
func (t *toolset) check(ev stream.Event) stream.Event {
	ev.Err = withCause(ev.Err)
	if ev.Call == nil || t.schemas[ev.Call.Name] == nil {
		return ev
	}
	if err := t.schemas[ev.Call.Name].Check(*ev.Call); err != nil {
		ev.Call, ev.Err = nil, err
	}
	return ev
}
