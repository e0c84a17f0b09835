// Stores paired real lines: the parts of an element are numbers of two real lines.
INLINE void store_RADIX(const complex* x, OUT_PARAMETERS, const struct pass_numbers* numbers, struct loop_index loops,
                  uint dim, uint span, uint contiguous) {
    const struct coordinate tile = TILE;
    const ulong strides[TILE_RANK] = OUT_STRIDES;
#pragma unroll
    for (uint b = 0; b < rounds(RADIX); ++b) {
        const uint q = butterfly_number(b, RADIX);
        struct coordinate c = place(q, butterflies(tile, dim, RADIX), contiguous);
        if (is_butterfly(q, RADIX)) {
            const bool inside = is_inside(c, numbers, loops);
            c.at[dim] = output_point(c.at[dim], first_held(RADIX), RADIX, span);
            const offset first = tile_offset(c, strides), step = (offset)strides[dim] * span;
#pragma unroll
            for (uint k = 0; k < held_points(RADIX); ++k) {
                const element both = as_stored(element_of(x[b * held_points(RADIX) + k]));
                const offset at = first + k * held_step(RADIX) * step;
                if (inside) {
                    deliver(OUT_ARGUMENTS, at, both);
                    deliver(OUT_ARGUMENTS, at + pair_offset(strides), both.yx);
                }
            }
        }
    }
}
