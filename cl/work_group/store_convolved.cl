// Stores the outputs of the last stage, where one dimension is convolved.
INLINE void store_convolved_RADIX(const complex* x, OUT_PARAMETERS, const struct pass_numbers* numbers,
                            struct loop_index loops, global const uint* powers, uint dim, uint span,
                            uint contiguous) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(RADIX); ++b) {
        const uint q = butterfly_number(b, RADIX);
        const struct coordinate c = place(q, butterflies(tile, dim, RADIX), contiguous);
        if (is_butterfly(q, RADIX)) {
            const bool inside = is_inside(c, numbers, loops);
#pragma unroll
            for (uint k = 0; k < held_points(RADIX); ++k) {
                struct coordinate point = c;
                point.at[dim] = output_point(c.at[dim], first_held(RADIX) + k * held_step(RADIX), RADIX, span);
                if (inside)
                    store_point(OUT_ARGUMENTS, to_memory(point, powers), loops,
                                element_of(x[b * held_points(RADIX) + k]));
            }
        }
    }
}
