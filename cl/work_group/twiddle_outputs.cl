// Multiplies the outputs of the last stage by inter-pass twiddle factors.
//
// Factor `number` is along dimension `along`; dim, span and contiguous are the last stage's.
INLINE void twiddle_outputs_RADIX(complex* x, const struct pass_numbers* numbers, struct loop_index loops, uint number,
                            uint along, uint way, FACTOR_PARAMETERS, global const element* powers, uint dim,
                            uint span, uint contiguous) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(RADIX); ++b) {
        const uint q = butterfly_number(b, RADIX);
        struct coordinate c = place(q, butterflies(tile, dim, RADIX), contiguous);
        if (is_butterfly(q, RADIX)) {
            c.at[dim] = output_point(c.at[dim], first_held(RADIX), RADIX, span);
            twiddle_points_RADIX(x + b * held_points(RADIX), numbers, loops, number, way, FACTOR_ARGUMENTS, powers, along, c,
                           along == dim, span);
        }
    }
}
