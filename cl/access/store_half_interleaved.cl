// Stores complex numbers in half precision. Pointers to half do not allow arithmetic, so `out` is the whole buffer.
INLINE void deliver(OUT_PARAMETERS, OUT_INDEX at, element e) { vstore_half2_rte(e, out_start + at, out); }
