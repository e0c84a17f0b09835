// Loads the inputs of a stage. Those of a butterfly lie equally far apart in global memory: one address reaches them all.
INLINE void load(complex* x, IN_PARAMETERS, const struct pass_numbers* numbers, struct loop_index loops, uint dim,
                 uint radix, uint fast) {
    const struct coordinate tile = TILE;
    const ulong strides[TILE_RANK] = IN_STRIDES;
#pragma unroll
    for (uint b = 0; b < rounds(radix); ++b) {
        const uint q = butterfly_number(b, radix);
        if (is_butterfly(q, radix)) {
            struct coordinate c = place(q, butterflies(tile, dim, radix), fast);
            const bool inside = is_inside(c, numbers, loops);
            c.at[dim] = leg_in(c.at[dim], first_held(radix), tile.at[dim], radix);
            const offset first = tile_offset(c, strides), step = (offset)strides[dim] * (tile.at[dim] / radix);
#pragma unroll
            for (uint k = 0; k < held_points(radix); ++k)
                x[b * held_points(radix) + k] =
                    inside ? complex_of(as_loaded(fetch(IN_ARGUMENTS, first + k * held_step(radix) * step)))
                           : make_complex(0, 0);
        }
    }
}
