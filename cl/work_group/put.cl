// Writes the outputs of a stage to local memory, where work-items read the inputs of the next stage after a barrier.
INLINE void put_RADIX(const complex* x, EXCHANGE_SPACE EXCHANGED* exchanged, uint part, uint dim, uint span,
                uint contiguous) {
    const struct coordinate tile = TILE;
#pragma unroll
    for (uint b = 0; b < rounds(RADIX); ++b) {
        const uint q = butterfly_number(b, RADIX);
        struct coordinate c = place(q, butterflies(tile, dim, RADIX), contiguous);
        if (is_butterfly(q, RADIX)) {
            c.at[dim] = output_point(c.at[dim], first_held(RADIX), RADIX, span);
            const uint first = tile_address(c, tile), step = tile_step(dim, tile) * span * held_step(RADIX);
#pragma unroll
            for (uint k = 0; k < held_points(RADIX); ++k)
                exchanged[local_place(first, k, step, held_points(RADIX))] =
                    part_of(x[b * held_points(RADIX) + k], part);
        }
    }
}
