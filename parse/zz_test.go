package parse
import ("testing";"fmt";"os";"bufio";"encoding/json")
func TestZZ(t *testing.T){
 f,err:=os.Open(os.Getenv("ZZ")); if err!=nil{return}
 s:=bufio.NewScanner(f)
 for s.Scan(){ var c struct{T string; F string; Tools []string; R bool; M, D int}
  if e:=json.Unmarshal(s.Bytes(),&c);e!=nil{t.Fatal(e, s.Text())}
  o:=Options{InReasoning:c.R,MaxCall:c.M,MaxDepth:c.D}
  if c.Tools!=nil {o.Tools=named(c.Tools...)}
  switch c.F{case "h":o.Format=&hermesRow;case "m":o.Format=&mistralRow;case "q":o.Format=&qwenRow;case "qs":o.Format=&qwenStrictRow;case "f":o.Format=&firstRow;case "k":o.Format=&toolKeyRow}
  sg:=Text(c.T,o); checkSegments(t,c.T,sg)
  fmt.Printf("--- %q %s %v\n%s",c.T,c.F,c.Tools,render(c.T,sg))
 }}
