// Reads the inputs of a butterfly from a buffer.
#include "cl/lanes/point_order.cl"

INLINE void get_RADIX(complex* x, local const complex* buffer, struct coordinate c, enum point_order order, global const uint* powers,
                      uint dim) {
    const struct coordinate tile = TILE;
    const uint j = c.at[dim];
#pragma unroll
    for (uint i = 0; i < RADIX; ++i) {
        c.at[dim] = ordered_point(input_point(j, i, tile.at[dim], RADIX), tile.at[dim], order, powers);
        x[i] = buffer[tile_address(c, tile)];
    }
}
