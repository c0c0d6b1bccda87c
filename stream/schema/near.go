package schema

import (
	"strings"
	"unicode"
)

// What a search for the nearest name looks at.
const (
	nearLength = 64  // bytes of a name
	nearNames  = 256 // names
)

// nearest returns the name that was probably meant; "" if none is near.
// Names are near that differ in case, underscores, hyphens, dots and spaces
// only, or in at most two letters and a third of them.
func nearest(name string, names []string) string {
	if len(name) == 0 || len(name) > nearLength {
		return ""
	}
	names = names[:min(len(names), nearNames)]
	plain := squash(name)
	for _, known := range names {
		if plain != "" && len(known) <= nearLength && squash(known) == plain {
			return known
		}
	}
	best, most := "", min(2, len([]rune(plain))/3)
	for _, known := range names {
		if len(known) > nearLength {
			continue
		}
		if d := distance([]rune(plain), []rune(squash(known)), most); d <= most {
			best, most = known, d-1
		}
	}
	return best
}

// squash returns the letters and digits of a name in lower case.
func squash(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' || r == '.' {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// distance returns how many letters have to be changed, added or removed to
// make a of b; any number above most if these are more than most.
func distance(a, b []rune, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// didYouMean returns the end of a sentence that names the nearest name.
func didYouMean(name string, names []string) string {
	if near := nearest(name, names); near != "" {
		return "; did you mean " + quote(near) + "?"
	}
	return ""
}
