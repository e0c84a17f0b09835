// Loads complex numbers.
INLINE element fetch(IN_PARAMETERS, IN_INDEX at) { return in[at]; }
