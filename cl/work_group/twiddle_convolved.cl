// Inter-pass twiddle factors for outputs of a convolved dimension: each factor is computed by itself.

// The index of point m for twiddle factors, which is that of a point in memory.
INLINE uint point_in_memory(uint m, global const uint* powers) {
    return CONVOLVED == 1   ? min(m, (uint)CONVOLVED_POINTS - 1)
           : CONVOLVED == 2 ? convolved_to(2, m)
                            : powers[m];
}

// Factor `number` is along dimension `along`; dim, span and contiguous are the last stage's.
INLINE void twiddle_convolved_RADIX(complex* x, const struct pass_numbers* numbers, struct loop_index loops,
                              global const uint* powers, uint number, uint along, FACTOR_PARAMETERS, uint dim, uint span, uint contiguous) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(RADIX); ++b) {
        const uint q = butterfly_number(b, RADIX);
        struct coordinate c = place(q, butterflies(tile, dim, RADIX), contiguous);
        if (is_butterfly(q, RADIX)) {
            c.at[dim] = output_point(c.at[dim], first_held(RADIX), RADIX, span);
            const uint phase = twiddle_phase(numbers, number, to_memory(c, powers), loops), m = c.at[along];
#pragma unroll
            for (uint k = 0; k < held_points(RADIX); ++k) {
                const uint i = dim == along ? k * held_step(RADIX) : 0;
                x[b * held_points(RADIX) + k] =
                    times(x[b * held_points(RADIX) + k],
                          factor(point_in_memory(m + i * span, powers) * phase, FACTOR_ARGUMENTS));
            }
        }
    }
}
