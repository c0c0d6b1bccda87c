package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// decode reads all of raw, one JSON value, into v. With strict, a member that v
// has no field for is an error. Errors speak of JSON and never of Go's types.
func decode(raw []byte, v any, strict bool) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	if strict {
		d.DisallowUnknownFields()
	}
	err := d.Decode(v)
	if err == nil {
		if _, err = d.Token(); err == io.EOF {
			if strict {
				return unknownMember(raw, reflect.TypeOf(v), "") // a null in a list
			}
			return nil
		}
	}
	if broken := checkSyntax(raw); broken != nil {
		return broken
	}
	if strict {
		if unknown := unknownMember(raw, reflect.TypeOf(v), ""); unknown != nil {
			return unknown
		}
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return wrongType(wrong)
	}
	return err
}

// checkSyntax returns an error if raw is not one JSON value, and says where.
func checkSyntax(raw []byte) error {
	var all json.RawMessage
	broken, ok := errors.AsType[*json.SyntaxError](json.Unmarshal(raw, &all))
	if !ok {
		return nil
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return errors.New("it is empty")
	}
	if strings.HasPrefix(broken.Error(), "unexpected end") {
		return fmt.Errorf("it is no JSON: it ends too early, at %s", position(raw, len(raw)))
	}
	at := max(0, int(broken.Offset)-1)
	return fmt.Errorf("it is no JSON: %q can't stand at %s", firstRune(raw[at:]), position(raw, at))
}

// position says where a byte is, as editors count, but columns in bytes; of a
// text of one line, without the line.
func position(raw []byte, at int) string {
	before := raw[:at]
	column := at - bytes.LastIndexByte(before, '\n')
	if bytes.IndexByte(raw, '\n') < 0 {
		return fmt.Sprintf("column %d", column)
	}
	return fmt.Sprintf("line %d, column %d", 1+bytes.Count(before, []byte("\n")), column)
}

func firstRune(b []byte) rune {
	for _, c := range string(b[:min(len(b), 4)]) {
		return c
	}
	return 0
}

// wrongType says of a value of the wrong type.
func wrongType(wrong *json.UnmarshalTypeError) error {
	found, _, _ := strings.Cut(wrong.Value, " ") // "number 1.5"
	if wrong.Field == "" {
		return fmt.Errorf("it is %s; write %s", foundNames[found], wanted(wrong.Type))
	}
	return fmt.Errorf("%q holds %s where %s belongs", wrong.Field, foundNames[found], wanted(wrong.Type))
}

// foundNames are the types of JSON as encoding/json names them, in words.
var foundNames = map[string]string{
	"object": "an object", "array": "a list", "string": "a string", "number": "a number", "bool": "true or false",
}

// wanted returns in words what is read into a value of the type t.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return wanted(t.Elem())
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice:
		return "a list"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	}
	return "something else"
}

// typeName returns in words what type of JSON value raw is, by its first byte.
func typeName(raw []byte) string {
	switch raw = bytes.TrimSpace(raw); {
	case len(raw) == 0:
		return "empty"
	case raw[0] == '{':
		return "an object"
	case raw[0] == '[':
		return "a list"
	case raw[0] == '"':
		return "a string"
	case raw[0] == 't', raw[0] == 'f':
		return "true or false"
	case raw[0] == 'n':
		return "null"
	}
	return "a number"
}

// unknownMember returns an error that names the first member in raw, a JSON
// value at that path, for which the type t has no field, or a null in a list of
// objects, which would pass for an empty one; nil if there is none.
func unknownMember(raw []byte, t reflect.Type, path string) error {
	switch {
	case t.Kind() == reflect.Pointer:
		return unknownMember(raw, t.Elem(), path)
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct:
		var elements []json.RawMessage
		if json.Unmarshal(raw, &elements) != nil {
			return nil
		}
		for i, element := range elements {
			if typeName(element) == "null" {
				return fmt.Errorf("%s[%d] is null, where an object belongs", path, i)
			}
			if err := unknownMember(element, t.Elem(), fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
	case t.Kind() == reflect.Struct:
		return unknownOf(raw, t, path)
	}
	return nil
}

// maxMember is how many bytes of the name of an unknown member are looked at.
const maxMember = 64

// unknownOf does the work of unknownMember for an object.
func unknownOf(raw []byte, t reflect.Type, path string) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil
	}
	for d.More() {
		key, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return nil
		}
		name := key.(string) // a key is a string, else Token has failed
		field, ok := fieldOf(t, name)
		if !ok {
			name = clip(name, maxMember)
			within := ""
			if path != "" {
				within = " of " + path
			}
			return fmt.Errorf("there is no member %q%s; the nearest is %q", name, within, nearest(name, fieldNames(t), 1)[0])
		}
		if err := unknownMember(value, field.Type, strings.TrimPrefix(path+"."+name, ".")); err != nil {
			return err
		}
	}
	return nil
}

// fieldOf returns the field that encoding/json reads the member of that name
// into.
func fieldOf(t reflect.Type, name string) (reflect.StructField, bool) {
	for f := range t.Fields() {
		if strings.EqualFold(f.Tag.Get("json"), name) {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

// fieldNames returns the names of the members that t has fields for.
func fieldNames(t reflect.Type) []string {
	var names []string
	for f := range t.Fields() {
		names = append(names, f.Tag.Get("json"))
	}
	return names
}
