package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream/wire"
)

// maxProviderText is how many bytes of a provider's own words about an error
// are shown.
const maxProviderText = 400

// withCause returns the error with the provider's own words in its message, if
// it says of an error that the provider reported.
func withCause(e *parse.Error) *parse.Error {
	if e == nil {
		return nil
	}
	told, ok := errors.AsType[*wire.ProviderError](e.Err)
	if !ok {
		return e
	}
	var words []string
	for _, s := range []string{told.Type, told.Code, told.Message} {
		if s = folded(clip(s, maxProviderText)); s != "" && !slices.Contains(words, s) {
			words = append(words, s)
		}
	}
	if len(words) == 0 {
		return e
	}
	full := *e
	full.Message += ": " + clip(strings.Join(words, ": "), maxProviderText)
	return &full
}

// clip returns s, or its first n bytes and an ellipsis if it is longer. No
// character is cut.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
