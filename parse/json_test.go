package parse

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// check reads a text that must be one value.
func check(text string, duplicates bool) *fault {
	c := checker{text: text, maxDepth: hardMaxDepth, duplicates: duplicates}
	end, f := c.value(c.space(0), 0)
	if f == nil && c.space(end) < len(text) {
		f = c.syntax(c.space(end), "trailing")
	}
	return f
}

func TestCheckerGuiltyByte(t *testing.T) {
	// ¦ stands before the guilty byte.
	tests := []struct {
		text string
		code Code
	}{
		{`¦x`, ErrSyntax}, {`{¦x`, ErrSyntax}, {`{"a"¦}`, ErrSyntax}, {`{"a":¦}`, ErrSyntax}, {`{"a":1¦"`, ErrSyntax},
		{`{"a":1,¦}`, ErrSyntax}, {`{¦,`, ErrSyntax}, {`{"a":1}¦}`, ErrSyntax}, {`{"a":1¦]`, ErrSyntax},
		{`[¦,`, ErrSyntax}, {`[1,¦]`, ErrSyntax}, {`[1 ¦2]`, ErrSyntax}, {`[1¦}`, ErrSyntax}, {`[¦}`, ErrSyntax},
		{`0¦1`, ErrSyntax}, {`-¦x`, ErrSyntax}, {`-0¦0`, ErrSyntax}, {`1.¦x`, ErrSyntax}, {`1.5¦.`, ErrSyntax}, {`1e¦x`, ErrSyntax},
		{`1E+¦-`, ErrSyntax}, {`¦+1`, ErrSyntax}, {`¦.5`, ErrSyntax}, {`¦NaN`, ErrSyntax}, {`-¦Infinity`, ErrSyntax},
		{`tr¦xe`, ErrSyntax}, {`nul¦k`, ErrSyntax}, {`¦True`, ErrSyntax}, {`true¦x`, ErrSyntax}, {`fals¦E`, ErrSyntax},
		{"\"¦\n\"", ErrSyntax}, {"\"\x7f¦\x1f\"", ErrSyntax}, {`"\¦x"`, ErrSyntax}, {`"\u00¦g0"`, ErrSyntax}, {`"\u¦"`, ErrSyntax},
		{"\"¦\x80\"", ErrSyntax}, {"\"¦\xc1\"", ErrSyntax}, {"\"\xe0¦\x9f\"", ErrSyntax}, {"\"\xf0¦\x8f\"", ErrSyntax},
		{"\"\xf4¦\x90\"", ErrSyntax}, {"\"¦\xf5\"", ErrSyntax}, {"\"\xf0\x9f\x98¦\"", ErrSyntax}, {"¦\ufeff{}", ErrSyntax},
		{`¦'a'`, ErrSyntax}, {`{"a":1,"a¦":2}`, ErrDuplicateKey}, {`{"\u0061":1,"a¦":2}`, ErrDuplicateKey},
		{`[{"a":{"b":1,"b¦":1}}]`, ErrDuplicateKey}, {`{"a\ud800":1,"a\ud801¦":1}`, ErrDuplicateKey},
		{`{"\ud83d\ude00":1,"😀¦":1}`, ErrDuplicateKey}, {`{"":1,"¦":1}`, ErrDuplicateKey},
		{`¦`, ErrTruncated}, {`{¦`, ErrTruncated}, {`{"a¦`, ErrTruncated}, {`{"a"¦`, ErrTruncated}, {`{"a": ¦`, ErrTruncated},
		{`{"a":1¦`, ErrTruncated}, {`{"a":1,¦`, ErrTruncated}, {`[¦`, ErrTruncated}, {`[1¦`, ErrTruncated}, {`"\¦`, ErrTruncated},
		{`"\u12¦`, ErrTruncated}, {"\"\xe2\x82¦", ErrTruncated}, {`-¦`, ErrTruncated}, {`1.¦`, ErrTruncated}, {`1e¦`, ErrTruncated},
		{`1e+¦`, ErrTruncated}, {`tru¦`, ErrTruncated},
		{strings.Repeat("[", hardMaxDepth) + "¦[", ErrLimit},
	}
	for _, tt := range tests {
		at := strings.Index(tt.text, "¦")
		text := tt.text[:at] + tt.text[at+len("¦"):]
		f := check(text, false)
		if f == nil || f.at != at || f.code != tt.code {
			t.Errorf("%.40q: got %v, want %v at %d", text, f, tt.code, at)
		}
	}
}

func TestCheckerValid(t *testing.T) {
	for _, text := range []string{
		`{}`, ` [ ] `, `""`, `0`, `-0`, `-0.5e-10`, `1E5`, `[1,"a",null,true,false,{"a":{"a":1}}]`,
		`"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\ud800\udfff"`, "\"\x7fé\u2028😀\U0010ffff\"", `{"a":1,"A":2,"":3}`,
	} {
		if f := check(text, false); f != nil {
			t.Errorf("%s: got %v at %d, want valid", text, f.code, f.at)
		}
	}
}

func TestUnquote(t *testing.T) {
	tests := []struct{ in, want string }{
		{``, ""}, {`a`, "a"}, {`\"\\\/\b\f\n\r\t`, "\"\\/\b\f\n\r\t"}, {`\u00E9\u20ac`, "é€"}, {`\ud83d\ude00`, "😀"},
		{`\ud800`, "\ufffd"}, {`\ud800x`, "\ufffdx"}, {`\ud800\ud800`, "\ufffd\ufffd"}, {`\ude00\ud83d`, "\ufffd\ufffd"},
		{`\ud800\u0041`, "\ufffdA"}, {`\ud800\n`, "\ufffd\n"}, {`é\\u0041`, `é\u0041`},
	}
	for _, tt := range tests {
		if got := unquote(tt.in); got != tt.want {
			t.Errorf("unquote(%s): got %q, want %q", tt.in, got, tt.want)
		}
	}
}

// jsonish draws text that is nearly JSON.
func jsonish(t *rapid.T) string {
	piece := rapid.SampledFrom([]string{
		"{", "}", "[", "]", ",", ":", `"`, `"a"`, `"b":`, `\`, `\u`, `\ud83d\ude00`, `\u0061`, "1", "-", "0", ".", "e", "+", "true",
		"nul", "l", " ", "\n", "\x00", "é", "\xe2", "\x82", "\xac", "\xff", `{"a":1}`, `[1,2]`, `"x"`, "null",
	})
	return strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "pieces"), "")
}

func TestCheckerAgreesWithEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkAgreement(t, jsonish(t)) })
}

func FuzzChecker(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.5e3,"\u00e9"]}`, "\"\xe2\x82\xac\"", `{"a":1,"a":2}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { checkAgreement(t, text) })
}

type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

// checkAgreement holds that the checker takes what encoding/json takes, if it
// is UTF-8, and that the byte it calls guilty is the first that can't be there.
func checkAgreement(t fataler, text string) {
	t.Helper()
	f := check(text, true)
	if f != nil && f.code == ErrLimit {
		return
	}
	if want := json.Valid([]byte(text)) && utf8.ValidString(text); (f == nil) != want {
		t.Fatalf("%q: got %v, want valid %v", text, f, want)
	}
	f = check(text, false)
	if f == nil || f.code == ErrTruncated {
		if f != nil && f.at != len(text) {
			t.Fatalf("%q: truncated at %d", text, f.at)
		}
		return
	}
	before, with := check(text[:f.at], false), check(text[:f.at+1], false)
	if before != nil && (before.code != ErrTruncated || before.at != f.at) {
		t.Fatalf("%q: %v at %d, but before that %v at %d", text, f.code, f.at, before.code, before.at)
	}
	if with == nil || with.code != f.code || with.at != f.at {
		t.Fatalf("%q: %v at %d, but up to that byte %v", text, f.code, f.at, with)
	}
}
