package scan

// state is the place in the grammar between two bytes. The comments show it
// as ^ in an example.
type state uint8

const (
	atValue    state = iota // ^1 or [1,^2] or, once Begin is reported, {"a":^1}: a value must begin
	atMember                // {"a":^1}: the value of a member must begin
	atElement               // [^1]: a value or the end of the array
	atName                  // {^"a":1}: a name or the end of the object
	atNextName              // {"a":1,^"b":2}: a name
	atColon                 // {"a"^:1}
	atAfter                 // {"a":1^}: a comma or the end of the container; at the root nothing

	inString // "a^b"
	inEscape // "\^n"
	inHex1   // "\u^00e9": four digits to come
	inHex2   // "\u0^0e9"
	inHex3   // "\u00^e9"
	inHex4   // "\u00e^9"
	inTail1  // one byte of a character to come, 80..BF
	inTail2  // two
	inTail3  // three
	inTailE0 // after E0: A0..BF (else overlong), then one
	inTailED // after ED: 80..9F (else a surrogate), then one
	inTailF0 // after F0: 90..BF (else overlong), then two
	inTailF4 // after F4: 80..8F (else beyond U+10FFFF), then two

	inMinus    // -^1
	inZero     // 0^.5
	inInteger  // 1^2
	inPoint    // 1.^5
	inFraction // 1.5^5
	inE        // 1e^+5
	inSign     // 1e+^5
	inExponent // 1e5^5
	inLiteral  // t^rue; Scanner.literal knows where
)

// literals holds the literals, a space after each.
const literals = "true false null "

// The places of the second bytes in literals.
const (
	inTrue  = 1
	inFalse = 6
	inNull  = 12
)
