// Writes the outputs of a stage to local memory, from the order of powers to memory's order.
INLINE void put_powers_RADIX(const complex* x, EXCHANGE_SPACE EXCHANGED* exchanged, uint part, global const uint* powers,
                       uint dim, uint span, uint contiguous) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(RADIX); ++b) {
        const uint q = butterfly_number(b, RADIX);
        const struct coordinate c = place(q, butterflies(tile, dim, RADIX), contiguous);
        if (is_butterfly(q, RADIX)) {
#pragma unroll
            for (uint k = 0; k < held_points(RADIX); ++k) {
                const uint m = output_point(c.at[dim], first_held(RADIX) + k * held_step(RADIX), RADIX, span);
                exchanged[place_of_power(c, m, powers)] = part_of(x[b * held_points(RADIX) + k], part);
            }
        }
    }
}
