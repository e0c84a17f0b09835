// Helpers for passes that process points k and n - k of a line together through local memory.
//
// LINE_POINTS  n, of a line. Bluestein's algorithm has more points in the tile
// PAIR_ROUNDS  rounds in which a work-item processes pairs
// HELD         points of a half spectrum in memory. The others are zero, or not wanted
// MERGED       1: a line is two digits of the tile, along LOW_DIM and HIGH_DIM. Then the coordinate along HIGH_DIM is the point
//              of the line, and that along LOW_DIM is 0.
#define conjugate OF_PASS(conjugate)
#define tile_of_lines OF_PASS(tile_of_lines)
#define address_in_tile OF_PASS(address_in_tile)
#define offset_of_point OF_PASS(offset_of_point)
#define get_point OF_PASS(get_point)
#define put_point OF_PASS(put_point)
#define pair_count OF_PASS(pair_count)
#define first_of_pair OF_PASS(first_of_pair)
#define second_of_pair OF_PASS(second_of_pair)
#define modulo_line OF_PASS(modulo_line)
#define is_held OF_PASS(is_held)

// Whether memory holds point k of the half spectrum of `points` points.
INLINE bool is_held(uint k, uint points) { return HELD >= points || k < HELD; }

INLINE element conjugate(element e) { return (element)(e.x, -e.y); }

// The tile with whole lines, the address of a point in the real tile, and its offset in global memory.
INLINE struct coordinate tile_of_lines(void) {
    struct coordinate tile = TILE;
#if MERGED
    tile.at[HIGH_DIM] *= tile.at[LOW_DIM];
    tile.at[LOW_DIM] = 1;
#endif
    return tile;
}
INLINE uint address_in_tile(struct coordinate c) {
    const struct coordinate tile = TILE;
#if MERGED
    c.at[LOW_DIM] = c.at[HIGH_DIM] % tile.at[LOW_DIM];
    c.at[HIGH_DIM] /= tile.at[LOW_DIM];
#endif
    return tile_address(c, tile);
}
INLINE offset offset_of_point(struct coordinate c, const ulong* strides) {
#if MERGED
    c.at[LOW_DIM] = c.at[HIGH_DIM];
    c.at[HIGH_DIM] = 0;
#endif
    return tile_offset(c, strides);
}

INLINE element get_point(struct exchange_buffer from, struct coordinate c) {
    return from.points[local_place(address_in_tile(c), 0, 1, 1)];
}
INLINE void put_point(struct exchange_buffer to, struct coordinate c, element e) {
    to.points[local_place(address_in_tile(c), 0, 1, 1)] = e;
}

// A work-item processes pairs t, t + WORK_ITEMS, .. of all lines along a dimension. (Processing pairs below
// n / 2 first and then all middle points takes fewer instructions, but was 8 % slower on an H200 for lines of 32.)
INLINE uint pair_count(uint dim) {
    const struct coordinate tile = tile_of_lines();
    return TILE_POINTS / tile.at[dim] * (LINE_POINTS / 2 + 1);
}

// The first point k of pair q, 0 .. n / 2 along dimension `dim`; the second one, n - k; and the second one modulo n.
INLINE struct coordinate first_of_pair(uint q, uint dim, uint contiguous) {
    struct coordinate pairs = tile_of_lines();
    pairs.at[dim] = LINE_POINTS / 2 + 1;
    return place(q, pairs, contiguous);
}
INLINE struct coordinate second_of_pair(struct coordinate c, uint dim) {
    const struct coordinate tile = tile_of_lines();
    c.at[dim] = tile.at[dim] - c.at[dim];
    return c;
}
INLINE struct coordinate modulo_line(struct coordinate second, uint dim) {
    const struct coordinate tile = tile_of_lines();
    if (second.at[dim] == tile.at[dim]) second.at[dim] = 0;
    return second;
}
