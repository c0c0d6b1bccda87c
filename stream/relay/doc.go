// Package relay writes the events of a reply as a provider's stream: the way back
// of package wire. A gateway reads a reply from any provider and writes it as a
// stream that is right, whatever the upstream server got wrong.
//
//	out := relay.NewAnthropic(w)
//	for ev, err := range stream.Events(wire.OpenAIChat(body), &stream.Parser{}) {
package relay
