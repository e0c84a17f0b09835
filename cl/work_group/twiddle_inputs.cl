// Multiplies the inputs of the first stage by inter-pass twiddle factors.
//
// Factor `number` is along dimension `along`; dim and contiguous are the first stage's.
INLINE void twiddle_inputs_RADIX(complex* x, const struct pass_numbers* numbers, struct loop_index loops, uint number,
                           uint along, uint way, FACTOR_PARAMETERS, global const element* powers, uint dim,
                           uint contiguous) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(RADIX); ++b) {
        const uint q = butterfly_number(b, RADIX);
        struct coordinate c = place(q, butterflies(tile, dim, RADIX), contiguous);
        if (is_butterfly(q, RADIX)) {
            if (along == dim) c.at[dim] = input_point(c.at[dim], first_held(RADIX), tile.at[dim], RADIX);
            twiddle_points_RADIX(x + b * held_points(RADIX), numbers, loops, number, way, FACTOR_ARGUMENTS, powers, along, c,
                           along == dim, tile.at[dim] / RADIX);
        }
    }
}
