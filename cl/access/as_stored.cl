// Converts an output of the last stage to a number in memory.
//
// SWAP_STORE     1: swaps real and imaginary parts, for an inverse transform
// INVERSE_STORE  1: swaps them, for the inverse transform after a multiplication by a spectrum
INLINE element as_stored(element e) { return SWAP_STORE != INVERSE_STORE ? e.yx : e; }
