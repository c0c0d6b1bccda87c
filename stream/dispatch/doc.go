// Package dispatch runs the tools that a model calls while the model is still
// talking.
package dispatch
