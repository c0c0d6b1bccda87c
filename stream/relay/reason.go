package relay

import "strings"

// stopReason is why a choice ended.
type stopReason uint8

const (
	stopNormal   stopReason = iota
	stopSequence            // at a text that the request named
	stopPause               // a pause: the client sends the reply back, and the model goes on
	stopLength
	stopContext // the context is full
	stopFilter
)

// reasons are the finish reasons of all providers, in small letters, with what
// each means. One that is not here is a cut: stopLength.
var reasons = map[string]stopReason{
	"": stopNormal, "stop": stopNormal, "end_turn": stopNormal, "tool_calls": stopNormal, "tool_call": stopNormal,
	"tool_use": stopNormal, "function_call": stopNormal, "complete": stopNormal, "completed": stopNormal,
	"requires_action": stopNormal, "eos": stopNormal, "eos_token": stopNormal,
	"stop_sequence": stopSequence, "pause_turn": stopPause,
	"model_context_window_exceeded": stopContext,
	"content_filter":                stopFilter, "content_filtered": stopFilter, "safety": stopFilter, "refusal": stopFilter,
	"guardrail_intervened": stopFilter, "recitation": stopFilter, "prohibited_content": stopFilter,
	"blocklist": stopFilter, "spii": stopFilter, "language": stopFilter, "image_safety": stopFilter,
}

// reasonOf returns what any provider's finish reason means.
func reasonOf(reason string) stopReason {
	if r, ok := reasons[strings.ToLower(reason)]; ok {
		return r
	}
	return stopLength
}

// chatReason returns the finish reason of Chat Completions.
func chatReason(r stopReason, calls int) string {
	switch {
	case r == stopLength, r == stopContext:
		return "length"
	case r == stopFilter:
		return "content_filter"
	case calls > 0:
		return "tool_calls"
	}
	return "stop"
}

// anthropicReason returns the stop reason of Messages.
func anthropicReason(r stopReason, calls int) string {
	switch {
	case r == stopLength:
		return "max_tokens"
	case r == stopContext:
		return "model_context_window_exceeded"
	case r == stopFilter:
		return "refusal"
	case r == stopPause:
		return "pause_turn"
	case calls > 0:
		return "tool_use"
	case r == stopSequence:
		return "stop_sequence"
	}
	return "end_turn"
}
