// Loads complex numbers of half precision. Halves have no pointer arithmetic: `in` is the whole buffer.
INLINE element fetch(IN_PARAMETERS, IN_INDEX at) { return vload_half2(in_start + at, in); }
