// Converts a number from memory to an input of the first stage.
//
// SWAP_LOAD     1: swaps real and imaginary parts, for an inverse transform
// INVERSE_LOAD  1: swaps them, for the inverse transform after a multiplication by a spectrum
INLINE element as_loaded(element e) { return SWAP_LOAD != INVERSE_LOAD ? e.yx : e; }
