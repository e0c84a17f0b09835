// The butterflies that a work-item computes in a stage, and the registers of their points.
//
//   work-item t of a stage of radix R: butterflies t, t + WORK_ITEMS, ..; input or output i of the b-th is x[b R + i]
//
// WORK_ITEMS   work-items of a work-group
// TILE_POINTS  points of a tile
#define rounds OF_PASS(rounds)
#define butterfly_number OF_PASS(butterfly_number)
#define is_butterfly OF_PASS(is_butterfly)
#define held_points OF_PASS(held_points)
#define first_held OF_PASS(first_held)
#define held_step OF_PASS(held_step)

INLINE uint rounds(uint radix) { return (TILE_POINTS / radix + WORK_ITEMS - 1) / WORK_ITEMS; }

// The number of a work-item's butterfly in a round. The last round may not have one for every work-item.
INLINE uint butterfly_number(uint round, uint radix, struct tile_index where) { return get_local_id(0) + round * WORK_ITEMS; }
INLINE bool is_butterfly(uint number, uint radix) {
    return TILE_POINTS / radix % WORK_ITEMS == 0 || number < TILE_POINTS / radix;
}

// The number of points of a butterfly that a work-item holds, the first of them, and their stride: here, it holds all.
INLINE uint held_points(uint radix) { return radix; }
INLINE uint first_held(uint radix) { return 0; }
INLINE uint held_step(uint radix) { return 1; }
