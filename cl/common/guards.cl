// Guards for partly filled tiles: is_inside() tells whether a place of the tile has a line.
//
// GUARDS  number of guarded dimensions: a tile has GUARD_SIZE_0 lines along GUARD_DIM_0, and loop GUARD_LOOP_0 numbers the
//         tiles; likewise 1
INLINE bool is_inside(struct coordinate c, const struct pass_numbers* numbers, struct loop_index loops) {
    bool inside = true;
#if GUARDS > 0
    inside = (ulong)loops.at[GUARD_LOOP_0] * GUARD_SIZE_0 + c.at[GUARD_DIM_0] < numbers->guard_extent[0];
#endif
#if GUARDS > 1
    inside =
        inside && (ulong)loops.at[GUARD_LOOP_1] * GUARD_SIZE_1 + c.at[GUARD_DIM_1] < numbers->guard_extent[1];
#endif
    return inside;
}
