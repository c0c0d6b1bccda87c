// Package examples holds recorded replies. The programs in the folders beside
// it read them, so that they run without a network or a key:
//
//	go run github.com/earlycall/earlycall/examples/sse@latest
package examples

import (
	"embed"
	"io"
)

//go:embed testdata
var testdata embed.FS

// Open returns the recorded reply in the file of that name in testdata, as the
// body of a response would deliver it.
func Open(name string) io.ReadCloser {
	f, err := testdata.Open("testdata/" + name)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return f
}
