package main

import (
	"iter"
	"sync"
)

// inOrder does the work for each item, several at a time, and gives the results
// in the order of the items. If the consumer stops, it returns once the work
// that has begun is done and items has given one more.
func inOrder[A, B any](items iter.Seq[A], workers int, work func(A) B) iter.Seq[B] {
	type job struct {
		item   A
		result chan B
	}
	return func(yield func(B) bool) {
		jobs := make(chan job)
		queue := make(chan job, 2*workers) // the same jobs, in order
		stop := make(chan struct{})
		var all sync.WaitGroup
		defer all.Wait()
		defer close(stop)
		for range workers {
			all.Go(func() {
				for j := range jobs {
					j.result <- work(j.item)
				}
			})
		}
		all.Go(func() {
			defer close(queue)
			defer close(jobs)
			for item := range items {
				j := job{item, make(chan B, 1)}
				select {
				case queue <- j:
				case <-stop:
					return
				}
				jobs <- j
			}
		})
		for j := range queue {
			if !yield(<-j.result) {
				return
			}
		}
	}
}
