package stream

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lines renders events for comparison, text joined.
func lines(events []Event) (out []string) {
	for _, e := range events {
		switch {
		case e.Call != nil:
			out = append(out, fmt.Sprintf("call %d %s %s", e.Index, e.Call.Name, e.Call.Arguments))
		case e.Err != nil:
			out = append(out, fmt.Sprintf("%v %d %s", e.Kind, e.Index, e.Err.Code.String()))
		case e.Kind == KindText:
			out = append(out, "text "+e.Text)
		case e.Kind == KindEnd:
			out = append(out, fmt.Sprint("end ", e.Complete))
		}
	}
	return out
}

// Text over a wire is cut where a frame is lost, and taken back where the
// reply begins anew.
func TestInterrupt(t *testing.T) {
	const call = `{"name":"a","arguments":{}}`
	tests := []struct {
		name   string
		deltas []Delta
		want   string
	}{
		{"a frame is lost inside a call", []Delta{
			{Kind: DeltaFeed, Text: `{"name":"a","arguments":{"p":"/t`},
			{Kind: DeltaLost},
			{Kind: DeltaFeed, Text: `mp"}} and ` + call},
			{Kind: DeltaDone},
		}, "call 0 truncated|error -1 protocol|text mp\"}} and " + call + "|end true"},
		{"a frame is lost outside: it may have begun an object", []Delta{
			{Kind: DeltaFeed, Text: "so " + call}, {Kind: DeltaLost}, {Kind: DeltaFeed, Text: call}, {Kind: DeltaDone},
		}, "text so |call 0 a {}|error -1 protocol|text " + call + "|end true"},
		{"a restart is read again behind a loss", []Delta{
			{Kind: DeltaLost}, {Kind: DeltaFeed, Text: call}, {Kind: DeltaRestart}, {Kind: DeltaFeed, Text: call}, {Kind: DeltaDone},
		}, "error -1 protocol|text " + call + "|call 0 a {}|end true"},
		{"a restart takes calls back", []Delta{
			{Kind: DeltaFeed, Text: call + `{"name":"b","arguments":{`}, {Kind: DeltaRestart},
			{Kind: DeltaFeed, Text: call}, {Kind: DeltaDone},
		}, "call 0 a {}|call 1 truncated|conflict 0 conflict|call 2 a {}|end true"},
		{"behind the end it doesn't", []Delta{
			{Kind: DeltaFeed, Text: call}, {Kind: DeltaDone}, {Kind: DeltaRestart},
			{Kind: DeltaFeed, Text: call}, {Kind: DeltaDone},
		}, "call 0 a {}|call 1 a {}|end true"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var p Parser
			var got []string
			for _, d := range tt.deltas {
				got = append(got, lines(p.Apply(d))...)
			}
			got = append(got, lines(p.Finish())...)
			if diff := cmp.Diff(strings.Split(tt.want, "|"), got); diff != "" {
				t.Errorf("(- want, + got):\n%s", diff)
			}
		})
	}
}

// The ids of calls that may be taken back are kept up to a bound; calls with
// longer ones are taken back by their index.
func TestTakeBackBounded(t *testing.T) {
	id := strings.Repeat("i", maxHandedKeys/2)
	var p Parser
	for range 3 {
		p.Apply(Delta{Kind: DeltaFeed, Text: `{"id":"` + id + `","name":"f","arguments":{}}`})
	}
	var got []string
	for _, e := range p.Apply(Delta{Kind: DeltaRestart}) {
		got = append(got, fmt.Sprint(e.Kind, e.Index, len(e.Err.ID), e.Err.Name))
	}
	want := []string{fmt.Sprint(KindConflict, 0, len(id), "f"), fmt.Sprint(KindConflict, 1, 0, ""), fmt.Sprint(KindConflict, 2, 0, "")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(- want, + got):\n%s", diff)
	}
}
