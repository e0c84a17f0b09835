// A point that the chain ends with, written where its coordinates say.
//
// SWAP_STORE  1: real and imaginary parts are exchanged: the transform is an inverse one
// BACK_STORE  1: they are exchanged, because the chain ends on its way back from a multiplied spectrum
INLINE element as_stored(element e) { return SWAP_STORE != BACK_STORE ? e.yx : e; }

INLINE void store_point(OUT_PARAMETERS, struct coordinate c, struct loop_index loops, element e) {
    const ulong strides[TILE_RANK] = OUT_STRIDES;
    deliver(OUT_ARGUMENTS, tile_offset(c, strides), as_stored(e));
}
