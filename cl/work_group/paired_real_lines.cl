// Paired real lines: two real lines of one transform, n lines apart, are one complex line. Real lines are combined on load
// and separated on store.
//
// PAIRED_DIM        the dimension of the tile whose n lines are each paired with the one n lines later
// TRANSFORMED_DIMS  1 for each dimension of the tile that is transformed
#define pair_offset OF_PASS(pair_offset)

INLINE offset pair_offset(const ulong* strides) {
    const struct coordinate tile = TILE;
    return (offset)strides[PAIRED_DIM] * tile.at[PAIRED_DIM];
}
