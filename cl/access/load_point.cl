// Loads a point by its coordinates.
INLINE element load_point(IN_PARAMETERS, struct coordinate c, struct loop_index loops) {
    const ulong strides[TILE_RANK] = IN_STRIDES;
    return as_loaded(fetch(IN_ARGUMENTS, tile_offset(c, strides)));
}
