// Paired real lines: two real lines of one transform, n lines apart, are one complex line. They are put together on their
// way in, or told apart on their way out.
//
// PAIRED_DIM        the dimension of the tile whose lines are paired with those n lines behind
// TRANSFORMED_DIMS  1 for each dimension of the tile that is transformed
INLINE offset pair_offset(const ulong* strides) {
    const struct coordinate tile = TILE;
    return (offset)strides[PAIRED_DIM] * tile.at[PAIRED_DIM];
}
