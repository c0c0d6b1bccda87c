module github.com/earlycall/earlycall/fuzz/sse

go 1.26

require github.com/earlycall/earlycall v0.0.0

require github.com/tmaxmax/go-sse v0.12.0

replace github.com/earlycall/earlycall => ../..
