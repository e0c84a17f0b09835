// Stores the real parts of complex numbers.
INLINE void deliver(OUT_PARAMETERS, OUT_INDEX at, element e) { out[at] = e.x; }
