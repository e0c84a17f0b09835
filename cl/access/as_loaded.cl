// A number from memory as the chain begins with it.
//
// SWAP_LOAD  1: real and imaginary parts are exchanged: the transform is an inverse one
// INVERSE_LOAD  1: they are exchanged, because the chain that begins is the inverse one, of a multiplied spectrum
INLINE element as_loaded(element e) { return SWAP_LOAD != INVERSE_LOAD ? e.yx : e; }
