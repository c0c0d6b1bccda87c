package wire

import "github.com/earlycall/earlycall/stream"

// choice reads one element of choices.
func (a *openAIChat) choice(r *reader) (c chatChoice) {
	for name := range r.members {
		switch string(name) {
		case "index":
			c.index = r.number()
		case "delta":
			c.delta = a.piece(r)
		case "message":
			c.message = a.piece(r)
		case "finish_reason":
			c.finish = r.text()
		case "error", "content_filter_result", "content_filter_results":
			if err := choiceFault(name, r); err.set {
				c.err = err
			}
		}
	}
	return c
}

// choiceFault reads the error of a choice, or what its content filter reports,
// which is an error only if it has one.
func choiceFault(name []byte, r *reader) (f fault) {
	if string(name) == "error" {
		return r.fault()
	}
	for name := range r.members {
		if string(name) == "error" {
			f = r.fault()
		}
	}
	return f
}

// piece reads the delta or message of a choice.
func (a *openAIChat) piece(r *reader) (d chatDelta) {
	for name := range r.members {
		d.ok = true
		switch string(name) {
		case "content":
			d.parts.from = len(a.parts)
			d.content = a.content(r)
			d.parts.to = len(a.parts)
		case "reasoning_content":
			d.reasoningContent = r.text()
		case "reasoning":
			d.plainReasoning = r.text()
		case "refusal":
			d.refusal = r.text()
		case "tool_calls":
			d.calls.from = len(a.calls)
			a.toolCalls(r)
			d.calls.to = len(a.calls)
		case "function_call":
			a.function(r, &d.function)
		}
	}
	return d
}

// content reads a content: text, or a list of parts, which are appended to parts.
func (a *openAIChat) content(r *reader) text {
	if r.peek() != '[' {
		return r.text()
	}
	for range r.elements {
		for name := range r.members {
			switch string(name) {
			case "text", "refusal":
				a.parts = append(a.parts, chatPart{stream.DeltaText, r.text()})
			case "thinking", "summary":
				a.thinking(r)
			}
		}
	}
	return text{}
}

// thinking reads a part of reasoning: text, or a list of parts with text.
func (a *openAIChat) thinking(r *reader) {
	if r.peek() != '[' {
		a.parts = append(a.parts, chatPart{stream.DeltaReasoning, r.text()})
		return
	}
	for range r.elements {
		for name := range r.members {
			if string(name) == "text" {
				a.parts = append(a.parts, chatPart{stream.DeltaReasoning, r.text()})
			}
		}
	}
}

// toolCalls reads a list of calls, or one call.
func (a *openAIChat) toolCalls(r *reader) {
	if r.peek() == '{' {
		a.calls = append(a.calls, a.toolCall(r))
		return
	}
	for range r.elements {
		a.calls = append(a.calls, a.toolCall(r))
	}
}

func (a *openAIChat) toolCall(r *reader) (c chatCall) {
	for name := range r.members {
		switch string(name) {
		case "index":
			c.index = r.number()
		case "id":
			c.id = r.scalar()
		case "function":
			a.function(r, &c)
		case "custom":
			a.customCall(r, &c)
		}
	}
	if a.mistral && c.id.is("null") {
		c.id = text{}
	}
	return c
}

// customCall reads the call of a custom tool, whose text is no JSON.
func (a *openAIChat) customCall(r *reader, c *chatCall) {
	for name := range r.members {
		c.custom = true
		switch string(name) {
		case "name":
			c.name = r.text()
		case "input":
			c.input = r.text()
		}
	}
}

func (a *openAIChat) function(r *reader, c *chatCall) {
	for name := range r.members {
		switch string(name) {
		case "name":
			c.name = r.text()
		case "arguments":
			c.arguments = r.argument()
		}
	}
}
