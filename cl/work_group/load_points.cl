// Loads the inputs of a stage, each from its own address.
INLINE void load_RADIX(complex* x, IN_PARAMETERS, const struct pass_numbers* numbers, struct loop_index loops, uint dim, uint contiguous) {
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
                point.at[dim] =
                    input_point(c.at[dim], first_held(RADIX) + k * held_step(RADIX), tile.at[dim], RADIX);
                complex z = make_complex(0, 0);
                if (inside) z = complex_of(load_point(IN_ARGUMENTS, point, loops));
                x[b * held_points(RADIX) + k] = z;
            }
        }
    }
}
