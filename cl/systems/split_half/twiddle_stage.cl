// Multiplies the inputs of a stage with fp16 split products by their twiddle factors from the chain's table.
INLINE void twiddle_stage_RADIX(complex* x, global const element* chain, uint dim, uint span, uint contiguous) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(RADIX); ++b) {
        const uint q = butterfly_number(b, RADIX);
        const uint j = place(q, butterflies(tile, dim, RADIX), contiguous).at[dim], own = first_held(RADIX);
        if (is_butterfly(q, RADIX)) {
            global const element* w = chain + twiddle_at(j, 1, span) + own * span;
#pragma unroll
            for (uint k = 0; k < held_points(RADIX); ++k) {
                const uint i = k * held_step(RADIX);
                if (own + i > 0)
                    x[b * held_points(RADIX) + k] =
                        times(x[b * held_points(RADIX) + k], w[((int)i - 1) * (int)span]);
            }
        }
    }
}
