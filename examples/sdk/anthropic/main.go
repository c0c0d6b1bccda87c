// Command anthropic reads calls from a stream that Anthropic's own Go client has
// asked for, each at the byte that closes it: from the body of the response, or
// from the client's events one by one.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log"
	"net/http"
	"os"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"
	"github.com/anthropics/anthropic-sdk-go/v2/packages/ssestream"

	"github.com/earlycall/earlycall/examples/sdk/loopback"
	"github.com/earlycall/earlycall/stream"
	"github.com/earlycall/earlycall/stream/wire"
)

func main() {
	// With a network and a key the client has an address of its own.
	url, stop, err := loopback.Serve("messages.sse")
	if err != nil {
		log.Fatal(err)
	}
	defer stop()
	for _, read := range []func(context.Context, string) iter.Seq2[stream.Delta, error]{body, events} {
		if err := run(os.Stdout, read(context.Background(), url)); err != nil {
			log.Fatal(err)
		}
	}
}

// run shows how the calls of a reply are taken. It returns the transport's
// error; what is wrong with a call goes to the model, and the reply goes on.
func run(out io.Writer, deltas iter.Seq2[stream.Delta, error]) error {
	for call, err := range stream.Calls(stream.Events(deltas, &stream.Parser{})) {
		if bad, ok := errors.AsType[*stream.Error](err); ok {
			fmt.Fprintln(out, call.ID, "tell the model:", bad.Message)
			continue
		}
		if err != nil {
			return err
		}
		fmt.Fprintln(out, call.ID, call.Name, string(call.Arguments))
	}
	return nil
}

// body returns the deltas of a reply from the body of its response. The client
// sends the request, checks the status and tries again; it decodes nothing.
func body(ctx context.Context, url string) iter.Seq2[stream.Delta, error] {
	return func(yield func(stream.Delta, error) bool) {
		var response *http.Response
		reply := ask(ctx, url, option.WithResponseInto(&response))
		if err := reply.Err(); err != nil {
			yield(stream.Delta{}, err)
			return
		}
		defer reply.Close()
		wire.Anthropic(response.Body)(yield)
	}
}

// events returns the deltas of a reply from the client's events, for a program
// that needs those as well.
func events(ctx context.Context, url string) iter.Seq2[stream.Delta, error] {
	return func(yield func(stream.Delta, error) bool) {
		d, err := wire.New("anthropic", wire.Options{})
		if err != nil {
			yield(stream.Delta{}, err)
			return
		}
		reply := ask(ctx, url)
		defer reply.Close()
		hand := func(deltas []stream.Delta) bool {
			for _, delta := range deltas {
				if !yield(delta, nil) {
					return false
				}
			}
			return true
		}
		for reply.Next() {
			if !hand(d.WriteFrame([]byte(reply.Current().RawJSON()))) {
				return
			}
		}
		if err := reply.Err(); err != nil {
			if hand(d.Abort()) {
				yield(stream.Delta{}, err)
			}
			return
		}
		hand(d.Finish())
	}
}

// ask asks for a reply, as with any program that has the client.
func ask(ctx context.Context, url string, opts ...option.RequestOption) *ssestream.Stream[anthropic.MessageStreamEventUnion] {
	client := anthropic.NewClient(option.WithBaseURL(url), option.WithAPIKey("none"))
	return client.Messages.NewStreaming(ctx, anthropic.MessageNewParams{
		Model: "example-model", MaxTokens: 1024,
		Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("What is the weather?"))},
	}, opts...)
}
