// Package bench measures the scanner and the parser against batch parsing:
// encoding/json once at the end, which knows nothing before, and encoding/json
// after every chunk, which is what one writes at first.
//
//	go test -bench . -benchtime 200ms
//	go run ./gates
//
// The benchmarks are for looking; their wall times change with the machine's
// load. What must hold is held by the command gates.
package bench
