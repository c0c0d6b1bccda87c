package wire

import (
	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// item reads an output item.
func (a *openAIResponses) item(r *reader) (m responseItem) {
	for name := range r.members {
		a.itemMember(&m, name, r)
	}
	return m
}

func (a *openAIResponses) itemMember(m *responseItem, name []byte, r *reader) {
	switch string(name) {
	case "type":
		m.typ = r.text()
	case "id":
		m.id = r.text()
	case "call_id":
		m.callID = r.text()
	case "name":
		m.name = r.text()
	case "arguments":
		m.arguments = r.argument()
	case "input":
		m.input = r.text()
	case "status":
		r.keepText(&m.status)
	case "namespace":
		m.namespace = r.text()
	case "action", "operation":
		m.action = r.argument()
	case "actions":
		m.actions = r.raw()
	case "environment":
		m.hosted = hosted(r)
	case "content":
		m.parts = a.texts(r)
	case "summary":
		m.summary = a.texts(r)
	}
}

// texts reads a list of parts.
func (a *openAIResponses) texts(r *reader) (s span) {
	s.from = len(a.parts)
	for range r.elements {
		a.parts = append(a.parts, partText(r))
	}
	s.to = len(a.parts)
	return s
}

// hosted reads an item's environment, and reports whether it is the provider's.
func hosted(r *reader) (yes bool) {
	for name := range r.members {
		if string(name) == "type" {
			t := r.text()
			yes = !t.empty() && !t.is("local")
		}
	}
	return yes
}

// partText reads a part of a message's content.
func partText(r *reader) (t text) {
	for name := range r.members {
		switch string(name) {
		case "text", "refusal":
			if v := r.text(); !v.empty() {
				t = v
			}
		}
	}
	return t
}

// itemOf returns the key of an item.
func itemOf(index number, id text) itemKey {
	if index.ok || id.empty() {
		return itemKey{index: index.n}
	}
	return itemKey{id: id.string()}
}

// tell notes that a text is out, and reports whether it was not yet.
func (a *openAIResponses) tell(item itemKey, kind textKind, part int) bool {
	k := partKey{item, kind, part}
	if a.told[k] {
		return false
	}
	if a.told == nil {
		a.told = make(map[partKey]bool)
	}
	if len(a.told) < maxItems {
		a.told[k] = true
	}
	return true
}

// whole adds a content's text, if it is not out yet.
func (a *openAIResponses) whole(item itemKey, content int, t text, e *emit) {
	if !t.empty() && a.tell(item, contentText, content) {
		e.prose(stream.DeltaText, 0, t)
	}
}

// reasoning adds the text of a reasoning item, if none of it is out yet: the
// model's own, or else its summary.
func (a *openAIResponses) reasoning(m *responseItem, item itemKey, e *emit) {
	parts := m.parts
	if parts.to == parts.from {
		parts = m.summary
	}
	if parts.to == parts.from || !a.tell(item, reasoningText, 0) {
		return
	}
	for _, t := range a.parts[parts.from:parts.to] {
		e.prose(stream.DeltaReasoning, 0, t)
	}
}

// fullName returns the name of a tool in its namespace: "crm.delete". Tools of
// one name in two namespaces are two tools.
func fullName(namespace, name text) string {
	if namespace.empty() || name.empty() {
		return name.string()
	}
	return namespace.string() + "." + name.string()
}

// space notes an item's namespace, or fills in the one that is known: an event
// about the item gives its name alone.
func (a *openAIResponses) space(m *responseItem, item itemKey) {
	switch {
	case m.namespace.empty():
		m.namespace.raw = a.spaces[item]
	case len(a.spaces) < maxItems && len(m.namespace.raw) <= maxItemID && len(item.id) <= maxItemID:
		if a.spaces == nil {
			a.spaces = make(map[itemKey][]byte)
		}
		a.spaces[item] = []byte(m.namespace.string())
	}
}

// delta returns a delta of a call, without its text.
func (m *responseItem) delta(kind stream.DeltaKind, index number) stream.Delta {
	d := stream.Delta{Kind: kind, Slot: stream.SlotItem, ID: m.id.string(), CallID: m.callID.string(), Index: index.n, Indexed: index.ok, Name: fullName(m.namespace, m.name), Namespace: m.namespace.string()}
	return d
}

// itemRole says what to do with an item.
type itemRole uint8

const (
	itemUnknown  itemRole = iota // dropped, and reported if the reply ends with it
	itemProvider                 // the provider runs it itself, or it says nothing: dropped
	itemMessage                  // text
	itemReason                   // reasoning
	itemFunction                 // a call whose arguments come as JSON
	itemCustom                   // a call whose arguments are free text
	itemAction                   // a call that the caller runs, whose arguments are an action
)

// itemRoles are the roles of the types of items.
var itemRoles = map[string]itemRole{
	"":                        itemProvider,
	"message":                 itemMessage,
	"reasoning":               itemReason,
	"function_call":           itemFunction,
	"custom_tool_call":        itemCustom,
	"computer_call":           itemAction,
	"apply_patch_call":        itemAction,
	"shell_call":              itemAction,
	"local_shell_call":        itemAction,
	"mcp_call":                itemProvider,
	"mcp_list_tools":          itemProvider,
	"web_search_call":         itemProvider,
	"file_search_call":        itemProvider,
	"code_interpreter_call":   itemProvider,
	"image_generation_call":   itemProvider,
	"tool_search_call":        itemProvider,
	"tool_search_output":      itemProvider,
	"shell_call_output":       itemProvider,
	"apply_patch_call_output": itemProvider,
	"compaction":              itemProvider,
}

// role returns the role of an item.
func (m *responseItem) role() itemRole {
	role := itemRoles[string(m.typ.raw)]
	if role == itemAction && m.hosted {
		return itemProvider
	}
	return role
}

// see notes an item's type, if the reply may end with it and it is not known.
func (a *openAIResponses) see(m *responseItem, role itemRole) {
	const maxType = 64 // bytes
	a.last = ""
	if role == itemUnknown {
		a.last = string(m.typ.raw[:min(len(m.typ.raw), maxType)])
	}
}

// added adds the start of an item.
func (a *openAIResponses) added(m *responseItem, index number, e *emit) {
	key, role := itemOf(index, m.id), m.role()
	delete(a.skipped, key)
	delete(a.custom, key)
	a.see(m, role)
	switch role {
	case itemFunction:
		a.fragment(m, index, e)
	case itemCustom:
		a.customDelta(m, index, m.input, e)
	case itemAction:
		d := m.delta(stream.DeltaFragment, index)
		d.Name = m.typ.string()
		e.add(d)
	case itemMessage, itemReason:
	default:
		note(&a.skipped, key, e)
	}
}

// note adds an item to a set, unless the set is full.
func note(set *map[itemKey]bool, key itemKey, e *emit) {
	if *set == nil {
		*set = make(map[itemKey]bool)
	}
	if (len(*set) == maxItems || len(key.id) > maxItemID) && !(*set)[key] {
		e.lose(lost(parse.ErrLimit, "the reply has too many output items"))
		return
	}
	(*set)[key] = true
}

// skips reports whether the item is one that the provider runs itself.
func (a *openAIResponses) skips(m *responseItem, index number) bool {
	return len(a.skipped) > 0 && a.skipped[itemOf(index, m.id)]
}

// fragment adds argument text, or at least who the call is.
func (a *openAIResponses) fragment(m *responseItem, index number, e *emit) {
	if a.skips(m, index) || m.arguments.text.empty() && m.name.empty() && m.id.empty() && m.callID.empty() {
		return
	}
	d := m.delta(stream.DeltaFragment, index)
	d.Text = m.arguments.string()
	e.add(d)
}

// snapshot adds the final arguments of a call, if it gives them.
func (a *openAIResponses) snapshot(m *responseItem, index number, e *emit) {
	if a.skips(m, index) || m.arguments.text.empty() {
		return
	}
	d := m.delta(stream.DeltaSnapshot, index)
	d.Text = m.arguments.string()
	e.add(d)
}

// done adds the end of an item: what the fragments did not give, and what its
// status says.
func (a *openAIResponses) done(m *responseItem, index number, e *emit) {
	key, role := itemOf(index, m.id), m.role()
	a.see(m, role)
	switch role {
	case itemFunction:
		delete(a.skipped, key)
		if m.arguments.text.empty() {
			a.fragment(m, index, e)
		} else {
			a.snapshot(m, index, e)
		}
		if m.status.empty() && m.arguments.text.empty() {
			return // the response's status decides whether there are none or they were cut
		}
	case itemCustom:
		delete(a.skipped, key)
		a.customItem(m, index, e)
	case itemAction:
		delete(a.skipped, key)
		a.action(m, index, e)
	case itemMessage:
		for i, t := range a.parts[m.parts.from:m.parts.to] {
			a.whole(key, i, t, e)
		}
		return
	case itemReason:
		a.reasoning(m, key, e)
		return
	default:
		return
	}
	if ended, ok := m.ending(); ok {
		d := m.delta(stream.DeltaClose, index)
		d.Name, d.Ending = "", ended
		e.add(d)
	}
}

// action adds the call that an item is which the caller runs: its name is the
// item's type, its arguments are what the item asks for.
func (a *openAIResponses) action(m *responseItem, index number, e *emit) {
	d := m.delta(stream.DeltaFragment, index)
	d.Name = m.typ.string()
	switch {
	case !m.action.text.empty():
		d.Kind, d.Text = stream.DeltaSnapshot, m.action.string()
	case m.actions != nil:
		d.Kind, d.Text = stream.DeltaSnapshot, `{"actions":`+string(m.actions)+`}`
	}
	e.add(d)
}

// ending returns what an item's status says of its end, if anything.
func (m *responseItem) ending() (ending stream.Ending, ok bool) {
	switch string(m.status.raw) {
	case "", "completed":
		return stream.EndingNormal, true
	case "in_progress":
		return stream.EndingNormal, false
	}
	return stream.EndingCut, true
}
