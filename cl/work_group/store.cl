// Stores the outputs of the last stage. Those of a butterfly lie equally far apart in global memory: one address reaches
// them all.
INLINE void store(const complex* x, OUT_PARAMETERS, const struct pass_numbers* numbers, struct loop_index loops,
                  uint dim, uint radix, uint span, uint fast) {
    const struct coordinate tile = TILE;
    const ulong strides[TILE_RANK] = OUT_STRIDES;
#pragma unroll
    for (uint b = 0; b < rounds(radix); ++b) {
        const uint q = butterfly_number(b, radix);
        if (is_butterfly(q, radix)) {
            struct coordinate c = place(q, butterflies(tile, dim, radix), fast);
            const bool inside = is_inside(c, numbers, loops);
            c.at[dim] = leg_out(c.at[dim], first_held(radix), radix, span);
            const offset first = tile_offset(c, strides), step = (offset)strides[dim] * span;
#pragma unroll
            for (uint k = 0; k < held_points(radix); ++k) {
                const element e = as_stored(element_of(x[b * held_points(radix) + k]));
                if (inside) deliver(OUT_ARGUMENTS, first + k * held_step(radix) * step, e);
            }
        }
    }
}
