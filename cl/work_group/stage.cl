// A Stockham stage: the inputs times their twiddle factors, which are in the chain's table, then butterflies.
INLINE void stage(complex* x, global const element* chain, uint dim, uint radix, uint span, uint fast) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(radix); ++b) {
        const uint q = butterfly_number(b, radix);
        if (is_butterfly(q, radix)) {
            const uint j = place(q, butterflies(tile, dim, radix), fast).at[dim];
            if (span > 1) {
                global const element* w = chain + twiddle_at(j, 1, span);
#pragma unroll
                for (uint i = 1; i < radix; ++i)
                    x[b * radix + i] = times(x[b * radix + i], w[((int)i - 1) * (int)span]);
            }
            butterfly(x + b * radix, radix);
        }
    }
}
