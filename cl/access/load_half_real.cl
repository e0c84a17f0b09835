// Loads real numbers of half precision. Halves have no pointer arithmetic: `in` is the whole buffer.
INLINE element fetch(IN_PARAMETERS, IN_INDEX at) { return (element)(vload_half(in_start + at, in), 0); }
