// Reads the inputs of a stage from local memory.
INLINE void get_RADIX(complex* x, EXCHANGE_SPACE const EXCHANGED* exchanged, uint part, uint dim, uint contiguous) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(RADIX); ++b) {
        const uint q = butterfly_number(b, RADIX);
        struct coordinate c = place(q, butterflies(tile, dim, RADIX), contiguous);
        if (is_butterfly(q, RADIX)) {
            c.at[dim] = input_point(c.at[dim], first_held(RADIX), tile.at[dim], RADIX);
            const uint first = tile_address(c, tile), step = tile_step(dim, tile) * (tile.at[dim] / held_points(RADIX));
#pragma unroll
            for (uint k = 0; k < held_points(RADIX); ++k)
                x[b * held_points(RADIX) + k] =
                    with_part(x[b * held_points(RADIX) + k], part,
                              exchanged[local_place(first, k, step, held_points(RADIX))]);
        }
    }
}
