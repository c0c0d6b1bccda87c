package frame

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/earlycall/earlycall/parse"
)

// framed feeds the chunks to a framer and writes each frame as one line:
// where it is, its event and id, and its data in quotes.
func framed(f Framer, chunks ...string) []string {
	out := []string{}
	next := func() {
		for {
			fr, ok := f.Next()
			if !ok {
				return
			}
			out = append(out, showFrame(fr))
		}
	}
	for _, c := range chunks {
		f.Write([]byte(c))
		next()
	}
	early := f.Finish()
	next()
	if early {
		out = append(out, "early")
	}
	return out
}

func showFrame(f Frame) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d-%d", f.Offset, f.End)
	if len(f.Event) > 0 {
		fmt.Fprintf(&b, " event=%s", f.Event)
	}
	if len(f.ID) > 0 {
		fmt.Fprintf(&b, " id=%s", f.ID)
	}
	switch {
	case f.Err != nil:
		fmt.Fprintf(&b, " %s", f.Err.Code.String())
	default:
		fmt.Fprintf(&b, " %q", f.Payload)
	}
	if f.Exception {
		b.WriteString(" exception")
	}
	if f.Early {
		b.WriteString(" early")
	}
	return b.String()
}

// checkFrames feeds the input to framers whole, cut at every place and byte by
// byte, and compares the frames with want. Frames whose end is reported by the
// first byte after it may end there.
func checkFrames(t *testing.T, fresh func() Framer, in string, want []string) {
	t.Helper()
	if want == nil {
		want = []string{}
	}
	compare := func(how string, chunks ...string) {
		if diff := cmp.Diff(want, framed(fresh(), chunks...)); diff != "" {
			t.Fatalf("%s: -want +got\n%s", how, diff)
		}
	}
	compare("whole", in)
	compare("byte by byte", bytesOf(in)...)
	for i := range len(in) {
		compare(fmt.Sprintf("cut at %d", i), in[:i], in[i:])
	}
}

func TestSSE(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"LF", "data: a\n\n", []string{`0-9 "a"`}},
		{"CR", "data: a\r\rdata: b\r\r", []string{`0-9 "a"`, `9-18 "b"`}},
		{"CRLF", "data: a\r\n\r\n", []string{`0-10 "a"`}},
		{"mixed ends", "data: a\r\ndata: b\rdata: c\n\rdata: d\n\n", []string{`0-26 "a\nb\nc"`, `26-35 "d"`}},
		{"LF CR is two ends", "data: a\n\rdata: b\n\n", []string{`0-9 "a"`, `9-18 "b"`}},
		{"one byte order mark", "\ufeffdata: a\n\n", []string{`0-12 "a"`}},
		{"two byte order marks", "\ufeff\ufeffdata: a\n\n", nil},
		{"a byte order mark later", "data: a\n\n\ufeffdata: b\n\n", []string{`0-9 "a"`}},
		{"half a byte order mark", "\xef\xbbdata: a\n\ndata: b\n\n", []string{`11-20 "b"`}},
		{"half a byte order mark before a bracket", "\xef\xbb[1]\n{}\ndata: b\n\n", []string{`0-18 "b"`}},
		{"a byte order mark before a blank line", "\ufeff\ndata: a\n\n", []string{`4-13 "a"`}},
		{"comments", ": hello\n\n:\ndata: a\n:data: b\n\n", []string{`11-29 "a"`}},
		{"one space is dropped", "data:a\ndata: b\ndata:  c\n\n", []string{`0-25 "a\nb\n c"`}},
		{"a tab is not", "data:\ta\n\n", []string{`0-9 "\ta"`}},
		{"colons in the value", "data: a:b: c\n\n", []string{`0-14 "a:b: c"`}},
		{"data alone", "data\n\n", []string{`0-6 ""`}},
		{"data with a colon alone", "data:\n\n", []string{`0-7 ""`}},
		{"data alone, twice", "data\ndata\n\n", []string{`0-11 "\n"`}},
		{"names are case-sensitive", "Data: a\nDATA: b\n data: c\n\n", nil},
		{"unknown fields", "foo: a\nbar\ndata: a\n\n", []string{`0-20 "a"`}},
		{"event", "event: x\ndata: a\n\ndata: b\n\n", []string{`0-18 event=x "a"`, `18-27 "b"`}},
		{"event twice", "event: x\nevent: y\nevent\ndata: a\n\n", []string{`0-33 "a"`}},
		{"event without data", "event: x\n\ndata: a\n\n", []string{`10-19 "a"`}},
		{"id persists", "id: 1\ndata: a\n\ndata: b\n\nid: 2\n\ndata: c\n\nid\ndata: d\n\n",
			[]string{`0-15 id=1 "a"`, `15-24 id=1 "b"`, `31-40 id=2 "c"`, `40-52 "d"`}},
		{"id with NUL", "id: 1\nid: 2\x003\ndata: a\n\n", []string{`0-23 id=1 "a"`}},
		{"NUL in data", "data: a\x00b\n\n", []string{`0-11 "a\x00b"`}},
		{"nothing", "", nil},
		{"blank lines", "\n\r\n\r", nil},
		{"no blank line at the end", "data: a\n\ndata: b\n", []string{`0-9 "a"`, `9-17 "b" early`, "early"}},
		{"no line end at the end", "event: x\ndata: b", []string{`0-16 event=x "b" early`, "early"}},
		{"no data at the end", "data: a\n\nevent: x\n", []string{`0-9 "a"`, "early"}},
		{"a comment at the end", "data: a\n\n: x", []string{`0-9 "a"`}},
		{"a JSON body", "\ufeff\r\n {\"a\":\n\n1} ", []string{`6-15 "{\"a\":\n\n1}"`}},
		{"a JSON body that is cut", `{"a":`, []string{`0-5 "{\"a\":" early`, "early"}},
		{"a JSON array", "[{\"a\":1}\n,\r\n{}]", []string{`1-8 "{\"a\":1}"`, `12-14 "{}"`}},
		{"not a JSON body", ":\n{\"a\":1}\n\n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			checkFrames(t, func() Framer { return &SSE{} }, tt.in, tt.want)
		})
	}
}

func TestSSERetry(t *testing.T) {
	tests := []struct {
		in   string
		want int64
		ok   bool
	}{
		{"retry: 1500\n", 1500, true},
		{"retry: 0\n", 0, true},
		{"retry: 7\nretry: x\nretry: +8\nretry: 1 \nretry\nretry: -1\nretry: ٣\n", 7, true},
		{"retry:\n", -1, false},
		{"retry: 99999999999999999999\n", -1, false},
	}
	for _, tt := range tests {
		var s SSE
		framed(&s, tt.in)
		if ms, ok := s.Retry(); ms != tt.want || ok != tt.ok {
			t.Errorf("%q: got %d, %v, want %d, %v", tt.in, ms, ok, tt.want, tt.ok)
		}
	}
}

func TestLimits(t *testing.T) {
	tests := []struct {
		name  string
		fresh func() Framer
		in    string
		want  []string
	}{
		{"SSE line", func() Framer { return &SSE{MaxLine: 10} },
			"data: a\n\nid: 1\ndata: 5678x\ndata: b\n\ndata: c\n\ndata: 5678\n\n",
			[]string{`0-9 "a"`, `9-15 limit`, `36-45 id=1 "c"`, `45-57 id=1 "5678"`}},
		{"SSE comment", func() Framer { return &SSE{MaxLine: 10} }, ":23456789xx\n\ndata: c\n\n", []string{`0-0 limit`, `13-22 "c"`}},
		{"SSE data", func() Framer { return &SSE{MaxLine: 10} },
			"data:12345\ndata:67890\n\ndata: c\n\n", []string{`0-22 limit`, `23-32 "c"`}},
		{"NDJSON", func() Framer { return &NDJSON{MaxLine: 4} }, "1234\n12345\n12\n", []string{`0-5 "1234"`, `5-5 limit`, `11-14 "12"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, chunks := range [][]string{{tt.in}, bytesOf(tt.in)} {
				got := framed(tt.fresh(), chunks...)
				for i := range got { // how much of the line was read before the limit depends on the chunks
					if strings.HasSuffix(got[i], "limit") && len(chunks) > 1 {
						got[i] = tt.want[i]
					}
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("%d chunks: -want +got\n%s", len(chunks), diff)
				}
			}
		})
	}
}

func TestNDJSON(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"lines", "{}\n{\"a\":1}\r\n 1 \r2\n", []string{`0-3 "{}"`, `3-11 "{\"a\":1}"`, `12-16 "1"`, `16-18 "2"`}},
		{"blank lines", "\n\r\n \t\n1\n", []string{`6-8 "1"`}},
		{"byte order mark", "\ufeff1\n\ufeff2\n", []string{`0-5 "1"`, `5-10 "\ufeff2"`}},
		{"no end", "1\n23", []string{`0-2 "1"`, `2-4 "23" early`, "early"}},
		{"nothing", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			checkFrames(t, func() Framer { return &NDJSON{} }, tt.in, tt.want)
		})
	}
}

func TestJSON(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"array", ` [ {"a":{"b":"}\"{"}} , {} ] `, []string{`3-21 "{\"a\":{\"b\":\"}\\\"{\"}}"`, `24-26 "{}"`}},
		{"values", "{}{}\n{}", []string{`0-2 "{}"`, `2-4 "{}"`, `5-7 "{}"`}},
		{"broken elements", `[{"a":]},{"b":1}}`, []string{`1-8 "{\"a\":]}"`, `9-16 "{\"b\":1}"`, `16-17 "}" early`, "early"}},
		{"scalars", `[12,"a,b]",x{}]`, []string{`1-3 "12"`, `4-10 "\"a,b]\""`, `11-12 "x"`, `12-14 "{}"`}},
		{"cut", `[{},{"a":"}`, []string{`1-3 "{}"`, `4-11 "{\"a\":\"}" early`, "early"}},
		{"nothing", " [ ] ", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			checkFrames(t, func() Framer { return &JSON{} }, tt.in, tt.want)
		})
	}
	got := framed(&JSON{MaxLine: 5}, `[{"a":1},{},{"a`, `":{}},{"b"`, `},3]`)
	want := []string{`1-8 limit`, `9-11 "{}"`, `12-20 limit`, `21-26 "{\"b\"}"`, `27-28 "3"`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("limit: -want +got\n%s", diff)
	}
}

// message writes a message of an AWS event stream. Headers are name and string.
func message(payload string, headers ...string) string {
	var h []byte
	for i := 0; i < len(headers); i += 2 {
		h = append(h, byte(len(headers[i])))
		h = append(h, headers[i]...)
		h = append(h, headerString)
		h = binary.BigEndian.AppendUint16(h, uint16(len(headers[i+1])))
		h = append(h, headers[i+1]...)
	}
	return string(seal(h, payload))
}

// seal writes a message with the headers h, as they are encoded.
func seal(h []byte, payload string) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(preludeLen+len(h)+len(payload)+trailerLen))
	b = binary.BigEndian.AppendUint32(b, uint32(len(h)))
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	b = append(append(b, h...), payload...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
}

func TestEventStream(t *testing.T) {
	a := message(`{"a":1}`, ":message-type", "event", ":event-type", "chunk", ":content-type", "application/json")
	fault := message(`{"message":"slow down"}`, ":message-type", "exception", ":exception-type", "throttlingException")
	internal := message("", ":message-type", "error", ":error-code", "500", ":error-message", "oops")
	odd := string(seal([]byte("\x01a\x00\x01b\x01\x01c\x02x\x01d\x03xx\x01e\x04xxxx\x01f\x05xxxxxxxx\x01g\x06\x00\x02xx\x01h\x08xxxxxxxx\x01i\x09xxxxxxxxxxxxxxxx"), "{}"))
	broken := string(seal([]byte("\x09short"), "{}"))
	unknown := string(seal([]byte("\x01a\x0a"), "{}"))
	flip := func(s string, i int) string { return s[:i] + string(s[i]^1) + s[i+1:] }
	n := len(a)
	tests := []struct {
		name, in string
		want     []string
	}{
		{"two messages", a + message("{}"), []string{fmt.Sprintf(`0-%d event=chunk "{\"a\":1}"`, n), fmt.Sprintf(`%d-%d "{}"`, n, n+18)}},
		{"exception", fault, []string{fmt.Sprintf(`0-%d event=throttlingException "{\"message\":\"slow down\"}" exception`, len(fault))}},
		{"error", internal, []string{fmt.Sprintf(`0-%d event=500 "oops" exception`, len(internal))}},
		{"all types of headers", odd, []string{fmt.Sprintf(`0-%d "{}"`, len(odd))}},
		{"headers that can't be read", broken + message("{}"), []string{`0-24 protocol`, `24-42 "{}"`}},
		{"a type of header that is not known", unknown, []string{`0-21 protocol`}},
		{"a wrong checksum", flip(a, n-20) + a, []string{`0-0 protocol`}},
		{"a wrong checksum of the prelude", a + flip(a, 9) + a, []string{fmt.Sprintf(`0-%d event=chunk "{\"a\":1}"`, n), fmt.Sprintf(`%d-%d protocol`, n, n)}},
		{"cut", a[:n-1], []string{"early"}},
		{"cut in the prelude", a[:3], []string{"early"}},
		{"nothing", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			checkFrames(t, func() Framer { return &EventStream{} }, tt.in, tt.want)
		})
	}
}

func TestEventStreamLengths(t *testing.T) {
	prelude := func(total, headers uint32) string {
		b := binary.BigEndian.AppendUint32(nil, total)
		b = binary.BigEndian.AppendUint32(b, headers)
		return string(binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b)))
	}
	for _, in := range []string{prelude(15, 0), prelude(20, 5), prelude(0, 0), prelude(1<<31, 1<<32-1)} {
		got := framed(&EventStream{}, in, message("{}"))
		if diff := cmp.Diff([]string{"0-0 protocol"}, got); diff != "" {
			t.Errorf("%x: -want +got\n%s", in, diff)
		}
	}
	long := message(strings.Repeat("x", 100))
	for _, chunks := range [][]string{{long + message("{}")}, bytesOf(long + message("{}"))} {
		got := framed(&EventStream{MaxLine: 50}, chunks...)
		if len(got) != 2 || !strings.HasSuffix(got[0], "limit") || got[1] != `116-134 "{}"` {
			t.Errorf("over the limit: got %q", got)
		}
	}
}

func TestFrames(t *testing.T) {
	var got []string
	for f, err := range Frames(iotest.OneByteReader(strings.NewReader("data: a\n\ndata: b\n")), &SSE{}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, showFrame(f))
	}
	if diff := cmp.Diff([]string{`0-9 "a"`, `9-17 "b" early`}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestFramesError(t *testing.T) {
	broken := errors.New("connection reset")
	r := io.MultiReader(strings.NewReader("data: a\n\ndata: b"), iotest.ErrReader(broken))
	var got []string
	for f, err := range Frames(r, &SSE{}) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, showFrame(f))
	}
	if diff := cmp.Diff([]string{`0-9 "a"`, `9-16 "b" early`, "connection reset"}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestFramesStopped(t *testing.T) {
	for range Frames(strings.NewReader("data: a\n\ndata: b\n\n"), &SSE{}) {
		break
	}
}

// TestFramesNil holds that a nil reader or framer is an error, not a panic.
func TestFramesNil(t *testing.T) {
	for _, seq := range []iter.Seq2[Frame, error]{Frames(nil, &SSE{}), Frames(strings.NewReader("data: a\n\n"), nil)} {
		var errs int
		for _, err := range seq {
			if err != nil {
				errs++
			}
		}
		if errs != 1 {
			t.Errorf("got %d errors, want 1", errs)
		}
	}
}

// idle is a reader that never delivers anything.
type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

func TestFramesNoProgress(t *testing.T) {
	for _, err := range Frames(idle{}, &SSE{}) {
		if err != io.ErrNoProgress {
			t.Errorf("got %v, want %v", err, io.ErrNoProgress)
		}
	}
}

// TestFramesAllocate holds that framers allocate nothing once their buffers
// have grown.
func TestFramesAllocate(t *testing.T) {
	events := strings.Repeat("event: x\nid: 7\ndata: {\"a\":\"bcdefgh\"}\ndata: more\n\n: comment\n\n", 50)
	aws := strings.Repeat(message(`{"a":1}`, ":event-type", "chunk"), 50)
	tests := []struct {
		name string
		f    Framer
		in   string
	}{
		{"SSE", &SSE{}, events},
		{"NDJSON", &NDJSON{}, strings.Repeat("{\"a\":\"bcdefgh\"}\n", 50)},
		{"JSON", &JSON{}, strings.Repeat("{\"a\":\"bcdefgh\"},\n", 50)},
		{"EventStream", &EventStream{}, aws},
	}
	for _, tt := range tests {
		for _, size := range []int{1, 7, 4096} {
			t.Run(fmt.Sprintf("%s/%d", tt.name, size), func(t *testing.T) {
				in := []byte(tt.in)
				feed := func() {
					for p := range slices.Chunk(in, size) {
						tt.f.Write(p)
						for _, ok := tt.f.Next(); ok; _, ok = tt.f.Next() {
						}
					}
				}
				feed()
				if got := testing.AllocsPerRun(10, feed); got != 0 {
					t.Errorf("got %v allocations, want 0", got)
				}
			})
		}
	}
}

// TestFramesLongLines holds that a line of a megabyte is read in pieces of any
// size, and that a stream of CR alone costs no rescans.
func TestFramesLongLines(t *testing.T) {
	long := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	in := append(append([]byte("data: "), long...), "\r\rdata: b\n\n"...)
	for _, size := range []int{1, 4096, len(in)} {
		var s SSE
		var got []int
		for p := range slices.Chunk(in, size) {
			s.Write(p)
			for f, ok := s.Next(); ok; f, ok = s.Next() {
				got = append(got, len(f.Payload))
			}
		}
		if diff := cmp.Diff([]int{len(long), 1}, got); diff != "" {
			t.Errorf("chunks of %d: -want +got\n%s", size, diff)
		}
	}
	n := 0
	var s SSE
	s.Write(bytes.Repeat([]byte("data:x\r\r"), 1<<17))
	for _, ok := s.Next(); ok; _, ok = s.Next() {
		n++
	}
	if n != 1<<17 {
		t.Errorf("got %d events, want %d", n, 1<<17)
	}
}

// TestSSEWhiteSpace holds that white space at the start of a stream is no lost
// frame, however much of it there is and whatever follows.
func TestSSEWhiteSpace(t *testing.T) {
	space := strings.Repeat(" ", 9)
	for _, rest := range []string{"", "data: a\n\n", "\n\ndata: b\n\n", `{"a":1}`, "\n[{}]"} {
		for _, chunks := range [][]string{{space + rest}, {space, rest}, bytesOf(space + rest)} {
			s := &SSE{MaxLine: 7}
			for _, c := range chunks {
				s.Write([]byte(c))
				for f, ok := s.Next(); ok; f, ok = s.Next() {
					if f.Err != nil {
						t.Errorf("%q: got %v", chunks, f.Err)
					}
				}
			}
		}
	}
	lost := "data:1\n\n" + space + "\n\n"
	for _, chunks := range [][]string{{lost}, bytesOf(lost)} {
		if got := framed(&SSE{MaxLine: 7}, chunks...); len(got) != 2 || !strings.HasSuffix(got[1], " limit") {
			t.Errorf("white space behind an event: got %q, want the event and a loss", got)
		}
	}
}

// TestLostErrors holds that the error of a lost frame says where the frame
// begins, and what the limit is, and nothing that the frame holds.
func TestLostErrors(t *testing.T) {
	long := "the frame at byte %d of the stream is longer than the limit of %d bytes"
	good := message("{}", ":event-type", "x")
	tests := []struct {
		name   string
		framer Framer
		in     string
		want   string
	}{
		{"SSE, a line", &SSE{MaxLine: 7}, "data:1\n\ndata: secret\n\n", fmt.Sprintf(long, 8, 7)},
		{"SSE, all data", &SSE{MaxLine: 9}, "data:1\n\ndata:secr\ndata:secr\ndata:secr\n\n", fmt.Sprintf(long, 8, 9)},
		{"SSE, JSON", &SSE{MaxLine: 9}, ` {"a":1}{"a":"secret"}`, fmt.Sprintf(long, 8, 9)},
		{"NDJSON", &NDJSON{MaxLine: 7}, "{}\n\n{\"a\":\"secret\"}\n", fmt.Sprintf(long, 4, 7)},
		{"JSON", &JSON{MaxLine: 7}, `[{}, {"a":"secret"}]`, fmt.Sprintf(long, 5, 7)},
		{"EventStream", &EventStream{MaxLine: len(good)}, good + message(`{"a":"secret"}`, ":event-type", "x"), fmt.Sprintf(long, len(good), len(good))},
		{"EventStream, a prelude", &EventStream{}, good + strings.Repeat("secret", 5), fmt.Sprintf("the frame at byte %d of the stream has a broken prelude", len(good))},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for f, err := range Frames(iotest.OneByteReader(strings.NewReader(tt.in)), tt.framer) {
				if err != nil {
					t.Fatal(err)
				}
				if f.Err != nil {
					got = append(got, f.Err.Message)
				}
			}
			if diff := cmp.Diff([]string{tt.want}, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
	s := SSE{MaxLine: 3}
	s.Write([]byte("data: a\n\n"))
	if f, ok := s.Next(); !ok || !errors.Is(f.Err, parse.ErrLimit) {
		t.Errorf("got %v, want ErrLimit", f.Err)
	}
}
