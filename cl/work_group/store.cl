// Stores the outputs of the last stage. Those of a butterfly have a constant stride in global memory, so one address is
// enough.
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
                const element e = as_stored(element_of(x[b * held_points(RADIX) + k]));
                if (inside) deliver(OUT_ARGUMENTS, first + k * held_step(RADIX) * step, e);
            }
        }
    }
}
