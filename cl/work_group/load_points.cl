// Loads inputs, each from its own address.
#define load_points OF_PASS(load_points)
#define may_load_end OF_PASS(may_load_end)

// True if input k of a butterfly may be a real point of a half spectrum. Along the axis, the inputs are `step` apart.
INLINE bool may_load_end(const struct butterfly* j, uint k) {
#if IN_REAL_ENDS && !CONVOLVED && !ROWS
    const struct axis_map map = IN_MAP;
    const struct coordinate tile = TILE;
    const along_axis step = in_growth.tile[j->dim] * (tile.at[j->dim] / j->radix);
    return held_step(j->radix) > 1 || may_be_own_conjugate(&map, k * step, IN_LAST - (j->radix - 1 - k) * step);
#else
    return true;
#endif
}

INLINE complex load_points(complex z, const struct butterfly* j, struct in_side in, uint k) {
    const struct coordinate c = from_memory(input_place(j, k, j->dim), j->where.powers);
    return complex_of(load_point(in, c, j->where, j->inside, may_load_end(j, k)));
}
