package wire

// skip reads any value and drops it.
func (r *reader) skip() {
	switch c := r.peek(); c {
	case '{', '[':
		r.skipNested()
	default:
		r.skipScalar(c)
	}
}

// skipScalar reads a value that begins with c and is no object or array.
func (r *reader) skipScalar(c byte) {
	switch c {
	case '"':
		r.quoted()
	case 't':
		r.literal("true")
	case 'f':
		r.literal("false")
	case 'n':
		r.literal("null")
	default:
		r.digits()
	}
}

func (r *reader) literal(s string) {
	if len(r.b)-r.i < len(s) || string(r.b[r.i:r.i+len(s)]) != s {
		r.fail()
		return
	}
	r.i += len(s)
}

// digits reads a number.
func (r *reader) digits() {
	if r.at('-') {
		r.i++
	}
	if r.at('0') {
		r.i++
	} else {
		r.run()
	}
	if r.at('.') {
		r.i++
		r.run()
	}
	if r.at('e') || r.at('E') {
		r.i++
		if r.at('+') || r.at('-') {
			r.i++
		}
		r.run()
	}
}

// at reports whether c comes next.
func (r *reader) at(c byte) bool { return r.i < len(r.b) && r.b[r.i] == c }

// run reads one or more decimal digits.
func (r *reader) run() {
	start := r.i
	for r.i < len(r.b) && '0' <= r.b[r.i] && r.b[r.i] <= '9' {
		r.i++
	}
	if r.i == start {
		r.fail()
	}
}

// skipNested reads an object or array, without recursion.
func (r *reader) skipNested() {
	depth := 0
	for !r.bad {
		c := r.peek()
		if c == '{' || c == '[' {
			r.i++
			r.push(depth, c == '{')
			depth++
			if !r.take(closer(c == '{')) {
				if c == '{' {
					r.name()
				}
				continue
			}
			depth--
		} else {
			r.skipScalar(c)
		}
		if depth = r.follow(depth); depth == 0 {
			return
		}
	}
}

// follow reads what comes after a value that has depth containers around it,
// up to the next value, and returns how many are around that: 0 at the end.
func (r *reader) follow(depth int) int {
	for depth > 0 && !r.bad {
		object := r.top(depth)
		switch r.peek() {
		case closer(object):
			r.i++
			depth--
		case ',':
			r.i++
			if object {
				r.name()
			}
			return depth
		default:
			r.fail()
		}
	}
	return depth
}

// closer returns the byte that ends an object or an array.
func closer(object bool) byte {
	if object {
		return '}'
	}
	return ']'
}

// push notes that the container at depth is an object or an array.
func (r *reader) push(depth int, object bool) {
	if depth/64 == len(r.nest) {
		r.nest = append(r.nest, 0)
	}
	bit := uint64(1) << (depth % 64)
	if object {
		r.nest[depth/64] |= bit
	} else {
		r.nest[depth/64] &^= bit
	}
}

// top reports whether the innermost of depth containers is an object.
func (r *reader) top(depth int) bool {
	return r.nest[(depth-1)/64]>>((depth-1)%64)&1 == 1
}
