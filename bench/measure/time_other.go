//go:build !linux

package measure

import "time"

var began = time.Now()

// processTime returns the wall time: there is no process clock here, so
// measure on an idle machine.
func processTime() time.Duration { return time.Since(began) }
