// Loads complex numbers that the caches need not keep.
#include "cl/access/non_temporal.cl"

INLINE element fetch(IN_PARAMETERS, IN_INDEX at) { return read_once(in + at); }
