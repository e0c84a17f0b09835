// Stores outputs, each to its own address.
#define store_points OF_PASS(store_points)
#define may_store_end OF_PASS(may_store_end)

// True if output k of a butterfly may be a real point of a spectrum. Along the axis, the outputs are `step` apart.
INLINE bool may_store_end(const struct butterfly* j, uint k) {
#if OUT_REAL_ENDS && !CONVOLVED && !ROWS
    const struct axis_map map = OUT_MAP;
    const along_axis step = out_growth.tile[j->dim] * j->span;
    return held_step(j->radix) > 1 || may_be_own_conjugate(&map, k * step, OUT_LAST - (j->radix - 1 - k) * step);
#else
    return true;
#endif
}

INLINE void store_points(complex z, const struct butterfly* j, struct out_side out, uint k) {
    const struct coordinate c = to_memory(output_place(j, k, j->dim, j->span), j->where.powers);
    store_point(out, c, j->where, element_of(z), may_store_end(j, k));
}
