// A number that the chain ends with as it goes to memory.
//
// SWAP_STORE  1: real and imaginary parts are exchanged: the transform is an inverse one
// INVERSE_STORE  1: they are exchanged, because the chain that ends is the inverse one, of a multiplied spectrum
INLINE element as_stored(element e) { return SWAP_STORE != INVERSE_STORE ? e.yx : e; }
