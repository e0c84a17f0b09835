// A point as the chain begins with it, read from where its coordinates say.
//
// SWAP_LOAD  1: real and imaginary parts are exchanged: the transform is an inverse one
// BACK_LOAD  1: they are exchanged, because the chain begins on its way back from a multiplied spectrum
INLINE element as_loaded(element e) { return SWAP_LOAD != BACK_LOAD ? e.yx : e; }

INLINE element load_point(IN_PARAMETERS, struct coordinate c, struct loop_index loops) {
    const ulong strides[TILE_RANK] = IN_STRIDES;
    return as_loaded(fetch(IN_ARGUMENTS, tile_offset(c, strides)));
}
