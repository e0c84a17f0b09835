// Stores a point by its coordinates.
INLINE void store_point(OUT_PARAMETERS, struct coordinate c, struct loop_index loops, element e) {
    const ulong strides[TILE_RANK] = OUT_STRIDES;
    deliver(OUT_ARGUMENTS, tile_offset(c, strides), as_stored(e));
}
