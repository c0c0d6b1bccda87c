package scan

import (
	"encoding/json"
	"math/rand"
	"testing"
	"unicode/utf8"
)

func TestTmp(t *testing.T) {
	al := `{}[]":,0123e.-truefalsnl\ u "` + "\n\x01\x80\xc3\xe4\xf0\x9f"
	r := rand.New(rand.NewSource(1))
	ok := 0
	seeds := []string{`{"a":[1,2.5e-3,{"b":null}],"c":"x\u00e9\n"}`, `[true,false,[],{}]`, `-0.5`,
		`{"text":"a long string with many\nlines\n\nand \\ \"quotes\" and so on\n é ÿ 日本語日本語日本語 and much more text\n so that\nthe blocks\nare\nused\nindeed\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\n aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}`}
	for k := 0; k < 500000; k++ {
		b := []byte(seeds[k%4])
		for m := r.Intn(3); m >= 0; m-- {
			b[r.Intn(len(b))] = al[r.Intn(len(al))]
		}
		if got, want := Valid(b), json.Valid(b) && utf8.Valid(b); got != want {
			t.Fatalf("%q got %v", b, got)
		} else if got {
			ok++
		}
		var f Scanner
		f.Keys, f.Members = k&1 == 0, k&2 == 0
		p := plain{Scanner: f}
		in := string(b)
		cuts := r.Intn(4)
		for len(in) > 0 {
			end := len(in)
			if cuts > 0 {
				end = 1 + r.Intn(len(in))
				cuts--
			}
			n, why := f.Scan(in[:end])
			n2, why2 := p.scan(in[:end])
			if n != n2 || why != why2 || clean(f) != p.Scanner {
				t.Fatalf("%q in %q %d %d, %d %d\n%+v\n%+v", in[:end], b, n, why, n2, why2, f, p.Scanner)
			}
			in = in[n:]
			if why >= Done {
				break
			}
		}
	}
	t.Log(ok, Pointer([]byte(`{"a":[1,2,{"b~\u002fc":[`)))
}

func clean(s Scanner) Scanner { s.top = 0; s.stack = [16]uint64{}; return s }
