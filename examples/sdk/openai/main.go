// Command openai reads calls from the stream of OpenAI's own Go client, each at
// the byte that closes it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log"
	"os"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/ssestream"

	"github.com/earlycall/earlycall/examples/sdk/loopback"
	"github.com/earlycall/earlycall/stream"
)

func main() {
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(out io.Writer) error {
	url, stop, err := loopback.Serve("chat.sse")
	if err != nil {
		return err
	}
	defer stop()
	client := openai.NewClient(option.WithBaseURL(url), option.WithAPIKey("none"))
	chunks := client.Chat.Completions.NewStreaming(context.Background(), openai.ChatCompletionNewParams{
		Model:    "gpt-5-mini",
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("What is the weather?")},
	})
	defer chunks.Close()
	for call, err := range stream.Calls(stream.Events(deltas(chunks), &stream.Parser{})) {
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

// deltas returns the deltas of the client's chunks.
func deltas(chunks *ssestream.Stream[openai.ChatCompletionChunk]) iter.Seq2[stream.Delta, error] {
	return func(yield func(stream.Delta, error) bool) {
		open := map[int64]bool{} // the choices that have not finished
		for chunks.Next() {
			for _, choice := range chunks.Current().Choices {
				open[choice.Index] = choice.FinishReason == ""
				for _, d := range ofChoice(choice) {
					if !yield(d, nil) {
						return
					}
				}
			}
		}
		complete := len(open) > 0
		for _, unfinished := range open {
			complete = complete && !unfinished
		}
		if err := chunks.Err(); err != nil {
			yield(stream.Delta{}, err)
		} else if complete {
			yield(stream.Delta{Kind: stream.DeltaDone}, nil)
		}
	}
}

// ofChoice returns the deltas of one choice of a chunk: text, calls, the end.
func ofChoice(choice openai.ChatCompletionChunkChoice) []stream.Delta {
	n := int(choice.Index)
	deltas := []stream.Delta{{Kind: stream.DeltaText, Choice: n, Text: choice.Delta.Content + choice.Delta.Refusal}}
	for _, call := range choice.Delta.ToolCalls {
		deltas = append(deltas, stream.Delta{
			Kind: stream.DeltaFragment, Choice: n,
			ID: call.ID, Index: int(call.Index), Indexed: call.JSON.Index.Valid(), // 0 and absent are not the same
			Name: call.Function.Name, Text: call.Function.Arguments,
		})
	}
	switch choice.FinishReason {
	case "":
	case "stop", "tool_calls":
		deltas = append(deltas, stream.Delta{Kind: stream.DeltaFinish, Choice: n, Text: choice.FinishReason})
	default: // length, content_filter: what is open is cut
		deltas = append(deltas, stream.Delta{Kind: stream.DeltaFinish, Choice: n, Text: choice.FinishReason, Ending: stream.EndingCut})
	}
	return deltas
}
