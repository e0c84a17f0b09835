// Guards for partly filled tiles: is_inside() tells whether a place of the tile has a line.
//
// GUARDS  number of guarded dimensions: a tile has GUARD_SIZE_0 lines along GUARD_DIM_0, and loop GUARD_LOOP_0 numbers the
//         tiles; likewise 1
#define is_inside OF_PASS(is_inside)

INLINE bool is_inside(struct coordinate c, struct tile_index where) {
    bool inside = true;
#if GUARDS > 0
    inside = (ulong)where.loops.at[GUARD_LOOP_0] * GUARD_SIZE_0 + c.at[GUARD_DIM_0] < where.guard_extent[0];
#endif
#if GUARDS > 1
    inside =
        inside && (ulong)where.loops.at[GUARD_LOOP_1] * GUARD_SIZE_1 + c.at[GUARD_DIM_1] < where.guard_extent[1];
#endif
    return inside;
}
