package wire

import (
	"errors"
	"io"
)

// errStopped tells that the consumer wants no more.
var errStopped = errors.New("wire: stopped")

// chunkSize is the size of the buffer that chunks reads into, in bytes.
const chunkSize = 32 << 10

// maxIdle is how many reads in a row may give nothing before chunks gives up.
const maxIdle = 100

// chunks hands each chunk that r delivers to use, as it arrives, until r ends,
// and returns its error: nil for io.EOF, errStopped if use returned false.
func chunks(r io.Reader, use func([]byte) bool) error {
	buf := make([]byte, chunkSize)
	for idle := 0; idle < maxIdle; {
		n, err := r.Read(buf)
		if n > 0 {
			idle = 0
			if !use(buf[:n]) {
				return errStopped
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
