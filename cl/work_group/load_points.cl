// Loads the inputs of a stage, each from a place of its own.
INLINE void load(complex* x, IN_PARAMETERS, const struct pass_numbers* numbers, struct loop_index loops, uint dim,
                 uint radix, uint fast) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(radix); ++b) {
        const uint q = butterfly_number(b, radix);
        if (is_butterfly(q, radix)) {
            const struct coordinate c = place(q, butterflies(tile, dim, radix), fast);
            const bool inside = is_inside(c, numbers, loops);
#pragma unroll
            for (uint k = 0; k < held_points(radix); ++k) {
                struct coordinate point = c;
                point.at[dim] =
                    leg_in(c.at[dim], first_held(radix) + k * held_step(radix), tile.at[dim], radix);
                complex z = make_complex(0, 0);
                if (inside) z = complex_of(load_point(IN_ARGUMENTS, point, loops));
                x[b * held_points(radix) + k] = z;
            }
        }
    }
}
