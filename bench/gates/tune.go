package main

import (
	"flag"
	"os"
	"strings"
)

func init() {
	if len(os.Args) > 2 && os.Args[1] == "tune" {
		flag.CommandLine = flag.NewFlagSet("", flag.ExitOnError)
		matrix(strings.Split(os.Args[2], ","), []column{
			chunked("append @4", 4, appender),
			chunked("scanner @4", 4, follower),
			chunked("scanner @4K", 4096, follower),
		}, 15)
		os.Exit(0)
	}
}
