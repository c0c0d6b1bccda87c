package fuzz

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/earlycall/earlycall/parse"
	"github.com/earlycall/earlycall/stream"
)

// Opaque: a call that stands as data in another call never comes out, by the
// machine however cut or by the reference, not even as an error of its own.
func Opaque(c Case) error {
	for _, cuts := range [][]int{c.Cuts, nil, everyByte(len(c.Text))} {
		for _, o := range Run(c.Parser(), cutAt(c.Text, cuts), nil) {
			if o.Kind == stream.KindCallStart && o.Text == hidden || o.Call != nil && o.Call.Name == hidden {
				return fmt.Errorf("the machine reads data as a call: %s", eventLine(o.Event))
			}
		}
	}
	for _, s := range parse.Text(c.Text, c.Options()) {
		if s.Call != nil && s.Call.Name == hidden || s.Err != nil && s.Err.Name == hidden {
			return fmt.Errorf("parse.Text reads data as a call: %d-%d", s.Start, s.End)
		}
	}
	return nil
}

// TestOpaque tries the law on random quotations of each row.
func TestOpaque(t *testing.T) {
	for _, f := range Rows() {
		if !quotable(f) {
			continue
		}
		t.Run(f.Name, rapid.MakeCheck(func(t *rapid.T) {
			c := Quotations(f).Draw(t, "quotation")
			if err := Opaque(c); err != nil {
				t.Fatalf("Opaque: %v\n%s", err, c)
			}
		}))
	}
}
