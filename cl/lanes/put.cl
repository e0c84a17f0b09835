// Writes the outputs of a butterfly to a buffer.
#include "cl/lanes/point_order.cl"

INLINE void put_RADIX(local complex* buffer, const complex* x, struct coordinate c, enum point_order order, global const uint* powers,
                      uint dim, uint span) {
    const struct coordinate tile = TILE;
    const uint j = c.at[dim];
#pragma unroll
    for (uint i = 0; i < RADIX; ++i) {
        c.at[dim] = ordered_point(output_point(j, i, RADIX, span), tile.at[dim], order, powers);
        buffer[tile_address(c, tile)] = x[i];
    }
}
