// Stores the outputs of a butterfly to global memory, one vector of lanes each.
#include "cl/lanes/point_order.cl"
#include "cl/lanes/store_lanes.cl"

INLINE void store_RADIX(const complex* x, OUT_PARAMETERS, struct coordinate c, struct loop_index loops, uint inside,
                        enum point_order order, global const uint* powers, uint dim, uint span) {
    const struct coordinate tile = TILE;
    const uint j = c.at[dim];
#pragma unroll
    for (uint i = 0; i < RADIX; ++i) {
        c.at[dim] = ordered_point(output_point(j, i, RADIX, span), tile.at[dim], order, powers);
        store_lanes(OUT_ARGUMENTS, c, loops, inside, x[i]);
    }
}
