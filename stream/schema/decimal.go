package schema

import (
	"cmp"
	"math/big"
	"strconv"
	"strings"
)

// decimal is an exact number: digits × 10^exp, without leading and trailing
// zeros. Zero has no digits. Comparing two takes time linear in their digits,
// whatever their exponents.
type decimal struct {
	negative bool
	digits   string
	exp      int
}

// parseDecimal reads a valid JSON number whose exponent is [computable].
func parseDecimal(text string) decimal {
	var d decimal
	text, d.negative = strings.CutPrefix(text, "-")
	if e := strings.IndexAny(text, "eE"); e >= 0 {
		d.exp, _ = strconv.Atoi(text[e+1:])
		text = text[:e]
	}
	whole, fraction, _ := strings.Cut(text, ".")
	d.exp -= len(fraction)
	d.digits = strings.TrimLeft(whole+fraction, "0")
	trimmed := strings.TrimRight(d.digits, "0")
	d.exp += len(d.digits) - len(trimmed)
	if d.digits = trimmed; trimmed == "" {
		return decimal{}
	}
	return d
}

// ratDecimal returns a number that was written as a decimal; nil for nil.
func ratDecimal(r *big.Rat) *decimal {
	if r == nil {
		return nil
	}
	d := parseDecimal(decimalText(r))
	return &d
}

func (d decimal) integral() bool { return d.exp >= 0 }

// compare returns -1, 0 or 1, as d is less than, equal to or greater than x.
func (d decimal) compare(x decimal) int {
	if d.sign() != x.sign() {
		return cmp.Compare(d.sign(), x.sign())
	}
	return d.sign() * cmp.Or(cmp.Compare(len(d.digits)+d.exp, len(x.digits)+x.exp), cmp.Compare(d.digits, x.digits))
}

func (d decimal) sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// multipleOf reports whether d is x times an integer. X is not zero.
func (d decimal) multipleOf(x decimal) bool {
	if d.digits == "" {
		return true
	}
	if d.exp < x.exp {
		return false // the last digit of d is not zero
	}
	a, _ := new(big.Int).SetString(d.digits, 10)
	b, _ := new(big.Int).SetString(x.digits, 10)
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(d.exp-x.exp)), b)
	return a.Mod(a.Mul(a.Mod(a, b), power), b).Sign() == 0
}

// String returns d in one way for each number.
func (d decimal) String() string {
	sign := ""
	if d.negative {
		sign = "-"
	}
	return sign + d.digits + "e" + strconv.Itoa(d.exp)
}
