package parse

// Segment is a piece of a reply. The segments that [Text] returns are
// contiguous, cover the whole reply, and no two neighbours that are text,
// reasoning or marker are of the same kind.
type Segment struct {
	Kind  SegmentKind
	Start int64  // offset of the first byte
	End   int64  // offset after the last byte
	Call  *Call  // of KindCall
	Err   *Error // of KindError and KindConflict
}

// SegmentKind says what the bytes of a segment are.
type SegmentKind uint8

const (
	KindText      SegmentKind = iota // what the model says to the user
	KindReasoning                    // what the model says to itself
	KindMarker                       // the format's punctuation: markers, fences, separators
	KindCall                         // a call, with Call set
	KindError                        // a call that failed, with Err set: up to where reading goes on
	KindConflict                     // bytes that claim to belong to a closed call, with Err set
)

var segmentKinds = [...]string{"text", "reasoning", "marker", "call", "error", "conflict"}

// String returns the kind in one lower-case word.
func (k SegmentKind) String() string {
	if int(k) < len(segmentKinds) {
		return segmentKinds[k]
	}
	return "unknown"
}
