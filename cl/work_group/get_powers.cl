// Reads the inputs of a stage from local memory in the order of powers.
INLINE void get_powers_RADIX(complex* x, EXCHANGE_SPACE const EXCHANGED* exchanged, uint part, global const uint* powers,
                       uint dim, uint contiguous) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(RADIX); ++b) {
        const uint q = butterfly_number(b, RADIX);
        const struct coordinate c = place(q, butterflies(tile, dim, RADIX), contiguous);
        if (is_butterfly(q, RADIX)) {
#pragma unroll
            for (uint k = 0; k < held_points(RADIX); ++k) {
                const uint m =
                    input_point(c.at[dim], first_held(RADIX) + k * held_step(RADIX), tile.at[dim], RADIX);
                x[b * held_points(RADIX) + k] =
                    with_part(x[b * held_points(RADIX) + k], part, exchanged[place_of_power(c, m, powers)]);
            }
        }
    }
}
