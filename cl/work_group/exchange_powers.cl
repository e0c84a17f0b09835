// Exchanges of a dimension in the order of powers of a primitive root, from the order of memory and back. No two points of a
// butterfly lie equally far apart.
INLINE uint place_of_power(struct coordinate c, uint m, global const uint* powers) {
    const struct coordinate tile = TILE;
    c.at[CONVOLVED_DIM] = powers[m] - 1;
    return local_place(tile_address(c, tile), 0, 1, 1);
}

INLINE void get_powers(complex* x, EXCHANGE_SPACE const EXCHANGED* exchanged, uint part, global const uint* powers,
                       uint dim, uint radix, uint fast) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(radix); ++b) {
        const uint q = butterfly_number(b, radix);
        if (is_butterfly(q, radix)) {
            const struct coordinate c = place(q, butterflies(tile, dim, radix), fast);
#pragma unroll
            for (uint k = 0; k < held_points(radix); ++k) {
                const uint m =
                    leg_in(c.at[dim], first_held(radix) + k * held_step(radix), tile.at[dim], radix);
                x[b * held_points(radix) + k] =
                    with_part(x[b * held_points(radix) + k], part, exchanged[place_of_power(c, m, powers)]);
            }
        }
    }
}

INLINE void put_powers(const complex* x, EXCHANGE_SPACE EXCHANGED* exchanged, uint part, global const uint* powers,
                       uint dim, uint radix, uint span, uint fast) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(radix); ++b) {
        const uint q = butterfly_number(b, radix);
        if (is_butterfly(q, radix)) {
            const struct coordinate c = place(q, butterflies(tile, dim, radix), fast);
#pragma unroll
            for (uint k = 0; k < held_points(radix); ++k) {
                const uint m = leg_out(c.at[dim], first_held(radix) + k * held_step(radix), radix, span);
                exchanged[place_of_power(c, m, powers)] = part_of(x[b * held_points(radix) + k], part);
            }
        }
    }
}
