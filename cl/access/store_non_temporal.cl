// Stores complex numbers that the caches need not keep.
#include "cl/access/non_temporal.cl"

INLINE void deliver(OUT_PARAMETERS, OUT_INDEX at, element e) { write_once(out + at, e); }
