// Multiplies the inputs of a butterfly by their twiddle factors from the chain's table.
INLINE void twiddle_RADIX(complex* x, global const element* chain, struct coordinate c, uint dim, uint span) {
#pragma unroll
    for (uint i = 1; i < RADIX; ++i)
        x[i] = times(x[i], chain[twiddle_at(c.at[dim], i, span)]);
}
