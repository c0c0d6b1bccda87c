package relay

import (
	"bytes"
	"encoding/json"
)

// tokens are the counts of an account that several providers have. The input is
// all of it, what was read from a cache and what was written to one included.
type tokens struct{ input, output, read, written int64 }

// account is an account of tokens in any provider's shape: each count under all
// of its names.
type account struct {
	PromptTokens     *int64 `json:"prompt_tokens"` // Chat Completions
	CompletionTokens *int64 `json:"completion_tokens"`
	TotalTokens      *int64 `json:"total_tokens"`
	PromptDetails    struct {
		Cached int64 `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`

	InputTokens  *int64 `json:"input_tokens"` // Messages and Responses
	OutputTokens *int64 `json:"output_tokens"`
	CacheRead    int64  `json:"cache_read_input_tokens"` // Messages
	CacheWritten int64  `json:"cache_creation_input_tokens"`
	InputDetails *struct {
		Cached int64 `json:"cached_tokens"`
	} `json:"input_tokens_details"` // Responses

	PromptCount     *int64 `json:"promptTokenCount"` // Gemini
	CandidatesCount int64  `json:"candidatesTokenCount"`
	ThoughtsCount   int64  `json:"thoughtsTokenCount"`
	CachedCount     int64  `json:"cachedContentTokenCount"`

	ConverseInput  *int64 `json:"inputTokens"` // Bedrock: the input without what a cache had
	ConverseOutput int64  `json:"outputTokens"`
	ConverseRead   int64  `json:"cacheReadInputTokens"`
	ConverseWrite  int64  `json:"cacheWriteInputTokens"`

	TotalInput   *int64 `json:"total_input_tokens"` // Interactions
	TotalOutput  int64  `json:"total_output_tokens"`
	TotalThought int64  `json:"total_thought_tokens"`
	TotalCached  int64  `json:"total_cached_tokens"`

	Cohere *struct {
		Input  float64 `json:"input_tokens"`
		Output float64 `json:"output_tokens"`
	} `json:"tokens"`
}

// chat reports whether the account is in the shape of Chat Completions.
func (a *account) chat() bool {
	return a.PromptTokens != nil || a.CompletionTokens != nil || a.TotalTokens != nil && a.InputTokens == nil && a.TotalInput == nil && a.ConverseInput == nil
}

// messages reports whether the account is in the shape of Messages.
func (a *account) messages() bool {
	return (a.InputTokens != nil || a.OutputTokens != nil) && a.TotalTokens == nil && a.InputDetails == nil
}

// tokens returns the counts; ok is false for a shape that is not known.
func (a *account) tokens() (t tokens, ok bool) {
	switch {
	case a.chat():
		return tokens{value(a.PromptTokens), value(a.CompletionTokens), a.PromptDetails.Cached, 0}, true
	case a.messages():
		return tokens{value(a.InputTokens) + a.CacheRead + a.CacheWritten, value(a.OutputTokens), a.CacheRead, a.CacheWritten}, true
	case a.InputTokens != nil:
		t = tokens{input: *a.InputTokens, output: value(a.OutputTokens)}
		if a.InputDetails != nil {
			t.read = a.InputDetails.Cached
		}
		return t, true
	case a.PromptCount != nil:
		return tokens{*a.PromptCount, a.CandidatesCount + a.ThoughtsCount, a.CachedCount, 0}, true
	case a.ConverseInput != nil:
		return tokens{*a.ConverseInput + a.ConverseRead + a.ConverseWrite, a.ConverseOutput, a.ConverseRead, a.ConverseWrite}, true
	case a.TotalInput != nil:
		return tokens{*a.TotalInput, a.TotalOutput + a.TotalThought, a.TotalCached, 0}, true
	case a.Cohere != nil:
		return tokens{input: int64(a.Cohere.Input), output: int64(a.Cohere.Output)}, true
	}
	return t, false
}

func value(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

// chatUsage returns an account in the shape of Chat Completions; nil if there is
// nothing to make it of.
func chatUsage(raw json.RawMessage) []byte {
	var a account
	if json.Unmarshal(raw, &a) != nil {
		return nil
	}
	if a.chat() {
		return compact(raw)
	}
	t, ok := a.tokens()
	if !ok {
		return nil
	}
	type details struct {
		Cached int64 `json:"cached_tokens"`
	}
	return marshal(struct {
		Prompt     int64   `json:"prompt_tokens"`
		Completion int64   `json:"completion_tokens"`
		Total      int64   `json:"total_tokens"`
		Details    details `json:"prompt_tokens_details"`
	}{t.input, t.output, t.input + t.output, details{t.read}})
}

// messagesUsage returns an account in the shape of Messages; nil if there is
// nothing to make it of.
func messagesUsage(raw json.RawMessage) []byte {
	var a account
	if json.Unmarshal(raw, &a) != nil {
		return nil
	}
	if a.messages() {
		return compact(raw)
	}
	t, ok := a.tokens()
	if !ok {
		return nil
	}
	return marshal(struct {
		Input   int64 `json:"input_tokens"`
		Output  int64 `json:"output_tokens"`
		Read    int64 `json:"cache_read_input_tokens"`
		Written int64 `json:"cache_creation_input_tokens"`
	}{max(t.input-t.read-t.written, 0), t.output, t.read, t.written})
}

func compact(raw []byte) []byte {
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		panic("BUG: " + err.Error())
	}
	return b.Bytes()
}

func marshal(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return b
}
