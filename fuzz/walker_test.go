package fuzz

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// walker follows the tokens of a JSON value that may end anywhere.
type walker struct {
	open []container
	key  func(depth int, name string, end int64) // called for each key, 1 being the root's depth
}

// container is an open object or array.
type container struct {
	keys  map[string]bool // nil: an array
	value bool            // a key was read and its value comes
}

// walkJSON calls key for each key of a JSON value, with the depth of its
// object and the offset after it. It returns the deepest nesting, and an
// error if the text can't go on to be a value, or has a key twice in one
// object. An end inside the value is no error.
func walkJSON(text string, key func(depth int, name string, end int64)) (deepest int, err error) {
	w := walker{key: key}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	for {
		tok, err := dec.Token()
		if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
			return deepest, nil
		} else if err != nil {
			return deepest, err
		}
		if err := w.token(tok, dec.InputOffset()); err != nil {
			return deepest, err
		}
		deepest = max(deepest, len(w.open))
	}
}

// token takes the next token, which ends at that offset.
func (w *walker) token(tok json.Token, end int64) error {
	switch tok {
	case json.Delim('{'):
		w.open = append(w.open, container{keys: map[string]bool{}})
		return nil
	case json.Delim('['):
		w.open = append(w.open, container{})
		return nil
	case json.Delim('}'), json.Delim(']'):
		w.open = w.open[:len(w.open)-1]
	}
	if len(w.open) == 0 {
		return nil
	}
	top := &w.open[len(w.open)-1]
	name, isString := tok.(string)
	if top.keys == nil || top.value || !isString {
		top.value = false
		return nil
	}
	if top.keys[name] {
		return fmt.Errorf("duplicate key %q", name)
	}
	top.keys[name], top.value = true, true
	w.key(len(w.open), name, end)
	return nil
}
