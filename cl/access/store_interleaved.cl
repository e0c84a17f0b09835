// Stores complex numbers.
INLINE void deliver(OUT_PARAMETERS, OUT_INDEX at, element e) { out[at] = e; }
