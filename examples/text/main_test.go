package main

import (
	"os"
)

func Example() {
	run(os.Stdout)
	// Output:
	// 0  text  "It is {late}, so: "
	// 2  run   set_alarm {"at": "06:30"}
	// 2  text  " Sleep well"
	// 3  text  "!"
	// 4  end   complete: true
}
