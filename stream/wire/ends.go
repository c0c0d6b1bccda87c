package wire

import "github.com/earlycall/earlycall/stream"

// ends watches whether each choice that was seen has finished, on wires where
// that completes a reply.
type ends struct {
	finished map[int]bool // the choices seen
	unknown  bool         // there are more of them
}

// maxChoices is how many choices are watched.
const maxChoices = 1024

// watch notes that a choice was seen, and whether it has finished.
func (s *ends) watch(choice int, finished bool) {
	if s.finished == nil {
		s.finished = make(map[int]bool)
	}
	was, seen := s.finished[choice]
	switch {
	case seen && (was || !finished):
	case !seen && len(s.finished) == maxChoices:
		s.unknown = true
	default:
		s.finished[choice] = finished
	}
}

// finish says that the reply is complete, if each choice has finished. What
// began after that is cut: no terminal event has settled it.
func (s *ends) finish(e *emit) {
	if len(s.finished) == 0 || s.unknown {
		return
	}
	for _, finished := range s.finished {
		if !finished {
			return
		}
	}
	e.flushAll()
	e.add(stream.Delta{Kind: stream.DeltaDone, Ending: stream.EndingCut})
}
