module github.com/earlycall/earlycall/bench

go 1.26

replace github.com/earlycall/earlycall => ../

require github.com/earlycall/earlycall v0.0.0

require golang.org/x/sys v0.40.0 // indirect
