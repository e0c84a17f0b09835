// A number from memory as the chain begins with it.
//
// SWAP_LOAD  1: real and imaginary parts are exchanged: the transform is an inverse one
// BACK_LOAD  1: they are exchanged, because the chain begins on its way back from a multiplied spectrum
INLINE element as_loaded(element e) { return SWAP_LOAD != BACK_LOAD ? e.yx : e; }
