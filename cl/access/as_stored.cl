// A number that the chain ends with as it goes to memory.
//
// SWAP_STORE  1: real and imaginary parts are exchanged: the transform is an inverse one
// BACK_STORE  1: they are exchanged, because the chain ends on its way back from a multiplied spectrum
INLINE element as_stored(element e) { return SWAP_STORE != BACK_STORE ? e.yx : e; }
