package frame

import (
	"errors"
	"io"
)

// ErrStopped is returned by [Chunks] when the consumer wants no more.
var ErrStopped = errors.New("frame: stopped")

var errNilReader = errors.New("frame: the reader is nil")

// chunkSize is the size of the buffer that Chunks reads into, in bytes.
const chunkSize = 32 << 10

// maxIdle is how many reads in a row may give nothing before Chunks gives up.
const maxIdle = 100

// Chunks hands each chunk that r delivers to use, as it arrives, until r ends,
// and returns its error: nil for io.EOF, [ErrStopped] if use returned false,
// io.ErrNoProgress after 100 reads in a row that gave nothing, and an error for
// a nil reader. A chunk has at most 32 KiB and is valid during the call.
func Chunks(r io.Reader, use func([]byte) bool) error {
	if r == nil {
		return errNilReader
	}
	buf := make([]byte, chunkSize)
	for idle := 0; idle < maxIdle; {
		n, err := r.Read(buf)
		if n > 0 {
			idle = 0
			if !use(buf[:n]) {
				return ErrStopped
			}
		} else {
			idle++
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return io.ErrNoProgress
}
