// Loads complex numbers with a hint that caches need not keep them.
#include "cl/access/non_temporal.cl"

INLINE element fetch(IN_PARAMETERS, IN_INDEX at) { return read_once(in + at); }
