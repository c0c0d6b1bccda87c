// Package loopback serves recorded replies, so that the programs beside it need
// neither a network nor a key.
package loopback

import (
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/earlycall/earlycall/examples"
)

// Serve answers every request with the recorded reply of that name, until stop
// is called. It returns the address for a client's base URL.
func Serve(name string) (url string, stop func() error, err error) {
	return serve(func() io.ReadCloser { return examples.Open(name) })
}

// ServeText answers every request with the body.
func ServeText(body string) (url string, stop func() error, err error) {
	return serve(func() io.ReadCloser { return io.NopCloser(strings.NewReader(body)) })
}

func serve(open func() io.ReadCloser) (url string, stop func() error, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		body := open()
		defer body.Close()
		io.Copy(w, body)
	})}
	go server.Serve(listener)
	return "http://" + listener.Addr().String(), server.Close, nil
}
