package fuzz

import "testing"

// TestRows holds that the rows the laws are tried on can be used, and are
// found by their names.
func TestRows(t *testing.T) {
	for _, f := range Rows() {
		if err := f.Check(); err != nil {
			t.Error(err)
		}
		if found, ok := lookup(f.Name); !ok || found != f {
			t.Errorf("the name %q finds another row", f.Name)
		}
	}
}
