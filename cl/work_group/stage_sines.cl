// A Stockham stage: multiplies inputs by twiddle factors from sines and cosines, then computes butterflies.
INLINE void stage_RADIX(complex* x, uint dim, uint span, uint contiguous) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(RADIX); ++b) {
        const uint q = butterfly_number(b, RADIX);
        const uint j = place(q, butterflies(tile, dim, RADIX), contiguous).at[dim];
        if (is_butterfly(q, RADIX)) {
#pragma unroll
            for (uint i = 1; i < RADIX; ++i)
                if (span > 1) x[b * RADIX + i] = times(x[b * RADIX + i], factor(j % span * i, RADIX * span));
            butterfly(x + b * RADIX, RADIX);
        }
    }
}
