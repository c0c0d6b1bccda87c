package scan

import (
	"reflect"
	"strings"
	"testing"
)

// TestStops says what each rule stops at. Every row is read as cut, whole,
// and at every chunk size up to 9; the stops must not depend on that.
func TestStops(t *testing.T) {
	all := Scanner{Keys: true, Members: true}
	tests := []struct {
		name    string
		options Scanner
		in      string
		want    string
	}{
		// The root.
		{"object", Scanner{}, `{}`, "done 2"},
		{"array", Scanner{}, `[1,2]`, "done 5"},
		{"string", Scanner{}, `"a"`, "done 3"},
		{"literals", Scanner{}, `[true,false,null]`, "done 17"},
		{"white space before", Scanner{}, " \t\r\n{}", "done 6"},
		{"nothing behind is read", Scanner{}, `{} {}`, "done 2"},
		{"no comma behind", Scanner{}, `"a",`, "done 3"},
		{"no bracket behind", Scanner{}, `[]]`, "done 2"},
		{"nothing", Scanner{}, ``, "more 0"},
		{"only white space", Scanner{}, "\n ", "more 2"},
		{"number at the end", Scanner{}, `12`, "done 2"},
		{"number before a space", Scanner{}, `12 `, "done 2"},
		{"number before a letter", Scanner{}, `12x`, "done 2"},
		{"zero before a digit", Scanner{}, `01`, "done 1"},
		{"cut number", Scanner{}, `1.`, "more 2"},
		{"cut literal", Scanner{}, `nul`, "more 3"},
		{"literal before a letter", Scanner{}, `nulll`, "done 4"},
		{"cut object", Scanner{}, `{"a":1`, "more 6"},
		{"options at other roots", all, `"a"`, "done 3"},
		{"members of no object", all, `[{"a":1}]`, "key 5, done 9"},

		// Member names.
		{"keys", Scanner{Keys: true}, `{"a":{"b":1},"":[{"c":"d"}]}`, "key 4, key 9, key 15, key 21, done 28"},
		{"key with escapes", Scanner{Keys: true}, `{"\"\u00e9¦\\":1}`, "key 13, done 16"},
		{"white space around", Scanner{Keys: true}, `{ "a" : 1 , "b" : 2 }`, "key 5, key 15, done 21"},

		// Members of the root.
		{"members", Scanner{Members: true}, `{"a":1,"b":"c","d":null}`,
			"begin 5, end 6, begin 11, end 14, begin 19, end 23, done 24"},
		{"members and keys", all, `{"a":1}`, "key 4, begin 5, end 6, done 7"},
		{"containers", Scanner{Members: true}, `{"a":{"b":1},"c":[2,{}]}`,
			"begin 5, end 12, begin 17, end 23, done 24"},
		{"space before and behind", Scanner{Members: true}, `{"a": ¦1 ,"b":¦ [] }`,
			"begin 6, end 7, begin 14, end 16, done 18"},
		{"begin in a chunk of its own", Scanner{Members: true}, `{"a":¦ ¦"b¦"}`, "begin 6, end 9, done 10"},
		{"number up to a brace", Scanner{Members: true}, `{"a":-1.5e+3}`, "begin 5, end 12, done 13"},
		{"number that goes wrong later", Scanner{Members: true}, `{"a":1x}`, "begin 5, end 6, fail 6"},
		{"number that is cut", Scanner{Members: true}, `{"a":-}`, "begin 5, fail 6"},
		{"no begin of what is no value", Scanner{Members: true}, `{"a":}`, "fail 5"},
		{"cut before", Scanner{Members: true}, `{"a": `, "more 6"},
		{"cut inside", Scanner{Members: true}, `{"a":"b`, "begin 5, more 7"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			whole := strings.ReplaceAll(tt.in, cut, "")
			if got := trace(tt.options, strings.Split(tt.in, cut)...); got != tt.want {
				t.Errorf("%q: got %s, want %s", tt.in, got, tt.want)
			}
			for n := 1; n <= 9; n++ {
				if got := trace(tt.options, each(whole, n)...); got != tt.want {
					t.Errorf("in chunks of %d: got %s, want %s", n, got, tt.want)
				}
			}
			if got := trace(tt.options, whole); got != tt.want {
				t.Errorf("whole: got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestGuilty says which byte is guilty, and what was expected there. The
// guilty byte stands after ^.
func TestGuilty(t *testing.T) {
	const (
		value    = `a value`
		text     = `valid UTF-8 without raw control characters`
		tail     = `valid UTF-8`
		hex      = `four hexadecimal digits after \u`
		behind   = `one of "\/bfnrtu after the backslash`
		inObject = `"," or "}"`
		inArray  = `"," or "]"`
		name     = `a quoted name`
	)
	tests := []struct{ in, expected string }{
		{`^x`, value},
		{`^}`, value},
		{`^]`, value},
		{`^,`, value},
		{`^'a'`, value},
		{"^\xEF\xBB\xBF{}", value},
		{"^\x00", value},
		{`[^}`, `a value or "]"`},
		{`[1,^]`, value},
		{`[1 ^2]`, inArray},
		{`[1^}`, inArray},
		{`[0^0]`, inArray},
		{`[1.5^.]`, inArray},
		{`[1e5^e]`, inArray},
		{`["a"^:1]`, inArray},
		{`{^,`, `a quoted name or "}"`},
		{`{^a:1}`, `a quoted name or "}"`},
		{`{"a"^}`, `":" after the name`},
		{`{"a":^}`, value},
		{`{"a":1^]`, inObject},
		{`{"a":1,^}`, name},
		{`{"a":1,^,`, name},
		{"\"^\n\"", text},
		{"\"^\x1F\"", text},
		{`"\^x`, behind},
		{"\"\\^\n", behind},
		{`"\^U`, behind},
		{`"\u^g000`, hex},
		{`"\u0^"`, hex},
		{`"\u00^ `, hex},
		{`"\u000^g"`, hex},
		{`-^x`, `a digit`},
		{`-^-`, `a digit`},
		{`1.^e5`, `a digit`},
		{`1.^ `, `a digit`},
		{`1e^x`, `a digit or a sign`},
		{`1e+^-`, `a digit`},
		{`[t^x`, `true`},
		{`tru^E`, `true`},
		{`f^x`, `false`},
		{`fals^ `, `false`},
		{`n^x`, `null`},
		{`nul^"`, `null`},
		// UTF-8.
		{"\"^\x80\"", text},
		{"\"^\xBF\"", text},
		{"\"^\xC0\x80\"", text},
		{"\"^\xC1\xBF\"", text},
		{"\"\xC2^\"", tail},
		{"\"\xC2^\xC2", tail},
		{"\"\xE2\x80^a\"", tail},
		{"\"\xE0^\x9F\x80\"", tail},
		{"\"\xED^\xA0\x80\"", tail},
		{"\"\xEF\xBF^\"", tail},
		{"\"\xF0^\x8F\xBF\xBF\"", tail},
		{"\"\xF0\x90^\x7F\"", tail},
		{"\"\xF1\x80\x80^\xC0\"", tail},
		{"\"\xF4^\x90\x80\x80\"", tail},
		{"\"^\xF5\x80\x80\x80\"", text},
		{"\"^\xFF\"", text},
	}
	for _, tt := range tests {
		guilty := strings.Index(tt.in, "^")
		in := tt.in[:guilty] + tt.in[guilty+1:]
		// The byte must be found at every speed: in short chunks, in words and
		// in blocks of 64 bytes.
		long := strings.Repeat(`aü\n語`, 40)
		for _, lead := range []string{"", "1234567", long} {
			padded, at := in, guilty
			if lead != "" && in[0] != '"' {
				continue
			} else if lead != "" {
				padded, at = `"`+lead+in[1:], guilty+len(lead)
			}
			for _, size := range []int{1, 2, 3, 4, 5, 8, 64, 1 << 10} {
				p := newPair(t, Scanner{})
				why := p.feed(each(padded+strings.Repeat(" ", 70), size)...)
				if why != Fail || p.fast.Offset() != int64(at) {
					t.Errorf("%q in chunks of %d: got %s %d, want fail %d", padded, size, stopNames[why], p.fast.Offset(), at)
				}
				if got := p.fast.Expected(); got != tt.expected {
					t.Errorf("%q: expected %s, want %s", padded, got, tt.expected)
				}
				if n, why := p.fast.Scan("{}"); n != 0 || why != Fail {
					t.Errorf("%q: then Scan = %d, %s, want 0, fail", padded, n, stopNames[why])
				}
			}
		}
	}
}

// TestStay: after the root nothing is read, whatever comes.
func TestStay(t *testing.T) {
	s := Scanner{}
	s.Scan(`{}`)
	for range 2 {
		if n, why := s.Scan(`{}`); n != 0 || why != Done || s.Offset() != 2 {
			t.Errorf("Scan behind the root = %d, %s at %d, want 0, done at 2", n, stopNames[why], s.Offset())
		}
	}
	if got := s.Finish(); got != Done {
		t.Errorf("Finish = %s, want done", stopNames[got])
	}
}

// TestDepth: the limit is the number of open containers, at most MaxDepth, and
// the machine remembers the kind of every one of them.
func TestDepth(t *testing.T) {
	tests := []struct {
		limit int16
		want  int
	}{{0, DefaultMaxDepth}, {-1, DefaultMaxDepth}, {1, 1}, {63, 63}, {64, 64}, {65, 65}, {1024, 1024}, {1025, MaxDepth}, {32767, MaxDepth}}
	for _, tt := range tests {
		var open strings.Builder
		var shut []byte
		for d := range tt.want {
			if d%3 == 0 || d%64 == 1 {
				open.WriteString(`[`)
				shut = append(shut, ']')
			} else {
				open.WriteString(`{"a":`)
				shut = append(shut, '}')
			}
		}
		for i, j := 0, len(shut)-1; i < j; i, j = i+1, j-1 {
			shut[i], shut[j] = shut[j], shut[i]
		}
		for _, size := range []int{1, 7, 1 << 20} {
			p := newPair(t, Scanner{Limit: tt.limit})
			if got := p.feed(each(open.String()+"0"+string(shut), size)...); got != Done || p.fast.Overflow() {
				t.Errorf("limit %d: %d levels: got %s, overflow %t", tt.limit, tt.want, stopNames[got], p.fast.Overflow())
			}
			p = newPair(t, Scanner{Limit: tt.limit})
			got := p.feed(each(open.String()+"[", size)...)
			if got != Fail || !p.fast.Overflow() || p.fast.Expected() != "less nesting" || p.fast.Depth() != tt.want {
				t.Errorf("limit %d: %d levels: got %s, overflow %t, expected %q, depth %d", tt.limit, tt.want+1,
					stopNames[got], p.fast.Overflow(), p.fast.Expected(), p.fast.Depth())
			}
			if p.fast.Offset() != int64(open.Len()) {
				t.Errorf("limit %d: guilty byte at %d, want %d", tt.limit, p.fast.Offset(), open.Len())
			}
		}
	}
}

// TestCheckpoint: a copy of a scanner goes on where the scanner was.
func TestCheckpoint(t *testing.T) {
	const in = `{"a":[1.5e3,"b\u00e9語",{"c":true}],"d":"` + "e\\n" + `"}`
	want := trace(Scanner{Keys: true, Members: true}, in)
	for i := range len(in) {
		s := Scanner{Keys: true, Members: true}
		first := trace(s, in[:i])
		first = first[:strings.LastIndex(first, ",")+1]
		for rest := in[:i]; ; {
			n, why := s.Scan(rest)
			if why == More {
				break
			}
			rest = rest[n:]
		}
		checkpoint := s
		trace(s, `]}{garbage`)
		if got := strings.TrimSpace(first + " " + trace(checkpoint, in[i:])); got != want {
			t.Errorf("from %d on: got %s, want %s", i, got, want)
		}
	}
}

func TestSize(t *testing.T) {
	if got := reflect.TypeFor[Scanner]().Size(); got > 256 {
		t.Errorf("a Scanner has %d bytes, want at most 256", got)
	}
}

func TestAllocations(t *testing.T) {
	text := strings.Repeat(`{"a":[1,2.5,true,"b\n\u00e9 語 and more text",{"c":{}}]},`, 50)
	text = `{"list":[` + text + `null]}`
	raw := []byte(text)
	s := Scanner{Keys: true, Members: true}
	for _, size := range []int{1, 4, 64, len(text)} {
		got := testing.AllocsPerRun(10, func() {
			s.Reset()
			for from := 0; from < len(text); {
				n, _ := s.Scan(text[from:min(from+size, len(text))])
				from += n
			}
			s.Reset()
			for from := 0; from < len(raw); {
				n, _ := s.ScanBytes(raw[from:min(from+size, len(raw))])
				from += n
			}
		})
		if got != 0 {
			t.Errorf("in chunks of %d: %v allocations, want 0", size, got)
		}
	}
}
