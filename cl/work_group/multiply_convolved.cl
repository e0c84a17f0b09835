// Multiplies the outputs of a convolved dimension's forward transform by the spectrum of its filter.

// In Rader's algorithm, point 0 takes no part in the convolution: its output is the sum of all points. Its input is added to
// point 0 of the product, and so to all other outputs.
INLINE complex with_point_zero(complex z, complex sum, IN_PARAMETERS, OUT_PARAMETERS, struct coordinate c,
                               struct loop_index loops, REAL scale) {
    const complex zero = complex_of(load_point(IN_ARGUMENTS, c, loops)), all = add(sum, zero);
    store_point(OUT_ARGUMENTS, c, loops, (element)(all.x * scale, all.y * scale));
    return add(z, zero);
}

// dim, span and contiguous are those of the last forward stage.
INLINE void multiply_convolved_RADIX(complex* x, global const element* spectrum, IN_PARAMETERS, OUT_PARAMETERS,
                               const struct pass_numbers* numbers, struct loop_index loops, REAL scale, uint dim, uint span, uint contiguous) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(RADIX); ++b) {
        const uint q = butterfly_number(b, RADIX);
        struct coordinate c = place(q, butterflies(tile, dim, RADIX), contiguous);
        if (is_butterfly(q, RADIX)) {
            const uint j = c.at[dim];
            const bool inside = is_inside(c, numbers, loops);
#pragma unroll
            for (uint k = 0; k < held_points(RADIX); ++k) {
                const uint i = first_held(RADIX) + k * held_step(RADIX);
                c.at[dim] = output_point(j, i, RADIX, span);
                const complex sum = x[b * held_points(RADIX) + k];
                const element w = inside ? spectrum_factor(spectrum, c, loops) : (element)(0);
                complex z = times(sum, w);
                if (CONVOLVED > 1 && i == 0 && inside && c.at[CONVOLVED_DIM] == 0)
                    z = with_point_zero(z, sum, IN_ARGUMENTS, OUT_ARGUMENTS, c, loops, scale);
                x[b * held_points(RADIX) + k] = z;
            }
        }
    }
}
