module github.com/earlycall/earlycall/bench

go 1.26

replace github.com/earlycall/earlycall => ../

require (
	github.com/earlycall/earlycall v0.0.0
	github.com/go-json-experiment/json v1.27.2
	golang.org/x/sys v0.40.0
)
