// Loads complex numbers in half precision. Pointers to half do not allow arithmetic, so `in` is the whole buffer.
INLINE element fetch(IN_PARAMETERS, IN_INDEX at) { return vload_half2(in_start + at, in); }
