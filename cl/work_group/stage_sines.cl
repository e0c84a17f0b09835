// A Stockham stage: the inputs times their twiddle factors, which are sines and cosines of angles, then butterflies.
INLINE void stage(complex* x, uint dim, uint radix, uint span, uint fast) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(radix); ++b) {
        const uint q = butterfly_number(b, radix);
        if (is_butterfly(q, radix)) {
            const uint j = place(q, butterflies(tile, dim, radix), fast).at[dim];
#pragma unroll
            for (uint i = 1; i < radix; ++i)
                if (span > 1) x[b * radix + i] = times(x[b * radix + i], factor(j % span * i, radix * span));
            butterfly(x + b * radix, radix);
        }
    }
}
