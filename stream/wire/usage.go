package wire

// usage is the account of tokens of a reply: a JSON object, which several frames
// may give parts of.
type usage struct {
	raw   []byte
	spare []byte // what the next merge is written into
}

// Limits on what is merged. Beyond them the last account counts alone.
const (
	maxUsage        = 64 << 10 // bytes; more is not kept at all
	maxUsageMembers = 64
)

// merge adds a frame's account, nil if it has none. Its members replace those of
// the same name; the others stay, and so do those that are null in it: counts
// are sums, so that the last one holds for all that came before.
func (u *usage) merge(raw []byte) {
	switch {
	case raw == nil || len(raw) > maxUsage:
		return
	case len(u.raw) == 0 || raw[0] != '{' || u.raw[0] != '{':
		u.raw = append(u.raw[:0], raw...)
		return
	}
	u.join(raw)
}

// join merges two objects: the members of raw first, then what only u has.
func (u *usage) join(raw []byte) {
	var next, old [maxUsageMembers]usageMember
	n, ok := members(raw, &next)
	if m, whole := members(u.raw, &old); ok && whole && m+n <= maxUsageMembers {
		out := append(u.spare[:0], '{')
		for i := range n {
			if kept := memberOf(old[:m], next[i].name); !next[i].null || kept == nil {
				out = next[i].append(out)
			}
		}
		for i := range m {
			if other := memberOf(next[:n], old[i].name); other == nil || other.null {
				out = old[i].append(out)
			}
		}
		u.spare, u.raw = u.raw, append(out, '}')
		return
	}
	u.raw = append(u.raw[:0], raw...)
}

// usageMember is a member of an account, as it is spelled.
type usageMember struct {
	name, value []byte
	null        bool
}

// append appends the member to an object.
func (m *usageMember) append(dst []byte) []byte {
	if len(dst) > 1 {
		dst = append(dst, ',')
	}
	dst = append(append(append(dst, '"'), m.name...), '"', ':')
	if m.null {
		return append(dst, "null"...)
	}
	return append(dst, m.value...)
}

// members reads the members of an object, and reports whether they are few
// enough. Of two equal ones the last counts.
func members(raw []byte, list *[maxUsageMembers]usageMember) (n int, ok bool) {
	var r reader
	r.reset(raw)
	ok = true
	for name := range r.members {
		v := r.raw()
		switch m := memberOf(list[:n], name); {
		case m != nil:
			m.value, m.null = v, v == nil
		case n < maxUsageMembers:
			list[n] = usageMember{name, v, v == nil}
			n++
		default:
			ok = false
		}
	}
	return n, ok
}

// find returns the member of that name, or nil.
func memberOf(list []usageMember, name []byte) *usageMember {
	for i := range list {
		if string(list[i].name) == string(name) {
			return &list[i]
		}
	}
	return nil
}
