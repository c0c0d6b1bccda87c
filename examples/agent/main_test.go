package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(fake))
	defer server.Close()
	var out strings.Builder
	if err := run(t.Context(), &out, server.URL, "How warm is it in Oslo?"); err != nil {
		t.Fatal(err)
	}
	want := `call    weather({"place":"Oslo"})
result  The call of tool "weather" was not run (schema): /place: is no member that the schema knows; it knows "city"; the arguments: the required member "city" is missing. Correct the arguments and call it again.
call    weather({"city":"Oslo"})
result  {"celsius":21,"city":"Oslo"}
answer  It is 21 °C in Oslo.
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}
