// The butterflies that a work-item computes in a stage, and the registers of their points.
//
//   work-item t of a stage of radix R: butterflies t, t + WORK_ITEMS, ..; input or output i of the b-th is x[b R + i]
//
// WORK_ITEMS   work-items of a work-group
// TILE_POINTS  points of a tile
#define butterflies_of_tile OF_PASS(butterflies_of_tile)
#define rounds OF_PASS(rounds)
#define butterfly_number OF_PASS(butterfly_number)
#define is_butterfly OF_PASS(is_butterfly)
#define held_points OF_PASS(held_points)
#define first_held OF_PASS(first_held)
#define held_step OF_PASS(held_step)

// The butterflies of a stage. Those of a prime that is a radix of the tile leave out point 0 of each line.
INLINE uint butterflies_of_tile(uint radix, uint dim) {
#if CONVOLVED > 3
    const struct coordinate tile = TILE;
    if (leaves_out_zero(radix, dim)) return TILE_POINTS / tile.at[CONVOLVED_DIM] * (tile.at[CONVOLVED_DIM] / radix);
#endif
    return TILE_POINTS / radix;
}
INLINE uint rounds(uint radix, uint dim) { return (butterflies_of_tile(radix, dim) + WORK_ITEMS - 1) / WORK_ITEMS; }

// The number of a work-item's butterfly in a round. The last round may not have one for every work-item.
INLINE uint butterfly_number(uint round, uint radix, struct tile_index where) { return get_local_id(0) + round * WORK_ITEMS; }
INLINE bool is_butterfly(uint number, uint radix, uint dim) {
    return butterflies_of_tile(radix, dim) % WORK_ITEMS == 0 || number < butterflies_of_tile(radix, dim);
}

// The number of points of a butterfly that a work-item holds, the first of them, and their stride: here, it holds all.
INLINE uint held_points(uint radix) { return radix; }
INLINE uint first_held(uint radix) { return 0; }
INLINE uint held_step(uint radix) { return 1; }
