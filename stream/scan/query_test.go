package scan

import "testing"

// TestPlaces says what a scanner knows at each place of a text: whether it is
// in a string (s), there after a backslash (b), or not (.); how many
// containers are open; and where the latest string began (a is 0).
func TestPlaces(t *testing.T) {
	tests := []struct{ in, inside, depth, quote string }{
		{
			in:     ` {"k":1}`,
			inside: `...ss....`,
			depth:  `001111110`,
			quote:  `aaacccccc`,
		},
		{
			in:     `["\n\\","\u00e9"]`,
			inside: `..sbsbs..sbsssss..`,
			depth:  `011111111111111110`,
			quote:  `aabbbbbbbiiiiiiiii`,
		},
		{
			in:     `[[{"":[]}],"é"]`,
			inside: "....s.......sss..",
			depth:  "01233334321111110",
			quote:  "aaaaddddddddlllll",
		},
	}
	for _, tt := range tests {
		s := Scanner{}
		for i := 0; ; i++ {
			inside := byte('.')
			if s.AfterBackslash() {
				inside = 'b'
			} else if s.InString() {
				inside = 's'
			}
			if s.AfterBackslash() && !s.InString() {
				t.Errorf("%q at %d: behind a backslash, but in no string", tt.in, i)
			}
			if inside != tt.inside[i] || s.Depth() != int(tt.depth[i]-'0') || s.KeyStart() != int64(tt.quote[i]-'a') {
				t.Errorf("%q at %d: got %c, depth %d, string at %d; want %c, %c, %c", tt.in, i,
					inside, s.Depth(), s.KeyStart(), tt.inside[i], tt.depth[i], tt.quote[i])
			}
			if s.Offset() != int64(i) || s.Expected() != "" || s.Overflow() {
				t.Errorf("%q at %d: offset %d, expected %q, overflow %t", tt.in, i, s.Offset(), s.Expected(), s.Overflow())
			}
			if i == len(tt.in) {
				break
			}
			s.Scan(tt.in[i : i+1])
		}
	}
}

// TestInsideAtFail: a scanner that fails inside a string says so, so that a
// caller can go on to the string's end.
func TestInsideAtFail(t *testing.T) {
	tests := []struct {
		in                string
		inside, backslash bool
	}{
		{"{\"a\n", true, false},
		{"{\"a\\x", true, true},
		{`{"a\u00"`, true, false},
		{"{\"\xff", true, false},
		{"{\"\xe2\"", true, false},
		{`{"a"x`, false, false},
		{`{x`, false, false},
	}
	for _, tt := range tests {
		s := Scanner{}
		if _, why := s.Scan(tt.in); why != Fail || s.InString() != tt.inside || s.AfterBackslash() != tt.backslash {
			t.Errorf("%q: %s, in a string %t, behind a backslash %t", tt.in, stopNames[why], s.InString(), s.AfterBackslash())
		}
	}
}

func TestFinish(t *testing.T) {
	tests := []struct {
		in   string
		want Stop
	}{
		{``, More}, {` `, More}, {`0`, Done}, {`-`, More}, {`-0`, Done}, {`12`, Done}, {`1.`, More}, {`1.5`, Done},
		{`1e`, More}, {`1e+`, More}, {`1e5`, Done}, {`tru`, More}, {`true`, Done}, {`"`, More}, {`"a"`, Done},
		{`[1`, More}, {`{}`, Done}, {`x`, Fail},
	}
	for _, tt := range tests {
		s := Scanner{}
		s.Scan(tt.in)
		for range 2 {
			if got := s.Finish(); got != tt.want {
				t.Errorf("%q: Finish = %s, want %s", tt.in, stopNames[got], stopNames[tt.want])
			}
		}
		if tt.want != Done {
			continue
		}
		if n, why := s.Scan("1"); n != 0 || why != Done {
			t.Errorf("%q: Scan behind Finish = %d, %s, want 0, done", tt.in, n, stopNames[why])
		}
	}
}

func TestReset(t *testing.T) {
	s := Scanner{Limit: 2, Keys: true, Members: true}
	fresh := s
	for _, in := range []string{`{"a":[`, `[[[`, `tru`, `"a\`, `{}`, `1`} {
		s.Scan(in)
		s.Reset()
		if s != fresh {
			t.Errorf("%q: Reset left %+v", in, s)
		}
	}
}
