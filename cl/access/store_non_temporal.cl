// Stores complex numbers with a hint that caches need not keep them.
#include "cl/access/non_temporal.cl"

INLINE void deliver(OUT_PARAMETERS, OUT_INDEX at, element e) { write_once(out + at, e); }
