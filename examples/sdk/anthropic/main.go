// Command anthropic reads calls from the stream of Anthropic's own Go client,
// each at the byte that closes it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log"
	"os"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"
	"github.com/anthropics/anthropic-sdk-go/v2/packages/ssestream"

	"github.com/earlycall/earlycall/examples/sdk/loopback"
	"github.com/earlycall/earlycall/stream"
)

func main() {
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(out io.Writer) error {
	url, stop, err := loopback.Serve("messages.sse")
	if err != nil {
		return err
	}
	defer stop()
	client := anthropic.NewClient(option.WithBaseURL(url), option.WithAPIKey("none"))
	events := client.Messages.NewStreaming(context.Background(), anthropic.MessageNewParams{
		Model: "example-model", MaxTokens: 1024,
		Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("What is the weather?"))},
	})
	defer events.Close()
	for call, err := range stream.Calls(stream.Events(deltas(events), &stream.Parser{})) {
		if bad, ok := errors.AsType[*stream.Error](err); ok {
			fmt.Fprintln(out, call.ID, "tell the model:", bad.Message)
			continue
		}
		if err != nil {
			return err // the connection broke
		}
		fmt.Fprintln(out, call.ID, call.Name, string(call.Arguments))
	}
	return nil
}

// deltas returns the deltas of the client's events.
func deltas(events *ssestream.Stream[anthropic.MessageStreamEventUnion]) iter.Seq2[stream.Delta, error] {
	return func(yield func(stream.Delta, error) bool) {
		ours := map[int64]bool{} // the blocks that are calls of our tools
		for events.Next() {
			ev := events.Current()
			if ev.Type == "content_block_start" {
				ours[ev.Index] = ev.ContentBlock.Type == "tool_use" // not server_tool_use: the provider runs that
			}
			if d, ok := ofEvent(ev, ours[ev.Index]); ok && !yield(d, nil) {
				return
			}
		}
		if err := events.Err(); err != nil {
			yield(stream.Delta{}, err)
		}
	}
}

// ofEvent returns the delta of an event; ok is false if there is none. The end
// of a block says nothing that the closing brace or the stop reason does not.
func ofEvent(ev anthropic.MessageStreamEventUnion, ours bool) (d stream.Delta, ok bool) {
	switch ev.Type + " " + ev.Delta.Type {
	case "content_block_start ":
		d = stream.Delta{Kind: stream.DeltaFragment, ID: ev.ContentBlock.ID, Index: int(ev.Index), Indexed: true, Name: ev.ContentBlock.Name}
		return d, ours
	case "content_block_delta input_json_delta":
		return stream.Delta{Kind: stream.DeltaFragment, Index: int(ev.Index), Indexed: true, Text: ev.Delta.PartialJSON}, ours
	case "content_block_delta text_delta":
		return stream.Delta{Text: ev.Delta.Text}, true
	case "content_block_delta thinking_delta":
		return stream.Delta{Kind: stream.DeltaReasoning, Text: ev.Delta.Thinking}, true
	case "message_delta ":
		d = stream.Delta{Kind: stream.DeltaFinish, Text: string(ev.Delta.StopReason), Ending: stream.EndingCut}
		if r := ev.Delta.StopReason; r == "end_turn" || r == "tool_use" || r == "stop_sequence" {
			d.Ending = stream.EndingNormal
		}
		return d, d.Text != ""
	case "message_stop ":
		return stream.Delta{Kind: stream.DeltaDone}, true
	}
	return d, false
}
