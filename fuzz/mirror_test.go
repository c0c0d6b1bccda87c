package fuzz

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// TestOptionsMirror holds that each option of the reference is one of the machine
// too, under the same name, and that the machine has no option about
// text of its own.
func TestOptionsMirror(t *testing.T) {
	reference := exported(reflect.TypeFor[parse.Options]())
	machine := exported(reflect.TypeFor[stream.Parser]())
	for _, native := range []string{"DecodeStrings", "MaxOpen"} { // about native calls, which the reference never sees
		if _, ok := machine[native]; !ok {
			t.Errorf("stream.Parser has no %s", native)
		}
		delete(machine, native)
	}
	if d := cmp.Diff(reference, machine); d != "" {
		t.Errorf("parse.Options and stream.Parser:\n%s", d)
	}
}

// exported returns the exported fields of a struct and their types.
func exported(typ reflect.Type) map[string]string {
	fields := map[string]string{}
	for i := range typ.NumField() {
		if f := typ.Field(i); f.IsExported() {
			fields[f.Name] = f.Type.String()
		}
	}
	return fields
}
