package stream

// state says where in a reply the machine is. All transitions start at the
// functions of the table below. The comment of each state shows the place
// where it holds, between marks.
type state uint8

const (
	stateText      state = iota // Let me ^see^: text, or reasoning
	stateMarker                 // <tool_^cal^l>: a marker has begun
	stateBrace                  // {^ "na^me":…: a brace up to its first colon
	stateBracket                // [^ ^{: a bracket up to an object
	stateRun                    // ``^`^: a run of a fence's characters
	stateRunTail                // ```^`^: more of the run that has closed our fence
	stateRunOn                  // ```^``^: more of a run that is too long to be held
	stateInfo                   // ```^json^: the info line of a fence that may be ours
	stateFenced                 // ```json⏎^ ^{: after it
	stateAfter                  // {…}^ , ^]: after a call in an array or in our fence
	stateObject                 // {"name"^:"a",…^}: an opened object
	stateSkip                   // {"name":"a",^nonsense^}: a broken or foreign object up to its end
	stateSkipRun                // {…⏎^``^`: a run of a fence's characters in it
	stateOpener                 // <tool_call>^ ^{: an opener up to the body
	stateOpenArray              // <tool_call>[^ ^{: an opener's array up to its first element
	stateOpenName               // [TOOL_CALLS]^get_weath^er[ARGS]: an opener's name
	stateOpenTag                // <function=^get_weath^er>: a tagged call without an opener
	stateElements               // [^{…}^, ^{…}^]: an array's elements, between them
	stateBehind                 // {…}^ ^</tool_call>: after a body
	stateConflict               // {…}^junk^</tool_call>: what can't stand there
	stateNamed                  // [TOOL_CALLS]^get_weather[ARGS]: a named call, committed; all of this has been held
	stateID                     // [CALL_ID]^ab12^[ARGS]: a named call's id
	stateRoot                   // [ARGS]^ ^{: up to a named call's arguments
	stateArguments              // [ARGS]{^"a":1^}: a named call's arguments
	stateTagged                 // <tool_call>^<function=: a tagged call, committed; all of this has been held
	stateTagName                // <function=^get_weath^er>: a tagged call's name
	stateTagBody                // …>^ ^<parameter=…: between parameters
	stateTagKey                 // <parameter=^ci^ty>: a parameter's name
	stateTagValue               // …>^Oslo^</parameter>: its value
	stateTagClose               // Oslo^</parameter> ^<: what may be the value's end
	stateWhole                  // ^…^: a row that settles at the fence or the end
)

// place is what the machine does in a state.
type place struct {
	name   string
	read   func(r *reply, in string, i int) int // reads from in[i], returns where it came to; it takes a byte or changes the state
	finish func(r *reply) bool                  // settles the end of the reply, and reports whether no call was cut; nil: nothing is open
	rest   rest
}

// rest says what is unsettled at the end of a string.
type rest uint8

const (
	restNone   rest = iota // nothing: the state has taken all
	restText               // text to emit
	restHold               // bytes to hold
	restDeltas             // arguments to emit
)

var states = [...]place{
	stateText:      {"text", (*reply).readText, nil, restText},
	stateMarker:    {"marker", (*reply).readMarker, (*reply).endMarker, restHold},
	stateBrace:     {"brace", (*reply).readBrace, (*reply).endBrace, restHold},
	stateBracket:   {"bracket", (*reply).readBracket, (*reply).endHeld, restHold},
	stateRun:       {"run", (*reply).readRun, (*reply).endHeld, restHold},
	stateRunTail:   {"run tail", (*reply).readRunTail, nil, restNone},
	stateRunOn:     {"run on", (*reply).readRunOn, nil, restText},
	stateInfo:      {"info", (*reply).readInfo, (*reply).endInfo, restHold},
	stateFenced:    {"fenced", (*reply).readFenced, (*reply).endHeld, restHold},
	stateAfter:     {"after", (*reply).readAfter, nil, restNone},
	stateObject:    {"object", (*reply).readObject, (*reply).endObject, restNone},
	stateSkip:      {"skip", (*reply).readSkip, nil, restText},
	stateSkipRun:   {"skip run", (*reply).readSkipRun, (*reply).endSkipHold, restHold},
	stateOpener:    {"opener", (*reply).readOpener, (*reply).endOpener, restHold},
	stateOpenArray: {"open array", (*reply).readOpenArray, (*reply).endUnopened, restHold},
	stateOpenName:  {"open name", (*reply).readOpenName, (*reply).endOpenName, restHold},
	stateOpenTag:   {"open tag", (*reply).readOpenTag, (*reply).endOpenTag, restHold},
	stateElements:  {"elements", (*reply).readElements, nil, restNone},
	stateBehind:    {"behind", (*reply).readBehind, nil, restNone},
	stateConflict:  {"conflict", (*reply).readConflict, nil, restNone},
	stateNamed:     {"named", (*reply).readNamed, nil, restNone},
	stateID:        {"id", (*reply).readID, (*reply).endCall, restNone},
	stateRoot:      {"root", (*reply).readRoot, (*reply).endCall, restNone},
	stateArguments: {"arguments", (*reply).readArguments, (*reply).endCall, restNone},
	stateTagged:    {"tagged", (*reply).readTagged, nil, restNone},
	stateTagName:   {"tag name", (*reply).readTagName, (*reply).endTagged, restDeltas},
	stateTagBody:   {"tag body", (*reply).readTagBody, (*reply).endTagged, restDeltas},
	stateTagKey:    {"tag key", (*reply).readTagKey, (*reply).endTagged, restDeltas},
	stateTagValue:  {"tag value", (*reply).readTagValue, (*reply).endTagged, restDeltas},
	stateTagClose:  {"tag close", (*reply).readTagClose, (*reply).endTagClose, restHold},
	stateWhole:     {"whole", (*reply).readWhole, (*reply).endWhole, restNone},
}

func (s state) String() string { return states[s].name }
