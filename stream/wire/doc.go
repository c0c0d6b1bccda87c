// Package wire reads the streams of model providers: bytes to frames, frames to
// deltas, which a [stream.Parser] turns into checked calls.
//
//	for ev, err := range stream.Events(wire.OpenAIChat(body), &stream.Parser{Tools: tools}) {
//
// It needs no provider's module and no HTTP: a body is an io.Reader, a recorded
// file as well as a live one. For bytes that are pushed, [New] returns a
// [Decoder] with Write and Finish, and with [Decoder.WriteFrame] for the chunks of
// a provider's own client. For frames alone there is package frame.
//
// Package relay goes the other way: a gateway reads a reply and writes it as a
// stream that is right. Token usage is not an event: a program that wants it
// makes its decoder itself, reads with [Deltas], and asks [Decoder.Usage] in the
// end.
//
// # Wires
//
// A call comes out at the byte that closes its arguments, where the provider
// sends them in fragments; "at its frame" means that it comes whole, with the
// frame that holds it.
//
//	wire                 framing         text  reasoning  a call comes out      complete with
//	text                 none            yes   by format  as its format says    the end of the stream
//	openai-chat          SSE             yes   yes        at its closing byte   [DONE], or a finish reason of each choice
//	openai-responses     SSE             yes   yes        at its closing byte   response.completed, .incomplete or .failed
//	anthropic            SSE             yes   yes        at its closing byte   message_stop
//	gemini               SSE, array      yes   yes        at its frame          a finishReason of each candidate
//	gemini-interactions  SSE             yes   yes        at its closing byte   interaction.completed
//	ollama               NDJSON          yes   yes        at its frame          done
//	bedrock              event stream    yes   yes        at its closing byte   messageStop
//	cohere               SSE             yes   yes        at its closing byte   message-end
//	mistral              SSE             yes   yes        at its closing byte   [DONE], or a finish reason of each choice
//	args                 none            no    no         at its closing byte   the end of the stream
//
// Gemini's calls that come as paths, if the client has asked for that, come out
// at their end. A custom tool's free text (openai-responses) becomes the
// arguments {"input":"…"}, and comes out when its text is done.
//
// A call without arguments comes out later, when something says that none will
// follow: the end of its own, the start of the next block, a normal finish
// reason, or the terminal event. An end that a cut may have brought (a token
// limit, a filter, the end of the body) makes up no arguments.
//
// # What is read, and what is not
//
//   - The names of a frame's members are compared as they are spelled: escapes in
//     them are not decoded.
//   - Of two equal members the last counts.
//   - An index or id that is absent, null or "" is absent, and an index in quotes
//     is that number.
//   - Calls that the provider runs itself (server_tool_use, mcp_call,
//     web_search_call, …) are dropped, and so are their fragments. An item of
//     Responses of an unknown type is dropped too, but if the reply ends with it,
//     that is a DeltaLost.
//   - Items of Responses that the caller runs (computer_call, apply_patch_call,
//     shell_call, local_shell_call) are calls of that name, whose arguments are
//     the item's action.
//   - A namespace (Responses) or a toolset's name (Anthropic) is part of a tool's
//     name: "crm.delete".
//   - A whole message after deltas is a snapshot: its text is not repeated, its
//     calls are compared with those that are out.
//   - Arguments that are JSON where a string is usual are handed on as they are
//     spelled; a string where an object is usual is the text of the arguments.
//   - In one frame, text comes before calls, and calls before the finish reason.
//   - An error that the provider reports, by whatever member, event or exception,
//     is a DeltaError whose cause is a [ProviderError]; reading goes on. So is a
//     finish reason that says that the model's call or output was unusable.
//   - A body without a frame of the wire (a page, plain text, compressed bytes, a
//     JSON object with only a message, nothing) is a DeltaLost with ErrProtocol,
//     which says what the body looks like and what to do.
//   - A frame that is not JSON, or is over the limit, is a DeltaLost, which fails
//     the calls that are open; it names the frame's first byte, counted from 0 in
//     the stream, and the limit; reading goes on. Only an AWS event stream with a
//     wrong checksum ends there.
//   - A frame that the end of the stream has cut is dropped if it is not whole. A
//     missing terminal event is reported by the absence of DeltaDone.
//   - On a wire of server-sent events, a body that is a JSON document instead is
//     read as one: error documents, and replies that were not streamed.
//   - Half a surrogate pair at the end of a piece of text waits for the next
//     piece; in arguments it stays the escape that it is.
//
// The error of an iterator is terminal and is only ever the reader's, or says that
// a reader is nil.
//
// Frames are read by a reader of this package and not by package scan, for two
// reasons: a server may cut a character between two frames, so that strings are
// not always UTF-8, and a frame has no limit on depth but its size.
package wire
