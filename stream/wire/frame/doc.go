// Package frame cuts the bytes of a provider's stream into frames: server-sent
// events, lines of NDJSON, elements of a JSON array, messages of an AWS event
// stream. Package wire reads the frames.
//
//	for f, err := range frame.Frames(body, &frame.SSE{}) {
//
// Each framer is a push core with Write, Next and Finish, without goroutines and
// without allocations once its buffers have grown; [Frames] and [Chunks] read
// from an io.Reader. What a framer returns does not depend on the chunks, and
// its time is linear in the bytes, one byte a chunk too.
package frame
