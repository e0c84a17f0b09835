// Multiplies the outputs of a forward transform by a spectrum and swaps real and imaginary parts, so that the inverse
// transform can use forward stages, too.
INLINE void multiply_RADIX(complex* x, global const element* spectrum, const struct pass_numbers* numbers,
                     struct loop_index loops, uint dim, uint span, uint contiguous) {
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
                c.at[dim] = output_point(j, first_held(RADIX) + k * held_step(RADIX), RADIX, span);
                const element w = inside ? spectrum_factor(spectrum, c, loops) : (element)(0);
                const complex z = times(x[b * held_points(RADIX) + k], w);
                x[b * held_points(RADIX) + k] = make_complex(z.y, z.x);
            }
        }
    }
}
