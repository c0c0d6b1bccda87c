package measure

import (
	"time"

	"golang.org/x/sys/unix"
)

// processTime returns the processor time that the process has used.
func processTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic("BUG: no process clock: " + err.Error())
	}
	return time.Duration(t.Nano())
}
