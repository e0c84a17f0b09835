// Paired real lines: two real lines, n lines apart, are one complex line. Real lines are combined on load and separated on
// store. The second line of a pair may not exist: then it is zero, and not stored.
//
// PAIRED_DIM        the dimension of the tile whose n lines are each paired with the one n lines later
// TRANSFORMED_DIMS  1 for each dimension of the tile that is transformed
#define pair_offset OF_PASS(pair_offset)
#define on_second_line OF_PASS(on_second_line)
#define has_second OF_PASS(has_second)

INLINE offset pair_offset(const ulong* strides) {
    const struct coordinate tile = TILE;
    return (offset)strides[PAIRED_DIM] * tile.at[PAIRED_DIM];
}
// The same place on the second line of the pair.
INLINE struct coordinate on_second_line(struct coordinate c) {
    const struct coordinate tile = TILE;
    c.at[PAIRED_DIM] += tile.at[PAIRED_DIM];
    return c;
}
INLINE bool has_second(struct coordinate c, struct tile_index where) { return is_inside(on_second_line(c), where); }
