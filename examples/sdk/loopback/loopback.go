// Package loopback serves recorded replies, so that the programs beside it need
// neither a network nor a key.
package loopback

import (
	"io"
	"net"
	"net/http"

	"github.com/earlycall/earlycall/examples"
)

// Serve answers every request with the recorded reply of that name, until stop
// is called. It returns the address for a client's base URL.
func Serve(name string) (url string, stop func() error, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		body := examples.Open(name)
		defer body.Close()
		io.Copy(w, body)
	})}
	go server.Serve(listener)
	return "http://" + listener.Addr().String(), server.Close, nil
}
