package fuzz

import "testing"

func TestWalkJSON(t *testing.T) {
	tests := []struct {
		text    string
		ok      bool
		keys    string
		deepest int
	}{
		{`{"a":1,"b":{"a":[2,{"c":"d"}]}}`, true, "abac", 4},
		{`{"a":1,"\u0061":2}`, false, "a", 1},
		{`{"a":{"b":1},"b`, true, "ab", 2},
		{`{"a":tr`, true, "a", 1},
		{`{"a":"\ud83d\u`, true, "a", 1},
		{`{"a":tx`, false, "a", 1},
		{`{"a":01}`, false, "a", 1},
		{`{"a":1,}`, false, "a", 1},
		{`{"a" 1`, false, "a", 1},
		{"{\"a\n", false, "", 1},
		{`[{"a":1},{"a":1}]`, true, "aa", 2},
		{`{`, true, "", 1},
	}
	for _, tt := range tests {
		keys := ""
		deepest, err := walkJSON(tt.text, func(_ int, name string, _ int64) { keys += name })
		if (err == nil) != tt.ok || keys != tt.keys || deepest != tt.deepest {
			t.Errorf("%s: err %v, keys %q, depth %d", tt.text, err, keys, deepest)
		}
	}
}
