// Stores the real parts of complex numbers in half precision. Pointers to half do not allow arithmetic, so `out` is the
// whole buffer.
INLINE void deliver(OUT_PARAMETERS, OUT_INDEX at, element e) { vstore_half_rte(e.x, out_start + at, out); }
