// Loads real numbers in half precision. Pointers to half do not allow arithmetic, so `in` is the whole buffer.
INLINE element fetch(IN_PARAMETERS, IN_INDEX at) { return (element)(vload_half(in_start + at, in), 0); }
