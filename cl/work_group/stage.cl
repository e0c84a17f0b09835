// A Stockham stage: multiplies inputs by their twiddle factors from the chain's table, then computes butterflies.
INLINE void stage_RADIX(complex* x, global const element* chain, uint dim, uint span, uint contiguous) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(RADIX); ++b) {
        const uint q = butterfly_number(b, RADIX);
        const uint j = place(q, butterflies(tile, dim, RADIX), contiguous).at[dim];
        if (is_butterfly(q, RADIX)) {
            if (span > 1) {
                global const element* w = chain + twiddle_at(j, 1, span);
#pragma unroll
                for (uint i = 1; i < RADIX; ++i)
                    x[b * RADIX + i] = times(x[b * RADIX + i], w[((int)i - 1) * (int)span]);
            }
            butterfly(x + b * RADIX, RADIX);
        }
    }
}
