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
		}, "call 0 truncated|error -1 protocol|text mp\"}} and |call 1 a {}|end true"},
		{"a frame is lost outside", []Delta{
			{Kind: DeltaFeed, Text: "so " + call}, {Kind: DeltaLost}, {Kind: DeltaDone},
		}, "text so |call 0 a {}|error -1 protocol|end true"},
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
